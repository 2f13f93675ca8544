//! Pattern files through the loader: texture, seams, panels, lines, start and rest.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use glam::{DVec2, DVec3};
use ripstop_geometry::{Stitch, VertexId};
use ripstop_pipeline::NoClock;
use ripstop_pipeline::scene::{Chain, Import, LengthUnit, LoadedMesh, MeshRequest, UpAxis};
use ripstop_run::{MeshFiles, Run, SceneSource, read_scene};

/// Two triangles beside each other, their texture, two seams and three lines.
const PATTERN: &str = "v 0 0 1\nv 100 0 1\nv 0 100 1\nv 102 0 1\nv 300 0 2\nv 200 100 2\n\
    vt 0 0\nvt 1 0\nvt 0 1\nny 7\ng front\nf 1/1 2/2 3/3\nl 1 2\nl 2 3\nl 2 1 3\n\
    g back\nf 4/1 5/2 6/3\nseam 1\nstitch 1 3 5 0.5\nseam 2\nstitch 3 1 2 0\nstitch 2 0 1 1\n";

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        drop(fs::remove_dir_all(&path));
        fs::create_dir_all(&path).expect("a folder can be made");
        let folder = Self(path);
        folder.write("pattern.obj", PATTERN);
        folder.write(
            "start.obj",
            &PATTERN.replace("\nv 100 0 1", "\nv 50 0 1").replace("vt 1 0", "vt 2 0"),
        );
        folder.write("rest.obj", &PATTERN.replace("\nv 100 0 1", "\nv 75 0 1"));
        folder.write("other.obj", &PATTERN.replace("f 1/1 2/2 3/3", "f 1/1 3/2 2/3"));
        folder
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.0.join(file), text).expect(file);
    }

    fn load(&self, request: &MeshRequest) -> (Result<LoadedMesh, String>, Vec<String>) {
        let mut files = MeshFiles::in_folder(&self.0);
        let loaded = files.load(request).map_err(|error| error.to_string());
        (loaded, files.notes().to_vec())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn import(change: impl FnOnce(&mut Import)) -> Import {
    let mut import = Import::default();
    (import.unit, import.up) = (Some(LengthUnit::Cm), Some(UpAxis::Y));
    change(&mut import);
    import
}

fn request(import: &Import) -> MeshRequest<'_> {
    MeshRequest::new("pattern.obj", import)
}

fn stitch(vertex: u32, a: u32, b: u32, ratio: f64) -> Stitch {
    Stitch { vertex: VertexId(vertex), edge: [VertexId(a), VertexId(b)], ratio }
}

#[test]
fn a_pattern_has_all_that_its_file_says() {
    let folder = Folder::new("pattern");
    let import = import(|_| {});
    let (loaded, notes) = folder.load(&request(&import));
    let loaded = loaded.unwrap();
    assert_eq!(loaded.mesh.positions[1], DVec3::new(1.0, -0.01, 0.0));
    assert_eq!(loaded.rest, None);
    let corners = [DVec2::ZERO, DVec2::X, DVec2::Y];
    assert_eq!(loaded.uvs, Some(vec![corners; 2]));
    let seams = [vec![stitch(1, 3, 5, 0.5)], vec![stitch(3, 1, 2, 0.0), stitch(2, 0, 1, 1.0)]];
    assert_eq!(loaded.seams, seams);
    let groups: Vec<_> = loaded.groups.iter().map(|g| (g.name.as_str(), g.faces.clone())).collect();
    assert_eq!(groups, [("front", 0..1), ("back", 1..2)]);
    let chain = |vertices: &[u32]| Chain { name: "front".to_owned(), vertices: vertices.to_vec() };
    assert_eq!(loaded.chains, [chain(&[0, 1, 2]), chain(&[1, 0, 2])]);
    let note = "`pattern.obj`: skipped 1 line with a statement unknown here (`ny` in line 10)";
    assert_eq!(notes, [note]);
}

#[test]
fn a_start_leaves_the_file_as_rest() {
    let folder = Folder::new("start");
    let import = import(|_| {});
    let start = MeshRequest { start: Some("start.obj"), ..request(&import) };
    let of_file = folder.load(&request(&import)).0.unwrap();
    let loaded = folder.load(&start).0.unwrap();
    assert_eq!(loaded.mesh.positions[1], DVec3::new(0.5, -0.01, 0.0));
    assert_eq!(loaded.rest.as_ref(), Some(&of_file.mesh.positions));
    assert_eq!((loaded.uvs, loaded.seams), (of_file.uvs, of_file.seams));
    let both = MeshRequest { rest: Some("rest.obj"), ..start };
    let loaded = folder.load(&both).0.unwrap();
    assert_eq!(loaded.mesh.positions[1].x, 0.5);
    assert_eq!(loaded.rest.unwrap()[1].x, 0.75);
    for request in [
        MeshRequest { start: Some("other.obj"), ..request(&import) },
        MeshRequest { rest: Some("other.obj"), ..start },
    ] {
        let error = folder.load(&request).0.unwrap_err();
        assert_eq!(error, "`other.obj` does not have the faces of `pattern.obj`");
    }
}

