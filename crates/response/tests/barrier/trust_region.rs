//! Displacements within their trust radii are free of impacts: by certified collision detection.

use glam::DVec3;
use ripstop_fixtures::Random;
use ripstop_geometry::Motion;
use ripstop_narrow::{Cubic, MovingMesh};
use ripstop_response::barrier::{truncate, truncate_at_planes, trust_radii};

use crate::all_pairs;
use crate::contacts::sheets;

#[test]
fn trust_radii_are_safe() {
    let mut random = Random::seeded(5);
    let (mut cut, mut free) = (0, 0);
    for height in [0.02, 0.3, 1.0] {
        let (mesh, start) = sheets(5, height, glam::dvec3(0.31, 0.17, 0.0));
        let pairs = all_pairs(&mesh);
        let radii = trust_radii(&mesh, &start, &pairs, 0.6, |_| 0.0);
        for size in [0.01, 0.1, 1.0] {
            for _ in 0..40 {
                let mut number = || random.uniform(-size, size);
                let mut displacements: Vec<DVec3> =
                    start.iter().map(|_| DVec3::from_array([0; 3].map(|_| number()))).collect();
                let was_cut = truncate(&mut displacements, &radii);
                (cut, free) = (cut + usize::from(was_cut), free + usize::from(!was_cut));
                let end: Vec<DVec3> =
                    start.iter().zip(&displacements).map(|(x, d)| *x + *d).collect();
                let moving = MovingMesh::new(&mesh, Motion { start: &start, end: &end }).unwrap();
                let found = moving.impacts(&Cubic::exact(), pairs.as_slice());
                assert!(found.impacts.is_empty(), "{height} {size}: {:?}", found.impacts);
            }
        }
    }
    assert!(cut > 100 && free > 20, "{cut} cut, {free} free");
    let mut wild = [DVec3::NAN, DVec3::INFINITY, DVec3::X];
    assert!(truncate(&mut wild, &[1.0, 1.0, 0.25]));
    assert!(wild.iter().all(|d| d.is_finite()) && wild[2] == 0.25 * DVec3::X);
}

/// Displacements within radii for a separation keep it, in every direction.
#[test]
fn trust_radii_keep_a_separation() {
    let mut random = Random::seeded(9);
    let (height, separation) = (0.1, 0.06);
    let (mesh, start) = sheets(5, height, glam::dvec3(0.31, 0.17, 0.0));
    let pairs = all_pairs(&mesh);
    let rule = ripstop_response::barrier::PairRule::new(height);
    let apart: Vec<_> = pairs
        .into_iter()
        .filter(|pair| mesh.stencil(*pair).iter().any(|v| v.index() >= start.len() / 2))
        .filter(|pair| mesh.stencil(*pair).iter().any(|v| v.index() < start.len() / 2))
        .collect();
    let radii = trust_radii(&mesh, &start, &apart, 0.6, |_| separation);
    let mut least = f64::INFINITY;
    for _ in 0..200 {
        let mut number = || random.uniform(-1.0, 1.0);
        let mut displacements: Vec<DVec3> =
            start.iter().map(|_| DVec3::from_array([0; 3].map(|_| number()))).collect();
        assert!(truncate(&mut displacements, &radii));
        let end: Vec<DVec3> = start.iter().zip(&displacements).map(|(x, d)| *x + *d).collect();
        let form = ripstop_response::barrier::BarrierForm::SquaredLog;
        let barrier = crate::potential(&mesh, &end, &apart, form, rule);
        least = least.min(barrier.set.least_distance(&end).unwrap_or(height));
    }
    assert!(least > separation && least < 0.5 * (separation + height), "{least}");
}

/// Displacements that planes have truncated meet nothing, at any time, and what slides keeps more
/// of its way than trust radii leave it.
#[test]
fn planes_are_safe_and_let_slide() {
    let mut random = Random::seeded(5);
    let (mut cut, mut whole) = (0, 0);
    let lengths = |ways: &[DVec3]| ways.iter().map(|way| way.length()).sum::<f64>();
    let (mut by_planes, mut by_radii) = (0.0, 0.0);
    for height in [0.02, 0.3, 1.0] {
        let (mesh, start) = sheets(5, height, glam::dvec3(0.31, 0.17, 0.0));
        let pairs = all_pairs(&mesh);
        let radii = trust_radii(&mesh, &start, &pairs, 0.6, |_| 0.0);
        for size in [0.01, 0.1, 1.0] {
            for _ in 0..40 {
                let mut number = || random.uniform(-size, size);
                let mut ways: Vec<DVec3> =
                    start.iter().map(|_| DVec3::from_array([0; 3].map(|_| number()))).collect();
                let mut within = ways.clone();
                let at = (&mesh, &*start);
                let was_cut = truncate_at_planes(at, &mut ways, &pairs, 0.6, |_| 0.0);
                (cut, whole) = (cut + usize::from(was_cut), whole + usize::from(!was_cut));
                truncate(&mut within, &radii);
                by_planes += lengths(&ways);
                by_radii += lengths(&within);
                let end: Vec<DVec3> = start.iter().zip(&ways).map(|(x, d)| *x + *d).collect();
                let moving = MovingMesh::new(&mesh, Motion { start: &start, end: &end }).unwrap();
                let found = moving.impacts(&Cubic::exact(), pairs.as_slice());
                assert!(found.impacts.is_empty(), "{height} {size}: {:?}", found.impacts);
            }
        }
    }
    assert!(cut > 100 && whole > 20, "{cut} cut, {whole} whole");
    assert!(by_planes > 1.2 * by_radii, "{by_planes} m, {by_radii} m");
    // One sheet slides over the other. What is aside of a face, no farther than the sheets are
    // apart, still has a plane in its way.
    let (mesh, start) = sheets(5, 1e-3, glam::dvec3(0.31, 0.17, 0.0));
    let pairs: Vec<_> = all_pairs(&mesh)
        .into_iter()
        .filter(|pair| mesh.stencil(*pair).iter().any(|v| v.index() >= start.len() / 2))
        .filter(|pair| mesh.stencil(*pair).iter().any(|v| v.index() < start.len() / 2))
        .collect();
    let slide = |i: usize| if i < start.len() / 2 { DVec3::ZERO } else { 0.02 * DVec3::X };
    let mut ways: Vec<DVec3> = (0..start.len()).map(slide).collect();
    let mut within = ways.clone();
    truncate(&mut within, &trust_radii(&mesh, &start, &pairs, 0.6, |_| 0.0));
    truncate_at_planes((&mesh, &start), &mut ways, &pairs, 0.6, |_| 0.0);
    let [all, by_planes, by_radii] =
        [0.5 * 0.02 * start.len() as f64, lengths(&ways), lengths(&within)];
    assert!(by_planes > 0.9 * all && by_radii < 0.2 * all, "{all} {by_planes} {by_radii}");
    let mut wild = vec![DVec3::NAN; start.len()];
    assert!(truncate_at_planes((&mesh, &start), &mut wild, &pairs, 0.6, |_| 0.0));
    assert!(wild.iter().all(|way| *way == DVec3::ZERO));
}
