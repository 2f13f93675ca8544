//! Panels cut to triangles, and seams matched by arc length.

use glam::{DQuat, DVec2, DVec3, dvec2};
use ripstop_garment::pattern::EdgeShape;
use ripstop_garment::{GarmentError, Panel, Pattern, Placement, Seam, SewnPattern};
use ripstop_geometry::VertexId;

/// A rectangle with its lower left corner at the origin; edges: below, right, above, left.
fn rectangle(name: &str, [width, height]: [f64; 2]) -> Panel {
    Panel::new(name)
        .edge(dvec2(0.0, 0.0), EdgeShape::Line)
        .edge(dvec2(width, 0.0), EdgeShape::Line)
        .edge(dvec2(width, height), EdgeShape::Line)
        .edge(dvec2(0.0, height), EdgeShape::Line)
}

/// A quarter of a ring around the origin with radii 0.3 m and 0.5 m.
fn ring() -> Panel {
    Panel::new("ring")
        .edge(dvec2(0.3, 0.0), EdgeShape::Line)
        .edge(dvec2(0.5, 0.0), EdgeShape::Arc(DVec2::ZERO))
        .edge(dvec2(0.0, 0.5), EdgeShape::Line)
        .edge(dvec2(0.0, 0.3), EdgeShape::Arc(DVec2::ZERO))
}

fn flat(pattern: &Pattern, edge_length: f64) -> SewnPattern {
    let place = Placement::Flat { rotation: DQuat::IDENTITY, origin: DVec3::ZERO };
    pattern.sewn(edge_length, |_, p| place.place(p)).expect("panels can be sewn")
}

#[test]
fn edges_have_their_lengths() {
    let quarter = std::f64::consts::FRAC_PI_2;
    for (edge, length) in [(0, 0.2), (1, 0.5 * quarter), (2, 0.2), (3, 0.3 * quarter)] {
        let found = ring().edge_length(edge);
        assert!((found - length).abs() < 1e-4 * length, "{found} {length}");
    }
    // A Bézier curve whose control points are on the line between its ends is that line.
    let straight = Panel::new("straight")
        .edge(dvec2(0.0, 0.0), EdgeShape::Bezier([dvec2(0.1, 0.1), dvec2(0.2, 0.2)]))
        .edge(dvec2(0.3, 0.3), EdgeShape::Line)
        .edge(dvec2(0.0, 0.3), EdgeShape::Line);
    assert!((straight.edge_length(0) - 0.18_f64.sqrt()).abs() < 1e-12);
}

#[test]
fn a_panel_is_filled_with_good_triangles() {
    let pattern = Pattern { panels: vec![ring()], seams: Vec::new() };
    for edge_length in [0.008, 0.02, 0.05] {
        let sewn = flat(&pattern, edge_length);
        let areas = sewn.mesh.faces.iter().map(|face| {
            let [a, b, c] = face.map(|i| sewn.uv[i as usize]);
            0.5 * (b - a).perp_dot(c - a)
        });
        assert!(areas.clone().all(|area| area > 0.2 * 0.433 * edge_length * edge_length));
        let (area, exact) = (areas.sum::<f64>(), 0.25 * std::f64::consts::PI * (0.25 - 0.09));
        assert!((area / exact - 1.0).abs() < 0.01, "{area} {exact}");
        let count = exact / (0.866 * edge_length * edge_length);
        let ratio = sewn.uv.len() as f64 / count;
        assert!((0.8..2.0).contains(&ratio), "{ratio} at {edge_length}");
    }
}

#[test]
fn texture_coordinates_have_the_warp_upwards_and_the_outer_side_out() {
    let panel = rectangle("strip", [0.1, 0.3]);
    let sewn = flat(&Pattern { panels: vec![panel], seams: Vec::new() }, 0.03);
    for (x, uv) in sewn.mesh.positions.iter().zip(&sewn.uv) {
        assert_eq!((uv.x, uv.y), (x.z, -x.x));
    }
    for face in &sewn.mesh.faces {
        let [a, b, c] = face.map(|i| sewn.mesh.positions[i as usize]);
        assert!((b - a).cross(c - a).y < 0.0, "faces look along −y");
    }
}

#[test]
fn sides_of_equal_length_meet_vertex_by_vertex() {
    let panels = vec![rectangle("left", [0.1, 0.31]), rectangle("right", [0.2, 0.31])];
    let pattern = Pattern { panels, seams: vec![Seam::new("side", [0, 1], [1, 3])] };
    let sewn = flat(&pattern, 0.02);
    assert_eq!(sewn.stitches.len(), 17);
    for stitch in &sewn.stitches {
        assert!(stitch.ratio == 0.0 || stitch.ratio == 1.0);
        let [v, a, b] = stitch.vertices().map(|i| sewn.uv[i.index()]);
        // The same height on both sides: the left side runs up, the right one down.
        assert!((v.x - a.lerp(b, stitch.ratio).x).abs() < 1e-12);
    }
}

