//! States whose energy and stress are known: uniaxial and biaxial stretch, and the patch test.

use glam::{DQuat, DVec2, DVec3};
use ripstop_dynamics::{Elasticity, MembraneElements, RestShape};
use ripstop_fixtures::Random;
use ripstop_geometry::potential::GradientSink;
use ripstop_geometry::{Potential, VertexId};

use crate::sheet::Sheet;
use crate::triangles::{deformed, element, isotropic, woven};

const UNIT: [DVec2; 3] = [DVec2::ZERO, DVec2::X, DVec2::Y];

/// Columns of the stress `∂Ψ/∂F` of the unit triangle, whose gradients are `area · P`.
fn stress(elasticity: Elasticity, stretch: [f64; 3]) -> [DVec3; 2] {
    let mut gradient = [DVec3::ZERO; 3];
    let x = deformed(UNIT, stretch, DQuat::IDENTITY);
    let element = element(UNIT, elasticity);
    element.gradient(0..1, &x, &mut GradientSink::new(&mut gradient));
    [2.0 * gradient[1], 2.0 * gradient[2]]
}

#[test]
fn uniaxial_stretch_has_youngs_modulus_and_poissons_ratio() {
    let (young, poisson, thickness) = (3.0e5, 0.3, 4e-4);
    let elasticity = Elasticity::plane_stress(young, poisson, thickness);
    for strain in [-0.3, 1e-6, 0.01, 0.2] {
        // The width that leaves the sides free.
        let [p, q] = stress(elasticity, [1.0 + strain, 0.0, 1.0 - poisson * strain]);
        let wanted = young * thickness * strain;
        assert!((p.x - wanted).abs() < 1e-10 * wanted.abs(), "{p} {wanted}");
        assert!(q.y.abs() < 1e-9 * wanted.abs() && p.y == 0.0, "{q}");
    }
}

#[test]
fn biaxial_stretch_has_the_closed_form() {
    for elasticity in [isotropic(), woven()] {
        let Elasticity { warp, weft, coupling, .. } = elasticity;
        for (a, b) in [(1.1, 1.1), (1.5, 0.7), (0.4, 0.4), (0.9, 1.0)] {
            let [p, q] = stress(elasticity, [a, 0.0, b]);
            let wanted =
                [warp * (a - 1.0) + coupling * (b - 1.0), coupling * (a - 1.0) + weft * (b - 1.0)];
            assert!((p - wanted[0] * DVec3::X).length() < 1e-12 * warp, "{p} {wanted:?}");
            assert!((q - wanted[1] * DVec3::Y).length() < 1e-12 * warp, "{q} {wanted:?}");
            let x = deformed(UNIT, [a, 0.0, b], DQuat::IDENTITY);
            let energy = element(UNIT, elasticity).energy(0..1, &x);
            let density = 0.5 * (wanted[0] * (a - 1.0) + wanted[1] * (b - 1.0));
            assert!((energy - 0.5 * density).abs() < 1e-12 * warp);
        }
    }
}

#[test]
fn simple_shear_knows_the_shear_stiffness() {
    let woven = woven();
    let angle = 1e-5;
    let [p, q] = stress(woven, [1.0, 0.5 * angle, 1.0]);
    assert!((p.y - woven.shear * angle).abs() < 1e-9 * woven.shear * angle, "{p}");
    assert!((q.x - woven.shear * angle).abs() < 1e-9 * woven.shear * angle, "{q}");
}

/// On an irregular mesh, an affine deformation has no force on any inner vertex.
#[test]
fn patch_test() {
    let mut random = Random::seeded(4);
    let mut sheet = Sheet::new(7);
    let inner = |i: usize| (1..6).contains(&(i / 7)) && (1..6).contains(&(i % 7));
    for i in (0..49).filter(|&i| inner(i)) {
        sheet.uvs[i] += 0.06 * DVec2::new(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0));
    }
    let rest = RestShape::from_uvs(&sheet.mesh, &sheet.uvs).expect("still a sheet");
    let columns = [DVec3::new(1.2, 0.1, 0.3), DVec3::new(-0.2, 0.8, 0.5)];
    let x: Vec<DVec3> = sheet.uvs.iter().map(|u| u.x * columns[0] + u.y * columns[1]).collect();
    for elasticity in [isotropic(), woven()] {
        let membrane = MembraneElements::new(&sheet.mesh, &rest, elasticity, VertexId(0)).unwrap();
        let mut slots = vec![DVec3::ZERO; 3 * membrane.element_count()];
        membrane.gradient(0..membrane.element_count(), &x, &mut GradientSink::new(&mut slots));
        let mut forces = vec![DVec3::ZERO; 49];
        for (slot, vertex) in slots.iter().zip(sheet.mesh.faces().as_flattened()) {
            forces[vertex.index()] += *slot;
        }
        let largest = forces.iter().map(|f| f.length()).fold(0.0, f64::max);
        for i in (0..49).filter(|&i| inner(i)) {
            assert!(forces[i].length() < 1e-13 * largest, "{i}: {}", forces[i]);
        }
    }
}
