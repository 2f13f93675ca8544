//! Runs as a front end other than the command sees them.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use ripstop_pipeline::scene::{Import, Scene};
use ripstop_pipeline::{NoClock, REPORT_VERSION, Simulation};
use ripstop_run::{Ending, MeshFiles, RecordedRun, Run, RunError, RunLayout, SceneSource};

const FRAMES: usize = 15;
const RUN_FILES: [&str; 6] =
    ["scene.toml", "mesh.obj", "surfaces.json", "positions.npy", "checkpoint", "report.jsonl"];

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn source() -> SceneSource {
    let mut source = SceneSource::builtin("drape", 8).expect("it is built in");
    source.scene.settings.frames = FRAMES;
    source
}

#[test]
fn an_interrupted_run_resumes_to_the_same_bytes() {
    let [whole, halted] = ["whole", "halted"].map(folder);
    let mut run = Run::begin(source(), Some(&whole), NoClock).unwrap();
    assert_eq!(run.complete(|_| ControlFlow::Continue(())).unwrap(), Ending::Finished);
    let totals = run.totals().clone();
    assert_eq!((totals.frames, totals.intersections), (FRAMES, 0));

    let mut run = Run::begin(source(), Some(&halted), NoClock).unwrap();
    let stop_at = |frame: usize| {
        move |line: &ripstop_run::ReportLine| {
            if line.report.frame == frame {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        }
    };
    assert_eq!(run.complete(stop_at(12)).unwrap(), Ending::Interrupted);
    assert!(matches!(Run::resume(&halted, NoClock), Err(RunError::InUse { .. })));
    drop(run);
    let mut run = Run::resume(&halted, NoClock).unwrap();
    assert_eq!(run.simulation().frame(), 10);
    // A request to stop at the last frame comes too late.
    assert_eq!(run.complete(stop_at(FRAMES)).unwrap(), Ending::Finished);
    assert_eq!(run.totals(), &totals);
    for file in RUN_FILES {
        let [a, b] = [&whole, &halted].map(|run| fs::read(run.join(file)).unwrap());
        assert!(a == b, "{file} differs");
    }
    for line in fs::read_to_string(whole.join("report.jsonl")).unwrap().lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(line["version"], REPORT_VERSION);
    }
    let mut recorded = RecordedRun::open(&whole).unwrap();
    assert_eq!(recorded.frames.count(), FRAMES + 1);
    assert_eq!(recorded.frames.read(0).unwrap(), recorded.world.start.positions);
    assert!(matches!(recorded.frames.read(99), Err(RunError::ReadFrame { frame: 99, .. })));
}

#[test]
fn errors_carry_the_path() {
    let full = folder("full");
    fs::create_dir_all(&full).unwrap();
    fs::write(full.join("letter.txt"), "dear").unwrap();
    let refused = Run::begin(source(), Some(&full), NoClock).err();
    assert!(matches!(refused, Some(RunError::NotEmpty { path }) if path == full));
    let missing = Run::resume(&folder("missing"), NoClock).err();
    assert!(matches!(missing, Some(RunError::NoRun { .. })));
    let error = ripstop_run::read_mesh(&full.join("letter.txt")).unwrap_err();
    assert_eq!(error.path, full.join("letter.txt"));
}

#[test]
fn surfaces_json_leads_from_names_to_numbers() {
    let folder = folder("layout");
    let mut source = SceneSource::builtin("stack", 4).expect("it is built in");
    source.scene.settings.frames = 2;
    let mut run = Run::begin(source, Some(&folder), NoClock).unwrap();
    run.complete(|_| ControlFlow::Continue(())).unwrap();
    let path = folder.join("surfaces.json");
    let text = fs::read_to_string(&path).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&json["frames"], &json["states"]), (&2.into(), &3.into()));
    assert_eq!((&json["unit"], &json["up"]), (&"m".into(), &"z".into()));
    assert_eq!(json["frame_rate"], 60.0);

    let mut recorded = RecordedRun::open(&folder).unwrap();
    assert_eq!(RunLayout::read(&path).unwrap(), recorded.layout);
    assert_eq!(recorded.frames.count(), recorded.layout.states);
    let mesh = ripstop_run::read_mesh(&folder.join("mesh.obj")).unwrap();
    let start = recorded.frames.read(0).unwrap();
    let surfaces = &recorded.layout.surfaces;
    assert_eq!(surfaces.len(), mesh.groups.len());
    for (surface, group) in surfaces.iter().zip(mesh.surfaces()) {
        assert_eq!(surface.name, group.name);
        let vertices: Vec<usize> = group.vertices.iter().map(|&v| v as usize).collect();
        assert_eq!(surface.vertices().collect::<Vec<_>>(), vertices);
        assert_eq!(surface.face_count, group.faces.len());
        let named = mesh.surface(&surface.name).unwrap();
        assert_eq!(&start[surface.vertices()], named.positions.as_slice(), "{}", surface.name);
    }
    let kinds = [0, 4].map(|index: usize| json["surfaces"][index]["kind"].clone());
    assert_eq!(kinds, ["cloth", "obstacle"]);
    assert_eq!(surfaces.last().unwrap().vertices().end, start.len());
    assert_eq!(surfaces.last().unwrap().faces().end, mesh.faces.len());

    // A run from before there was such a file gets one when it goes on.
    drop(run);
    fs::remove_file(&path).unwrap();
    drop(Run::resume(&folder, NoClock).unwrap());
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    fs::write(&path, &text[..40]).unwrap();
    assert!(matches!(RunLayout::read(&path), Err(RunError::Read { .. })));
}

#[test]
fn a_loader_reads_the_files_of_its_folder_once() {
    let folder = folder("loader");
    fs::create_dir_all(&folder).unwrap();
    let quad = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n\
        usemtl felt\nf 1/1 2/2 3/3 4/4\n";
    fs::write(folder.join("mat.obj"), quad).unwrap();
    let scene = |file: &str| {
        let text = format!("[[cloth]]\nname = 'mat'\nshape.mesh = {{ file = '{file}' }}\n");
        Scene::from_toml(&text).unwrap()
    };
    let mut load = ripstop_run::mesh_loader(&folder);
    let first = Simulation::new(&scene("mat.obj"), &mut load).unwrap();
    assert_eq!((first.mesh().vertex_count(), first.mesh().faces().len()), (4, 2));
    fs::remove_file(folder.join("mat.obj")).unwrap();
    assert!(Simulation::new(&scene("mat.obj"), &mut load).is_ok());
    let error = Simulation::new(&scene("rug.obj"), &mut load).err().unwrap().to_string();
    assert!(error.contains("rug.obj") && error.contains("No such file"), "{error}");

    // The same file with all that it says, for whoever wants its texture.
    fs::write(folder.join("mat.obj"), quad).unwrap();
    let mut files = MeshFiles::in_folder(&folder);
    let whole = files.whole("mat.obj", &Import::default()).unwrap();
    assert_eq!(whole.uv_corners().unwrap().len(), 2);
    assert_eq!((whole.polygons.len(), whole.materials.len()), (1, 1));
}
