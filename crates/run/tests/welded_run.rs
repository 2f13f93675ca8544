//! A run of a cloth whose seams are welded, recorded and read back.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use glam::DVec2;
use ripstop_io::Mesh;
use ripstop_pipeline::NoClock;
use ripstop_run::{RecordedRun, Run, SceneSource};

/// A square and, sewn to its lower side, one with a vertex more; far apart in the pattern.
const PATTERN: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n\
    v 0 -1 0\nv 1 -1 0\nv 1 0 0\nv 0.5 0 0\nv 0 0 0\n\
    vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt 5 0\nvt 6 0\nvt 6 1\nvt 5.5 1\nvt 5 1\n\
    g front\nusemtl red\nf 1/1 2/2 3/3 4/4\ng back\nusemtl blue\nf 5/5 6/6 7/7 8/8 9/9\n\
    l 7 8 9\nseam 0\nstitch 8 0 1 0\nstitch 7 0 1 0.5\nstitch 6 0 1 1\n";

const SCENE: &str = "settings.frames = 12\n[[cloth]]\nname = 'dress'\n\
    shape.mesh = { file = 'pattern.obj', rest = 'uv' }\nstitches = 'file'\nweld_seams = true\n\
    pin = [{ select.vertices = [2, 3] }]\n";

fn area(uvs: &[[DVec2; 3]]) -> f64 {
    uvs.iter().map(|[a, b, c]| 0.5 * (*b - *a).perp_dot(*c - *a)).sum()
}

fn groups(mesh: &Mesh) -> Vec<(&str, usize)> {
    mesh.groups.iter().map(|group| (group.name, group.faces.len())).collect()
}

#[test]
fn a_welded_run_is_read_back_with_its_texture() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("welded-run");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).expect("a folder can be made");
    fs::write(folder.join("pattern.obj"), PATTERN).unwrap();
    fs::write(folder.join("scene.toml"), SCENE).unwrap();
    let source = SceneSource::file(&folder.join("scene.toml")).unwrap();
    let out = folder.join("run");
    let mut run = Run::begin(source, Some(&out), NoClock).unwrap();
    run.complete(|_| ControlFlow::Continue(())).unwrap();
    let end = run.simulation().state().positions.clone();
    drop(run);

    // The front is cut at the vertex in the middle: 3 faces of 2.
    let mut recorded = RecordedRun::open(&out).unwrap();
    assert_eq!((recorded.world.mesh.vertex_count(), recorded.world.mesh.faces().len()), (7, 6));
    let written = ripstop_run::read_mesh(&out.join("mesh.obj")).unwrap();
    assert_eq!((written.positions.len(), written.faces.len()), (7, 6));
    assert_eq!(recorded.frames.read(12).unwrap(), end);
    let mesh = recorded.mesh(&[0]).unwrap();
    mesh.check().unwrap();
    assert_eq!(mesh.faces, written.faces);
    assert_eq!(groups(&mesh), [("front", 3), ("back", 3)]);
    assert_eq!(mesh.materials.iter().map(|group| group.name).collect::<Vec<_>>(), ["red", "blue"]);
    assert!(mesh.polygons.is_empty());
    // The line along the seam goes through the corners of the front and the vertex between.
    let lines: Vec<_> = mesh.chains.iter().map(|chain| chain.vertices.to_vec()).collect();
    assert_eq!(lines, [[1, 6, 0]]);
    // Texture as in the file: the whole pattern, and 7 vertices of which 3 have two places.
    let uvs = mesh.uv_corners().unwrap();
    assert!((area(&uvs) - 2.0).abs() < 1e-12);
    assert_eq!(mesh.uvs.len(), 10);

    // Interrupted and resumed, it ends at the same bits.
    let source = SceneSource::file(&folder.join("scene.toml")).unwrap();
    let second = folder.join("second");
    let mut run = Run::begin(source, Some(&second), NoClock).unwrap();
    let mut left = 11;
    run.complete(|_| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .unwrap();
    drop(run);
    let mut run = Run::resume(&second, NoClock).unwrap();
    run.complete(|_| ControlFlow::Continue(())).unwrap();
    assert_eq!(run.simulation().state().positions, end);
    drop(fs::remove_dir_all(&folder));
}
