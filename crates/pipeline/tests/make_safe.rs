//! Proposed positions in, safe positions out.

use glam::{DVec3, dvec3};
use ripstop_geometry::{CollisionMesh, Filters};
use ripstop_pipeline::tessellate::{TriangleMesh, grid};
use ripstop_pipeline::{SafetySettings, StepError, crossings, make_safe};

/// Two sheets, one above the other.
fn two_sheets() -> TriangleMesh {
    let mut mesh = grid([1.0, 1.0], [9, 9]);
    let upper = grid([0.8, 0.8], [8, 8]);
    let first = mesh.positions.len() as u32;
    mesh.positions.extend(upper.positions.iter().map(|x| *x + 0.05 * DVec3::Z));
    mesh.faces.extend(upper.faces.iter().map(|face| face.map(|corner| corner + first)));
    mesh
}

#[test]
fn a_sheet_that_is_pushed_through_another_stays_on_its_side() {
    let TriangleMesh { positions: start, faces } = two_sheets();
    let mesh = CollisionMesh::new(&start, &faces).unwrap();
    let fall = |i: usize| -0.3 * DVec3::Z + 0.05 * dvec3((i % 5) as f64, (i % 3) as f64, 0.0);
    let proposed: Vec<DVec3> =
        start.iter().enumerate().map(|(i, x)| if i < 81 { *x } else { *x + fall(i) }).collect();
    let weights = vec![1.0; start.len()];
    let safe = make_safe(&mesh, &start, &proposed, &weights, SafetySettings::default()).unwrap();
    assert!(safe.positions != proposed);
    let found = crossings(&mesh, &Filters::default(), &safe.positions).unwrap();
    assert_eq!(found, []);
    let safe_again =
        make_safe(&mesh, &start, &safe.positions, &weights, SafetySettings::default()).unwrap();
    assert_eq!(safe_again.positions, safe.positions, "what is safe is left alone");
}

#[test]
fn bad_input_is_named() {
    let TriangleMesh { positions: start, faces } = two_sheets();
    let mesh = CollisionMesh::new(&start, &faces).unwrap();
    let weights = vec![1.0; start.len()];
    let mut proposed = start.clone();
    proposed[7].y = f64::NAN;
    let make = |end: &[DVec3], weights: &[f64]| {
        make_safe(&mesh, &start, end, weights, SafetySettings::default()).unwrap_err()
    };
    assert_eq!(make(&proposed, &weights), StepError::NotFinite { vertex: 7 });
    assert!(matches!(make(&start[1..], &weights), StepError::Motion(_)));
    assert!(matches!(make(&start, &weights[1..]), StepError::Lengths { .. }));
}
