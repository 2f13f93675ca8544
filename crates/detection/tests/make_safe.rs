//! Proposed positions in, safe positions out.

use glam::{DVec3, dvec3};
use ripstop_detection::{Guard, Safe, SafetyError, SafetySettings, crossings, make_safe};
use ripstop_geometry::mesh::{Groups, SurfaceFilter};
use ripstop_geometry::tessellate::{TriangleMesh, grid};
use ripstop_geometry::{CollisionMesh, Filters, SurfaceId};

/// Vertices of the lower sheet.
const LOWER: usize = 81;

/// Two sheets, one above the other.
fn two_sheets() -> TriangleMesh {
    let mut mesh = grid([1.0, 1.0], [9, 9]);
    let upper = grid([0.8, 0.8], [8, 8]);
    let first = mesh.positions.len() as u32;
    mesh.positions.extend(upper.positions.iter().map(|x| *x + 0.05 * DVec3::Z));
    mesh.faces.extend(upper.faces.iter().map(|face| face.map(|corner| corner + first)));
    mesh
}

fn mesh_of(sheets: &TriangleMesh) -> CollisionMesh {
    let owners = (0..sheets.positions.len()).map(|i| SurfaceId(u32::from(i >= LOWER))).collect();
    CollisionMesh::with_surfaces(&sheets.positions, &sheets.faces, owners).expect("a mesh")
}

/// Both sheets with one inverse mass each.
fn weights(start: &[DVec3], [lower, upper]: [f64; 2]) -> Vec<f64> {
    (0..start.len()).map(|i| if i < LOWER { lower } else { upper }).collect()
}

/// The upper sheet displaced, the lower one where it is.
fn moved(start: &[DVec3], displacement: impl Fn(usize) -> DVec3) -> Vec<DVec3> {
    start
        .iter()
        .enumerate()
        .map(|(i, x)| if i < LOWER { *x } else { *x + displacement(i) })
        .collect()
}

/// Positions, and counts of impacts and corrections.
fn untouched(safe: &Safe) -> (&Vec<DVec3>, [usize; 3]) {
    (&safe.positions, [safe.impacts, safe.carried, safe.frozen])
}

#[test]
fn a_sheet_that_is_pushed_through_another_stays_on_its_side() {
    let sheets = two_sheets();
    let (mesh, start) = (mesh_of(&sheets), &sheets.positions);
    let fall = |i: usize| -0.3 * DVec3::Z + 0.05 * dvec3((i % 5) as f64, (i % 3) as f64, 0.0);
    let proposed = moved(start, fall);
    for masses in [[1.0, 1.0], [0.0, 1.0], [1.0, 1e-3]] {
        let weights = weights(start, masses);
        let make = |end: &[DVec3]| {
            make_safe(&mesh, start, end, &weights, &SafetySettings::default()).unwrap()
        };
        let safe = make(&proposed);
        assert!(safe.impacts > 100, "{} impacts", safe.impacts);
        let found = crossings(&mesh, &Filters::default(), &safe.positions).unwrap();
        assert_eq!(found, []);
        let stayed = (LOWER..start.len()).filter(|&i| safe.positions[i] == start[i]).count();
        assert!(stayed + safe.carried < 64, "{stayed} vertices of 64 have not moved at all");
        let again = make(&safe.positions);
        assert_eq!(again.positions, safe.positions, "what is safe is left alone");
        assert_eq!((again.impacts, again.carried, again.frozen), (0, 0, 0));
    }
}

