//! Rest configurations from patterns.

use glam::{DVec2, DVec3};
use ripstop_geometry::tessellate::{self, TriangleMesh};
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{FaceGroup, LoadedMesh};

use crate::{advance, crossings, farthest, with_mesh};

const SIZE: f64 = 0.1;

/// Panels of 10 cm with columns and rows; `place` says where a point of a panel starts, and its
/// texture coordinates.
pub(crate) fn panels(
    resolutions: &[[u32; 2]],
    place: impl Fn(usize, DVec2) -> (DVec3, DVec2),
) -> LoadedMesh {
    let mut mesh = TriangleMesh::default();
    let mut uvs = Vec::new();
    for (panel, resolution) in resolutions.iter().enumerate() {
        let grid = tessellate::grid([SIZE; 2], *resolution);
        let at = |v: u32| place(panel, grid.positions[v as usize].truncate() + 0.5 * SIZE);
        let first = mesh.positions.len() as u32;
        uvs.extend(grid.faces.iter().map(|face| face.map(|v| at(v).1)));
        mesh.faces.extend(grid.faces.iter().map(|face| face.map(|v| first + v)));
        mesh.positions.extend((0..grid.positions.len() as u32).map(|v| at(v).0));
    }
    LoadedMesh { uvs: Some(uvs), ..LoadedMesh::from(mesh) }
}

fn lowest_distance(simulation: &Simulation, count: usize) -> f64 {
    let x = &simulation.state().positions;
    let rows = |v: usize| v / 9;
    // From the third row on: the first is sewn.
    let far = (0..count).filter(|v| rows(*v) >= 3);
    far.map(|v| (x[count + v] - x[v]).z).fold(f64::INFINITY, f64::min)
}

/// Two panels that are sewn along one side and lie over each other, in the pattern and in space, a
/// third of their thickness apart.
#[test]
fn panels_over_each_other_in_the_pattern_keep_their_thickness() {
    const THICKNESS: f64 = 3e-3;
    let apart = |panel: usize| 1e-3 * panel as f64;
    let over = panels(&[[9, 9]; 2], |panel, at| (at.extend(apart(panel)), at));
    for more in ["dynamics = 'pbd'", "dynamics = 'fem'\nrespond = 'penalty'", "respond = 'impulse'"]
    {
        let text = format!(
            "[settings]\ngravity = [0, 0, 0]\n{more}\n[[cloth]]\nthickness = {THICKNESS}\n\
             shape.mesh = {{ file = 'm', rest = 'uv' }}\n\
             [[seam]]\ncloths = [0, 0]\nfirst = [0, 1, 2, 3, 4, 5, 6, 7, 8]\n\
             second = [81, 82, 83, 84, 85, 86, 87, 88, 89]\n"
        );
        let mut simulation = with_mesh(&text, &over).expect("a good scene");
        assert!((lowest_distance(&simulation, 81) - 1e-3).abs() < 1e-12);
        advance(&mut simulation, 40);
        let distance = lowest_distance(&simulation, 81);
        assert!(distance > 0.9 * THICKNESS, "{more}: {distance} m");
        assert_eq!(crossings(&simulation), 0);
    }
}

/// Vertices of one piece that are closer than the thickness at rest do not push each other.
#[test]
fn a_piece_finer_than_its_thickness_stays_at_rest() {
    let fine = panels(&[[17, 17]; 2], |panel, at| (at.extend(0.1 * panel as f64), at));
    let text = "[settings]\ngravity = [0, 0, 0]\n[[cloth]]\nthickness = 0.02\n\
                shape.mesh = { file = 'm', rest = 'uv' }\n";
    let mut simulation = with_mesh(text, &fine).expect("a good scene");
    advance(&mut simulation, 10);
    let off = farthest(&simulation.state().positions, &fine.mesh.positions);
    assert!(off < 1e-9, "{off} m");
}

#[test]
fn the_scale_of_a_pattern_is_that_of_its_lengths() {
    let in_millimetres = panels(&[[3, 3]], |_, at| (at.extend(0.0), 1e3 * at));
    let text = "[[cloth]]\nshape.mesh = { file = 'm', rest = 'uv', uv_scale = 1.1e-3 }\n";
    let simulation = with_mesh(text, &in_millimetres).expect("a good scene");
    let part = &simulation.world().cloths[0];
    for (edge, length) in part.topology.edges().iter().zip(part.shape.lengths()) {
        let [a, b] = edge.map(|v| in_millimetres.mesh.positions[v.index()]);
        assert!((length - 1.1 * a.distance(b)).abs() < 1e-12);
    }
    let area: f64 = part.shape.areas().iter().sum();
    assert!((area - 1.21 * SIZE * SIZE).abs() < 1e-12);
}

/// Two panels hang along v; the warp of the first runs along u, that of the second along v.
#[test]
fn the_warp_of_a_panel_decides_how_far_it_stretches() {
    let mut hung =
        panels(&[[5, 9]; 2], |panel, at| (DVec3::new(at.x + 0.3 * panel as f64, 0.0, at.y), at));
    let group = |name: &str, faces| FaceGroup { name: name.to_owned(), faces };
    hung.groups = vec![group("first", 0..64), group("second", 64..128)];
    let top: Vec<u32> = (40..45).chain(85..90).collect();
    for more in ["dynamics = 'pbd'", "position_based.membrane = 'strain'", "dynamics = 'fem'"] {
        let text = format!(
            "[settings]\nsubsteps = 32\nstrain_limit = 0\ndamping = 20\n{more}\n[[cloth]]\n\
             shape.mesh = {{ file = 'm', rest = 'uv', warp = {{ second = 90 }} }}\n\
             fabric = {{ density = 0.5, stretch_stiffness = [40.0, 10.0], shear_stiffness = 10.0, \
             poisson_ratio = 0.0 }}\npin = [{{ select.vertices = {top:?} }}]\n"
        );
        let mut simulation = with_mesh(&text, &hung).expect("a good scene");
        advance(&mut simulation, 60);
        let x = &simulation.state().positions;
        let sunk = |from: usize| -x[from..from + 5].iter().map(|x| x.z).sum::<f64>() / 5.0;
        let (weft, warp) = (sunk(0), sunk(45));
        // ρ g L² / 2k
        let expected = 0.5 * 9.81 * SIZE * SIZE / 80.0;
        assert!((warp / expected - 1.0).abs() < 0.1, "{more}: {warp} m, not {expected} m");
        assert!((weft / warp - 4.0).abs() < 0.6, "{more}: {weft} m and {warp} m");
    }
}
