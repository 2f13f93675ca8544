//! Sewing patterns in GarmentCode's JSON, from files to garments that are worn by a mannequin.

use std::path::{Path, PathBuf};

use glam::DVec3;
use ripstop_geometry::sdf::Enclosure;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{Import, LoadedMesh, MeshRequest, Scene};
use ripstop_run::{MeshFiles, mesh_loader};
use serde_json::Value;

const PATTERNS: [(&str, usize, usize); 5] = [
    ("tube_top", 2, 2),
    ("skirt", 2, 2),
    ("darted_skirt", 2, 4),
    ("shirt", 6, 12),
    ("trousers", 4, 8),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/patterns")
}

fn load(name: &str, edge_length: f64) -> LoadedMesh {
    let file = format!("{name}_specification.json");
    let import = Import::default();
    let request =
        MeshRequest { edge_length: Some(edge_length), ..MeshRequest::new(&file, &import) };
    MeshFiles::in_folder(&folder()).load(&request).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn panels_show_their_outer_side_and_seams_run_the_way_that_is_shorter() {
    for (name, panels, seams) in PATTERNS {
        let LoadedMesh { mesh, groups, seams: found, seam_names, .. } = load(name, 0.03);
        assert_eq!((groups.len(), found.len(), seam_names.len()), (panels, seams, seams), "{name}");
        let x = |vertex: u32| mesh.positions[vertex as usize];
        for group in &groups {
            let side = if group.name.contains("back") { 1.0 } else { -1.0 };
            for &[a, b, c] in &mesh.faces[group.faces.clone()] {
                let normal = (x(b) - x(a)).cross(x(c) - x(a));
                assert!(normal.y * side > 0.0, "{name}: {}", group.name);
            }
        }
        for (seam, stitches) in seam_names.iter().zip(&found) {
            let point = |i: usize| {
                let stitch = stitches[i];
                x(stitch.edge[0].0).lerp(x(stitch.edge[1].0), stitch.ratio)
            };
            let vertex = |i: usize| x(stitches[i].vertex.0);
            let last = stitches.len() - 1;
            let gaps = |other: &dyn Fn(usize) -> usize| -> f64 {
                (0..=last).map(|i| vertex(i).distance(point(other(i)))).sum()
            };
            let (sewn, turned) = (gaps(&|i| i), gaps(&|i| last - i));
            assert!(sewn <= turned, "{name}: {seam} has gaps of {sewn}, turned {turned}");
        }
    }
}

#[test]
fn the_pattern_is_the_rest_shape() {
    let LoadedMesh { mesh, uvs, .. } = load("shirt", 0.02);
    for (face, corners) in mesh.faces.iter().zip(uvs.unwrap()) {
        for i in 0..3 {
            let ends = [i, (i + 1) % 3].map(|i| mesh.positions[face[i] as usize]);
            let flat = corners[i].distance(corners[(i + 1) % 3]);
            assert!((ends[0].distance(ends[1]) - flat).abs() < 1e-12);
        }
    }
}

/// A pattern sewn on a mannequin of coarse triangles, until it is at rest.
fn dressed(folder: &Path, pattern: &str) -> Simulation {
    let text = format!(
        "[settings]\nframe_rate = 25\nframes = 400\nuntil_rest = 0.05\ndamping = 4\n\
         sewing = {{ time = 6, thinner = 0.05, speed = 0.4 }}\n\
         [[cloth]]\nname = 'garment'\nthickness = 2e-3\nfabric = 'cotton'\n\
         shape.pattern = {{ file = '{pattern}_specification.json', edge_length = 0.035 }}\n\
         [[obstacle]]\nname = 'body'\nthickness = 2e-3\n\
         shape.mannequin = {{ edge_length = 0.028, walk = {{ speed = 0 }} }}\n"
    );
    let scene = Scene::from_toml(&text).unwrap_or_else(|error| panic!("{error}"));
    let mut simulation = Simulation::new(&scene, &mut mesh_loader(folder)).expect("a scene");
    while !simulation.is_at_rest() && simulation.frame() < scene.settings.frames {
        let report = simulation.advance_frame().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(report.detection.crossings, 0, "{pattern}, frame {}", report.frame);
    }
    simulation
}

/// Checks that a garment is closed, at rest, clean, outside of the body, and has not gone up or
/// down by more than a distance (m).
fn check_worn(folder: &Path, pattern: &str, most: f64) {
    let simulation = dressed(folder, pattern);
    assert_eq!(simulation.open_seams(), [], "{pattern}");
    assert!(simulation.is_at_rest(), "{pattern} moves after {} frames", simulation.frame());
    let world = simulation.world();
    let positions = &simulation.state().positions;
    assert_eq!(world.crossing_search().search(positions).expect("finite"), [], "{pattern}");
    let cloth = simulation.cloth_vertex_count();
    let body: Vec<[u32; 3]> = world.mesh.faces()[..]
        .iter()
        .filter(|face| face[0].index() >= cloth)
        .map(|face| face.map(|vertex| vertex.0 - cloth as u32))
        .collect();
    let body = Enclosure::new(&positions[cloth..], &body).expect("a mannequin is closed");
    let inside = positions[..cloth].iter().filter(|x| body.winding_number(**x) != 0).count();
    assert_eq!(inside, 0, "{pattern}: vertices inside the body");
    // It has neither fallen nor flown off.
    let middle = |points: &[DVec3]| points.iter().sum::<DVec3>() / points.len() as f64;
    let drop = middle(&world.start.positions[..cloth]) - middle(&positions[..cloth]);
    assert!(drop.z.abs() < most, "{pattern} has dropped by {} m", drop.z);
}

#[test]
fn a_tube_top_is_sewn_and_worn() {
    check_worn(&folder(), "tube_top", 0.1);
}

#[test]
fn a_skirt_with_darts_is_sewn_and_worn() {
    check_worn(&folder(), "darted_skirt", 0.1);
}

/// Shoulders that start below those of the body, and far from it, would close under its arms.
#[test]
fn a_vest_hangs_on_shoulders_that_are_higher_than_its_own() {
    let text = std::fs::read_to_string(folder().join("shirt_specification.json")).unwrap();
    let mut file: Value = serde_json::from_str(&text).unwrap();
    let is_sleeve = |name: &str| name.contains("sleeve");
    let pattern = file["pattern"].as_object_mut().unwrap();
    let panels = pattern["panels"].as_object_mut().unwrap();
    panels.retain(|name, _| !is_sleeve(name));
    for (name, panel) in panels {
        let away = if name == "front" { 10.0 } else { -10.0 };
        let moved = |at: &Value, by: f64| Value::from(at.as_f64().unwrap() + by);
        panel["translation"][1] = moved(&panel["translation"][1], -8.0);
        panel["translation"][2] = moved(&panel["translation"][2], away);
    }
    pattern["stitches"].as_array_mut().unwrap().retain(|stitch| {
        let sides = stitch.as_array().unwrap();
        sides.iter().all(|side| !side["panel"].as_str().is_some_and(is_sleeve))
    });
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("vest");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("vest_specification.json"), file.to_string()).unwrap();
    check_worn(&folder, "vest", 0.1);
}

