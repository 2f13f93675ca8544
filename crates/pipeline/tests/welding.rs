//! Cloths whose closed seams are welded into one mesh.

use glam::{DVec2, DVec3, dvec3};
use ripstop_detection::crossings;
use ripstop_geometry::tessellate::TriangleMesh;
use ripstop_geometry::{Candidate, FaceId, Stitch, VertexId};
use ripstop_pipeline::scene::{DynamicsMethod, LoadedMesh, MembraneModel, Scene, Seam, Settings};
use ripstop_pipeline::{SceneError, Simulation, World, warnings};

/// Panels in the making.
#[derive(Default)]
struct Cut {
    loaded: LoadedMesh,
    uvs: Vec<[DVec2; 3]>,
}

/// A rectangular panel: places of its columns and rows, and where it lies in the pattern.
struct Panel<'a> {
    columns: usize,
    rows: &'a [f64],
    in_pattern: DVec2,
}

const WIDTH: f64 = 0.1;

impl Cut {
    /// Adds a panel that hangs in the xz plane; returns its vertices, row by row.
    fn panel(&mut self, panel: &Panel) -> Vec<Vec<u32>> {
        let TriangleMesh { positions, faces } = &mut self.loaded.mesh;
        let first = positions.len() as u32;
        let across = |i: usize| WIDTH * i as f64 / (panel.columns - 1) as f64;
        for &z in panel.rows {
            positions.extend((0..panel.columns).map(|i| dvec3(across(i), 0.0, z)));
        }
        let id = |row: usize, column: usize| first + (row * panel.columns + column) as u32;
        let place = |v: u32| {
            let x = positions[v as usize];
            DVec2::new(x.x, x.z) + panel.in_pattern
        };
        for row in 0..panel.rows.len() - 1 {
            for column in 0..panel.columns - 1 {
                let [a, b] = [id(row, column), id(row, column + 1)];
                let [c, d] = [id(row + 1, column), id(row + 1, column + 1)];
                for face in [[a, b, d], [a, d, c]] {
                    faces.push(face);
                    self.uvs.push(face.map(place));
                }
            }
        }
        (0..panel.rows.len())
            .map(|row| (0..panel.columns).map(|column| id(row, column)).collect())
            .collect()
    }

    /// Sews a chain to another, both along x.
    fn sew(&mut self, chain: &[u32], to: &[u32]) {
        let x = |v: u32| self.loaded.mesh.positions[v as usize].x;
        let stitch = |&vertex: &u32| {
            let place = to[1..to.len() - 1].partition_point(|end| x(*end) <= x(vertex));
            let [a, b] = [to[place], to[place + 1]];
            let ratio = ((x(vertex) - x(a)) / (x(b) - x(a))).clamp(0.0, 1.0);
            Stitch { vertex: VertexId(vertex), edge: [VertexId(a), VertexId(b)], ratio }
        };
        let seam = chain.iter().map(stitch).collect();
        self.loaded.seams.push(seam);
    }

    fn mesh(self) -> LoadedMesh {
        LoadedMesh { uvs: Some(self.uvs), ..self.loaded }
    }
}

fn rows(from: f64, to: f64, count: usize) -> Vec<f64> {
    (0..=count).map(|i| from + (to - from) * i as f64 / count as f64).collect()
}

const LENGTH: f64 = 0.4;

/// A strip that hangs from z = 0, of one panel; its bottom row, and its top row.
fn whole() -> (LoadedMesh, [Vec<u32>; 2]) {
    let mut cut = Cut::default();
    let rows = rows(-LENGTH, 0.0, 16);
    let grid = cut.panel(&Panel { columns: 6, rows: &rows, in_pattern: DVec2::ZERO });
    (cut.mesh(), [grid[0].clone(), grid[16].clone()])
}

/// The same of two panels whose sides have 4 and 6 vertices, none of them near another.
fn sewn() -> (LoadedMesh, [Vec<u32>; 2]) {
    sewn_with(4)
}

/// A strip of two panels, the lower one with some columns; the pattern has them side by side.
fn sewn_with(columns: usize) -> (LoadedMesh, [Vec<u32>; 2]) {
    let mut cut = Cut::default();
    let [low, high] = [rows(-LENGTH, -0.5 * LENGTH, 8), rows(-0.5 * LENGTH, 0.0, 8)];
    let below = cut.panel(&Panel { columns, rows: &low, in_pattern: DVec2::ZERO });
    let above = cut.panel(&Panel { columns: 6, rows: &high, in_pattern: DVec2::new(1.0, 0.3) });
    let (coarse, fine) = if columns < 6 { (&below[8], &above[0]) } else { (&above[0], &below[8]) };
    cut.sew(fine, coarse);
    (cut.mesh(), [below[0].clone(), above[8].clone()])
}

