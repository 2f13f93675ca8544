//! The `Constraint` contract, run against every implementation and one of a user's own.

use glam::{DVec3, dvec3};
use proptest::prelude::*;
use ripstop_dynamics::{
    Bound, Constraint, DihedralAngle, Distance, EnclosedVolume, Fabric, Forces, PositionBasedCloth,
    RestShape, Settings, TriangleArea,
};
use ripstop_geometry::{Topology, VertexId};

const TETRAHEDRON: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
const CORNERS: [DVec3; 4] = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];

/// A user's own: a vertex stays above a slanted plane.
#[derive(Debug)]
struct Above {
    vertex: [VertexId; 1],
    normal: DVec3,
}

impl Constraint for Above {
    fn vertices(&self) -> &[VertexId] {
        &self.vertex
    }

    fn evaluate(&self, points: &[DVec3], gradient: &mut [DVec3]) -> f64 {
        gradient[0] = self.normal;
        self.normal.dot(points[0])
    }

    fn compliance(&self) -> f64 {
        0.0
    }

    fn bound(&self) -> Bound {
        Bound::AtLeastZero
    }
}

fn tetrahedron() -> Topology {
    Topology::from_faces(4, &TETRAHEDRON).expect("good input")
}

/// Every implementation, and true if it depends on the shape of the cloth alone.
fn all() -> Vec<(Box<dyn Constraint>, bool)> {
    let v = [0, 1, 2, 3].map(VertexId);
    vec![
        (Box::new(Distance::new([v[0], v[1]], 0.7, 1e-3).expect("good input")), true),
        (Box::new(TriangleArea::new([v[0], v[1], v[2]], 0.4, 10.0).expect("good input")), true),
        (Box::new(DihedralAngle::new(v, 0.3, 1.0)), true),
        (
            Box::new(EnclosedVolume::new(&tetrahedron(), &CORNERS, 1.2, 1e3).expect("good input")),
            true,
        ),
        (Box::new(Above { vertex: [v[0]], normal: dvec3(0.6, 0.8, 0.0) }), false),
    ]
}

fn point() -> impl Strategy<Value = DVec3> {
    prop::array::uniform3(-1.0..1.0).prop_map(DVec3::from_array)
}

/// Tetrahedra well away from flat faces; degenerate ones have a test of their own.
fn points() -> impl Strategy<Value = [DVec3; 4]> {
    prop::array::uniform4(point()).prop_filter("sliver", |[a, b, c, d]| {
        let area = |p: DVec3, q: DVec3, r: DVec3| (q - p).cross(r - p).length();
        let volume = (*b - *a).cross(*c - *a).dot(*d - *a).abs();
        area(*a, *b, *c) > 0.1 && area(*a, *b, *d) > 0.1 && volume > 0.01
    })
}

fn gradient(constraint: &dyn Constraint, points: &[DVec3]) -> (f64, Vec<DVec3>) {
    let mut gradient = vec![DVec3::ZERO; points.len()];
    let value = constraint.evaluate(points, &mut gradient);
    (value, gradient)
}

proptest! {
    #[test]
    fn gradients_are_derivatives(points in points()) {
        for (constraint, internal) in all() {
            let own: Vec<_> = constraint.vertices().iter().map(|v| points[v.index()]).collect();
            let (value, analytic) = gradient(constraint.as_ref(), &own);
            prop_assert_eq!(gradient(constraint.as_ref(), &own), (value, analytic.clone()));
            let step = 1e-6;
            for (i, g) in analytic.iter().enumerate() {
                for axis in 0..3 {
                    let moved = |by: f64| {
                        let mut own = own.clone();
                        own[i][axis] += by;
                        gradient(constraint.as_ref(), &own).0
                    };
                    let numeric = (moved(step) - moved(-step)) / (2.0 * step);
                    prop_assert!(
                        (g[axis] - numeric).abs() < 1e-6 * (1.0 + g.length()),
                        "{:?}: {} {}", constraint, g, numeric
                    );
                }
            }
            if internal {
                let sum: DVec3 = analytic.iter().sum();
                let torque: DVec3 = analytic.iter().zip(&own).map(|(g, x)| x.cross(*g)).sum();
                prop_assert!(sum.length() < 1e-12 * (1.0 + analytic[0].length()), "{:?}", constraint);
                prop_assert!(torque.length() < 1e-11 * (1.0 + analytic[0].length()), "{:?}", constraint);
            }
        }
    }
}

#[test]
fn degenerate_points_give_finite_answers() {
    let line = [DVec3::ZERO, DVec3::X, 2.0 * DVec3::X, 3.0 * DVec3::X];
    for points in [[DVec3::ONE; 4], line] {
        for (constraint, _) in all() {
            let own: Vec<_> = constraint.vertices().iter().map(|v| points[v.index()]).collect();
            let (value, gradient) = gradient(constraint.as_ref(), &own);
            assert!(value.is_finite() && gradient.iter().all(|g| g.is_finite()), "{constraint:?}");
        }
    }
}

/// A soft cloth with one constraint on top; returns the value that the constraint ends at.
fn settled(constraint: Box<dyn Constraint>, start: [DVec3; 4]) -> f64 {
    let mesh = tetrahedron();
    let rest = RestShape::from_positions(&mesh, &CORNERS).expect("good input");
    let soft = Fabric {
        density: 1.0,
        stretch_stiffness: [1e-15; 2],
        shear_stiffness: 1e-15,
        bending_stiffness: [1e-15; 2],
        ..Fabric::plain()
    };
    let mut cloth =
        PositionBasedCloth::new(&mesh, &rest, soft, Settings::default()).expect("good input");
    let stencil = constraint.vertices().to_vec();
    let compliance = constraint.compliance();
    cloth.add_constraint(constraint).expect("good input");
    let mut state = cloth.state_at_rest(start.to_vec(), &[]).expect("good input");
    cloth.predict(&mut state, 1e4, &Forces::NONE, &[]).expect("good input");
    for _ in 0..200 {
        cloth.sweep(&mut state).expect("good input");
    }
    let own: Vec<_> = stencil.iter().map(|v| state.positions[v.index()]).collect();
    let again =
        all().into_iter().find(|(c, _)| c.vertices() == stencil && c.compliance() == compliance);
    gradient(again.expect("good input").0.as_ref(), &own).0
}

#[test]
fn each_constraint_reaches_its_fixed_point() {
    let start =
        [dvec3(0.1, 0.0, 0.0), dvec3(1.3, 0.1, 0.0), dvec3(0.0, 0.9, 0.2), dvec3(0.1, 0.1, 1.1)];
    for (i, (constraint, _)) in all().into_iter().enumerate() {
        let idle = constraint.bound() == Bound::AtLeastZero;
        let value = settled(constraint, start);
        if idle {
            assert!((value - 0.06).abs() < 1e-6, "a bound that holds does nothing: {value}");
        } else {
            assert!(value.abs() < 1e-5, "constraint {i} ends at {value}");
        }
    }
    let below = start.map(|x| x - DVec3::splat(0.3));
    let (above, _) = all().swap_remove(4);
    let value = settled(above, below);
    assert!(value.abs() < 1e-9, "a bound that is violated ends on it: {value}");
}
