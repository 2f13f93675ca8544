//! Sewing patterns: what a file says, in metres; and errors that name the panel, edge or stitch.

use glam::{DVec2, DVec3, dvec2};
use ripstop_io::garmentcode::{Circle, Curve, Specification, StitchSide};
use ripstop_io::{SpecificationError, read_garmentcode};

/// A square of 20 cm with four kinds of edges, and a second one beside it.
const PATTERN: &str = r#"{
  "pattern": {
    "panels": {
      "front": {
        "translation": [1, 2, 3], "rotation": [0, 90, 0],
        "vertices": [[0, 0], [20, 0], [20, 20], [0, 20]],
        "edges": [
          {"endpoints": [0, 1], "label": "hem"},
          {"endpoints": [1, 2], "curvature": [0.5, 0.1]},
          {"endpoints": [2, 3], "curvature": {"type": "cubic", "params": [[0.2, 0.1], [0.8, 0.1]]}},
          {"endpoints": [3, 0], "curvature": {"type": "circle", "params": [10, 0, 1]}}
        ]
      },
      "back": {
        "vertices": [[0, 0], [20, 0], [20, 20]],
        "edges": [{"endpoints": [0, 1]}, {"endpoints": [1, 2]}, {"endpoints": [2, 0]}]
      }
    },
    "stitches": [
      [{"panel": "front", "edge": 1}, {"panel": "back", "edge": 0}],
      [{"panel": "back", "edge": 1}, {"panel": "front", "edge": 0}, "right_wrong"]
    ],
    "panel_order": ["back", "front"]
  },
  "parameters": {}, "properties": {"units_in_meter": 100, "curvature_coords": "relative"}
}"#;

fn read(text: &str) -> Result<Specification, SpecificationError> {
    read_garmentcode(text.as_bytes())
}

fn changed(from: &str, to: &str) -> String {
    assert!(PATTERN.contains(from), "{from}");
    PATTERN.replacen(from, to, 1)
}

fn near(a: DVec2, b: DVec2) -> bool {
    a.distance(b) < 1e-12
}

#[test]
fn panels_edges_and_stitches_are_read() {
    let pattern = read(PATTERN).unwrap();
    let [front, back] = &pattern.panels[..] else { panic!("{pattern:?}") };
    assert_eq!((front.name.as_str(), back.name.as_str()), ("front", "back"));
    assert!(front.translation.distance(DVec3::new(0.01, 0.02, 0.03)) < 1e-15);
    assert_eq!((front.rotation, back.rotation), (DVec3::new(0.0, 90.0, 0.0), DVec3::ZERO));
    assert!(near(front.vertices[2], dvec2(0.2, 0.2)));
    assert_eq!(front.edges[0].curve, Curve::Line);
    // Upwards along the right side, to the left is inwards.
    let Curve::Quadratic(p) = front.edges[1].curve else { panic!("{:?}", front.edges[1]) };
    assert!(near(p, dvec2(0.18, 0.1)), "{p}");
    let Curve::Cubic([p, q]) = front.edges[2].curve else { panic!("{:?}", front.edges[2]) };
    assert!(near(p, dvec2(0.16, 0.18)) && near(q, dvec2(0.04, 0.18)), "{p} {q}");
    let circle = Circle { radius: 0.1, is_large: false, bulges_right: true };
    assert_eq!(front.edges[3].curve, Curve::Circle(circle));
    let side = |panel, edge| StitchSide { panel, edge };
    assert_eq!(pattern.stitches[0].sides, [side(0, 1), side(1, 0)]);
    assert_eq!(pattern.stitches[1].sides, [side(1, 1), side(0, 0)]);
    let ways: Vec<bool> = pattern.stitches.iter().map(|s| s.is_right_to_wrong).collect();
    assert_eq!(ways, [false, true]);
}