/// A scene of a mesh whose `top` is held.
fn hung(top: &[u32], weld: &str) -> Scene {
    let text = format!(
        "[settings]\nsubsteps = 32\ndamping = 4.0\n\
         [[cloth]]\nshape.mesh = {{ file = 'strip.obj', rest = 'uv' }}\n{weld}\n\
         fabric = {{ density = 0.3, stretch_stiffness = 40.0, shear_stiffness = 20.0 }}\n\
         pin = [{{ select.vertices = {top:?} }}]\n"
    );
    Scene::from_toml(&text).expect("a scene")
}

const WELD: &str = "stitches = 'file'\nweld_seams = true";

fn simulate(scene: &Scene, mesh: &LoadedMesh, frames: usize) -> Vec<DVec3> {
    let mut simulation = Simulation::new(scene, &mut |_| Ok(mesh.clone())).expect("a good scene");
    for _ in 0..frames {
        simulation.advance_frame().expect("nothing in the way");
    }
    let found = crossings(simulation.mesh(), simulation.filters(), &simulation.state().positions);
    assert_eq!(found.expect("a mesh"), []);
    simulation.state().positions.clone()
}

fn world(scene: &Scene, mesh: &LoadedMesh) -> Result<World, SceneError> {
    World::new(scene, &mut |_| Ok(mesh.clone()))
}

/// A welded strip of two panels carries its weight as one strip of the same fabric. Springs are as
/// stiff as their mesh has it, so that with them both panels have as many columns.
#[test]
fn a_welded_strip_carries_a_load_as_one_strip() {
    let springs: Change = &|_| ();
    let strains: Change = &|settings| {
        settings.position_based.membrane = Some(MembraneModel::Strain);
    };
    let elements: Change = &|settings| settings.dynamics = DynamicsMethod::Fem;
    for (name, change, columns) in
        [("springs", springs, 6), ("strain", strains, 9), ("fem", elements, 9)]
    {
        let sinking = |(mesh, [bottom, top]): (LoadedMesh, [Vec<u32>; 2]), weld: &str| {
            let mut scene = hung(&top, weld);
            change(&mut scene.settings);
            let built = world(&scene, &mesh).expect("a good scene");
            let number = |v: &u32| match &built.cloths[0].welded {
                Some(welded) => welded.vertex_map[*v as usize] as usize,
                None => *v as usize,
            };
            let x = simulate(&scene, &mesh, 60);
            let sum: f64 = bottom.iter().map(|v| -LENGTH - x[number(v)].z).sum();
            sum / bottom.len() as f64
        };
        let (one, two) = (sinking(whole(), ""), sinking(sewn_with(columns), WELD));
        // ρ g L² / 2k
        let expected = 0.3 * 9.81 * LENGTH * LENGTH / 80.0;
        assert!((one / expected - 1.0).abs() < 0.1, "{name}: {one} {expected}");
        assert!((two / one - 1.0).abs() < 0.01, "{name}: {two} {one}");
    }
}

type Change<'a> = &'a dyn Fn(&mut Settings);

/// Masses and lengths are those of the pattern, and the mesh has no seam.
#[test]
fn a_welded_cloth_is_one_sheet_with_the_measures_of_its_pattern() {
    let (mesh, [_, top]) = sewn();
    let scene = hung(&top, WELD);
    let built = world(&scene, &mesh).expect("a good scene");
    assert_eq!(built.seams.len(), 0);
    let part = &built.cloths[0];
    let vertices = part.topology.vertex_count();
    let euler = vertices + part.topology.faces().len() - part.topology.edges().len();
    assert_eq!(euler, 1);
    let area: f64 = part.shape.areas().iter().sum();
    assert!((area - WIDTH * LENGTH).abs() < 1e-12);
    for (edge, length) in part.topology.edges().iter().zip(part.shape.lengths()) {
        let [a, b] = edge.map(|end| built.start.positions[end.index()]);
        assert!((a.distance(b) - length).abs() < 1e-12);
    }
    // A scene names the vertices of the file: the top row is held.
    let held = &built.kinematic[0];
    assert_eq!(held.vertices.len(), 6);
    assert!(held.start.iter().all(|x| x.z == 0.0));
    let (mesh, _) = sewn();
    let beyond = hung(&[mesh.mesh.positions.len() as u32], WELD);
    let error = world(&beyond, &mesh).expect_err("no such vertex").to_string();
    assert!(
        error.contains("it names vertex 90, but those of the cloth are numbered from 0 to 89"),
        "{error}"
    );
}

