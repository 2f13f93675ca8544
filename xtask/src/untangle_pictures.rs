//! Pictures of tangled cloth before and after, side by side, for the documentation.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use glam::{DVec3, dvec3};
use ripstop_fixtures::tangle::{Family, Tangle};
use ripstop_geometry::{CollisionMesh, Crossing};
use ripstop_render::camera::View;
use ripstop_render::color::hex;
use ripstop_render::{Camera, Color, Finish, Image, Light, Look, Quality, Snapshot, Stage};

const FOLDER: &str = "docs/untangling";

/// Files are small (bytes).
const LARGEST: u64 = 90_000;

const WIDTH: u32 = 280;
const HEIGHT: u32 = 230;

/// A case, and from where it is looked at, in the frame of its clean origin.
pub(crate) const EXHIBITS: [(Family, u64); 5] = [
    (Family::Fold, 4),
    (Family::Corner, 0),
    (Family::Sleeve, 1),
    (Family::Crossing, 2),
    (Family::Body, 0),
];

/// Writes the picture of a case: tangled on the left, untangled on the right; what crosses is red.
pub(crate) fn draw(
    (family, seed): (Family, u64),
    case: &Tangle,
    mesh: &CollisionMesh,
    (before, after): (&[Crossing], &[DVec3]),
) -> Result<()> {
    let up = up_of(case);
    let stage = Stage {
        mesh,
        looks: looks(),
        weave: Vec::new(),
        up,
        ground: None,
        center: case.tangled.iter().sum::<DVec3>() / case.tangled.len() as f64,
        size: 0.5,
    };
    let side = up.any_orthonormal_vector();
    let forward = -0.45 * up + side + 0.4 * up.cross(side);
    let view = View {
        forward,
        up,
        field_of_view: 28.0,
        aspect: f64::from(WIDTH) / f64::from(HEIGHT),
        margin: 0.06,
    };
    let camera = Camera::framing(case.tangled.iter().copied(), &view);
    let light = Light::studio(&camera.axes(), up);
    let quality = Quality { width: WIDTH, height: HEIGHT, samples: 24 };
    let mut red: Vec<Option<Color>> = vec![None; mesh.vertex_count()];
    for crossing in before {
        for vertex in mesh.face(crossing.face) {
            red[vertex.index()] = Some(hex(0x00C8_1E1E));
        }
    }
    let left = Snapshot::new(&stage, &case.tangled, &red)?.picture(&camera, &light, &quality);
    let right = Snapshot::new(&stage, after, &[])?.picture(&camera, &light, &quality);
    fs::create_dir_all(FOLDER)?;
    let path = Path::new(FOLDER).join(format!("{}.png", family.name()));
    write(&path, &left.image, &right.image)?;
    let bytes = fs::metadata(&path)?.len();
    ensure!(bytes <= LARGEST, "{} is too large: {bytes} bytes", path.display());
    println!("{}: case {seed}, {bytes} bytes", path.display());
    Ok(())
}

fn looks() -> Vec<Look> {
    let look = |front, back| Look { front: hex(front), back: hex(back), finish: Finish::Cloth };
    vec![look(0x00E0_8E45, 0x00E9_C48A), look(0x003F_7CAC, 0x0095_AFBA)]
}

/// The direction across what is pierced: the mean normal of its faces, or of the first of them if that is none.
fn up_of(case: &Tangle) -> DVec3 {
    let normal = |face: &[u32; 3]| {
        let [a, b, c] = face.map(|vertex| case.clean[vertex as usize]);
        (b - a).cross(c - a)
    };
    let faces = &case.faces[case.pierced[0]..case.pierced[1]];
    let total: f64 = faces.iter().map(|face| normal(face).length()).sum();
    let sum: DVec3 = faces.iter().map(normal).sum();
    if sum.length() > 0.3 * total {
        return sum.normalize();
    }
    // A tube or a ball: across the line from its middle to what is pushed into it.
    let corners = faces.iter().flatten().map(|&vertex| case.clean[vertex as usize]);
    let middle = corners.sum::<DVec3>() / (3 * faces.len()) as f64;
    let towards = (case.clean[case.deepest] - middle).normalize_or(dvec3(0.0, 0.0, 1.0));
    if case.surfaces.iter().filter(|&&surface| surface == 0).count() == 45 * 45 {
        return towards;
    }
    towards.any_orthonormal_vector()
}

/// Two pictures side by side, with a white line between them.
fn write(path: &Path, left: &Image, right: &Image) -> Result<()> {
    let row = 3 * WIDTH as usize;
    let mut bytes = Vec::with_capacity(2 * left.bytes().len());
    for (a, b) in left.bytes().chunks(row).zip(right.bytes().chunks(row)) {
        bytes.extend_from_slice(a);
        bytes.extend([255; 12]);
        bytes.extend_from_slice(b);
    }
    let file = fs::File::create(path).with_context(|| path.display().to_string())?;
    let mut encoder = png::Encoder::new(file, 2 * WIDTH + 4, HEIGHT);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    Ok(writer.finish()?)
}
