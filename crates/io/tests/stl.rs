//! STL: both forms, and welding what they split.

mod files;

use glam::DVec3;
use ripstop_io::{read_stl, weld};

#[test]
fn both_forms_are_read_and_weld_to_the_mesh_that_was_meant() {
    for (bytes, name) in [(files::stl_text(), "front 1"), (files::stl_binary(), "")] {
        let imported = read_stl(bytes.as_slice()).unwrap();
        let mesh = imported.mesh;
        mesh.check().unwrap();
        assert_eq!(mesh.faces, [[0, 1, 2], [3, 4, 5]]);
        let corners: Vec<DVec3> =
            [0, 1, 2, 0, 2, 3].map(|vertex: usize| files::mesh().positions[vertex]).into();
        let rounded = |x: &DVec3| x.as_vec3().as_dvec3();
        if name.is_empty() {
            assert_eq!(mesh.positions, corners.iter().map(rounded).collect::<Vec<_>>());
        } else {
            assert_eq!(mesh.positions, corners);
        }
        assert_eq!(mesh.groups.iter().next().unwrap().name, name);
        let welded = weld(&mesh, 0.0).unwrap();
        assert_eq!((welded.mesh.faces, welded.merged_vertices), (files::mesh().faces, 2));
    }
}

#[test]
fn solids_are_groups() {
    let facet = |z: i32| {
        format!(
            "FACET NORMAL 0 0 1 OUTER LOOP VERTEX 0 0 {z} VERTEX 1 0 {z} VERTEX 0 1 {z} ENDLOOP ENDFACET\n"
        )
    };
    let text = format!(
        "solid left  sleeve\n{}{}endsolid left sleeve\n\nsolid empty\nendsolid\nsolid\n{}endsolid",
        facet(0),
        facet(1),
        facet(2)
    );
    let mesh = read_stl(text.as_bytes()).unwrap().mesh;
    let groups: Vec<_> = mesh.groups.iter().map(|group| (group.name, group.faces)).collect();
    assert_eq!(groups, [("left sleeve", 0..2), ("", 2..3)]);
    assert_eq!(mesh.positions[8], DVec3::new(0.0, 1.0, 2.0));
}
