//! Surfaces that groups keep apart are not checked, and the report counts them.

use ripstop_detection::crossings;
use ripstop_geometry::Filters;

/// A sheet falls on a table and through a veil; `groups` goes to the veil.
fn scene(groups: &str) -> String {
    format!(
        "
[[cloth]]
name = 'sheet'
shape.grid = {{ size = [0.3, 0.3], resolution = [6, 6] }}
transform.translate = [0.01, 0.02, 0.05]
member_of = ['solid']
[[cloth]]
name = 'veil'
shape.grid = {{ size = [0.4, 0.4], resolution = [6, 6] }}
transform.translate = [0.0, 0.0, 0.04]
pin = [{{ select.vertices = [0, 5, 30, 35] }}]
{groups}
[[obstacle]]
name = 'table'
shape.plane = {{ size = 1.0 }}
member_of = ['solid']
"
    )
}

#[test]
fn groups_keep_surfaces_apart_and_are_reported() {
    for (groups, unchecked) in [
        ("", 0),
        ("collides_with = ['solid']", 0),
        // The veil and the sheet, the veil and the table, the veil and itself.
        ("member_of = ['air']\ncollides_with = []", 3),
        ("member_of = ['air']\ncollides_with = ['air']", 2),
    ] {
        let mut simulation = crate::simulation(&scene(groups));
        for _ in 0..30 {
            let report = simulation.advance_frame().expect("a step");
            assert_eq!(report.detection.unchecked_pairs, unchecked, "{groups}");
            assert_eq!(crate::crossing_count(&simulation), 0, "{groups}");
        }
        let positions = &simulation.state().positions;
        let (sheet, veil) = (positions[14].z, positions[36 + 14].z);
        let all = crossings(simulation.mesh(), &Filters::default(), positions).unwrap().len();
        if unchecked == 0 {
            assert!(sheet > veil && all == 0, "{groups}: {sheet} {veil}");
        } else {
            assert!(sheet < veil + 1e-3 && sheet > 0.0, "{groups}: {sheet} {veil}");
        }
    }
}
