//! The certified cubic against an independent exact check, and against the stored results of the
//! query sets.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};

use glam::DVec3;
use ripstop_fixtures::ccd_generators::{self, Situation};
use ripstop_fixtures::ccd_queries::{self, Kind, Query};
use ripstop_fixtures::{Random, exact_ccd};
use ripstop_geometry::MovingPoint;
use ripstop_narrow::{Ccd, Cubic, Verdict};

/// Greatest earliness of a certified time (fraction of the step).
const TOLERANCE: f64 = 1.5e-11;

fn ask(method: &dyn Ccd, kind: Kind, points: [MovingPoint; 4]) -> Verdict {
    let [p, a, b, c] = points;
    match kind {
        Kind::VertexFace => method.vertex_face(p, [a, b, c], 1.0),
        Kind::EdgeEdge => method.edge_edge([p, a], [b, c], 1.0),
    }
}

fn check_against_exact(kind: Kind, points: [MovingPoint; 4]) {
    let exact = exact_ccd::first_contact(kind, &points);
    let certified = ask(&Cubic::exact(), kind, points).time;
    assert_eq!(
        certified.is_some(),
        exact.is_some(),
        "{kind:?} {points:?}: {certified:?}, {exact:?}"
    );
    let floating = ask(&Cubic::float_only(), kind, points).time;
    let Some(exact) = exact else { return };
    let time = certified.expect("a hit");
    assert_ne!(exact.compare(time), Ordering::Less, "late at {time}: {kind:?} {points:?}");
    let bound = (time + TOLERANCE).min(1.0);
    assert_ne!(exact.compare(bound), Ordering::Greater, "early at {time}: {kind:?} {points:?}");
    assert_ne!(
        exact.compare(floating.expect("a hit")),
        Ordering::Less,
        "late in floating point: {kind:?} {points:?}"
    );
}

#[test]
fn agrees_with_the_exact_check_in_every_situation() {
    let mut random = Random::seeded(1);
    for situation in Situation::ALL {
        // The exact check is slow on numbers of a thousand bits.
        let rounds = if situation == Situation::Extreme { 50 } else { 1000 };
        for _ in 0..rounds {
            let (kind, points) = ccd_generators::query(situation, &mut random);
            check_against_exact(kind, points);
        }
    }
}

/// Every tenth query of `generated.ccdq`.
const SUBSET: &[u8] = include_bytes!("data/generated_subset.ccdq");

fn check_stored_answers(queries: &[Query]) {
    for (index, query) in queries.iter().enumerate() {
        let certified = ask(&Cubic::exact(), query.kind, query.points).time;
        let floating = ask(&Cubic::float_only(), query.kind, query.points).time;
        assert_eq!(certified.is_some(), query.contact.is_some(), "query {index}: {query:?}");
        if let Some([lo, _]) = query.contact {
            let time = certified.expect("a hit");
            assert!(time <= lo && time >= lo - TOLERANCE, "query {index} at {time}: {query:?}");
            assert!(floating.is_some_and(|time| time <= lo), "query {index}: {query:?}");
        }
    }
}

#[test]
fn stored_answers_of_the_subset() {
    check_stored_answers(&ccd_queries::parse(SUBSET).unwrap());
}

#[test]
#[expect(clippy::print_stderr, reason = "says which set is missing")]
fn stored_answers_of_the_full_sets() {
    for name in ["generated.ccdq", "public.ccdq"] {
        match find(name) {
            Some(path) => {
                let bytes = std::fs::read(path).unwrap();
                check_stored_answers(&ccd_queries::parse(&bytes).unwrap());
            }
            None => eprintln!(
                "skipped: {name} is neither in ../shared/ccd-queries nor in RIPSTOP_CCD_QUERIES"
            ),
        }
    }
}

/// Path of a set of queries, if it is there: in the folder that `RIPSTOP_CCD_QUERIES` names, or
/// beside the workspace.
fn find(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/ccd-queries");
    let folder = std::env::var_os("RIPSTOP_CCD_QUERIES").map_or(beside, PathBuf::from);
    let file = folder.join(name);
    file.is_file().then_some(file)
}

/// The oracle is judged too, by results that were computed elsewhere.
#[test]
fn the_exact_check_knows_the_stored_answers() {
    for query in ccd_queries::parse(SUBSET).unwrap().iter().step_by(4) {
        let exact = exact_ccd::first_contact(query.kind, &query.points);
        assert_eq!(exact.is_some(), query.contact.is_some(), "{query:?}");
        if let (Some(exact), Some([lo, hi])) = (exact, query.contact) {
            assert_ne!(exact.compare(lo), Ordering::Less, "{query:?}");
            assert_ne!(exact.compare(hi), Ordering::Greater, "{query:?}");
        }
    }
}

/// Symmetries under which the result may not change.
#[test]
fn symmetries_keep_the_answer() {
    let mut random = Random::seeded(2);
    let mut hits = 0;
    for round in 0..6000 {
        let situation = Situation::ALL[round % Situation::ALL.len()];
        let (kind, points) = ccd_generators::query(situation, &mut random);
        let [p, a, b, c] = points;
        let expected = ask(&Cubic::exact(), kind, points).time;
        let reordered = match kind {
            Kind::VertexFace => [[p, b, c, a], [p, a, c, b]],
            Kind::EdgeEdge => [[a, p, b, c], [b, c, p, a]],
        };
        // Exact maps of space: exchanged axes, a reflection, a power of two.
        let mapped = |f: fn(DVec3) -> DVec3| {
            points.map(|q| MovingPoint { start: f(q.start), end: f(q.end) })
        };
        let maps = [mapped(|x| DVec3::new(x.y, x.z, x.x)), mapped(|x| -x)];
        for other in reordered.into_iter().chain(maps) {
            let found = ask(&Cubic::exact(), kind, other).time;
            assert_eq!(found.is_some(), expected.is_some(), "{kind:?} {points:?} {other:?}");
            if let (Some(found), Some(expected)) = (found, expected) {
                assert!(
                    (found - expected).abs() <= TOLERANCE,
                    "{found} {expected} {kind:?} {points:?}"
                );
            }
        }
        let reversed = points.map(|q| MovingPoint { start: q.end, end: q.start });
        assert_eq!(
            ask(&Cubic::exact(), kind, reversed).time.is_some(),
            expected.is_some(),
            "{kind:?} {points:?}"
        );
        hits += usize::from(expected.is_some());
    }
    assert!((1000..5000).contains(&hits), "{hits} hits of 6000: the generators do not aim");
}

#[test]
fn a_horizon_only_cuts_off() {
    let mut random = Random::seeded(3);
    for round in 0..6000 {
        let situation = Situation::ALL[round % Situation::ALL.len()];
        let (kind, [p, a, b, c]) = ccd_generators::query(situation, &mut random);
        let horizon = random.uniform(0.0, 1.0);
        for method in [Cubic::exact(), Cubic::float_only()] {
            let (full, cut) = match kind {
                Kind::VertexFace => (
                    method.vertex_face(p, [a, b, c], 1.0),
                    method.vertex_face(p, [a, b, c], horizon),
                ),
                Kind::EdgeEdge => (
                    method.edge_edge([p, a], [b, c], 1.0),
                    method.edge_edge([p, a], [b, c], horizon),
                ),
            };
            match cut.time {
                Some(time) => assert_eq!(full.time, Some(time)),
                None => assert!(
                    full.time.is_none_or(|time| time > horizon),
                    "{full:?} {cut:?} {horizon}"
                ),
            }
        }
    }
}