#[test]
fn units_absolute_control_points_and_panels_that_are_centred() {
    let inches = changed("\"units_in_meter\": 100", "\"units_in_meter\": 39.37");
    assert!(near(read(&inches).unwrap().panels[0].vertices[1], dvec2(20.0 / 39.37, 0.0)));
    let absolute = changed("\"relative\"", "\"absolute\"");
    let absolute = absolute.replace("[0.5, 0.1]", "[15, 10]");
    let pattern = read(&absolute).unwrap();
    let Curve::Quadratic(p) = pattern.panels[0].edges[1].curve else { panic!("{pattern:?}") };
    assert!(near(p, dvec2(0.15, 0.1)), "{p}");
    let centred = changed("\"units_in", "\"normalize_panel_translation\": true, \"units_in");
    let front = &read(&centred).unwrap().panels[0];
    assert!(near(front.vertices[0], dvec2(-0.1, -0.1)));
    assert!(front.translation.distance(DVec3::new(0.11, 0.12, 0.03)) < 1e-12);
}

#[test]
fn errors_name_the_panel_the_edge_or_the_stitch() {
    for (from, to, expected) in [
        ("[2, 3]", "[2, 7]", "panel `front`, edge 2: it names vertex 7, but there are 4"),
        ("[2, 3]", "[2, 1]", "panel `front`, edge 2: it ends at vertex 1, but edge 3 starts at 3"),
        ("[2, 3]", "[2, 2]", "panel `front`, edge 2: it starts and ends at vertex 2"),
        ("[10, 0, 1]", "[9, 0, 1]", "panel `front`, edge 3: its circle has a radius of 0.0900 m"),
        ("[20, 0]", "[2e9, 0]", "panel `front`, vertex 1: it is farther than 1000 m"),
        ("[1, 2, 3]", "[1, 2e300, 3]", "panel `front`, translation: it is farther than"),
        ("[0, 90, 0]", "[0, 1e9, 0]", "panel `front`, rotation: it is farther than"),
        ("[0.5, 0.1]", "[0.5, 1e200]", "panel `front`, edge 1: it is farther than"),
        ("\"back\", \"edge\": 0", "\"bakc\", \"edge\": 0", "stitch 0: it names panel `bakc`"),
        (
            "\"back\", \"edge\": 1",
            "\"back\", \"edge\": 3",
            "stitch 1: it names edge 3 of panel `back`",
        ),
        (
            "\"back\", \"edge\": 1},",
            "\"front\", \"edge\": 0},",
            "stitch 1: it sews an edge to itself",
        ),
        ("\"back\": {", "\"front\": {", "panel `front`: there are two of this name"),
    ] {
        let error = read(&changed(from, to)).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{to}: {error}");
    }
}

#[test]
fn text_that_is_no_pattern_is_an_error_with_its_byte() {
    for (from, to, expected) in [
        ("\"cubic\"", "\"spline\"", "a curvature of type"),
        ("[[0.2, 0.1], [0.8, 0.1]]", "[[0.2, 0.1]]", "two control points"),
        ("[10, 0, 1]", "[10, 0]", "a radius and two flags"),
        ("{\"endpoints\": [0, 1], \"label\"", "{\"label\"", "an edge with `endpoints`"),
        ("[[0, 0], [20, 0], [20, 20], [0, 20]]", "[[0, 0, 1]]", "an array of 2 numbers"),
        ("[1, 2, 3]", "[1, 2, NaN]", "a number"),
        ("\"units_in_meter\": 100", "\"units_in_meter\": 0", "units in a metre"),
        ("\"relative\"", "\"twisted\"", "`relative` or `absolute`"),
        ("\"right_wrong\"]", "\"right_wrong\", 1]", "a string"),
    ] {
        let error = read(&changed(from, to)).unwrap_err().to_string();
        assert!(error.starts_with("byte ") && error.contains(expected), "{to}: {error}");
    }
    for text in ["{}", "{\"pattern\": {}}", "{\"pattern\": {\"panels\": {}}}"] {
        assert!(matches!(read(text), Err(SpecificationError::NoPanels)), "{text}");
    }
    for end in 0..PATTERN.len() - 1 {
        assert!(read(&PATTERN[..end]).is_err(), "{end}");
    }
}
