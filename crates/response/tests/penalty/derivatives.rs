//! Gradients and Hessians against differences, in every region of the closest points and every
//! shape of a field.

use glam::{DMat3, DQuat, DVec3, dvec3};
use ripstop_geometry::closest::{
    PointSegmentRegion, PointTriangleRegion, point_triangle, segment_segment,
};
use ripstop_geometry::potential::{Spectrum, SymmetricEigen};
use ripstop_geometry::sdf::{
    Capsule, Cuboid, Plane, Pose, Posed, SampledField, Sampling, Shape, Sphere,
};
use ripstop_geometry::{Potential, VertexId};
use ripstop_response::penalty::{
    FieldPenalty, PairPenalty, Penalty, PenaltyLaw, PenaltyPair, PenaltyStencil,
};

use crate::{check_derivatives, hessian};

pub(crate) const LAWS: [PenaltyLaw; 3] =
    [PenaltyLaw::Linear, PenaltyLaw::Exponential { length: 0.3 }, PenaltyLaw::Cubic];

pub(crate) fn pair(stencil: PenaltyStencil, law: PenaltyLaw) -> PairPenalty {
    let penalty = Penalty { law, stiffness: 7.0, distance: 1.0 };
    let vertices = [0, 1, 2, 3].map(VertexId);
    PairPenalty { pairs: vec![PenaltyPair { vertices, stencil, penalty }] }
}

/// A vertex over each of the seven regions of a face.
fn over_regions() -> Vec<([DVec3; 4], PointTriangleRegion)> {
    use PointTriangleRegion::{Edge, Face, Vertex};
    let face = [dvec3(0.1, 0.0, 0.05), dvec3(1.3, 0.1, -0.1), dvec3(0.2, 1.1, 0.1)];
    let places = [
        (dvec3(0.45, 0.35, 0.4), Face),
        (dvec3(0.6, -0.4, 0.3), Edge(0)),
        (dvec3(1.0, 0.9, 0.3), Edge(1)),
        (dvec3(-0.3, 0.5, 0.2), Edge(2)),
        (dvec3(-0.3, -0.2, 0.2), Vertex(0)),
        (dvec3(1.8, -0.1, 0.3), Vertex(1)),
        (dvec3(0.0, 1.6, -0.4), Vertex(2)),
    ];
    let [a, b, c] = face;
    places.map(|(p, region)| ([p, a, b, c], region)).to_vec()
}

/// Two edges in each of the nine regions.
fn edge_regions() -> Vec<([DVec3; 4], [PointSegmentRegion; 2])> {
    use PointSegmentRegion::{End, Interior, Start};
    let a = [dvec3(-0.5, 0.02, 0.0), dvec3(0.5, -0.03, 0.05)];
    let shifts = [(-1.1, Start), (0.0, Interior), (1.0, End)];
    let mut found = Vec::new();
    for (x, on_a) in shifts {
        for (y, on_b) in [(0.9, Start), (0.0, Interior), (-0.9, End)] {
            let scale = if on_a == Interior || on_b == Interior { 0.7 } else { 0.62 };
            let middle = dvec3(scale * x, scale * y, 0.35);
            let half = dvec3(0.05, 0.45, 0.04);
            found.push(([a[0], a[1], middle - half, middle + half], [on_a, on_b]));
        }
    }
    found
}

#[test]
fn vertex_face_in_every_region() {
    for (points, region) in over_regions() {
        let [p, a, b, c] = points;
        assert_eq!(point_triangle(p, [a, b, c]).region, region);
        for law in LAWS {
            let potential = pair(PenaltyStencil::VertexFace, law);
            check_derivatives(&potential, &points, 1e-5, &format!("{region:?} {law:?}"));
        }
    }
}

#[test]
fn edge_edge_in_every_region() {
    for (points, [on_a, on_b]) in edge_regions() {
        let [p, q, r, s] = points;
        let region = segment_segment([p, q], [r, s]).region;
        assert_eq!([region.a, region.b], [on_a, on_b], "{points:?}");
        for law in LAWS {
            let stencil = PenaltyStencil::EdgeEdge { rest_lengths: [1.0, 1.0] };
            check_derivatives(&pair(stencil, law), &points, 1e-5, &format!("{region:?} {law:?}"));
        }
    }
}

fn nearly_parallel() -> [DVec3; 4] {
    [dvec3(-0.5, 0.0, 0.0), dvec3(0.5, 0.0, 0.0), dvec3(-0.4, -0.008, 0.3), dvec3(0.5, 0.01, 0.31)]
}

/// Edges that enclose a degree: the mollifier is at work.
#[test]
fn nearly_parallel_edges() {
    let points = nearly_parallel();
    for law in LAWS {
        let potential = pair(PenaltyStencil::EdgeEdge { rest_lengths: [1.0, 1.0] }, law);
        let plain = pair(PenaltyStencil::EdgeEdge { rest_lengths: [0.0, 0.0] }, law);
        assert!(crate::energy(&potential, &points) < 0.9 * crate::energy(&plain, &points));
        check_derivatives(&potential, &points, 1e-6, &format!("{law:?}"));
    }
}

