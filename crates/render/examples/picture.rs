//! Takes a picture of a wavy sheet above the ground, coloured by its strain, and encodes it as PPM.
#![expect(clippy::print_stdout, reason = "an example shows something")]

use ripstop_geometry::CollisionMesh;
use ripstop_render::camera::View;
use ripstop_render::color::hex;
use ripstop_render::coloring::strain_level;
use ripstop_render::glam::{DVec3, dvec3};
use ripstop_render::{
    Appearance, Camera, Color, Coloring, Finish, Ground, Image, Light, Quality, Snapshot, Stage,
    vertex_strains,
};

/// Vertices per side of the sheet.
const SIDE: u32 = 24;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rest: Vec<DVec3> = (0..SIDE * SIDE).map(|i| flat(i % SIDE, i / SIDE)).collect();
    let positions: Vec<DVec3> = rest.iter().map(|&x| waved(x)).collect();
    let mesh = CollisionMesh::new(&rest, &faces())?;
    let at_rest: Vec<_> = mesh.faces().iter().map(|face| face.map(|v| rest[v.index()])).collect();
    let strains = vertex_strains(&mesh, &at_rest, &positions);
    let levels: Vec<f64> = strains.into_iter().map(strain_level).collect();
    let paint: Vec<Option<Color>> =
        Coloring::Strain.colors(&levels).into_iter().map(Some).collect();

    let stage = Stage {
        mesh: &mesh,
        appearances: vec![Appearance {
            front: hex(0xD9_5F_3B),
            back: hex(0xE9_C4_8A),
            finish: Finish::Cloth,
        }],
        weave: Vec::new(),
        up: DVec3::Z,
        ground: Some(Ground { height: 0.0 }),
        center: dvec3(0.5, 0.5, 0.5),
        size: 1.0,
    };
    let view = View::new(dvec3(-0.3, 1.0, -0.5), DVec3::Z);
    let camera = Camera::framing(positions.iter().copied(), &view);
    let light = Light::studio(&camera.axes(), DVec3::Z);
    let snapshot = Snapshot::new(&stage, &positions, &paint)?;
    let picture = snapshot.picture(&camera, &light, &Quality::new(96, 64, 8));

    println!("{} faces, {} rays", mesh.faces().len(), picture.rays);
    println!("{} bytes of PPM", ppm(&picture.image).len());
    Ok(())
}

fn flat(column: u32, row: u32) -> DVec3 {
    let [x, y] = [column, row].map(|i| f64::from(i) / f64::from(SIDE - 1));
    dvec3(x, y, 0.5)
}

/// Waves along x, and a stretch of two per cent along y.
fn waved(x: DVec3) -> DVec3 {
    dvec3(x.x, 1.02 * x.y, x.z + 0.03 * libm::sin(12.0 * x.x))
}

/// Two triangles per cell.
fn faces() -> Vec<[u32; 3]> {
    let cells = (0..SIDE - 1).flat_map(|row| (0..SIDE - 1).map(move |column| row * SIDE + column));
    cells.flat_map(|i| [[i, i + 1, i + SIDE], [i + 1, i + SIDE + 1, i + SIDE]]).collect()
}

/// The binary form of the portable pixmap, which most viewers open.
fn ppm(image: &Image) -> Vec<u8> {
    let mut bytes = format!("P6\n{} {}\n255\n", image.width, image.height).into_bytes();
    bytes.extend_from_slice(image.bytes());
    bytes
}

#[test]
fn it_runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