/// Neighbours across a welded seam are as close as in one sheet, though the pattern has them apart.
#[test]
fn pairs_at_a_welded_seam_keep_the_distance_of_one_sheet() {
    let (mesh, [_, top]) = sewn();
    let mut scene = hung(&top, WELD);
    // Thicker than the distance of two rows, 25 mm.
    scene.cloths[0].thickness = 0.06;
    let built = world(&scene, &mesh).expect("a good scene");
    let x = &built.start.positions;
    let mut across = 0;
    for face in (0..built.mesh.faces().len() as u32).map(FaceId) {
        let corners = built.mesh.face(face);
        for vertex in (0..x.len() as u32).map(VertexId).filter(|v| !corners.contains(v)) {
            let pair = Candidate::VertexFace { vertex, face };
            let stencil = built.mesh.stencil(pair).map(|v| x[v.index()]);
            let flat = pair.kind().distance_squared(stencil).sqrt();
            let thickness = built.rules.rule(&built.mesh, pair).thickness;
            let is_across = (x[vertex.index()].z + 0.5 * LENGTH)
                * (corners.iter().map(|v| x[v.index()].z + 0.5 * LENGTH).sum::<f64>())
                < 0.0;
            if is_across && flat < 0.05 {
                across += 1;
                // The way over a vertex of the seam is no shorter, and not much longer.
                assert!(thickness >= flat.min(0.06) - 1e-12, "{pair:?}");
                assert!(thickness <= flat + 0.02, "{pair:?}: {thickness} {flat}");
            } else if !is_across {
                assert!((thickness - flat.min(0.06)).abs() < 1e-12, "{pair:?}: {thickness} {flat}");
            }
        }
    }
    assert!(across > 100);
}

/// A pleat of three layers that hang from one edge falls and stays free of crossings.
#[test]
fn three_layers_hang_from_one_edge() {
    let mut cut = Cut::default();
    let all = rows(-0.2, 0.0, 8);
    let mut tops = Vec::new();
    for (layer, columns) in [6, 5, 7].into_iter().enumerate() {
        let in_pattern = DVec2::X * layer as f64;
        let grid = cut.panel(&Panel { columns, rows: &all, in_pattern });
        for (row, vertices) in grid.iter().enumerate() {
            // Apart at the bottom, and together at the top.
            let apart = 0.006 * (8 - row) as f64 * (layer as f64 - 1.0);
            for &vertex in vertices {
                cut.loaded.mesh.positions[vertex as usize].y = apart;
            }
        }
        tops.push(grid[8].clone());
    }
    cut.sew(&tops[1], &tops[0]);
    cut.sew(&tops[2], &tops[0]);
    let mesh = cut.mesh();
    let scene = hung(&tops[0], WELD);
    let built = world(&scene, &mesh).expect("a good scene");
    let layered: Vec<_> = built.mesh.non_manifold_edges().collect();
    assert!(layered.len() >= 9);
    assert!(layered.iter().all(|edge| built.mesh.edge_faces().row(edge.index()).len() == 3));
    let x = simulate(&scene, &mesh, 20);
    assert!(x.iter().all(|x| x.is_finite() && x.z < 1e-3));
}

/// A tube of one panel sewn to itself, from a mesh in space without a pattern.
#[test]
fn a_tube_without_a_pattern_keeps_its_round_shape() {
    let count = 17;
    let mut cut = Cut::default();
    let grid =
        cut.panel(&Panel { columns: count, rows: &rows(-0.1, 0.0, 4), in_pattern: DVec2::ZERO });
    let turn = std::f64::consts::TAU / (count - 1) as f64;
    for row in &grid {
        for (column, &vertex) in row.iter().enumerate() {
            let x = &mut cut.loaded.mesh.positions[vertex as usize];
            let (sin, cos) = (turn * column as f64).sin_cos();
            *x = dvec3(0.05 * cos, 0.05 * sin, x.z);
        }
    }
    let seam: Vec<Stitch> = grid
        .windows(2)
        .flat_map(|rows| {
            let edge = [rows[0][0], rows[1][0]].map(VertexId);
            [0, 1].map(|end| Stitch {
                vertex: VertexId(rows[end][count - 1]),
                edge,
                ratio: end as f64,
            })
        })
        .collect();
    cut.loaded.seams.push(seam);
    let mesh = cut.mesh();
    let scene = Scene::from_toml(&format!(
        "[settings]\ngravity = [0.0, 0.0, 0.0]\ndynamics = 'fem'\n\
         [[cloth]]\nshape.mesh = {{ file = 'tube.obj' }}\n{WELD}\n"
    ))
    .expect("a scene");
    let built = world(&scene, &mesh).expect("a good scene");
    let topology = &built.cloths[0].topology;
    assert_eq!(topology.vertex_count() + topology.faces().len(), topology.edges().len());
    assert_eq!(topology.boundary_edges().count(), 2 * (count - 1));
    // At rest: no force moves it, neither within the panel nor across the seam.
    let after = simulate(&scene, &mesh, 10);
    for (x, start) in after.iter().zip(&built.start.positions) {
        assert!(x.distance(*start) < 1e-9, "{x} {start}");
    }
}

