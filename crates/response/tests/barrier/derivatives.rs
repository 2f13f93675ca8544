//! Derivatives against differences in every region of the closest points, and the spectra against
//! the full eigenproblem.

use glam::{DMat3, DVec3, dvec3};
use ripstop_fixtures::potential::{check_contract, derivative_errors};
use ripstop_geometry::closest::{
    PointSegmentRegion, PointTriangleRegion, point_triangle, segment_segment,
};
use ripstop_geometry::potential::{HessianSink, Spectrum, block_count};
use ripstop_geometry::{Candidate, CollisionMesh, EdgeId, FaceId, Potential, VertexId};
use ripstop_response::barrier::{BarrierForm, BarrierPotential, BarrierRange, Features, PairRule};

use crate::potential;

fn rules() -> [PairRule; 2] {
    let thick = BarrierRange { d_hat: 0.8, separation: 0.05 };
    [PairRule::new(1.0), PairRule { range: thick, weight: 2.0, friction: 0.0 }]
}

/// The one pair of a vertex and a face, or of two edges that belong to a face each.
fn one_pair(
    points: [DVec3; 4],
    features: &str,
    form: BarrierForm,
    rule: PairRule,
) -> (BarrierPotential, Vec<DVec3>) {
    if features == "vertex–face" {
        // The vertex has a face of its own, far away.
        let far = [dvec3(30.0, 0.0, 40.0), dvec3(30.0, 1.0, 40.0)];
        let positions = [points.to_vec(), far.to_vec()].concat();
        let mesh =
            CollisionMesh::new(&positions, &[[1, 2, 3], [0, 4, 5]]).expect("two faces are a mesh");
        let pair = Candidate::VertexFace { vertex: VertexId(0), face: FaceId(0) };
        (potential(&mesh, &positions, &[pair], form, rule), positions)
    } else {
        let far = [dvec3(30.0, 0.0, 40.0), dvec3(30.0, 1.0, -40.0)];
        let positions = [points.to_vec(), far.to_vec()].concat();
        let mesh =
            CollisionMesh::new(&positions, &[[0, 1, 4], [2, 3, 5]]).expect("two faces are a mesh");
        let edge = |ends: [u32; 2]| {
            let place = mesh.edges().iter().position(|edge| *edge == ends.map(VertexId));
            EdgeId(place.expect("an edge of the face") as u32)
        };
        let pair = Candidate::EdgeEdge { a: edge([0, 1]), b: edge([2, 3]) };
        (potential(&mesh, &positions, &[pair], form, rule), positions)
    }
}

/// A vertex over each of the seven regions of a face; then edges in their nine regions, and nearly
/// parallel ones.
fn cases() -> Vec<([DVec3; 4], &'static str, Features)> {
    let [a, b, c] = [dvec3(0.1, 0.0, 0.05), dvec3(1.3, 0.1, -0.1), dvec3(0.2, 1.1, 0.1)];
    let mut cases = Vec::new();
    let places = [
        dvec3(0.45, 0.35, 0.4),
        dvec3(0.6, -0.4, 0.3),
        dvec3(1.0, 0.9, 0.3),
        dvec3(-0.3, 0.5, 0.2),
        dvec3(-0.3, -0.2, 0.2),
        dvec3(1.8, -0.1, 0.3),
        dvec3(0.0, 1.6, -0.4),
    ];
    for p in places {
        let features = match point_triangle(p, [a, b, c]).region {
            PointTriangleRegion::Face => Features::VertexFace,
            PointTriangleRegion::Edge(_) => Features::VertexEdge,
            PointTriangleRegion::Vertex(_) => Features::VertexVertex,
        };
        cases.push(([p, a, b, c], "vertex–face", features));
    }
    let edge = [dvec3(-0.5, 0.02, 0.0), dvec3(0.5, -0.03, 0.05)];
    for x in [-0.7, 0.0, 0.68] {
        for y in [0.6, 0.0, -0.6] {
            let (middle, half) = (dvec3(x, y, 0.35), dvec3(0.05, 0.45, 0.04));
            let other = [middle - half, middle + half];
            let region = segment_segment(edge, other).region;
            let inside = [region.a, region.b].map(|on| on == PointSegmentRegion::Interior);
            let features = match inside {
                [true, true] => Features::EdgeEdge,
                [false, false] => Features::VertexVertex,
                _ => Features::VertexEdge,
            };
            cases.push(([edge[0], edge[1], other[0], other[1]], "edge–edge", features));
        }
    }
    for (shift, tilt) in [(0.1, 0.009), (0.9, 0.012), (-0.4, 0.014), (1.05, 0.014)] {
        let other = [dvec3(shift - 0.5, -tilt, 0.3), dvec3(shift + 0.5, tilt, 0.31)];
        let points = [dvec3(-0.5, 0.0, 0.0), dvec3(0.5, 0.0, 0.0), other[0], other[1]];
        let region = segment_segment([points[0], points[1]], other).region;
        let rest_lengths = [1.0, other[0].distance(other[1])];
        cases.push((points, "edge–edge", Features::ParallelEdges { rest_lengths, region }));
    }
    cases
}

