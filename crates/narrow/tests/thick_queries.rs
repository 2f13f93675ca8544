//! Additive with a minimum separation on stored queries, against inclusion and against the exact
//! contacts.
//!
//! A hit of inclusion is a *witness*: with `ξ′ = ξ − 24 δ s` (tolerance `δ`, size `s` of the query)
//! its cell varies by less than `3√3 δ` scaled lengths, a scaled length is at most `2s`, and no
//! direction has cleared the cell, so that at the cell's first moment the primitives are closer
//! than `ξ′ + 2·3√3 δ·2s < ξ`. A query with separation `ξ` must report a hit by then.

use ripstop_fixtures::ccd_queries::{self, Kind, Query};
use ripstop_narrow::{Additive, Ccd, Decision, Inclusion, Verdict};

/// Every tenth query of `generated.ccdq`.
const SUBSET: &[u8] = include_bytes!("data/generated_subset.ccdq");

fn ask(method: &dyn Ccd, query: &Query) -> Verdict {
    let [p, a, b, c] = query.points;
    match query.kind {
        Kind::VertexFace => method.vertex_face(p, [a, b, c], 1.0),
        Kind::EdgeEdge => method.edge_edge([p, a], [b, c], 1.0),
    }
}

/// The largest component of a difference of two points.
fn size(query: &Query) -> f64 {
    let moments = [query.points.map(|p| p.start), query.points.map(|p| p.end)];
    let differences = moments.iter().flat_map(|x| x.iter().flat_map(|p| x.map(|q| *p - q)));
    differences.map(|d| d.abs().max_element()).fold(0.0, f64::max)
}

#[test]
fn additive_is_not_later_than_witnesses_and_contacts() {
    let mut witnesses = 0;
    for (index, query) in ccd_queries::parse(SUBSET).unwrap().iter().step_by(10).enumerate() {
        // 10⁻⁴ … 10⁻¹ of the size, in turn.
        let separation = size(query) * [1e-4, 1e-3, 1e-2, 1e-1][index % 4];
        let found = ask(&Additive::with_separation(separation), query);
        if let Some([lo, _]) = query.contact {
            assert!(found.time.is_some_and(|time| time <= lo), "{found:?}, {lo}: {query:?}");
        }
        let inclusion = Inclusion::with_separation(separation);
        let closer = separation - 24.0 * inclusion.tolerance * size(query);
        let witness = ask(&Inclusion { separation: closer, ..inclusion }, query);
        if let (Some(time), false) = (witness.time, witness.decision == Decision::Surrender) {
            assert!(found.time.is_some_and(|t| t <= time), "{found:?}, {witness:?}: {query:?}");
            witnesses += 1;
        }
    }
    assert!(witnesses > 75, "only {witnesses} witnesses");
}
