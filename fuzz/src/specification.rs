//! Sewing patterns from arbitrary bytes, and what holds for all of them.

use ripstop_io::{SpecificationError, read_garmentcode};
use ripstop_pipeline::World;
use ripstop_pipeline::scene::Scene;
use ripstop_run::panel_mesh;

/// Edge length to which panels are cut (m): coarse, so that one input is quick.
const EDGE_LENGTH: f64 = 0.2;
/// Most vertices of a pattern that is made a world.
const MOST_VERTICES: usize = 2000;

/// Checks that a pattern is an error with its place, or panels and stitches that make a cloth.
///
/// # Panics
/// If it is not.
pub fn check_specification(bytes: &[u8]) {
    let pattern = match read_garmentcode(bytes) {
        Ok(pattern) => pattern,
        Err(error) => {
            let text = error.to_string();
            let has_place = ["byte ", "panel `", "stitch "].iter().any(|s| text.starts_with(s));
            assert!(has_place || matches!(error, SpecificationError::NoPanels), "{text}");
            return;
        }
    };
    for stitch in &pattern.stitches {
        for side in stitch.sides {
            assert!(side.edge < pattern.panels[side.panel].edges.len());
        }
    }
    let extent = |x: f64| x.abs() < 3.0;
    let is_small = pattern.panels.iter().flat_map(|p| &p.vertices).all(|v| extent(v.x) && extent(v.y));
    if !is_small || pattern.panels.len() > 8 {
        return;
    }
    let Ok(loaded) = panel_mesh(pattern, EDGE_LENGTH) else { return };
    if loaded.mesh.positions.len() > MOST_VERTICES {
        return;
    }
    let scene = Scene::from_toml("[[cloth]]\nshape.pattern = { file = 'a.json' }\n").expect("a scene");
    drop(World::new(&scene, &mut |_| Ok(loaded.clone())));
}
