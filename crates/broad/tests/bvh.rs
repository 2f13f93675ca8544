//! The tree beyond the contract: refit, rebuild rule, rays, validator.
#![expect(clippy::unwrap_used, reason = "helpers of tests, which clippy does not take for tests")]

use glam::DVec3;
use proptest::prelude::*;
use ripstop_broad::bvh::{BuildMethod, Ray, RayHit, TreeFault, Update};
use ripstop_broad::{BoxError, BoxId, BroadPhase, BruteForce, Bvh, Row};
use ripstop_fixtures::{FoldingSheet, Random, boxes};
use ripstop_geometry::Aabb;

const METHODS: [BuildMethod; 4] =
    [BuildMethod::Curve, BuildMethod::SweepSah, BuildMethod::BinnedSah, BuildMethod::Median];

fn face_boxes(sheet: &FoldingSheet, t: f64) -> Vec<Aabb> {
    let positions = sheet.positions(t);
    sheet.faces().iter().map(|face| Aabb::of_points(&face.map(|v| positions[v as usize]))).collect()
}

fn assert_same_pairs(bvh: &Bvh, boxes: &[Aabb]) {
    let mut brute = BruteForce::default();
    brute.rebuild(boxes).unwrap();
    assert_eq!(bvh.self_pairs(), brute.self_pairs());
}

#[test]
fn every_build_of_every_set_is_sound() {
    let mut sets = boxes::adversarial();
    let mut random = Random::seeded(21);
    for count in [2, 7, 8, 9, 64, 65, 513, 3000] {
        sets.push(("soup", boxes::soup(&mut random, count, 0.2)));
    }
    for (name, boxes) in &sets {
        for method in METHODS {
            let mut bvh = Bvh::new(method);
            bvh.rebuild(boxes).unwrap();
            assert_eq!(bvh.check(), Ok::<(), TreeFault>(()), "{name} {method:?}");
            let moved: Vec<_> = boxes.iter().rev().copied().collect();
            bvh.refit(&moved).unwrap();
            assert_eq!(bvh.check(), Ok(()), "{name} {method:?} refitted");
            assert_same_pairs(&bvh, &moved);
        }
    }
}

#[test]
fn refit_follows_a_folding_sheet_and_update_rebuilds_in_time() {
    let sheet = FoldingSheet::new(33);
    let mut refitted = Bvh::default();
    let mut updated = Bvh::default();
    refitted.rebuild(&face_boxes(&sheet, 0.0)).unwrap();
    updated.rebuild(&face_boxes(&sheet, 0.0)).unwrap();
    let mut rebuilds = 0;
    for step in 1..=30 {
        let boxes = face_boxes(&sheet, f64::from(step) / 30.0);
        refitted.refit(&boxes).unwrap();
        assert_eq!(refitted.check(), Ok(()));
        rebuilds += u32::from(updated.update(&boxes).unwrap() == Update::Rebuilt);
        assert_eq!(updated.check(), Ok(()));
        if step % 10 == 0 {
            assert_same_pairs(&refitted, &boxes);
            assert_same_pairs(&updated, &boxes);
        }
    }
    assert!(refitted.looseness() >= updated.looseness());
    assert!(rebuilds < 15, "{rebuilds} rebuilds in 30 steps");
}

#[test]
fn refit_checks_what_it_is_given() {
    let mut bvh = Bvh::default();
    let boxes = boxes::identical(12);
    bvh.rebuild(&boxes).unwrap();
    assert_eq!(bvh.refit(&boxes[1..]), Err(BoxError::CountChanged { given: 11, expected: 12 }));
    assert_eq!(bvh.self_pairs().len(), 66, "a wrong count changes nothing");
    let mut bad = boxes.clone();
    bad[4].min.x = f64::NAN;
    assert_eq!(bvh.refit(&bad), Err(BoxError::NotANumber { index: 4 }));
    assert!(bvh.boxes().is_empty());
    assert_eq!(bvh.check(), Ok(()));
    assert_eq!(bvh.update(&boxes), Ok(Update::Rebuilt));
    assert_eq!(bvh.update(&boxes), Ok(Update::Refitted));
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let mut random = Random::seeded(2);
    let boxes = boxes::soup(&mut random, 40_000, 0.05);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut bvh = Bvh::default();
            bvh.rebuild(&boxes).unwrap();
            (bvh.self_pairs(), bvh.pairs_with(&boxes[..5000]).unwrap(), bvh.looseness().to_bits())
        })
    };
    let one = run(1);
    assert!(one.0.len() > 1000);
    for threads in [2, 3, 8] {
        assert!(run(threads) == one, "{threads} threads");
    }
}

fn slow_nearest(boxes: &[Aabb], ray: &Ray) -> Option<RayHit> {
    let hits = boxes.iter().enumerate().filter_map(|(i, aabb)| Some((ray.enters(aabb)?, i)));
    hits.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
        .map(|(t, i)| RayHit { id: BoxId(i as u32), t })
}

fn check_rays(bvh: &Bvh, boxes: &[Aabb], ray: &Ray) {
    let mut row = Row::default();
    bvh.along(ray, &mut row);
    let mut found = row.partners().to_vec();
    found.sort_unstable();
    let expected: Vec<_> = (0..boxes.len() as u32)
        .map(BoxId)
        .filter(|id| ray.enters(&boxes[id.index()]).is_some())
        .collect();
    assert_eq!(found, expected, "{ray:?}");
    let nearest = bvh.nearest(ray, |id| ray.enters(&boxes[id.index()]));
    assert_eq!(nearest, slow_nearest(boxes, ray), "{ray:?}");
    let meets = |id: BoxId| ray.enters(&boxes[id.index()]).is_some();
    assert_eq!(bvh.any_along(ray, meets), !expected.is_empty(), "{ray:?}");
    // A caller who never says yes is asked about every box that the ray meets, and about none
    // twice.
    let mut asked = Vec::new();
    assert!(!bvh.any_along(ray, |id| {
        asked.push(id);
        false
    }));
    asked.sort_unstable();
    assert!(asked.windows(2).all(|pair| pair[0] < pair[1]), "{ray:?}");
    assert!(expected.iter().all(|id| asked.binary_search(id).is_ok()), "{ray:?}");
}

