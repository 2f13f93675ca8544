//! Scaling by a power of two changes the exponent of a distance and not one bit more, from 2⁻⁴⁰⁰ to
//! 2⁴⁰⁰. Where parry overflows or takes small things for zero, this carries its verdict over.

use glam::DVec3;
use proptest::prelude::*;
use ripstop_geometry::sdf::{
    Capsule, Cuboid, Plane, Sample, SampledField, Sampling, Shape, Sphere,
};

use crate::meshes::torus;
use crate::random::Random;

fn vector() -> impl Strategy<Value = DVec3> {
    prop::array::uniform3(-1.0..1.0_f64).prop_map(DVec3::from_array)
}

/// The four shapes of one set of numbers, scaled.
fn shapes([a, b]: [DVec3; 2], size: DVec3, scale: f64) -> [Shape; 4] {
    let size = size.abs() + 0.01;
    [
        Plane::new(scale * a, b).expect("valid").into(),
        Sphere::new(scale * a, scale * size.x).expect("valid").into(),
        Capsule::new(scale * a, scale * b, scale * size.x).expect("valid").into(),
        Cuboid::new(scale * a, scale * size).expect("valid").into(),
    ]
}

proptest! {
    #[test]
    fn a_power_of_two_only_moves_the_exponent(
        a in vector(), b in vector(), size in vector(), p in vector(), exponent in -400..=400,
    ) {
        prop_assume!(b.length() > 1e-3);
        let scale = 2_f64.powi(exponent);
        for (unit, scaled) in shapes([a, b], size, 1.0).iter().zip(&shapes([a, b], size, scale)) {
            let Sample { distance, gradient } = unit.sample(p);
            let expected = Sample { distance: scale * distance, gradient };
            prop_assert_eq!(scaled.sample(scale * p), expected);
            prop_assert_eq!(scaled.distance(scale * p), scale * distance);
        }
    }
}

#[test]
fn so_does_a_sampled_field() {
    let mesh = torus(6, 1.5, 0.5);
    let field = |scale: f64| {
        let positions: Vec<DVec3> = mesh.positions.iter().map(|&x| scale * x).collect();
        let sampling = Sampling::of_cell_size(0.3 * scale);
        SampledField::from_closed_mesh(&positions, &mesh.faces, sampling).expect("closed")
    };
    let unit = field(1.0);
    for scale in [-300, -100, 100, 300].map(|exponent| 2_f64.powi(exponent)) {
        let scaled = field(scale);
        assert!(unit.nodes().map(|(x, d)| (scale * x, scale * d)).eq(scaled.nodes()));
        let mut random = Random(5);
        for _ in 0..1_000 {
            let x = 4.0 * random.vector();
            let Sample { distance, gradient } = unit.sample(x);
            assert_eq!(scaled.sample(scale * x), Sample { distance: scale * distance, gradient });
        }
    }
}