/// A vertex without impact keeps every bit of its proposed position; one with an impact ends close
/// to it.
#[test]
fn free_vertices_reach_their_proposals() {
    let sheets = two_sheets();
    let (mesh, start) = (mesh_of(&sheets), &sheets.positions);
    let weights = weights(start, [1.0, 1.0]);
    // One corner of the upper sheet dips below the lower one, the others rise.
    let displacement = |i: usize| if i == LOWER { -0.06 * DVec3::Z } else { 0.1 * DVec3::Z };
    let proposed = moved(start, displacement);
    let safe = make_safe(&mesh, start, &proposed, &weights, &SafetySettings::default()).unwrap();
    assert!(safe.impacts > 0 && safe.frozen == 0, "{} {}", safe.impacts, safe.frozen);
    let changed = (0..start.len()).filter(|&i| safe.positions[i] != proposed[i]).count();
    assert!((1..=8).contains(&changed), "{changed} vertices were changed");
    let error = safe.positions[LOWER].distance(proposed[LOWER]);
    assert!(error < 0.02 && safe.positions[LOWER].z < 0.02, "the corner is {error} m off");
    let clear = moved(start, |_| 0.2 * DVec3::Z);
    let safe = make_safe(&mesh, start, &clear, &weights, &SafetySettings::default()).unwrap();
    assert_eq!(untouched(&safe), (&clear, [0; 3]));
}

#[test]
fn filters_take_pairs_out() {
    let sheets = two_sheets();
    let (mesh, start) = (mesh_of(&sheets), &sheets.positions);
    let weights = weights(start, [1.0, 1.0]);
    let through = moved(start, |_| -0.1 * DVec3::Z);
    let group = |bit: u32| SurfaceFilter {
        groups: Groups { member_of: bit, collides_with: bit },
        ..SurfaceFilter::default()
    };
    let filters = Filters { surfaces: vec![group(1), group(2)] };
    let settings = SafetySettings::with_filters(filters);
    let safe = make_safe(&mesh, start, &through, &weights, &settings).unwrap();
    assert_eq!(untouched(&safe), (&through, [0; 3]));
}

#[test]
fn kinematic_vertices_may_touch_each_other() {
    let sheets = two_sheets();
    let (mesh, start) = (mesh_of(&sheets), &sheets.positions);
    let through = moved(start, |_| -0.1 * DVec3::Z);
    let settings = SafetySettings::default();
    let make = |from: &[DVec3], to: &[DVec3], masses: [f64; 2]| {
        make_safe(&mesh, from, to, &weights(start, masses), &settings)
    };
    assert_eq!(make(start, &through, [0.0, 0.0]).unwrap().positions, through);
    let touching = moved(start, |_| -0.05 * DVec3::Z);
    assert_eq!(make(&touching, &touching, [0.0, 0.0]).unwrap().positions, touching);
    let error = make(&touching, &touching, [0.0, 1.0]).unwrap_err();
    let SafetyError::Tangled { crossings, .. } = &error else { panic!("{error}") };
    assert!(crossings.len() > 50, "{error}");
    let words = format!("the start is tangled: {} crossings, among them edge ", crossings.len());
    assert!(error.to_string().starts_with(&words), "{error}");
}

/// A vertex between two walls that close.
#[test]
fn pinched_pairs_are_named() {
    let wall = |z: f64| [dvec3(-9.0, -9.0, z), dvec3(9.0, -9.0, z), dvec3(0.0, 9.0, z)];
    let small = [dvec3(0.0, 0.0, 0.0), dvec3(0.1, 0.0, 0.0), dvec3(0.0, 0.1, 0.0)];
    let start: Vec<DVec3> = small.into_iter().chain(wall(-1.0)).chain(wall(1.0)).collect();
    let mesh = CollisionMesh::new(&start, &[[0, 1, 2], [3, 4, 5], [6, 7, 8]]).unwrap();
    let weights: Vec<f64> = (0..9).map(|i| if i < 3 { 1.0 } else { 0.0 }).collect();
    let mut end = start.clone();
    end[3..6].iter_mut().for_each(|x| x.z = 0.5);
    end[6..].iter_mut().for_each(|x| x.z = -0.5);
    let error = make_safe(&mesh, &start, &end, &weights, &SafetySettings::default()).unwrap_err();
    assert!(matches!(error, SafetyError::Pinched { .. }), "{error}");
    let text = error.to_string();
    assert!(
        text.contains("vertex 0 and face 3–4–5") || text.contains("vertex 0 and face 6–7–8"),
        "{text}"
    );
}

