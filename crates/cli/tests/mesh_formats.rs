//! Mesh files of every format in scenes, and obstacles that move as a file says.

mod ripstop_command;

use std::fs;
use std::io::{self, Cursor};
use std::path::Path;

use glam::{DVec3, dvec3};
use ripstop_command::{Folder, assert_same_run, frames};
use ripstop_geometry::tessellate;
use ripstop_io::{
    Convention, Mesh, NpyWriter, Pc2Timing, Pc2Writer, PlyEncoding, write_glb, write_obj, write_ply,
};

/// A sheet of positions that single precision holds.
fn sheet() -> Mesh {
    let grid = tessellate::grid([0.5, 0.5], [9, 9]);
    Mesh::new(grid.positions.into_iter().map(|x| x + dvec3(0.0, 0.0, 0.25)).collect(), grid.faces)
}

fn written(write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes);
    bytes
}

/// A text of triangles that share nothing.
fn stl(mesh: &Mesh) -> Vec<u8> {
    let facet = |face: &[u32; 3]| {
        let vertex = |v: u32| {
            let [x, y, z] = mesh.positions[v as usize].to_array();
            format!("vertex {x} {y} {z}\n")
        };
        format!("facet normal 0 0 1\nouter loop\n{}endloop\nendfacet\n", face.map(vertex).concat())
    };
    format!("solid\n{}endsolid\n", mesh.faces.iter().map(facet).collect::<String>()).into_bytes()
}

fn scene(file: &str, more: &str) -> String {
    format!(
        "[settings]\nframes = 5\nsubsteps = 4\n[[cloth]]\nshape.mesh = {{ file = '{file}'{more} }}\n\
         [[obstacle]]\nshape.sphere = {{ radius = 0.2, rings = 6 }}\n"
    )
}

fn run(folder: &Folder, name: &str, scene: &str, options: &[&str]) -> Vec<Vec<DVec3>> {
    folder.write(&format!("{name}.toml"), scene);
    let file = format!("{name}.toml");
    folder.ripstop(&[&["run", &file, "--out", name, "--quiet"], options].concat()).succeeds();
    frames(&folder.path(name).join("positions.npy"))
}

#[test]
fn every_format_gives_the_same_bits() {
    let folder = Folder::new("formats");
    let mesh = sheet();
    let turned = |mesh: &Mesh| {
        let positions = mesh.positions.iter().map(|&x| Convention::GLTF.from_world(x)).collect();
        Mesh { positions, ..mesh.clone() }
    };
    let thousandfold =
        Mesh { positions: mesh.positions.iter().map(|x| *x * 1000.0).collect(), ..mesh.clone() };
    let files = [
        ("a.obj", written(|bytes| write_obj(bytes, &mesh).unwrap())),
        ("a.ply", written(|bytes| write_ply(bytes, &mesh, PlyEncoding::BigEndian).unwrap())),
        ("a.glb", written(|bytes| write_glb(bytes, &turned(&mesh)).unwrap())),
        ("z.glb", written(|bytes| write_glb(bytes, &mesh).unwrap())),
        ("y.obj", written(|bytes| write_obj(bytes, &turned(&mesh)).unwrap())),
        ("mm.obj", written(|bytes| write_obj(bytes, &thousandfold).unwrap())),
        ("a.stl", stl(&mesh)),
    ];
    for (name, bytes) in files {
        fs::write(folder.path(name), bytes).unwrap();
    }
    let expected = run(&folder, "obj", &scene("a.obj", ""), &[]);
    assert_eq!(run(&folder, "ply", &scene("a.ply", ""), &[]), expected);
    assert_eq!(run(&folder, "glb", &scene("a.glb", ""), &[]), expected);
    assert_eq!(run(&folder, "glb-z", &scene("z.glb", ", import.up = 'z'"), &[]), expected);
    assert_eq!(run(&folder, "obj-y", &scene("y.obj", ""), &["--up", "y"]), expected);
    // Vertices are numbered as the triangles come, so positions are compared as a set.
    let welded = run(&folder, "stl", &scene("a.stl", ", import.weld = 1e-6"), &[]);
    let sorted = |frame: &[DVec3]| {
        let mut bits: Vec<_> = frame.iter().map(|x| x.to_array().map(f64::to_bits)).collect();
        bits.sort_unstable();
        bits
    };
    assert_eq!(sorted(&welded[0]), sorted(&expected[0]));
    let option = run(&folder, "stl-2", &scene("a.stl", ""), &["--weld=1e-6"]);
    assert_eq!(option, welded);
    // Thousandths are not exact, but near.
    let millimetres = run(&folder, "mm", &scene("mm.obj", ""), &["--unit", "mm"]);
    let far = expected[0].iter().zip(&millimetres[0]).map(|(x, y)| (*x - *y).length());
    assert!(far.fold(0.0, f64::max) < 1e-15);
    let text = fs::read_to_string(folder.path("mm/scene.toml")).unwrap();
    assert!(text.contains("unit = \"mm\""), "{text}");

    folder.ripstop(&["run", "stl-2.toml", "--weld=-1"]).fails_with(&["`a.stl`", "-1"]);
    folder.write("fbx.toml", &scene("a.fbx", ""));
    fs::write(folder.path("a.fbx"), b"x").unwrap();
    folder.ripstop(&["run", "fbx.toml"]).fails_with(&["`a.fbx`", ".gltf or .glb"]);
    let check = folder.ripstop(&["check", "a.stl", "--weld"]);
    check.succeeds();
    assert!(check.out.contains("0 intersections (81 vertices, 128 faces)"), "{}", check.out);
    assert_eq!(folder.ripstop(&["check", "a.stl"]).code, Some(1));
    folder.ripstop(&["check", "a.ply", "a.glb"]).succeeds();
}

