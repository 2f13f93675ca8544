//! Displacements within their trust radii are free of impacts: by certified collision detection.

use glam::DVec3;
use ripstop_fixtures::Random;
use ripstop_geometry::Motion;
use ripstop_narrow::{Cubic, MovingMesh};
use ripstop_response::barrier::{truncate, trust_radii};

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
