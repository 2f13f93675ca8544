//! Pair penalties beyond their derivatives: closed forms, continuity, degenerate pairs.

use glam::{DVec3, dvec3};
use ripstop_geometry::potential::Spectrum;
use ripstop_response::penalty::{PenaltyLaw, PenaltyStencil};

use crate::derivatives::{LAWS, pair};
use crate::{energy, gradient, hessian};

const FACE: [DVec3; 3] = [dvec3(-1.0, -1.0, 0.0), dvec3(2.0, -1.0, 0.0), dvec3(-1.0, 2.0, 0.0)];

fn over_face(height: f64) -> [DVec3; 4] {
    let [a, b, c] = FACE;
    [dvec3(0.0, 0.0, height), a, b, c]
}

/// `−k (d − D) n` on the vertex, its weights on the corners.
#[test]
fn the_linear_force_is_the_closed_form() {
    let potential = pair(PenaltyStencil::VertexFace, PenaltyLaw::Linear);
    for (height, force) in [(0.25, 5.25), (-0.5, -3.5), (0.75, 1.75)] {
        let slopes = gradient(&potential, &over_face(height));
        assert!((slopes[0] + force * DVec3::Z).length() < 1e-13, "{height}: {slopes:?}");
        for slope in &slopes[1..] {
            assert!((*slope - force / 3.0 * DVec3::Z).length() < 1e-13, "{height}: {slopes:?}");
        }
        let stiffness = hessian(&potential, &over_face(height), Spectrum::Exact)[0][0];
        assert!((stiffness.z_axis.z - 7.0).abs() < 1e-12, "{stiffness}");
    }
}

#[test]
fn nothing_from_the_distance_on_and_no_jump_there() {
    for law in LAWS {
        for stencil in
            [PenaltyStencil::VertexFace, PenaltyStencil::EdgeEdge { rest_lengths: [1.0; 2] }]
        {
            let potential = pair(stencil, law);
            let at = |distance: f64| match stencil {
                PenaltyStencil::VertexFace => over_face(distance),
                PenaltyStencil::EdgeEdge { .. } => {
                    let lift = distance * DVec3::Z;
                    [-DVec3::X, DVec3::X, lift - DVec3::Y, lift + DVec3::Y]
                }
            };
            for distance in [1.0, 1.0 + 1e-12, 2.0] {
                assert_eq!(energy(&potential, &at(distance)), 0.0);
                assert!(gradient(&potential, &at(distance)).iter().all(|g| *g == DVec3::ZERO));
                let zero = hessian(&potential, &at(distance), Spectrum::Exact);
                assert!(zero.iter().flatten().all(|block| *block == glam::DMat3::ZERO));
            }
            let inside = at(1.0 - 1e-9);
            assert!(energy(&potential, &inside) > 0.0 && energy(&potential, &inside) < 1e-16);
            assert!(gradient(&potential, &inside)[0].length() < 1e-8);
        }
    }
}

/// A vertex that glides over a sheet of two faces: the energy does not jump where the regions
/// change.
#[test]
fn the_energy_is_continuous_from_region_to_region() {
    for law in LAWS {
        let potential = pair(PenaltyStencil::VertexFace, law);
        let at = |x: f64| {
            let mut points = over_face(0.3);
            points[0] += dvec3(x, 0.2 * x, 0.0);
            energy(&potential, &points)
        };
        let mut largest: f64 = 0.0;
        for i in -3000..3000 {
            let x = 1e-3 * f64::from(i);
            largest = largest.max((at(x + 1e-3) - at(x)).abs());
        }
        // The largest force of these laws at a distance of 0.3, along the path.
        assert!(largest < 1.1e-3 * 25.0, "{law:?} {largest}");
    }
}

/// Touching features, features in one point, faces without area: defined, and finite.
#[test]
fn degenerate_pairs_are_finite() {
    let line = [DVec3::ZERO, DVec3::X, 2.0 * DVec3::X];
    let point = [DVec3::X; 3];
    let cases = [
        over_face(0.0),
        over_face(1e-300),
        over_face(-1e-12),
        [DVec3::ZERO, line[0], line[1], line[2]],
        [0.1 * DVec3::Y, line[0], line[1], line[2]],
        [DVec3::X, point[0], point[1], point[2]],
        [0.5 * DVec3::Y, point[0], point[1], point[2]],
    ];
    for law in LAWS {
        for stencil in
            [PenaltyStencil::VertexFace, PenaltyStencil::EdgeEdge { rest_lengths: [1.0; 2] }]
        {
            let potential = pair(stencil, law);
            for points in cases {
                assert!(energy(&potential, &points).is_finite());
                assert!(gradient(&potential, &points).iter().all(|g| g.is_finite()), "{points:?}");
                for spectrum in [Spectrum::Exact, Spectrum::Clamped, Spectrum::Absolute] {
                    let dense = hessian(&potential, &points, spectrum);
                    assert!(dense.iter().flatten().all(glam::DMat3::is_finite), "{points:?}");
                }
            }
        }
    }
}
