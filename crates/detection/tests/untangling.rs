//! Untangling with exact detection: crumpled sheets, and what stays where it is.

use glam::DVec3;
use ripstop_detection::CrossingSearch;
use ripstop_fixtures::crumple::{Crumple, CrumpleKind};
use ripstop_fixtures::grid::sheet_faces;
use ripstop_geometry::{CollisionMesh, Filters, VertexId};
use ripstop_response::untangle::{
    TangledCloth, UntangleSettings, Untangled, bring_out, enclosed, untangle, untangle_while,
};

fn rest_lengths(mesh: &CollisionMesh, positions: &[DVec3]) -> Vec<f64> {
    let length = |&[a, b]: &[VertexId; 2]| positions[a.index()].distance(positions[b.index()]);
    mesh.edges().iter().map(length).collect()
}

fn untangled(positions: &[DVec3], faces: &[[u32; 3]]) -> Untangled {
    let mesh = CollisionMesh::new(positions, faces).expect("a mesh");
    let rest_lengths = rest_lengths(&mesh, positions);
    let inverse_masses = vec![1.0; positions.len()];
    let cloth = TangledCloth {
        rest_lengths: &rest_lengths,
        inverse_masses: &inverse_masses,
        layers: &[],
        inside: &[],
    };
    let filters = Filters::default();
    let mut search = CrossingSearch::new(&mesh, &filters);
    untangle(&mut search, positions, &cloth, &UntangleSettings::default())
}

#[test]
fn crumpled_sheets_get_clean() {
    for kind in CrumpleKind::ALL {
        let Crumple { positions, faces } = Crumple::new(kind, 32, 0.85, 3);
        let end = untangled(&positions, &faces);
        assert!(end.crossings_before > 20, "{}: {}", kind.name(), end.crossings_before);
        assert_eq!(end.crossings.len(), 0, "{} of {}", kind.name(), end.crossings_before);
    }
}

#[test]
fn bits_do_not_depend_on_the_number_of_threads() {
    let Crumple { positions, faces } = Crumple::new(CrumpleKind::Box, 32, 0.8, 2);
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let [one, three] =
        [1, 3].map(|threads| pool(threads).install(|| untangled(&positions, &faces)));
    assert_eq!(one, three);
}

/// Two sheets, one 0.2 edges above the other but for one vertex that is as far below.
fn pricked() -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let n = 40;
    let lower = (0..n * n).map(|k| DVec3::new(f64::from(k / n), f64::from(k % n), 0.0));
    let upper = lower.clone().map(|x| x + DVec3::new(0.3, 0.2, 0.2));
    let mut positions: Vec<DVec3> = lower.chain(upper).collect();
    positions[(n * n + 20 * n + 20) as usize].z = -0.2;
    let mut faces = sheet_faces(n);
    faces.extend(sheet_faces(n).iter().map(|face| face.map(|vertex| vertex + n * n)));
    (positions, faces)
}

#[test]
fn what_is_far_from_a_contour_keeps_its_bits() {
    let (positions, faces) = pricked();
    let end = untangled(&positions, &faces);
    assert!(end.crossings_before > 0 && end.crossings.is_empty());
    let pricked = positions[40 * 40 + 20 * 40 + 20];
    for (x, y) in end.positions.iter().zip(&positions) {
        assert!(x.distance(*y) < 0.7, "{y} went to {x}");
        assert!(x == y || y.distance(pricked) < 20.0, "{y} went to {x}");
    }
    assert!(end.positions != positions);
}

#[test]
fn a_caller_ends_it_and_the_best_is_kept() {
    let Crumple { positions, faces } = Crumple::new(CrumpleKind::Box, 40, 1.0, 4);
    let mesh = CollisionMesh::new(&positions, &faces).unwrap();
    let rest_lengths = rest_lengths(&mesh, &positions);
    let inverse_masses = vec![1.0; positions.len()];
    let cloth = TangledCloth {
        rest_lengths: &rest_lengths,
        inverse_masses: &inverse_masses,
        layers: &[],
        inside: &[],
    };
    let filters = Filters::default();
    let mut search = CrossingSearch::new(&mesh, &filters);
    let mut fewest = usize::MAX;
    let settings = UntangleSettings::default();
    let end = untangle_while(&mut search, &positions, &cloth, &settings, &mut |progress| {
        assert!(progress.fewest <= fewest, "the fewest never get more");
        fewest = progress.fewest;
        progress.iterations < 3
    });
    assert!(end.iterations <= 3 && end.crossings.len() <= end.crossings_before);
    assert_eq!(end.crossings, search.search(&end.positions).unwrap());
}

#[test]
fn a_ball_in_a_ball_is_found_and_brought_out() {
    let (outer, faces) = ripstop_fixtures::grid::uv_sphere(8, 1.0);
    let count = outer.len() as u32;
    for turned in [false, true] {
        let inner = outer.iter().map(|x| 0.3 * *x + DVec3::new(0.3, 0.1, 0.0));
        let positions: Vec<DVec3> = outer.iter().copied().chain(inner).collect();
        let around = faces.iter().map(|&[a, b, c]| if turned { [a, c, b] } else { [a, b, c] });
        let within = faces.iter().map(|face| face.map(|vertex| vertex + count));
        let faces: Vec<[u32; 3]> = around.chain(within).collect();
        let mesh = CollisionMesh::new(&positions, &faces).unwrap();
        let found = enclosed(&mesh, &[], &positions);
        assert_eq!(found.len(), 1, "turned: {turned}");
        assert_eq!((found[0].part, found[0].body, found[0].vertex.0), (1, 0, count));
        let filters = Filters::default();
        let mut search = CrossingSearch::new(&mesh, &filters);
        let mut fixed = positions.clone();
        let none = bring_out(&mut search, &vec![0.0; positions.len()], 0.01, &mut fixed);
        assert_eq!((none, &fixed), (0, &positions), "what is fixed stays");
        let mut free = positions.clone();
        assert_eq!(bring_out(&mut search, &vec![1.0; positions.len()], 0.01, &mut free), 1);
        assert!(search.search(&free).unwrap().is_empty());
        assert!(enclosed(&mesh, &[], &free).is_empty());
    }
}
