//! Springs of close pairs as energies: derivatives, momentum, and a side that they do not forget.

use glam::{DMat3, DVec3, dvec3};
use proptest::prelude::*;
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum, block_count};
use ripstop_geometry::{Candidate, Contact, FaceId, Potential, VertexId};
use ripstop_response::{ContactRule, ImpulseSettings, RepulsionSpring, RepulsionSprings};

const WANTED: ContactRule = ContactRule { thickness: 0.01, friction: 0.3 };

fn contact() -> Contact {
    Contact {
        candidate: Candidate::VertexFace { vertex: VertexId(0), face: FaceId(0) },
        vertices: [0, 1, 2, 3].map(VertexId),
        weights: [1.0, -0.2, -0.3, -0.5],
        normal: dvec3(2.0, -1.0, 2.0) / 3.0,
        distance: 0.0,
    }
}

fn springs() -> RepulsionSprings {
    let masses = [2.0, 0.0, 0.5, 4.0];
    let spring = RepulsionSpring::new(&contact(), WANTED, &masses, &ImpulseSettings::default());
    RepulsionSprings { springs: vec![spring.expect("it can be pushed")] }
}

fn gradient(springs: &RepulsionSprings, x: &[DVec3]) -> [DVec3; 4] {
    let mut slots = [DVec3::ZERO; 4];
    springs.gradient(0..1, x, &mut GradientSink::new(&mut slots));
    slots
}

/// The upper triangle of the Hessian, row by row.
fn hessian(springs: &RepulsionSprings, x: &[DVec3]) -> Vec<DMat3> {
    let mut slots = vec![DMat3::ZERO; block_count(4)];
    springs.hessian(0..1, x, Spectrum::Exact, &mut HessianSink::new(&mut slots));
    slots
}

#[test]
fn nothing_comes_of_a_pair_that_nothing_can_push() {
    let settings = ImpulseSettings::default();
    assert!(RepulsionSpring::new(&contact(), WANTED, &[0.0; 4], &settings).is_none());
}

/// `k = κ/W`: one pair alone swings with the frequency `√κ`, whatever its masses.
#[test]
fn stiffness_goes_with_the_effective_mass() {
    let (settings, x) = (ImpulseSettings::default(), [DVec3::ZERO; 4]);
    let spring = springs().springs[0];
    let accelerations: Vec<DVec3> =
        gradient(&springs(), &x).iter().zip([2.0, 0.0, 0.5, 4.0]).map(|(g, w)| -w * *g).collect();
    let relative: DVec3 = accelerations.iter().zip(spring.weights).map(|(a, w)| w * *a).sum();
    let exact = settings.stiffness * WANTED.thickness;
    assert!((relative.dot(spring.normal) - exact).abs() < 1e-9 * exact);
}

proptest! {
    #[test]
    fn derivatives_are_differences(
        x in prop::collection::vec(prop::array::uniform3(-0.01..0.01_f64), 4),
    ) {
        let (springs, h) = (springs(), 1e-7);
        let x: Vec<DVec3> = x.into_iter().map(DVec3::from).collect();
        let force = springs.springs[0].force(&x);
        // The second derivative jumps where the spring begins to push.
        let stiffness = springs.springs[0].stiffness;
        prop_assume!(force == 0.0 || force > 4.0 * h * stiffness);
        let moved = |i: usize, axis: usize, by: f64| {
            let mut x = x.clone();
            x[i][axis] += by;
            x
        };
        let (g, blocks) = (gradient(&springs, &x), hessian(&springs, &x));
        let sum: DVec3 = g.iter().sum();
        prop_assert!(sum.length() <= 1e-12 * force);
        for (i, axis) in (0..12).map(|k| (k / 3, k % 3)) {
            let (more, less) = (moved(i, axis, h), moved(i, axis, -h));
            let slope = (springs.energy(0..1, &more) - springs.energy(0..1, &less)) / (2.0 * h);
            prop_assert!((slope - g[i][axis]).abs() <= 1e-6 * (force + stiffness * h));
            let rows = [more, less].map(|x| gradient(&springs, &x));
            for j in i..4 {
                let block = blocks[i * (9 - i) / 2 + j - i];
                let column = (rows[0][j] - rows[1][j]) / (2.0 * h);
                prop_assert!((column - block.row(axis)).length() <= 1e-6 * stiffness);
            }
        }
    }

    /// However far a pair has passed through itself, it is pushed back to its own side.
    #[test]
    fn springs_know_their_side(depth in -1.0..0.5_f64) {
        let springs = springs();
        let spring = springs.springs[0];
        let x = [depth * spring.normal, DVec3::ZERO, DVec3::ZERO, DVec3::ZERO];
        let force = -gradient(&springs, &x)[0].dot(spring.normal);
        let exact = spring.stiffness * (WANTED.thickness - depth).max(0.0);
        prop_assert!((force - exact).abs() <= 1e-9 * exact);
        let friction = spring.friction(&x, &x).map_or(0.0, |element| element.bound);
        prop_assert!((friction - WANTED.friction * exact).abs() <= 1e-9 * exact);
    }
}