#[test]
fn bad_input_is_named() {
    let sheets = two_sheets();
    let (mesh, start) = (mesh_of(&sheets), &sheets.positions);
    let good = vec![1.0; start.len()];
    let make = |from: &[DVec3], to: &[DVec3], weights: &[f64]| {
        make_safe(&mesh, from, to, weights, &SafetySettings::default()).unwrap_err()
    };
    for number in [f64::NAN, f64::INFINITY] {
        let mut wild = start.clone();
        wild[7].y = number;
        assert_eq!(make(start, &wild, &good), SafetyError::NotFinite { vertex: 7 });
        assert_eq!(make(&wild, start, &good), SafetyError::NotFinite { vertex: 7 });
    }
    for value in [-1.0, f64::NAN, f64::INFINITY] {
        let mut weights = good.clone();
        weights[5] = value;
        let error = make(start, start, &weights);
        assert!(matches!(error, SafetyError::InverseMass { vertex: 5, .. }), "{error}");
        let settings = SafetySettings::default().with_least_gap(value);
        let error = make_safe(&mesh, start, start, &good, &settings).unwrap_err();
        assert!(matches!(error, SafetyError::LeastGap { .. }), "{error}");
    }
    assert!(matches!(make(start, &start[1..], &good), SafetyError::Motion(_)));
    assert!(matches!(make(start, start, &good[1..]), SafetyError::Lengths { .. }));
}

/// A guard gives the bits of single calls, step after step, in and out of contact, with fewer
/// searches.
#[test]
fn a_guard_gives_the_same_bits_with_fewer_searches() {
    let sheets = two_sheets();
    let mesh = mesh_of(&sheets);
    let inverse_masses = weights(&sheets.positions, [0.0, 1.0]);
    let settings = SafetySettings::default();
    let mut guard = Guard::new(mesh.clone(), settings.clone()).unwrap();
    let mut positions = sheets.positions.clone();
    let (mut impacts, mut steps) = (0, 0);
    for step in 0..60 {
        let sway = 4e-4 * f64::from(step % 7) - 1.2e-3;
        let proposed = moved(&positions, |i| {
            dvec3(sway, 0.0, -2e-3) + 1e-4 * dvec3((i % 3) as f64, (i % 5) as f64, (i % 2) as f64)
        });
        let once = make_safe(&mesh, &positions, &proposed, &inverse_masses, &settings).unwrap();
        let guarded = guard.make_safe(&positions, &proposed, &inverse_masses).unwrap();
        assert_eq!(guarded, once, "step {step}");
        impacts += once.impacts;
        steps += 1;
        positions = once.positions;
    }
    assert!(impacts > 100, "{impacts} impacts");
    assert!(guard.searches() < steps, "{} searches in {steps} steps", guard.searches());
}

/// A guard checks a start that it has not returned itself: a tangled one is named, and the guard
/// goes on.
#[test]
fn a_guard_checks_a_start_that_it_does_not_know() {
    let sheets = two_sheets();
    let (mesh, start) = (mesh_of(&sheets), &sheets.positions);
    let inverse_masses = weights(start, [0.0, 1.0]);
    let mut guard = Guard::new(mesh, SafetySettings::default()).unwrap();
    let mut make = |start: &[DVec3], end: &[DVec3]| guard.make_safe(start, end, &inverse_masses);
    let safe = make(start, start).unwrap();
    let through = moved(start, |i| if i == LOWER + 20 { -0.2 * DVec3::Z } else { DVec3::ZERO });
    let error = make(&through, &through).unwrap_err();
    assert!(matches!(error, SafetyError::Tangled { .. }), "{error}");
    assert_eq!(make(start, start).unwrap(), safe);
}

#[test]
fn coordinates_that_overflow_are_no_panic() {
    let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, -DVec3::ONE];
    let start: Vec<DVec3> = corners.iter().map(|x| 1e308 * *x).collect();
    let proposed: Vec<DVec3> = start.iter().map(|x| -*x).collect();
    let mesh = CollisionMesh::new(&start, &[[0, 1, 2], [1, 2, 3]]).expect("a mesh");
    let safe = make_safe(&mesh, &start, &proposed, &[1.0; 4], &SafetySettings::default());
    let safe = safe.expect("finite positions are not refused");
    assert!(safe.positions.iter().all(|x| x.is_finite()));
}