#[test]
fn gathers_are_matched_by_arc_length_and_cover_both_sides() {
    let panels = vec![rectangle("band", [0.4, 0.05]), rectangle("frill", [0.7, 0.2])];
    let pattern = Pattern { panels, seams: vec![Seam::new("frill", [0, 0], [1, 2])] };
    let sewn = flat(&pattern, 0.02);
    let (band, frill) = (&sewn.panels[0], &sewn.panels[1]);
    // Every vertex of the band, and none of the frill, which is free to fold between them.
    let lower = band.vertices.clone().filter(|&i| sewn.uv[i].x < 1e-9).count();
    assert_eq!((sewn.stitches.len(), lower), (21, 21));
    let mut places = Vec::new();
    for stitch in &sewn.stitches {
        let [v, a, b] = stitch.vertices().map(VertexId::index);
        assert!(band.vertices.contains(&v) && frill.vertices.contains(&a.min(b)));
        let place = -sewn.uv[v].y / 0.4;
        let other = -sewn.uv[a].lerp(sewn.uv[b], stitch.ratio).y / 0.7;
        assert!((place - other).abs() < 1e-9, "{place} {other}");
        places.push(place);
    }
    places.sort_by(f64::total_cmp);
    assert!(places[0].abs() < 1e-12 && (places[20] - 1.0).abs() < 1e-12);
    assert!(places.windows(2).all(|pair| (pair[1] - pair[0] - 0.05).abs() < 1e-9));
}

#[test]
fn wrapping_keeps_lengths() {
    let placement = Placement::Wrapped {
        rotation: DQuat::from_xyzw(0.0, 0.6, 0.0, 0.8),
        centre: DVec3::new(0.3, 0.1, 1.2),
        radius: 0.05,
    };
    let panel = rectangle("sleeve", [0.3, 0.4]);
    let pattern = Pattern { panels: vec![panel], seams: Vec::new() };
    let sewn = pattern.sewn(0.01, |_, p| placement.place(p)).unwrap();
    for &[a, b, _] in &sewn.mesh.faces {
        let [a, b] = [a as usize, b as usize];
        let there = sewn.mesh.positions[a].distance(sewn.mesh.positions[b]);
        let flat = sewn.uv[a].distance(sewn.uv[b]);
        // A chord is at most (edge / radius)² / 24 shorter than its arc.
        let shortening = (flat / 0.05) * (flat / 0.05) / 24.0;
        assert!((there / flat - 1.0).abs() < 1.01 * shortening, "{there} {flat}");
    }
}

#[test]
fn what_cannot_be_sewn_is_named() {
    let sewn = |panels: Vec<Panel>, seams: Vec<Seam>, edge_length: f64| {
        Pattern { panels, seams }.sewn(edge_length, |_, p| p.extend(0.0))
    };
    let square = rectangle("square", [0.1, 0.1]);
    let clockwise = rectangle("turned", [-0.1, 0.1]);
    let error = sewn(vec![clockwise], Vec::new(), 0.01).unwrap_err();
    assert_eq!(error, GarmentError::Outline { panel: "turned".to_owned() });
    let bow = Panel::new("bow")
        .edge(dvec2(0.0, 0.0), EdgeShape::Line)
        .edge(dvec2(0.2, 0.1), EdgeShape::Line)
        .edge(dvec2(0.2, 0.0), EdgeShape::Line)
        .edge(dvec2(0.0, 0.2), EdgeShape::Line);
    let error = sewn(vec![bow], Vec::new(), 0.01).unwrap_err();
    assert_eq!(error, GarmentError::Outline { panel: "bow".to_owned() });
    let error = sewn(vec![square.clone()], vec![Seam::new("x", [0, 0], [0, 7])], 0.01).unwrap_err();
    assert_eq!(error, GarmentError::Seam { seam: 0, panel: 0, edge: 7 });
    for edge_length in [0.0, f64::NAN, f64::INFINITY] {
        let error = sewn(vec![square.clone()], Vec::new(), edge_length).unwrap_err();
        assert!(matches!(error, GarmentError::OutOfRange { name: "edge_length", .. }), "{error}");
    }
    let vast = rectangle("vast", [f64::INFINITY, 1.0]);
    assert!(sewn(vec![vast], Vec::new(), 0.01).is_err());
    assert!(sewn(vec![Panel::new("none")], Vec::new(), 0.01).is_err());
}
