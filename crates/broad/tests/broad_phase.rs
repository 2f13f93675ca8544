//! The `BroadPhase` contract, run against every implementation.
#![expect(clippy::unwrap_used, reason = "helpers of tests, which clippy does not take for tests")]

use std::ops::ControlFlow;

use glam::DVec3;
use proptest::prelude::*;
use ripstop_broad::bvh::{BuildMethod, KeptBvh};
use ripstop_broad::{
    BoxError, BoxId, BoxOrder, BroadPhase, BruteForce, Bvh, HashGrid, Octree, PairList,
    SweepAndPrune, spatial_order,
};
use ripstop_fixtures::{Random, boxes};
use ripstop_geometry::Aabb;

fn methods() -> Vec<(&'static str, Box<dyn BroadPhase + Send>)> {
    vec![
        ("brute", Box::new(BruteForce::default())),
        ("bvh", Box::new(Bvh::default())),
        ("bvh kept", Box::new(KeptBvh::new(BuildMethod::Curve, 1.5))),
        ("bvh kept kd", Box::new(KeptBvh::new(BuildMethod::Median, f64::INFINITY))),
        ("bvh sweep", Box::new(Bvh::new(BuildMethod::SweepSah))),
        ("bvh binned", Box::new(Bvh::new(BuildMethod::BinnedSah))),
        ("bvh median", Box::new(Bvh::new(BuildMethod::Median))),
        ("grid", Box::new(HashGrid::default())),
        ("octree", Box::new(Octree::default())),
        ("sweep", Box::new(SweepAndPrune::default())),
    ]
}

/// The definition itself.
fn expected_self_pairs(boxes: &[Aabb]) -> Vec<(BoxId, BoxId)> {
    let overlaps = |&(a, b): &(usize, usize)| boxes[a].overlaps(&boxes[b]);
    (0..boxes.len())
        .flat_map(|a| (a + 1..boxes.len()).map(move |b| (a, b)))
        .filter(overlaps)
        .map(|(a, b)| (BoxId(a as u32), BoxId(b as u32)))
        .collect()
}

fn expected_pairs_with(queries: &[Aabb], boxes: &[Aabb]) -> Vec<(BoxId, BoxId)> {
    (0..queries.len())
        .flat_map(|a| (0..boxes.len()).map(move |b| (a, b)))
        .filter(|&(a, b)| queries[a].overlaps(&boxes[b]))
        .map(|(a, b)| (BoxId(a as u32), BoxId(b as u32)))
        .collect()
}

fn collected(list: &PairList) -> Vec<(BoxId, BoxId)> {
    assert_eq!(list.iter().count(), list.len());
    list.iter().collect()
}

fn check_all(boxes: &[Aabb], queries: &[Aabb]) {
    let (own, with) = (expected_self_pairs(boxes), expected_pairs_with(queries, boxes));
    for (name, mut method) in methods() {
        method.rebuild(boxes).unwrap();
        assert_eq!(method.boxes(), boxes, "{name}");
        assert_eq!(collected(&method.self_pairs()), own, "{name}: self pairs");
        assert_eq!(collected(&method.pairs_with(queries).unwrap()), with, "{name}: pairs with");
        let mut streamed = Vec::new();
        let flow = method.for_each_self_pair(&mut |a, b| {
            streamed.push((a, b));
            ControlFlow::Continue(())
        });
        assert_eq!((flow, streamed), (ControlFlow::Continue(()), own.clone()), "{name}: streamed");
        let mut streamed = Vec::new();
        let flow = method.for_each_pair_with(queries, &mut |a, b| {
            streamed.push((a, b));
            ControlFlow::Continue(())
        });
        assert_eq!(
            (flow, streamed),
            (Ok(ControlFlow::Continue(())), with.clone()),
            "{name}: streamed with"
        );
    }
}

#[test]
fn degenerate_and_adversarial_boxes() {
    let sets = boxes::adversarial();
    for (i, (_, boxes)) in sets.iter().enumerate() {
        check_all(boxes, &sets[(i + 1) % sets.len()].1);
        check_all(boxes, boxes);
    }
}

#[test]
fn a_large_soup_of_mixed_sizes() {
    let mut random = Random::seeded(5);
    let mut soup = boxes::soup(&mut random, 1500, 0.05);
    soup.extend(boxes::soup(&mut random, 60, 1.5));
    soup.extend(boxes::soup(&mut random, 1500, 0.0));
    check_all(&soup, &boxes::soup(&mut random, 700, 0.3));
}

#[test]
fn bad_boxes_are_errors_with_their_index_and_leave_nothing_behind() {
    let good = boxes::identical(20);
    let mut nan = good.clone();
    nan[13].max.y = f64::NAN;
    nan[17].min.y = f64::NAN;
    let mut inverted = good.clone();
    inverted[5].min.z = 2.0;
    for (name, mut method) in methods() {
        method.rebuild(&good).unwrap();
        assert_eq!(method.pairs_with(&nan).err(), Some(BoxError::NotANumber { index: 13 }));
        let stopped = method.for_each_pair_with(&inverted, &mut |_, _| ControlFlow::Break(()));
        assert_eq!(stopped.err(), Some(BoxError::Inverted { index: 5 }), "{name}");
        assert_eq!(method.rebuild(&nan), Err(BoxError::NotANumber { index: 13 }), "{name}");
        assert!(method.boxes().is_empty() && method.self_pairs().is_empty(), "{name}");
        assert_eq!(method.rebuild(&inverted), Err(BoxError::Inverted { index: 5 }), "{name}");
        assert_eq!(method.rebuild(&[Aabb::EMPTY]), Err(BoxError::Inverted { index: 0 }), "{name}");
        method.rebuild(&good).unwrap();
        assert_eq!(method.self_pairs().len(), 190, "{name} works again");
    }
}