/// Two panels whose seam is closed but for 1 mm, with a third one in the gap from a little beyond
/// the second stitch on: what merges makes way for it, and stitches through it are left open.
#[test]
fn a_layer_between_two_sides_is_not_sewn_through() {
    let mut cut = Cut::default();
    let [low, high] = [rows(-0.2, 0.0, 8), rows(0.0, 0.2, 8)];
    let below = cut.panel(&Panel { columns: 6, rows: &low, in_pattern: DVec2::ZERO });
    let above = cut.panel(&Panel { columns: 6, rows: &high, in_pattern: DVec2::X });
    let third = cut.panel(&Panel { columns: 6, rows: &rows(-0.05, 0.05, 4), in_pattern: DVec2::Y });
    let shift = |cut: &mut Cut, grid: &[Vec<u32>], by: DVec3| {
        for &vertex in grid.iter().flatten() {
            cut.loaded.mesh.positions[vertex as usize] += by;
        }
    };
    shift(&mut cut, &above, dvec3(0.0, 1e-3, 0.0));
    shift(&mut cut, &third, dvec3(0.022, 4e-4, 0.0));
    cut.sew(&above[0], &below[8]);
    let mesh = cut.mesh();
    let scene = hung(&above[8], WELD);
    let built = world(&scene, &mesh).expect("a good scene");
    let welded = built.cloths[0].welded.as_ref().expect("it is welded");
    assert_eq!((welded.counts.stitches, welded.counts.left_open, welded.counts.merged), (6, 4, 2));
    let found = |x: &[DVec3]| crossings(&built.mesh, &built.filters, x).expect("a mesh").len();
    assert!(found(&welded.positions) > 0);
    assert_eq!(found(&built.start.positions), 0);
    let moved: Vec<f64> = welded
        .positions
        .iter()
        .zip(&built.start.positions)
        .map(|(before, after)| before.distance(*after))
        .filter(|distance| *distance > 0.0)
        .collect();
    assert!(moved.len() <= 2 && moved.iter().all(|distance| *distance < 1e-3), "{moved:?}");
    let warnings = warnings(&scene, &built);
    let text = "4 of the 6 stitches of cloth 0 (`cloth`) are left open: another layer lies between";
    assert!(warnings.iter().any(|w| w.to_string().starts_with(text)), "{warnings:?}");
}

#[test]
fn welding_without_seams_is_told() {
    let (mut mesh, [_, top]) = whole();
    mesh.seams.clear();
    let scene = hung(&top, "weld_seams = true");
    let built = world(&scene, &mesh).expect("a good scene");
    let found: Vec<String> = warnings(&scene, &built).iter().map(ToString::to_string).collect();
    let text = "`weld_seams` of cloth 0 (`cloth`) is given, but does nothing: it has no `stitches`";
    assert!(found.iter().any(|warning| warning.starts_with(text)), "{found:?}");
}

#[test]
fn an_open_seam_is_named_with_its_gap() {
    let (mut mesh, [_, top]) = sewn();
    for x in &mut mesh.mesh.positions[..36] {
        x.z -= 0.057;
    }
    let error = world(&hung(&top, WELD), &mesh).expect_err("an open seam").to_string();
    let expected = "cloth 0 (`cloth`), seam 0: its widest gap is 57.0 mm, and `weld_seams` merges";
    assert!(error.starts_with(expected) && error.ends_with("sew it first"), "{error}");
}

/// A seam of the scene that sews a cloth to itself is welded as well, by the numbers of the file.
#[test]
fn a_seam_of_the_scene_is_welded_too() {
    let (mut mesh, [_, top]) = sewn();
    let chains = [32..36, 36..42].map(|range: std::ops::Range<u32>| range.collect::<Vec<_>>());
    mesh.seams.clear();
    let mut scene = hung(&top, "weld_seams = true");
    let [first, second] = chains;
    scene.seams.push(Seam::new([0, 0], first, second));
    let built = world(&scene, &mesh).expect("a good scene");
    assert_eq!(built.seams.len(), 0);
    let (file, _) = sewn();
    let by_file = world(&hung(&top, WELD), &file).expect("a good scene");
    assert_eq!(built.mesh.faces(), by_file.mesh.faces());
}