#[test]
fn groups_are_surfaces_and_rest_shapes_are_cut_alike() {
    let folder = Folder::new("groups");
    // Two sheets in one file; the one that is wanted has its vertices split along a seam.
    let text = "o left\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no right\nv 5 0 0\nv 6 0 0\nv 5 1 0\nv 6 0 0\nv 6 1 0\nv 5 1 0\n\
        f 4 5 6\nf 7 8 9\n";
    folder.write("two.obj", text);
    folder.write("rest.obj", &text.replace("v 6 1 0", "v 6 1.5 0"));
    let more = ", rest = 'rest.obj', import = { surface = 'right', weld = 0.0 }";
    let found = run(&folder, "right", &scene("two.obj", more), &[]);
    let sheet =
        [dvec3(5.0, 0.0, 0.0), dvec3(6.0, 0.0, 0.0), dvec3(5.0, 1.0, 0.0), dvec3(6.0, 1.0, 0.0)];
    assert_eq!(found[0][..4], sheet);
    folder.write("none.toml", &scene("two.obj", ", import.surface = 'middle'"));
    folder.ripstop(&["run", "none.toml"]).fails_with(&["no group `middle`, but `left`, `right`"]);
    folder.write("other.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    folder.write("other.toml", &scene("two.obj", ", rest = 'other.obj'"));
    let words = ["`other.obj` does not have the faces of `two.obj`"];
    folder.ripstop(&["run", "other.toml"]).fails_with(&words);
}

/// A square that bulges more and more, in 4 frames.
fn bulge(frame: usize) -> Vec<DVec3> {
    let lift =
        |x: DVec3| x + dvec3(0.0, 0.0, 0.125 * frame as f64 * (0.25 - x.x * x.x - x.y * x.y));
    tessellate::grid([1.0, 1.0], [9, 9]).positions.into_iter().map(lift).collect()
}

fn body_scene(frames: &str, file: &str) -> String {
    format!(
        "[settings]\nframes = 22\nsubsteps = 4\n[[cloth]]\nshape.grid = {{ size = [0.5, 0.5], resolution = [8, 8] }}\n\
         transform.translate = [0.01, 0.02, 0.01]\n\
         [[obstacle]]\nshape.mesh = {{ file = '{file}', frames = {{ file = '{frames}', rate = 10.0 }} }}\n"
    )
}

#[test]
fn a_body_moves_as_its_cache_says() {
    let folder = Folder::new("body");
    let grid = tessellate::grid([1.0, 1.0], [9, 9]);
    let mesh = Mesh::new(grid.positions, grid.faces);
    fs::create_dir(folder.path("in")).unwrap();
    let obj = written(|bytes| write_obj(bytes, &mesh).unwrap());
    fs::write(folder.path("in/body.obj"), obj).unwrap();
    let mut cache = Pc2Writer::create(Vec::new(), 81, 4, Pc2Timing::default()).unwrap();
    let mut array = NpyWriter::create(Cursor::new(Vec::new()), 81).unwrap();
    for frame in 0..4 {
        cache.append(&bulge(frame)).unwrap();
        array.append(&bulge(frame)).unwrap();
    }
    fs::write(folder.path("in/walk.pc2"), cache.finish().unwrap()).unwrap();
    fs::write(folder.path("in/walk.npy"), array.into_inner().into_inner()).unwrap();

    let pc2 = run(&folder, "pc2", &body_scene("in/walk.pc2", "in/body.obj"), &[]);
    let npy = run(&folder, "npy", &body_scene("in/walk.npy", "in/body.obj"), &[]);
    assert_eq!(pc2, npy);
    assert_eq!(pc2[0][64..], bulge(0));
    assert_eq!(pc2[6][64..], bulge(1));
    assert_eq!(pc2[18][64..], bulge(3));
    assert_eq!(pc2[22][64..], bulge(3));
    folder.ripstop(&["check", "pc2"]).succeeds();

    // The run stands alone, and goes on from its checkpoint with the same bits.
    fs::remove_dir_all(folder.path("in")).unwrap();
    copy(&folder.path("pc2"), &folder.path("copy")).unwrap();
    let text = fs::read_to_string(folder.path("copy/scene.toml")).unwrap();
    let checkpoint = fs::read(folder.path("copy/checkpoint")).unwrap();
    assert!(text.contains("walk.pc2") && !checkpoint.is_empty());
    fs::remove_file(folder.path("copy/checkpoint")).unwrap();
    folder.ripstop(&["resume", "copy", "--quiet"]).succeeds();
    assert_same_run(&folder.path("pc2"), &folder.path("copy"));
}

#[test]
fn a_body_moves_through_numbered_files() {
    let folder = Folder::new("body-files");
    let grid = tessellate::grid([1.0, 1.0], [9, 9]);
    let mut mesh = Mesh::new(grid.positions, grid.faces);
    for name in ["in", "in/walk", "in/gap", "in/two"] {
        fs::create_dir(folder.path(name)).unwrap();
    }
    let mut array = NpyWriter::create(Cursor::new(Vec::new()), 81).unwrap();
    for frame in 0..4 {
        array.append(&bulge(frame)).unwrap();
        mesh.positions = bulge(frame);
        let obj = written(|bytes| write_obj(bytes, &mesh).unwrap());
        let ply = written(|bytes| write_ply(bytes, &mesh, PlyEncoding::LittleEndian).unwrap());
        // Numbers as words would be sorted: 10, 11, 8, 9.
        fs::write(folder.path(&format!("in/walk/shell{}.obj", frame + 8)), &obj).unwrap();
        fs::write(folder.path(&format!("in/{:04}.ply", frame + 9998)), &ply).unwrap();
        fs::write(folder.path(&format!("in/gap/p{}.obj", frame + frame / 2)), &obj).unwrap();
    }
    fs::copy(folder.path("in/walk/shell8.obj"), folder.path("in/body.obj")).unwrap();
    fs::write(folder.path("in/walk.npy"), array.into_inner().into_inner()).unwrap();

    let npy = run(&folder, "npy", &body_scene("in/walk.npy", "in/body.obj"), &[]);
    assert_eq!(npy[18][64..], bulge(3));
    for (name, file) in [
        ("star", "in/walk/shell*.obj"),
        ("folder", "in/walk"),
        ("hash", "in/####.ply"),
        ("percent", "in/%04d.ply"),
    ] {
        assert_eq!(run(&folder, name, &body_scene(file, "in/body.obj"), &[]), npy, "{file}");
    }
    for (file, words) in [
        (
            "in/gap/p*.obj",
            ["`in/gap/p*.obj`", "no file with the number 2, though there is `p3.obj`"],
        ),
        ("in/none*.obj", ["`in/none*.obj`", "no such numbered files"]),
        ("in/two", ["`in/two`", "no such numbered files"]),
        ("in/*#.ply", ["`in/*#.ply`", "No such file"]),
    ] {
        folder.write("bad.toml", &body_scene(file, "in/body.obj"));
        folder.ripstop(&["run", "bad.toml"]).fails_with(&words);
    }
    folder.write("in/two/a1.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    folder.write("in/two/b1.obj", "");
    folder.write("bad.toml", &body_scene("in/two", "in/body.obj"));
    let words = ["`in/two`", "it has `a1.obj` and `b1.obj`"];
    folder.ripstop(&["run", "bad.toml"]).fails_with(&words);
    fs::rename(folder.path("in/two/b1.obj"), folder.path("in/two/a01.obj")).unwrap();
    folder.ripstop(&["run", "bad.toml"]).fails_with(&["`a01.obj` and `a1.obj` have the same"]);
    fs::copy(folder.path("in/two/a1.obj"), folder.path("in/walk/shell10.obj")).unwrap();
    folder.write("bad.toml", &body_scene("in/walk", "in/body.obj"));
    let words = ["`in/walk/shell10.obj` does not have the faces of `in/body.obj`"];
    folder.ripstop(&["run", "bad.toml"]).fails_with(&words);

    // The run stands alone: it has all positions in one file.
    fs::remove_dir_all(folder.path("in")).unwrap();
    fs::remove_file(folder.path("star/checkpoint")).unwrap();
    folder.ripstop(&["resume", "star", "--quiet"]).succeeds();
    assert_same_run(&folder.path("star"), &folder.path("folder"));
}

#[test]
fn caches_that_do_not_fit_are_named() {
    let folder = Folder::new("body-bad");
    folder.write("body.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let mut cache = Pc2Writer::create(Vec::new(), 81, 1, Pc2Timing::default()).unwrap();
    cache.append(&bulge(0)).unwrap();
    fs::write(folder.path("walk.pc2"), cache.finish().unwrap()).unwrap();
    folder.write("cut.pc2", "POINTCACHE2");
    for (file, words) in [
        ("walk.pc2", ["`walk.pc2`: it has frames of 81 vertices", "the mesh has 3"]),
        ("cut.pc2", ["`cut.pc2`: byte 0", "11 bytes"]),
        ("no.npy", ["`no.npy`", "No such file"]),
        ("walk.abc", ["`walk.abc`", "No such file"]),
        ("body.obj", ["`body.obj`", ".pc2 or .npy"]),
    ] {
        folder.write("bad.toml", &body_scene(file, "body.obj"));
        folder.ripstop(&["run", "bad.toml"]).fails_with(&words);
    }
}

#[test]
fn a_gltf_file_brings_its_buffers() {
    let folder = Folder::new("gltf-parts");
    fs::create_dir_all(folder.path("in/data")).unwrap();
    let numbers = [0.0_f32, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.5, 0.0];
    let bytes: Vec<u8> = numbers.into_iter().flat_map(f32::to_le_bytes).collect();
    fs::write(folder.path("in/data/my points.bin"), bytes).unwrap();
    let text = |uri: &str| {
        format!(
            "{{\"asset\":{{\"version\":\"2.0\"}},\"meshes\":[{{\"primitives\":[{{\"attributes\":{{\"POSITION\":0}}}}]}}],\
             \"accessors\":[{{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}}],\
             \"bufferViews\":[{{\"buffer\":0,\"byteLength\":36}}],\"buffers\":[{{\"byteLength\":36,\"uri\":\"{uri}\"}}]}}"
        )
    };
    folder.write("in/flag.gltf", &text("data/my%20points.bin"));
    let alone =
        "settings.frames = 3\n[[cloth]]\nshape.mesh = { file = 'in/flag.gltf', import.up = 'z' }\n";
    let found = run(&folder, "flag", alone, &[]);
    assert_eq!(found[0][..3], [DVec3::ZERO, 0.5 * DVec3::X, 0.5 * DVec3::Y]);
    fs::remove_dir_all(folder.path("in")).unwrap();
    folder.ripstop(&["check", "flag"]).succeeds();
    for uri in ["../secret.bin", "/etc/passwd", "http://example.org/a.bin"] {
        folder.write("bad.gltf", &text(uri));
        folder.write("bad.toml", &scene("bad.gltf", ""));
        folder.ripstop(&["run", "bad.toml"]).fails_with(&["`bad.gltf`", "outside of its folder"]);
    }
}

/// A folder with all that is in it.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