#[test]
fn in_every_region() {
    let mut kinds = [0; 5];
    for (points, pair, features) in cases() {
        let kind = match features {
            Features::VertexVertex => 0,
            Features::VertexEdge => 1,
            Features::VertexFace => 2,
            Features::EdgeEdge => 3,
            Features::ParallelEdges { .. } => 4,
        };
        kinds[kind] += 1;
        for form in BarrierForm::ALL {
            for rule in rules() {
                let (potential, positions) = one_pair(points, pair, form, rule);
                let found = potential.set.contacts.first().map(|contact| contact.features);
                assert_eq!(found, Some(features), "{pair} {points:?}");
                let errors = derivative_errors(&potential, &positions, 1e-4);
                assert!(
                    errors.gradient < 1e-8 && errors.hessian < 1e-8,
                    "{features:?} {form:?}: {errors:?}"
                );
                check_contract(&potential, &positions);
            }
        }
    }
    assert_eq!(kinds, [3 + 4, 3 + 4, 1, 1, 4]);
}

/// The small eigenproblems give the result of that of all coordinates.
#[test]
fn spectra_are_those_of_the_full_matrix() {
    for (points, pair, features) in cases() {
        for form in BarrierForm::ALL {
            let (potential, positions) = one_pair(points, pair, form, rules()[0]);
            let blocks = |spectrum| {
                let size = features.vertex_count();
                let mut slots = vec![DMat3::ZERO; block_count(size)];
                potential.hessian(0..1, &positions, spectrum, &mut HessianSink::new(&mut slots));
                let block = |i: usize, j: usize| {
                    if i.max(j) >= size {
                        return DMat3::ZERO;
                    }
                    let (low, high) = (i.min(j), i.max(j));
                    let above = slots[low * size - low * (low + 1) / 2 + high];
                    if i <= j { above } else { above.transpose() }
                };
                let full: [[DMat3; 4]; 4] =
                    std::array::from_fn(|i| std::array::from_fn(|j| block(i, j)));
                full
            };
            let exact = blocks(Spectrum::Exact);
            let entries = |m: &[[DMat3; 4]; 4]| -> Vec<f64> {
                m.iter().flatten().flat_map(DMat3::to_cols_array).collect()
            };
            let largest = entries(&exact).iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            for spectrum in [Spectrum::Clamped, Spectrum::Absolute] {
                let (small, full) =
                    (entries(&blocks(spectrum)), entries(&spectrum.applied(&exact)));
                let error = small.iter().zip(&full).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
                assert!(error < 1e-12 * largest, "{features:?} {form:?} {spectrum:?}: {error}");
            }
        }
    }
}

/// Nothing happens from the reach on, and degenerate features stay finite.
#[test]
fn beyond_the_reach_and_without_extent() {
    let face = [dvec3(-1.0, -1.0, 0.0), dvec3(2.0, -1.0, 0.0), dvec3(-1.0, 2.0, 0.0)];
    for form in BarrierForm::ALL {
        for rule in rules() {
            let over = |height: f64| {
                let points = [height * DVec3::Z, face[0], face[1], face[2]];
                one_pair(points, "vertex–face", form, rule)
            };
            assert_eq!(over(rule.range.reach()).0.element_count(), 0);
            let (inside, positions) = over(rule.range.reach() - 1e-9);
            let energy = inside.energy(0..inside.element_count(), &positions);
            let most = if form == BarrierForm::PlainLog { 1e-7 } else { 1e-16 };
            assert!(energy < most, "{form:?}: {energy}");
            let (below, positions) = over(0.9 * rule.range.separation);
            assert_eq!(below.energy(0..1, &positions), f64::INFINITY);
        }
        let [p, q] = [DVec3::ZERO, dvec3(0.1, 0.2, 0.3)];
        for points in
            [[q, p, p, p], [q, p, p, DVec3::X], [q, p, DVec3::X, 2.0 * DVec3::X], [p, p, p, p]]
        {
            for pair in ["vertex–face", "edge–edge"] {
                let (potential, positions) = one_pair(points, pair, form, rules()[0]);
                check_contract(&potential, &positions);
            }
        }
    }
}