#[test]
fn ten_thousand_identical_boxes_have_all_pairs() {
    // Fifty million pairs: the default method collects them, the others stream them.
    let all = boxes::identical(10_000);
    let mut bvh = Bvh::default();
    bvh.rebuild(&all).unwrap();
    let list = bvh.self_pairs();
    assert_eq!(list.len(), 10_000 * 9_999 / 2);
    assert_eq!(list.partners(BoxId(9_998)), [BoxId(9_999)]);
    for a in [0, 1, 4_567] {
        assert!(list.partners(BoxId(a)).iter().copied().eq((a + 1..10_000).map(BoxId)));
    }
}

#[test]
fn a_million_identical_boxes_can_be_streamed_and_stopped() {
    let all = boxes::identical(1_000_000);
    for (name, mut method) in methods().into_iter().filter(|(name, _)| *name != "bvh sweep") {
        method.rebuild(&all).unwrap();
        let mut next = 1;
        let flow = method.for_each_self_pair(&mut |a, b| {
            assert_eq!((a, b), (BoxId(0), BoxId(next)), "{name}");
            next += 1;
            if next > 1000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(flow.is_break(), "{name}");
        assert!(method.bytes() < 500_000_000, "{name}: {}", method.bytes());
    }
}

#[test]
fn an_order_is_a_hint_and_is_checked() {
    let mut random = Random::seeded(9);
    let soup = boxes::soup(&mut random, 500, 0.3);
    let expected = expected_self_pairs(&soup);
    let reversed = BoxOrder::new((0..500).rev().map(BoxId).collect()).unwrap();
    let spatial = BoxOrder::new(spatial_order(&soup, 1).unwrap()).unwrap();
    for (name, mut method) in methods() {
        for order in [&reversed, &spatial] {
            method.rebuild_in_order(&soup, order).unwrap();
            assert_eq!(collected(&method.self_pairs()), expected, "{name}");
            let with = method.pairs_with_in_order(&soup, order, &|_, _| {}).unwrap();
            assert_eq!(with, method.pairs_with(&soup).unwrap(), "{name}");
        }
        assert!(method.rebuild_in_order(&soup[1..], &reversed).is_err(), "{name}");
    }
    let repeated = BoxOrder::new(vec![BoxId(0), BoxId(2), BoxId(0)]);
    assert_eq!(repeated, Err(BoxError::NotAnOrder { entry: 2, box_count: 3 }));
    let outside = BoxOrder::new(vec![BoxId(0), BoxId(3), BoxId(1)]);
    assert_eq!(outside, Err(BoxError::NotAnOrder { entry: 1, box_count: 3 }));
}

#[test]
fn filters_take_out_pairs_of_every_method() {
    let mut random = Random::seeded(3);
    let soup = boxes::soup(&mut random, 300, 0.8);
    let expected: Vec<_> =
        expected_self_pairs(&soup).into_iter().filter(|(a, b)| (a.0 + b.0) % 3 != 0).collect();
    for (name, mut method) in methods() {
        method.rebuild(&soup).unwrap();
        let list = method.self_pairs_where(&|a, row| row.retain(|b| (a.0 + b.0) % 3 != 0));
        assert_eq!(collected(&list), expected, "{name}");
    }
}

fn any_boxes(count: usize) -> impl Strategy<Value = Vec<Aabb>> {
    // Corners on a coarse lattice touch often; others hardly ever.
    let coarse = (-4_i32..4).prop_map(f64::from);
    let coordinate =
        prop_oneof![coarse.clone(), -4.0..4.0, (-40_i32..40).prop_map(|e| 2.0_f64.powi(e))];
    let extent = prop_oneof![Just(0.0), coarse.prop_map(f64::abs), 0.0..1.0, 0.0..1e-9];
    let vector = |c: BoxedStrategy<f64>| prop::array::uniform3(c).prop_map(DVec3::from_array);
    let corner = vector(coordinate.boxed());
    let size = vector(extent.boxed());
    prop::collection::vec(
        (corner, size).prop_map(|(min, size)| Aabb { min, max: min + size }),
        0..count,
    )
}

proptest! {
    #[test]
    fn every_method_finds_the_definition(boxes in any_boxes(60), queries in any_boxes(30)) {
        check_all(&boxes, &queries);
    }

    #[test]
    fn shift_and_scale_by_powers_of_two_change_nothing(boxes in any_boxes(40), exponent in -30..30) {
        let scale = 2.0_f64.powi(exponent);
        let moved: Vec<_> =
            boxes.iter().map(|aabb| Aabb { min: aabb.min * scale, max: aabb.max * scale }).collect();
        for (_, mut method) in methods() {
            method.rebuild(&boxes).unwrap();
            let before = method.self_pairs();
            method.rebuild(&moved).unwrap();
            prop_assert_eq!(&before, &method.self_pairs());
        }
    }
}