#[test]
fn a_panel_that_starts_inside_the_body_is_moved_off() {
    let text = "[[cloth]]\nshape.pattern = { file = 'tube_top_specification.json', edge_length = 0.03 }\n\
         transform.translate = [0, 0.15, 0]\n[[obstacle]]\nname = 'body'\n\
         shape.mannequin = { edge_length = 0.028, walk = { speed = 0 } }\n";
    let scene = Scene::from_toml(text).unwrap_or_else(|error| panic!("{error}"));
    let simulation = Simulation::new(&scene, &mut mesh_loader(&folder())).expect("a scene");
    assert_eq!(simulation.start_tangle().given, 0);
    let moved = simulation.state().positions[0].y;
    assert!(moved < -0.08, "{moved}");
}

#[test]
fn errors_name_the_file_and_the_panel() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("garmentcode");
    std::fs::create_dir_all(&folder).unwrap();
    let text = r#"{"pattern": {"panels": {"bow": {"vertices": [[0, 0], [20, 20], [20, 0], [0, 20]],
        "edges": [{"endpoints": [0, 1]}, {"endpoints": [1, 2]}, {"endpoints": [2, 3]},
        {"endpoints": [3, 0]}]}}}}"#;
    std::fs::write(folder.join("bow.json"), text).unwrap();
    let scene = "[[cloth]]\nname = 'tie'\nshape.pattern = { file = 'bow.json' }\n";
    let scene = Scene::from_toml(scene).unwrap();
    let error = Simulation::new(&scene, &mut mesh_loader(&folder)).map(|_| ()).unwrap_err();
    let error = error.to_string();
    for word in ["`tie`", "bow.json", "panel `bow`"] {
        assert!(error.contains(word), "{error}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
