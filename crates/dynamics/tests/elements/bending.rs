//! Bending against differences, and the two models against each other.

use glam::{DVec2, DVec3};
use ripstop_dynamics::{
    Bending, ElementSettings, Fabric, FiniteElementCloth, HingeAngle, RestShape,
};
use ripstop_fixtures::Random;
use ripstop_fixtures::potential::{check_contract, derivative_errors};
use ripstop_geometry::{Potential, Topology, VertexId};

use crate::sheet::Sheet;

const FACES: [[u32; 3]; 2] = [[0, 1, 2], [1, 0, 3]];
const FLAT: [DVec2; 4] =
    [DVec2::new(0.0, 0.0), DVec2::new(1.0, 0.1), DVec2::new(0.4, 0.8), DVec2::new(0.7, -0.9)];

fn fabric() -> Fabric {
    Fabric { bending_stiffness: [0.3, 0.1], ..Fabric::plain() }
}

/// The flat hinge with its second face turned about the edge.
fn folded(angle: f64) -> [DVec3; 4] {
    let [a, b, c, d] = FLAT.map(|p| p.extend(0.0));
    let turn = glam::DQuat::from_axis_angle((b - a).normalize(), angle);
    [a, b, c, a + turn * (d - a)]
}

fn cloth(rest: &[DVec3], bending: Bending) -> FiniteElementCloth {
    let mesh = Topology::from_faces(4, &FACES).expect("a hinge");
    let rest = RestShape::from_positions(&mesh, rest).expect("a hinge");
    let settings = ElementSettings::with_bending(bending);
    FiniteElementCloth::new(&mesh, &rest, fabric(), settings, VertexId(0)).expect("a hinge")
}

/// The potential that has the hinge, of the two that there are.
fn hinge(cloth: &FiniteElementCloth) -> &dyn Potential {
    let potentials = cloth.potentials();
    *potentials[1..].iter().find(|p| p.element_count() > 0).expect("one hinge")
}

fn shaken(points: [DVec3; 4], random: &mut Random, by: f64) -> [DVec3; 4] {
    points.map(|p| p + by * DVec3::from_array([0; 3].map(|_| random.uniform(-1.0, 1.0))))
}

#[test]
fn the_angle_is_the_angle() {
    for angle in [-3.0, -1.5, -0.2, 0.0, 1e-9, 0.4, 2.9] {
        let found = HingeAngle::new(folded(angle)).value();
        assert!((found.abs() - f64::abs(angle)).abs() < 1e-14, "{found} {angle}");
    }
}

#[test]
fn derivatives_agree_with_differences() {
    let mut random = Random::seeded(2);
    for rest_angle in [0.0, 0.6, -2.0] {
        for bending in [Bending::Curvature, Bending::Quadratic, Bending::Hinges] {
            let cloth = cloth(&folded(rest_angle), bending);
            let hinge = hinge(&cloth);
            for angle in [0.0, 0.3, -1.2, 2.0, 2.8] {
                for by in [0.0, 1e-3, 0.2] {
                    let x = shaken(folded(angle), &mut random, by);
                    let errors = derivative_errors(hinge, &x, 1e-4);
                    assert!(errors.gradient < 1e-6, "{angle} {by}: {errors:?}");
                    assert!(errors.hessian < 1e-6, "{angle} {by}: {errors:?}");
                    check_contract(hinge, &x);
                }
            }
        }
    }
}

#[test]
fn hinges_without_area_are_finite() {
    let [a, b, c, d] = folded(0.3);
    let cloth = cloth(&folded(0.5), Bending::Hinges);
    for x in [[a; 4], [a, a, c, d], [a, b, a, d], [a, b, 0.5 * (a + b), d], [a, b, c, c]] {
        check_contract(hinge(&cloth), &x);
    }
}

/// Folding without stretch: `2 sin(θ/2)` for `θ`, hence the same to second order.
#[test]
fn the_quadratic_form_is_the_hinge_for_small_angles() {
    let [quadratic, hinges] =
        [Bending::Quadratic, Bending::Hinges].map(|bending| cloth(&folded(0.0), bending));
    for angle in [1e-3, 0.05, 0.5, 2.0] {
        let x = folded(angle);
        let [a, b] = [&quadratic, &hinges].map(|cloth| hinge(cloth).energy(0..1, &x));
        let wanted = libm::pow(2.0 * libm::sin(0.5 * angle) / angle, 2.0);
        assert!((a / b - wanted).abs() < 1e-9, "{angle}: {a} {b}");
    }
}

