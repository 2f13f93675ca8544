//! First hits along rays through the tree against parry's triangle mesh.
#![allow(clippy::unwrap_used, reason = "a failure here fails the test")]

use glam::DVec3;
use parry3d_f64::query::{Ray as ParryRay, RayCast};
use parry3d_f64::shape::TriMesh;
use ripstop_broad::bvh::{BuildMethod, Ray};
use ripstop_broad::{BroadPhase, Bvh};
use ripstop_fixtures::{FoldingSheet, Random};
use ripstop_geometry::Aabb;
use ripstop_render::Triangle;

#[test]
fn first_hits_on_a_folded_sheet_agree() {
    let sheet = FoldingSheet::new(40);
    let (positions, faces) = (sheet.positions(0.7), sheet.faces());
    let triangles: Vec<Triangle> = faces
        .iter()
        .map(|face| Triangle::new(face.map(|vertex| positions[vertex as usize])))
        .collect();
    let boxes: Vec<Aabb> = triangles.iter().map(Triangle::bounds).collect();
    let mut tree = Bvh::new(BuildMethod::BinnedSah);
    tree.rebuild(&boxes).unwrap();
    let peer = TriMesh::new(positions.clone(), faces).unwrap();

    let hull = boxes.iter().fold(Aabb::EMPTY, |hull, aabb| hull.union(*aabb));
    let mut random = Random::seeded(17);
    let mut anywhere = |grow: f64| {
        let weights = DVec3::from_array([0; 3].map(|_| random.uniform(-grow, 1.0 + grow)));
        hull.min + weights * hull.extent()
    };
    let mut hits = 0;
    for _ in 0..4000 {
        let (origin, target) = (anywhere(1.0), anywhere(0.0));
        let direction = (target - origin).normalize();
        let ray = Ray { origin, direction, t_max: f64::INFINITY };
        let ours = tree.nearest(&ray, |id| triangles[id.index()].hit(&ray).map(|hit| hit.t));
        let theirs = peer.cast_local_ray(&ParryRay::new(origin, direction), f64::MAX, true);
        match (ours, theirs) {
            (Some(ours), Some(theirs)) => {
                assert!((ours.t - theirs).abs() < 1e-9, "{} {theirs}", ours.t);
                hits += 1;
            }
            (None, None) => {}
            (ours, theirs) => panic!("{ours:?} {theirs:?} along {ray:?}"),
        }
        let blocked = tree.any_along(&ray, |id| triangles[id.index()].hit(&ray).is_some());
        assert_eq!(blocked, ours.is_some());
    }
    assert!(hits > 1000, "{hits}");
}