#[test]
fn a_part_keeps_what_is_sewn_within_it() {
    let folder = Folder::new("part");
    let front = import(|import| import.surface = Some("front".to_owned()));
    let start = MeshRequest { start: Some("start.obj"), ..request(&front) };
    let (loaded, notes) = folder.load(&start);
    let loaded = loaded.unwrap();
    assert_eq!(loaded.mesh.positions.len(), 3);
    assert_eq!(loaded.mesh.positions[1].x, 0.5);
    assert_eq!(loaded.rest.unwrap()[1].x, 1.0);
    assert_eq!(loaded.seams, [vec![], vec![stitch(2, 0, 1, 1.0)]]);
    assert_eq!((loaded.uvs.unwrap().len(), loaded.groups.len()), (1, 1));
    let left_out = "`pattern.obj`: 2 of 3 stitches are left out because of `import.surface`";
    assert!(notes.iter().any(|note| note == left_out), "{notes:?}");
    // Vertex 3 joins vertex 1, which closes two stitches.
    let welded = import(|import| import.weld = Some(0.05));
    let (loaded, notes) = folder.load(&request(&welded));
    let loaded = loaded.unwrap();
    assert_eq!((loaded.mesh.positions.len(), loaded.mesh.faces.len()), (5, 2));
    assert_eq!(loaded.seams, [vec![], vec![stitch(2, 0, 1, 1.0)]]);
    let left_out = "`pattern.obj`: 2 of 3 stitches are left out because of `import.weld`";
    assert!(notes.iter().any(|note| note == left_out), "{notes:?}");
}

#[test]
fn a_run_keeps_its_start_and_says_what_was_skipped() {
    let folder = Folder::new("sewn-run");
    folder.write(
        "scene.toml",
        "settings.frames = 1\n[[cloth]]\nname = 'dress'\n\
         shape.mesh = { file = 'pattern.obj', start = 'start.obj', rest = 'uv', import = { unit = 'cm' } }\n",
    );
    let path = folder.0.join("scene.toml");
    let source = SceneSource::file(&path).unwrap();
    let out = folder.0.join("run");
    let mut run = Run::begin(source, Some(&out), NoClock).unwrap();
    run.complete(|_| ControlFlow::Continue(())).unwrap();
    assert_eq!(run.file_notes().len(), 2, "{:?}", run.file_notes());
    drop(run);
    for file in ["pattern.obj", "start.obj"] {
        fs::remove_file(folder.0.join(file)).unwrap();
    }
    let scene = fs::read_to_string(out.join("scene.toml")).unwrap();
    assert!(scene.contains("rest = \"uv\""), "{scene}");
    assert!(read_scene(&out.join("scene.toml")).is_ok());
    let run = Run::resume(&out, NoClock).unwrap();
    assert_eq!(run.simulation().world().start.positions[1].x, 0.5);
}

#[test]
fn polygons_that_bend_are_the_same_faces() {
    let folder = Folder::new("bent");
    let flat = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nf 1 2 3 4\n";
    // The second corner is pushed in, so that the quad is cut along the other diagonal.
    let dented = flat.replace("v 2 0 0", "v 0.5 1.5 0");
    folder.write("flat.obj", flat);
    folder.write("dented.obj", &dented);
    let import = Import::default();
    let flat = MeshRequest { file: "flat.obj", ..request(&import) };
    let dented = MeshRequest { file: "dented.obj", ..flat };
    let faces = |request| folder.load(request).0.unwrap().mesh.faces;
    assert_ne!(faces(&flat), faces(&dented));
    let started = folder.load(&MeshRequest { start: Some("dented.obj"), ..flat }).0.unwrap();
    assert_eq!(started.mesh.faces, faces(&flat));
    assert_eq!(started.mesh.positions[1], DVec3::new(0.5, 1.5, 0.0));
    folder.write("turned.obj", "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nf 2 3 4 1\n");
    let error = folder.load(&MeshRequest { start: Some("turned.obj"), ..flat }).0.unwrap_err();
    assert_eq!(error, "`turned.obj` does not have the faces of `flat.obj`");
}
