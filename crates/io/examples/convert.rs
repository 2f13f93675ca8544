//! Reads OBJ text, writes it as PLY and as GLB, and reads both back.
//!
//! PLY keeps every bit of the positions, GLB their single precision. A GLB file has its vertices
//! group by group, so one that two groups share is split; welding merges it again.
#![expect(clippy::print_stdout, reason = "an example shows something")]

use ripstop_io::{
    Convention, Mesh, PlyEncoding, UpAxis, read_gltf, read_obj, read_ply, weld, write_glb,
    write_ply,
};

/// Two squares on a common edge, in centimetres with y up; the first is one polygon.
const TEXT: &str = "\
v 0 0 0
v 10 0 0
v 10 0 10
v 0 0 10
v 20 0 0
v 20 0.1 10
g left
f 1 4 3 2
g right
f 2 3 6
f 2 6 5
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut mesh = read_obj(TEXT.as_bytes())?.mesh;
    let convention = Convention::new(0.01, UpAxis::Y);
    mesh.positions.iter_mut().for_each(|x| *x = convention.to_world(*x));
    show("OBJ", &mesh);

    let mut bytes = Vec::new();
    write_ply(&mut bytes, &mesh, PlyEncoding::LittleEndian)?;
    let ply = read_ply(bytes.as_slice())?.mesh;
    show(&format!("PLY, {} bytes", bytes.len()), &ply);
    assert_eq!(ply.positions, mesh.positions);

    let mut up = mesh.clone();
    up.positions.iter_mut().for_each(|x| *x = Convention::GLTF.from_world(*x));
    let mut bytes = Vec::new();
    write_glb(&mut bytes, &up)?;
    let glb = read_gltf(bytes.as_slice())?.mesh;
    show(&format!("GLB, {} bytes", bytes.len()), &glb);

    let welded = weld(&glb, 0.0)?;
    show(&format!("welded, {} vertices merged", welded.merged_vertices), &welded.mesh);
    assert_eq!(welded.mesh.positions.len(), mesh.positions.len());

    if let Err(error) = read_obj("v 0 0 0\nv 1 0 zero\n".as_bytes()) {
        println!("an error: {error}");
    }
    Ok(())
}

fn show(what: &str, mesh: &Mesh) {
    println!("{what}: {} vertices, {} faces", mesh.positions.len(), mesh.faces.len());
    for group in mesh.groups.iter() {
        println!("  group {:?}: {} faces", group.name, group.faces.len());
    }
}

#[test]
fn it_runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
