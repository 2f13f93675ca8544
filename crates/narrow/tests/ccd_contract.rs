//! The `Ccd` contract, run against every method.

use std::panic::{AssertUnwindSafe, catch_unwind};

use glam::DVec3;
use ripstop_fixtures::Random;
use ripstop_fixtures::ccd_generators::{self, Situation};
use ripstop_fixtures::ccd_queries::Kind;
use ripstop_geometry::MovingPoint;
use ripstop_geometry::closest::{point_triangle, segment_segment};
use ripstop_narrow::{Additive, Ccd, Cubic, Decision, Inclusion, Verdict};

fn ask(method: &dyn Ccd, kind: Kind, [p, a, b, c]: [MovingPoint; 4], horizon: f64) -> Verdict {
    match kind {
        Kind::VertexFace => method.vertex_face(p, [a, b, c], horizon),
        Kind::EdgeEdge => method.edge_edge([p, a], [b, c], horizon),
    }
}

/// Queries of all situations, in turn.
fn queries(seed: u64, count: usize) -> impl Iterator<Item = (Kind, [MovingPoint; 4])> {
    let mut random = Random::seeded(seed);
    (0..count)
        .map(move |i| ccd_generators::query(Situation::ALL[i % Situation::ALL.len()], &mut random))
}

fn methods() -> [(&'static str, Box<dyn Ccd>); 4] {
    [
        ("cubic", Box::new(Cubic::exact())),
        ("cubic in floating point", Box::new(Cubic::float_only())),
        ("inclusion", Box::new(Inclusion { max_cells: 2000, ..Inclusion::contact() })),
        ("additive", Box::new(Additive::contact())),
    ]
}

/// The exact method is held to the independent check elsewhere; the others are held to it.
#[test]
fn no_method_misses_or_is_late() {
    for (kind, points) in queries(11, 3000) {
        let exact = ask(&Cubic::exact(), kind, points, 1.0).time;
        for (name, method) in methods() {
            let found = ask(&*method, kind, points, 1.0);
            if let Some(time) = exact {
                // The exact time is early by at most this much itself.
                let latest = time + 2e-11;
                assert!(
                    found.time.is_some_and(|t| t <= latest),
                    "{name}: {found:?}, exact {time}: {kind:?} {points:?}"
                );
            }
            assert!(found.time.is_none_or(|t| (0.0..=1.0).contains(&t)), "{name}: {found:?}");
        }
    }
}

#[test]
fn a_horizon_only_cuts_off() {
    let mut random = Random::seeded(12);
    for (kind, points) in queries(13, 3000) {
        let horizon = random.uniform(0.0, 1.0);
        for (name, method) in methods() {
            let full = ask(&*method, kind, points, 1.0).time;
            match ask(&*method, kind, points, horizon).time {
                Some(time) => assert_eq!(full, Some(time), "{name}"),
                None => assert!(
                    full.is_none_or(|time| time > horizon),
                    "{name}: {full:?} {horizon} {points:?}"
                ),
            }
        }
    }
}

fn distance(kind: Kind, points: [DVec3; 4]) -> f64 {
    let [p, a, b, c] = points;
    match kind {
        Kind::VertexFace => point_triangle(p, [a, b, c]).distance(),
        Kind::EdgeEdge => segment_segment([p, a], [b, c]).distance(),
    }
}

/// With a minimum separation, a method must report whatever comes closer, and not after it does.
#[test]
fn thick_methods_miss_nothing_that_comes_close() {
    let mut random = Random::seeded(14);
    let mut close = 0;
    for (kind, points) in queries(15, 3000) {
        let size = points.iter().map(|p| p.start.distance(points[0].end)).fold(0.0, f64::max);
        if !(1e-60..1e60).contains(&size) {
            continue;
        }
        let separation = size * random.uniform(0.0, 0.2);
        let samples = (0..=64).map(|i| f64::from(i) / 64.0);
        let mut below = samples
            .filter(|&t| distance(kind, points.map(|p| p.at(t))) < separation * (1.0 - 1e-9));
        let first = below.next();
        close += usize::from(first.is_some());
        let thick: [(&str, Box<dyn Ccd>); 2] = [
            (
                "inclusion",
                Box::new(Inclusion { max_cells: 2000, ..Inclusion::with_separation(separation) }),
            ),
            ("additive", Box::new(Additive::with_separation(separation))),
        ];
        for (name, method) in thick {
            let found = ask(&*method, kind, points, 1.0);
            if let Some(first) = first {
                assert!(
                    found.time.is_some_and(|t| t <= first),
                    "{name}: {found:?}, {separation} at {first}: {points:?}"
                );
            }
        }
    }
    assert!(close > 700, "only {close} queries come close");
}

/// Two methods that are both safe may differ only where primitives come close.
#[test]
fn additive_and_inclusion_agree_on_what_stays_away() {
    for (kind, points) in queries(16, 1000) {
        let size = points.iter().map(|p| p.start.distance(points[0].end)).fold(0.0, f64::max);
        let separation = 1e-3 * size;
        let samples = (0..=256).map(|i| f64::from(i) / 256.0);
        let nearest =
            samples.map(|t| distance(kind, points.map(|p| p.at(t)))).fold(f64::INFINITY, f64::min);
        let speed = points
            .iter()
            .map(|p| (p.displacement() - points[0].displacement()).length())
            .fold(0.0, f64::max);
        // Between two samples the distance changes by less than this.
        let sure = nearest - 2.0 * speed / 512.0 > 2.0 * separation;
        if !sure || !size.is_normal() {
            continue;
        }
        let additive = ask(&Additive::with_separation(separation), kind, points, 1.0);
        let inclusion = ask(&Inclusion::with_separation(separation), kind, points, 1.0);
        assert_eq!(additive.time, None, "{additive:?} {kind:?} {points:?}");
        assert_eq!(inclusion.time, None, "{inclusion:?} {kind:?} {points:?}");
    }
}

#[test]
fn whatever_the_settings_every_query_ends() {
    for (kind, points) in queries(17, 300) {
        let greedy: [Box<dyn Ccd>; 2] = [
            Box::new(Inclusion { separation: 0.0, tolerance: 0.0, max_cells: 3000 }),
            Box::new(Additive { separation: 0.0, tolerance: 0.0, max_iterations: 300 }),
        ];
        for method in greedy {
            let exact = ask(&Cubic::exact(), kind, points, 1.0).time;
            let found = ask(&*method, kind, points, 1.0);
            assert!(exact.is_none() || found.time.is_some(), "{found:?} {points:?}");
        }
    }
}

/// Points that all coincide touch from the start; very large coordinates cannot be subtracted, so
/// the result is a hit.
#[test]
fn the_ends_of_the_number_range() {
    let still = [MovingPoint::at_rest(DVec3::ONE); 4];
    let huge: [MovingPoint; 4] = std::array::from_fn(|i| {
        let x = if i % 2 == 0 { 1e308 } else { -1e308 };
        MovingPoint { start: DVec3::new(x, -x, 1e300), end: DVec3::new(x, x, -1e300) }
    });
    for (name, method) in methods() {
        for kind in [Kind::VertexFace, Kind::EdgeEdge] {
            assert_eq!(ask(&*method, kind, still, 1.0).time, Some(0.0), "{name}");
            let found = ask(&*method, kind, huge, 1.0);
            let exact = ask(&Cubic::exact(), kind, huge, 1.0);
            assert_eq!(exact.decision, Decision::Exact);
            assert!(
                exact.time.is_none() || found.time <= exact.time,
                "{name}: {found:?} {exact:?}"
            );
        }
    }
}

/// A broken precondition: an assertion tells in debug builds, others return a hit at 0.
#[test]
fn coordinates_that_are_not_finite_are_hits_at_the_start() {
    let mut random = Random::seeded(18);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for place in 0..24 {
            let (kind, mut points) = ccd_generators::query(Situation::Cloth, &mut random);
            let point = &mut points[place / 6];
            let side = if place % 6 < 3 { &mut point.start } else { &mut point.end };
            side[place % 3] = bad;
            for (name, method) in methods() {
                let answer = catch_unwind(AssertUnwindSafe(|| ask(&*method, kind, points, 0.5)));
                let time = answer.ok().map(|verdict| verdict.time);
                let expected = if cfg!(debug_assertions) { None } else { Some(Some(0.0)) };
                assert_eq!(time, expected, "{name}: {points:?}");
            }
        }
    }
}
