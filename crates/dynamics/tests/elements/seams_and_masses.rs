//! Seams and the consistent mass matrix.

use glam::DVec3;
use ripstop_dynamics::{
    ClothError, ConsistentMass, ElementSettings, Fabric, FiniteElementCloth, Seam, lumped_masses,
};
use ripstop_fixtures::potential::{check_contract, derivative_errors};
use ripstop_geometry::{Potential, VertexId};

use crate::sheet::Sheet;

fn ids<const N: usize>(ids: [u32; N]) -> [VertexId; N] {
    ids.map(VertexId)
}

#[test]
fn seams_pull_with_a_force_that_does_not_grow() {
    let seam = Seam::new(&[[ids([0, 1]), ids([2, 3])]], &[0.5], 8.0, 1e-3).unwrap();
    for gap in [0.0, 1e-4, 1e-2, 3.0] {
        let apart = DVec3::new(0.3, -0.7, 0.2).normalize() * gap;
        let x = [DVec3::ZERO, DVec3::X, apart, DVec3::X + 0.5 * apart];
        let errors = derivative_errors(&seam, &x, 1e-5);
        assert!(errors.gradient < 1e-6, "{gap}: {errors:?}");
        assert!(errors.hessian < 1e-6, "{gap}: {errors:?}");
        check_contract(&seam, &x);
    }
    let mut slots = [DVec3::ZERO; 4];
    let far = [DVec3::ZERO, DVec3::X, 50.0 * DVec3::Y, DVec3::X + 50.0 * DVec3::Y];
    seam.gradient(0..1, &far, &mut ripstop_geometry::potential::GradientSink::new(&mut slots));
    assert!((slots[2] + slots[3]).abs_diff_eq(0.5 * 8.0 * DVec3::Y, 1e-8), "{slots:?}");
}

#[test]
fn bad_seams_are_named() {
    let good = [ids([0, 1]), ids([2, 3])];
    let shared = [ids([0, 1]), ids([1, 3])];
    assert_eq!(
        Seam::new(&[good, shared], &[1.0, 1.0], 1.0, 1.0).err(),
        Some(ClothError::SharedSeam { seam: 1 })
    );
    assert!(Seam::new(&[good], &[], 1.0, 1.0).is_err());
    assert!(Seam::new(&[good], &[0.0], 1.0, 1.0).is_err());
    assert!(Seam::new(&[good], &[1.0], f64::NAN, 1.0).is_err());
}

/// A cloth that owns the vertices 10 to 34 of a state takes seams within these.
#[test]
fn a_cloth_takes_seams_of_its_own_vertices_only() {
    let sheet = Sheet::new(5);
    let (rest, elements) = (sheet.rest(), ElementSettings::default());
    let mut cloth =
        FiniteElementCloth::new(&sheet.mesh, &rest, Fabric::cotton(), elements, VertexId(10))
            .unwrap();
    let seam = |a: [u32; 2], b: [u32; 2]| Seam::new(&[[ids(a), ids(b)]], &[0.1], 1.0, 1.0).unwrap();
    assert_eq!(cloth.add_seam(seam([10, 11], [33, 34])), Ok(()));
    for (bad, vertex) in [(seam([9, 10], [20, 21]), 9), (seam([10, 11], [34, 35]), 35)] {
        let error = ClothError::ConstraintVertex { constraint: 1, vertex, vertex_count: 35 };
        assert_eq!(cloth.add_seam(bad), Err(error));
    }
}

/// Rows of the consistent matrix sum to the lumped masses; a linear velocity field has the energy
/// of its integral, which lumping overestimates.
#[test]
fn consistent_masses_integrate_shape_functions() {
    let sheet = Sheet::new(5);
    let density = 0.2;
    let mut mass = ConsistentMass::new(&sheet.mesh, &sheet.rest(), density, VertexId(0)).unwrap();
    mass.begin_step(&vec![DVec3::ZERO; 25], 0.5);
    let errors = derivative_errors(&mass, &sheet.flat(), 1e-3);
    assert!(errors.gradient < 1e-10 && errors.hessian < 1e-10, "{errors:?}");
    check_contract(&mass, &sheet.flat());
    let lumped = lumped_masses(&sheet.mesh, &sheet.rest(), density).unwrap();
    let uniform = mass.kinetic_energy(&[3.0 * DVec3::Z; 25]);
    assert!((uniform - 0.5 * density * 9.0).abs() < 1e-12);
    assert!((lumped.iter().sum::<f64>() - density).abs() < 1e-12);
    // v = x e_z on [0, 1]²: ∫ x² = 1/3.
    let linear: Vec<DVec3> = sheet.uvs.iter().map(|u| u.x * DVec3::Z).collect();
    let wanted = 0.5 * density / 3.0;
    assert!((mass.kinetic_energy(&linear) - wanted).abs() < 1e-14, "exact for linear fields");
    let by_lumps: f64 = lumped.iter().zip(&linear).map(|(m, v)| 0.5 * m * v.length_squared()).sum();
    assert!(by_lumps > 1.02 * wanted);
}
