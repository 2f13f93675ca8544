//! Memory that a query may use: the heap, counted by the allocator, and the stack, by a thread that
//! has little of it.

use peak_alloc::PeakAlloc;
use ripstop_fixtures::Random;
use ripstop_fixtures::ccd_generators::{self, Situation};
use ripstop_fixtures::ccd_queries::{self, Kind};
use ripstop_geometry::MovingPoint;
use ripstop_narrow::{Additive, Ccd, Cubic, Decision, Inclusion, Verdict};

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Every tenth query of `generated.ccdq`.
const SUBSET: &[u8] = include_bytes!("data/generated_subset.ccdq");

/// All that the thread of the queries can use (bytes).
const STACK: usize = 128 << 10;

/// The result, and the bytes on the heap in the worst moment of the query.
fn ask(method: &dyn Ccd, kind: Kind, [p, a, b, c]: [MovingPoint; 4]) -> (Verdict, usize) {
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    let verdict = match kind {
        Kind::VertexFace => method.vertex_face(p, [a, b, c], 1.0),
        Kind::EdgeEdge => method.edge_edge([p, a], [b, c], 1.0),
    };
    (verdict, HEAP.peak_usage() - before)
}

/// One test, because the allocator counts for all threads together.
#[test]
fn queries_stay_on_a_small_stack_and_the_exact_tier_needs_little_more() {
    let stored = ccd_queries::parse(SUBSET).unwrap();
    let mut queries: Vec<_> = stored.iter().map(|query| (query.kind, query.points)).collect();
    let mut random = Random::seeded(21);
    let extreme = |_| ccd_generators::query(Situation::Extreme, &mut random);
    queries.extend((0..200).map(extreme));

    let check = move || {
        let mut exact = 0;
        for (kind, points) in queries {
            // Without a tolerance, cells are halved until the stack of cells or the budget is used
            // up.
            let greedy = Inclusion { tolerance: 0.0, max_cells: 2000, ..Inclusion::contact() };
            let thick = Additive::with_separation(1e-3);
            let others: [&dyn Ccd; 4] =
                [&greedy, &Inclusion::contact(), &thick, &Cubic::float_only()];
            for method in others {
                assert_eq!(ask(method, kind, points).1, 0, "{kind:?} {points:?}");
            }
            let (verdict, bytes) = ask(&Cubic::exact(), kind, points);
            let most = if verdict.decision == Decision::Exact { 64 << 10 } else { 0 };
            assert!(bytes <= most, "{bytes} bytes: {verdict:?} {kind:?} {points:?}");
            exact += usize::from(bytes > 0);
        }
        assert!(exact > 0, "the allocator saw nothing");
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(check).unwrap();
    thread.join().unwrap();
}