/// A cylinder along grid lines has `½ B κ²` per area, with the `B` of its direction.
#[test]
fn a_cylinder_has_the_energy_of_its_curvature() {
    let sheet = Sheet::new(41);
    for (along_warp, stiffness) in [(true, 0.3), (false, 0.1)] {
        for bending in [Bending::Curvature, Bending::Quadratic, Bending::Hinges] {
            let settings = ElementSettings::with_bending(bending);
            let cloth = FiniteElementCloth::new(
                &sheet.mesh,
                &sheet.rest(),
                fabric(),
                settings,
                VertexId(0),
            )
            .expect("a good sheet");
            let radius = 0.5;
            let bend = |u: &DVec2| {
                let (s, t) = if along_warp { (u.x, u.y) } else { (u.y, u.x) };
                DVec3::new(radius * libm::sin(s / radius), radius * libm::cos(s / radius), t)
            };
            let x: Vec<DVec3> = sheet.uvs.iter().map(bend).collect();
            let potentials = cloth.potentials();
            let energy: f64 =
                potentials[1..3].iter().map(|p| p.energy(0..p.element_count(), &x)).sum();
            // Hinges are inside: a strip of half a cell at either end has none.
            let wanted = 0.5 * stiffness / (radius * radius) * (39.0 / 40.0);
            assert!((energy / wanted - 1.0).abs() < 2e-3, "{energy} {wanted}");
        }
    }
}

/// Energy per area of `u ↦ (u, ½ uᵀκu)`, to second order, with a `κ` of `[κ₁₁, κ₁₂, κ₂₂]`: of the
/// elements inside, which have all their neighbours.
fn energy_density(sheet: &Sheet, fabric: Fabric, [k11, k12, k22]: [f64; 3]) -> f64 {
    let (rest, settings) = (sheet.rest(), ElementSettings::default());
    let cloth = FiniteElementCloth::new(&sheet.mesh, &rest, fabric, settings, VertexId(0));
    let cloth = cloth.expect("a good sheet");
    let bending = cloth.potentials()[1];
    let scale = 1e-4;
    let lift = |u: &DVec2| {
        let z = 0.5 * (k11 * u.x * u.x + 2.0 * k12 * u.x * u.y + k22 * u.y * u.y);
        u.extend(scale * z)
    };
    let x: Vec<DVec3> = sheet.uvs.iter().map(lift).collect();
    let inside = (0..bending.element_count()).filter(|e| bending.stencil(*e).len() == 6);
    let (mut energy, mut area) = (0.0, 0.0);
    for element in inside {
        energy += bending.energy(element..element + 1, &x);
        area += rest.areas()[element];
    }
    assert!(area > 0.2, "most elements are inside");
    energy / (area * scale * scale)
}

/// Every tensor of curvature, exactly on a mesh whose cells are alike, within a tenth on the whole
/// of an irregular one.
#[test]
fn curvature_is_that_of_every_quadratic_surface() {
    let mut random = Random::seeded(11);
    for (jitter, tolerance) in [(0.0, 1e-6), (0.15, 0.1)] {
        let mut sheet = Sheet::new(9);
        for u in &mut sheet.uvs {
            let mut shift = || jitter / 8.0 * random.uniform(-1.0, 1.0);
            *u += DVec2::new(shift(), shift());
        }
        let tensors = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, -0.7, 0.4], [0.3, 0.2, -1.0]];
        for ([k11, k12, k22], ratio) in tensors.into_iter().flat_map(|k| [(k, 1.0), (k, 0.5)]) {
            let equal = Fabric { bending_stiffness: [0.2; 2], twist_ratio: ratio, ..fabric() };
            let energy = energy_density(&sheet, equal, [k11, k12, k22]);
            let wanted = 0.5 * 0.2 * (k11 * k11 + 2.0 * ratio * k12 * k12 + k22 * k22);
            // An irregular mesh takes a part of the twist for curvature, which costs what it costs
            // with any ratio.
            let scale = 0.5 * 0.2 * (k11 * k11 + 2.0 * k12 * k12 + k22 * k22);
            assert!((energy - wanted).abs() < tolerance * scale, "{jitter}: {energy} {wanted}");
        }
    }
}

/// A cylinder at any angle to the warp; at 45° this is what a bending test along the bias reads.
#[test]
fn twist_decides_how_stiff_the_bias_is() {
    let sheet = Sheet::new(9);
    for ratio in [0.0, 0.5, 1.0, 1.5] {
        let woven = Fabric { twist_ratio: ratio, ..fabric() };
        for step in 0..8 {
            let angle = f64::from(step) * std::f64::consts::PI / 8.0;
            let d = DVec2::new(libm::cos(angle), libm::sin(angle));
            let energy = energy_density(&sheet, woven, [d.x * d.x, d.x * d.y, d.y * d.y]);
            let wanted = 0.5 * woven.bending_stiffness_at(angle);
            assert!((energy / wanted - 1.0).abs() < 1e-6, "{ratio} {angle}: {energy} {wanted}");
        }
        let bias = woven.bending_stiffness_at(std::f64::consts::FRAC_PI_4);
        let twist = ratio * (0.3 * 0.1_f64).sqrt();
        assert!((bias - 0.25 * (0.3 + 0.1 + 2.0 * twist)).abs() < 1e-15);
    }
}
