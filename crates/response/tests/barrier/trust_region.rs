//! Whatever stays within its safe way does not meet anything: by certified collision detection.

use glam::DVec3;
use ripstop_fixtures::Random;
use ripstop_geometry::Motion;
use ripstop_narrow::{Cubic, MovingMesh};
use ripstop_response::barrier::{safe_ways, truncate};

use crate::all_pairs;
use crate::contacts::sheets;

#[test]
fn safe_ways_are_safe() {
    use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
    let mut random = Random::seeded(5);
    let (mut cut, mut free) = (0, 0);
    for height in [0.02, 0.3, 1.0] {
        let (mesh, start) = sheets(5, height, glam::dvec3(0.31, 0.17, 0.0));
        let pairs = all_pairs(&mesh);
        let ways = safe_ways(&mesh, &start, &pairs, 0.6);
        for size in [0.01, 0.1, 1.0] {
            for _ in 0..40 {
                let mut number = || random.uniform(-size, size);
                let mut displacements: Vec<DVec3> =
                    start.iter().map(|_| DVec3::from_array([0; 3].map(|_| number()))).collect();
                let was_cut = truncate(&mut displacements, &ways);
                (cut, free) = (cut + usize::from(was_cut), free + usize::from(!was_cut));
                let end: Vec<DVec3> =
                    start.iter().zip(&displacements).map(|(x, d)| *x + *d).collect();
                let moving = MovingMesh::new(&mesh, Motion { start: &start, end: &end }).unwrap();
                let found = moving.impacts(&Cubic::exact(), pairs.par_iter().copied());
                assert!(found.impacts.is_empty(), "{height} {size}: {:?}", found.impacts);
            }
        }
    }
    assert!(cut > 100 && free > 20, "{cut} cut, {free} free");
    let mut wild = [DVec3::NAN, DVec3::INFINITY, DVec3::X];
    assert!(truncate(&mut wild, &[1.0, 1.0, 0.25]));
    assert!(wild.iter().all(|d| d.is_finite()) && wild[2] == 0.25 * DVec3::X);
}
