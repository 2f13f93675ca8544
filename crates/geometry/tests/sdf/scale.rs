//! Scaling by a power of two changes the exponent of a distance and not one bit more, from 2⁻⁴⁰⁰ to
//! 2⁴⁰⁰. Where parry overflows or takes small things for zero, this carries its verdict over.

use glam::DVec3;
use proptest::prelude::*;
use ripstop_geometry::sdf::{Capsule, Cuboid, Plane, Sample, Shape, Sphere};

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
