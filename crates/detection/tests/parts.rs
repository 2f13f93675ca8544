//! A long motion through a crowd costs what its free part does.

use glam::DVec3;
use ripstop_detection::{DetectorSettings, DisabledPairs, MeshDetector, PairRules, Subject};
use ripstop_fixtures::Random;
use ripstop_geometry::tessellate::grid;
use ripstop_geometry::{CollisionMesh, Filters, Motion};
use ripstop_response::{Detector, SurfaceContact, SurfaceTable};

/// Sheets, one above the other at a distance of 1 cm.
fn sheets(count: u32, side: u32) -> (CollisionMesh, Vec<DVec3>) {
    let sheet = grid([0.5, 0.5], [side, side]);
    let (mut positions, mut faces) = (Vec::new(), Vec::new());
    for k in 0..count {
        let first = positions.len() as u32;
        positions.extend(sheet.positions.iter().map(|x| *x + 0.01 * f64::from(k) * DVec3::Z));
        faces.extend(sheet.faces.iter().map(|face| face.map(|v| v + first)));
    }
    (CollisionMesh::new(&positions, &faces).expect("a good mesh"), positions)
}

/// The way to ask for a step.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Whole,
    InParts,
}

/// Largest safe step along random displacements of at most `length` (m) of some sheets, and the
/// number of candidates that were kept.
fn safe_step((mesh, start): (CollisionMesh, Vec<DVec3>), length: f64, way: Way) -> (f64, usize) {
    let filters = Filters::default();
    let surface = SurfaceContact { thickness: 1e-3, friction: 0.0 };
    let surfaces = SurfaceTable::new(vec![surface]);
    let rules = PairRules::new(&mesh, &filters, surfaces, start.clone());
    let mut settings = DetectorSettings::default();
    settings.slack = 1e-3;
    let (mut detector, disabled) = (MeshDetector::new(settings), DisabledPairs::default());
    let subject = Subject { mesh: &mesh, filters: &filters, rules: &rules, capsules: &[] };
    let mut random = Random::seeded(7);
    let mut shift = || random.uniform(-length, length);
    let end: Vec<DVec3> =
        start.iter().map(|x| *x + DVec3::new(shift(), shift(), shift())).collect();
    let motion = Motion { start: &start, end: &end };
    let mut query = detector.query(subject, &disabled);
    let safe = match way {
        Way::Whole => query.largest_safe_step(&motion),
        Way::InParts => query.first_impact_in_parts(&motion).unwrap_or(1.0),
    };
    (safe, detector.candidate_count())
}

#[test]
fn parts_find_the_same_impact() {
    for length in [1e-3, 0.02, 0.3, 100.0] {
        let [(whole, all), (parts, few)] =
            [Way::Whole, Way::InParts].map(|way| safe_step(sheets(3, 6), length, way));
        assert!((whole - parts).abs() <= 1e-9 * whole, "{length} m: {whole} {parts}");
        assert!(length < 1e-2 || (whole < 1.0 && few < all), "{length} m: {few} of {all}");
    }
}

/// 5,400 vertices that are flung 100 m: every pair of the scene is on the way, 10⁸ of them.
#[test]
fn a_hundred_metres_through_a_crowd_cost_little() {
    let (safe, candidates) = safe_step(sheets(6, 30), 100.0, Way::InParts);
    assert!(safe > 0.0 && safe < 1e-3, "{safe}");
    assert!(candidates < 500_000, "{candidates}");
}

/// A vertex goes around the border of a face that is in the way of the straight motion.
#[test]
fn a_way_around_is_free() {
    let at = |vertex: DVec3| {
        let far = 5.0 * DVec3::X;
        let other = [vertex, vertex + far, vertex + far + DVec3::Y];
        [&[DVec3::ZERO, DVec3::X, DVec3::Y], &other[..]].concat()
    };
    let [below, beside, above] =
        [DVec3::new(0.2, 0.2, -0.1), DVec3::new(0.8, 0.8, 0.0), DVec3::new(0.2, 0.2, 0.1)].map(at);
    let mesh = CollisionMesh::new(&below, &[[0, 1, 2], [3, 4, 5]]).expect("a good mesh");
    let filters = Filters::default();
    let surface = SurfaceContact { thickness: 1e-3, friction: 0.0 };
    let rules = PairRules::new(&mesh, &filters, SurfaceTable::new(vec![surface]), below.clone());
    let (mut detector, disabled) =
        (MeshDetector::new(DetectorSettings::default()), DisabledPairs::default());
    let subject = Subject { mesh: &mesh, filters: &filters, rules: &rules, capsules: &[] };
    let mut query = detector.query(subject, &disabled);
    let mut is_free = |start: &[DVec3], end: &[DVec3]| {
        let motion = Motion { start, end };
        let impact = query.first_impact(&motion);
        assert_eq!(query.first_impact_in_parts(&motion).is_none(), impact.is_none());
        impact.is_none()
    };
    assert!(!is_free(&below, &above));
    assert!(is_free(&below, &beside) && is_free(&beside, &above), "around it");
    let touching = at(DVec3::new(0.2, 0.2, 0.0));
    assert!(!is_free(&below, &touching), "it touches at the end");
}