/// The small eigenproblems change negative eigenvalues and nothing else, as that of all coordinates
/// does; with every law, and where edges are nearly parallel.
#[test]
fn spectra_are_those_of_the_full_matrix() {
    let edge = |(points, _)| (points, PenaltyStencil::EdgeEdge { rest_lengths: [1.0, 1.0] });
    let edges = edge_regions().into_iter().map(edge);
    let faces = over_regions().into_iter().map(|(points, _)| (points, PenaltyStencil::VertexFace));
    let parallel = PenaltyStencil::EdgeEdge { rest_lengths: [1.0, 1.0] };
    let mut negative = 0;
    for (points, stencil) in faces.chain(edges).chain([(nearly_parallel(), parallel)]) {
        for law in LAWS {
            let potential = pair(stencil, law);
            let blocks = |spectrum| -> [[DMat3; 4]; 4] {
                let dense = hessian(&potential, &points, spectrum);
                std::array::from_fn(|i| std::array::from_fn(|j| dense[i][j]))
            };
            let exact = blocks(Spectrum::Exact);
            let values = SymmetricEigen::of_blocks(&exact).values().to_vec();
            let largest = values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
            negative += values.iter().filter(|value| **value < -1e-9 * largest).count();
            for spectrum in [Spectrum::Clamped, Spectrum::Absolute] {
                let (small, full) = (blocks(spectrum), spectrum.applied(&exact));
                let apart = small.iter().flatten().zip(full.iter().flatten());
                for (a, b) in apart {
                    let good = a.abs_diff_eq(*b, 1e-12 * largest);
                    assert!(good, "{stencil:?} {law:?} {spectrum:?}: {a} {b}");
                }
            }
        }
    }
    assert!(negative > 60, "{negative}");
}

/// A tetrahedron around the origin, with its faces outwards.
fn tetrahedron() -> Shape {
    let positions = [
        dvec3(1.0, 1.0, 1.0),
        dvec3(1.0, -1.0, -1.0),
        dvec3(-1.0, 1.0, -1.0),
        dvec3(-1.0, -1.0, 1.0),
    ];
    let faces = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]];
    let field = SampledField::from_closed_mesh(&positions, &faces, Sampling::of_cell_size(0.4));
    field.expect("a closed mesh").into()
}

#[test]
fn fields_of_every_shape() {
    let capsule = Capsule::new(dvec3(-0.5, 0.1, 0.0), dvec3(0.4, 0.3, -0.6), 0.3);
    let shapes: [Shape; 5] = [
        Plane::new(DVec3::ZERO, dvec3(0.1, 0.2, 1.0)).unwrap().into(),
        Sphere::new(dvec3(0.1, 0.2, -0.1), 0.6).unwrap().into(),
        capsule.unwrap().into(),
        Cuboid::new(DVec3::ZERO, dvec3(0.5, 0.3, 0.4)).unwrap().into(),
        tetrahedron(),
    ];
    let pose = Pose::new(DQuat::from_xyzw(0.1, 0.3, -0.2, 0.9), dvec3(0.05, 0.02, -0.03)).unwrap();
    let mut compared = 0;
    for shape in &shapes {
        let field = Posed { shape, pose };
        for law in LAWS {
            for i in 0..40 {
                let f = |k: usize| ((i * (k + 3) + k * k) % 17) as f64 / 17.0 - 0.5;
                let x = 2.1 * dvec3(f(4), f(11), f(29));
                let penalty = Penalty { law, stiffness: 3.0, distance: 1.0 };
                // Not at the border of the penalty, nor where the field is not smooth.
                let near = |x| field.distance(x) < 0.97;
                let smooth = [DVec3::X, DVec3::Y, DVec3::Z].iter().all(|axis| {
                    let [a, b] =
                        [x + 1e-4 * axis, x - 1e-4 * axis].map(|x| field.sample(x).gradient);
                    let change = field.hessian(x) * (2e-4 * axis);
                    near(x) && (a - b - change).length() < 1e-6
                });
                if smooth {
                    let potential = FieldPenalty { field, vertices: vec![(VertexId(0), penalty)] };
                    check_derivatives(&potential, &[x], 1e-5, &format!("{shape:?} {law:?} {x}"));
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

/// Forces are the negative gradient.
#[test]
fn explicit_forces_are_those_of_the_energy() {
    for (points, _) in over_regions() {
        let potential = pair(PenaltyStencil::VertexFace, PenaltyLaw::Cubic);
        let mut forces = [DVec3::ZERO; 4];
        potential.add_forces(&points, &mut forces);
        for (force, slope) in forces.iter().zip(crate::gradient(&potential, &points)) {
            assert_eq!(*force, -slope);
        }
        // Nothing but each other acts on them.
        let total: DVec3 = forces.iter().sum();
        let spin: DVec3 = forces.iter().zip(points).map(|(f, x)| x.cross(*f)).sum();
        assert!(total.length() < 1e-14 && spin.length() < 1e-14, "{total} {spin}");
    }
    let ball: Shape = Sphere::new(DVec3::ZERO, 1.0).unwrap().into();
    let penalty = Penalty { law: PenaltyLaw::Linear, stiffness: 3.0, distance: 0.1 };
    let field = Posed { shape: &ball, pose: Pose::IDENTITY };
    let potential = FieldPenalty { field, vertices: vec![(VertexId(0), penalty)] };
    // −k (φ − D) ∇φ, outside and inside.
    for (radius, force) in [(1.05, 0.15), (0.8, 0.9), (1.1, 0.0), (1.3, 0.0)] {
        let mut forces = [DVec3::ZERO];
        potential.add_forces(&[radius * DVec3::Y], &mut forces);
        assert!((forces[0] - force * DVec3::Y).length() < 1e-15, "{radius}: {}", forces[0]);
    }
    assert_eq!(potential.element_count(), 1);
}
