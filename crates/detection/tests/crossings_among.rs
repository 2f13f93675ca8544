//! Crossings of marked primitives: those of all, of which both have a marked vertex.

use glam::DVec3;
use proptest::prelude::*;
use ripstop_detection::CrossingSearch;
use ripstop_geometry::tessellate::grid;
use ripstop_geometry::{CollisionMesh, Filters};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A crumpled sheet, some of whose vertices are marked.
    #[test]
    fn marked_primitives_are_searched_as_all_are(
        shifts in prop::collection::vec(prop::array::uniform3(-0.3..0.3_f64), 64),
        marks in prop::collection::vec(prop::bool::weighted(0.4), 64),
    ) {
        let sheet = grid([1.0, 1.0], [8, 8]);
        let crumpled: Vec<DVec3> =
            sheet.positions.iter().zip(&shifts).map(|(x, d)| *x + DVec3::from(*d)).collect();
        let mesh = CollisionMesh::new(&sheet.positions, &sheet.faces).unwrap();
        let filters = Filters::default();
        let mut search = CrossingSearch::new(&mesh, &filters);
        let all = search.search(&crumpled).unwrap();
        prop_assert!(all.len() > 20);
        let marked = search.search_among(&crumpled, &marks).unwrap();
        let expected: Vec<_> = all
            .iter()
            .filter(|crossing| {
                let is_marked = |v: &ripstop_geometry::VertexId| marks[v.index()];
                mesh.edge(crossing.edge).iter().any(is_marked)
                    && mesh.face(crossing.face).iter().any(is_marked)
            })
            .copied()
            .collect();
        prop_assert_eq!(&marked, &expected);
        prop_assert_eq!(search.search_among(&crumpled, &[true; 64]).unwrap(), all);
        prop_assert!(search.search_among(&crumpled, &[]).unwrap().is_empty());
    }
}