#[test]
fn rays_of_every_scale_and_nearly_along_an_axis() {
    let mut random = Random::seeded(11);
    let unit = boxes::soup(&mut random, 300, 0.3);
    for scale in [1e-200, 1e-36, 1e-28, 1e-3, 1.0, 1e25, 1e32, 1e150] {
        let boxes: Vec<_> =
            unit.iter().map(|aabb| Aabb { min: aabb.min * scale, max: aabb.max * scale }).collect();
        let mut bvh = Bvh::new(BuildMethod::BinnedSah);
        bvh.rebuild(&boxes).unwrap();
        for i in 0..60 {
            let [o, d] = [0; 2].map(|_| [0; 3].map(|_| random.uniform(-1.5, 1.5)));
            let mut direction = DVec3::from_array(d);
            // Components from nothing to far below what f32 can tell.
            direction[i % 3] *= [0.0, 1e-320, 1e-40, 1e-19, 1e-9, 1.0][i % 6];
            direction[(i + 1) % 3] *= [0.0, -0.0, 1e-25, 1.0][i % 4];
            for length in [1.0, scale, 1e-20] {
                let ray = Ray {
                    origin: DVec3::from_array(o) * scale,
                    direction: direction * length,
                    t_max: [1.0, f64::INFINITY][i % 2],
                };
                check_rays(&bvh, &boxes, &ray);
            }
        }
    }
}

#[test]
fn few_boxes_are_asked_about_in_vain() {
    let mut random = Random::seeded(3);
    let boxes = boxes::soup(&mut random, 4000, 0.2);
    let mut bvh = Bvh::new(BuildMethod::BinnedSah);
    bvh.rebuild(&boxes).unwrap();
    let (mut asked, mut met) = (0, 0);
    for _ in 0..200 {
        let ends = [0; 2].map(|_| DVec3::from_array([0; 3].map(|_| random.uniform(-1.0, 1.0))));
        let ray = Ray::segment(ends[0], ends[1]);
        bvh.any_along(&ray, |id| {
            asked += 1;
            met += usize::from(ray.enters(&boxes[id.index()]).is_some());
            false
        });
    }
    assert!(met > 100 && asked <= met + 2, "{asked} {met}");
}

#[test]
fn rays_that_graze_corners_and_start_inside() {
    let boxes: Vec<_> = boxes::adversarial()
        .into_iter()
        .filter(|(name, _)| name.contains("lattice") || name.contains("row"))
        .flat_map(|(_, boxes)| boxes)
        .collect();
    for method in METHODS {
        let mut bvh = Bvh::new(method);
        bvh.rebuild(&boxes).unwrap();
        for direction in [DVec3::X, DVec3::ONE, DVec3::new(1.0, -1.0, 0.0), DVec3::ZERO] {
            for origin in [DVec3::ZERO, DVec3::splat(0.5), DVec3::new(-1.0, 3.0, 2.0)] {
                for t_max in [0.0, 1.0, f64::INFINITY] {
                    check_rays(&bvh, &boxes, &Ray { origin, direction, t_max });
                }
            }
        }
    }
    assert_eq!(Bvh::default().nearest(&Ray::segment(DVec3::ZERO, DVec3::ONE), |_| Some(0.0)), None);
}

proptest! {
    #[test]
    fn rays_and_segments_find_what_brute_force_finds(
        seed in any::<u64>(),
        shift in prop_oneof![Just(0.0), -1e9..1e9],
        ends in prop::array::uniform2(prop::array::uniform3(-3.0..3.0_f64)),
    ) {
        let boxes: Vec<_> = boxes::soup(&mut Random::seeded(seed), 200, 0.4)
            .into_iter()
            .map(|aabb| Aabb { min: aabb.min + shift, max: aabb.max + shift })
            .collect();
        let [from, to] = ends.map(|end| DVec3::from_array(end) + shift);
        for method in [BuildMethod::Curve, BuildMethod::BinnedSah] {
            let mut bvh = Bvh::new(method);
            bvh.rebuild(&boxes).unwrap();
            check_rays(&bvh, &boxes, &Ray::segment(from, to));
            check_rays(&bvh, &boxes, &Ray { t_max: f64::INFINITY, ..Ray::segment(from, to) });
            check_rays(&bvh, &boxes, &Ray::segment(from + 1e7, to));
        }
    }

    /// A ray through a point of a box meets the box, whatever the rounding.
    #[test]
    fn a_ray_through_a_point_of_a_box_enters_it(
        corner in prop::array::uniform3(-1e3..1e3_f64), extent in prop::array::uniform3(0.0..1.0_f64),
        weights in prop::array::uniform3(0.0..=1.0_f64), origin in prop::array::uniform3(-1e4..1e4_f64),
    ) {
        let min = DVec3::from_array(corner);
        let aabb = Aabb { min, max: min + DVec3::from_array(extent) };
        let point = (min + (aabb.max - min) * DVec3::from_array(weights)).clamp(aabb.min, aabb.max);
        let ray = Ray::segment(DVec3::from_array(origin), point);
        // The direction is rounded: the point is met within an error of the direction's own
        // rounding.
        let slack = aabb.inflated(1e-11);
        prop_assert!(ray.enters(&slack).is_some());
    }
}
