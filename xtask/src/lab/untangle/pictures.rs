//! Pictures of tangled cloth before and after, side by side, for the documentation.

use std::path::PathBuf;

use anyhow::Result;
use glam::{DVec3, dvec3};
use ripstop_fixtures::tangle::{Family, Tangle};
use ripstop_geometry::{CollisionMesh, Crossing};
use ripstop_render::camera::View;
use ripstop_render::color::hex;
use ripstop_render::{Appearance, Camera, Color, Finish, Light, Quality, Snapshot, Stage};

use crate::pictures::{Rgb, checked_size, place, write_beside};
use crate::places;

/// Largest file (bytes).
const LARGEST: u64 = 90_000;

const WIDTH: u32 = 280;
const HEIGHT: u32 = 230;

/// Families and seeds of the cases that are drawn.
pub(super) const EXHIBITS: [(Family, u64); 5] = [
    (Family::Fold, 4),
    (Family::Corner, 0),
    (Family::Sleeve, 1),
    (Family::Crossing, 2),
    (Family::Body, 0),
];

/// A case before and after.
pub(super) struct Exhibit<'a> {
    pub(super) case: &'a Tangle,
    pub(super) mesh: &'a CollisionMesh,
    /// Crossings before.
    pub(super) before: &'a [Crossing],
    /// Positions after.
    pub(super) after: &'a [DVec3],
}

/// Draws a case, tangled on the left with crossed faces in red, untangled on the right. Returns the
/// file and its size (bytes).
pub(super) fn draw(family: Family, exhibit: &Exhibit) -> Result<(PathBuf, u64)> {
    let Exhibit { case, mesh, before, after } = *exhibit;
    let up = up_of(case);
    let stage = Stage {
        mesh,
        appearances: appearances(),
        weave: Vec::new(),
        up,
        ground: None,
        center: case.tangled.iter().sum::<DVec3>() / case.tangled.len() as f64,
        size: 0.5,
    };
    let side = up.any_orthonormal_vector();
    let forward = -0.45 * up + side + 0.4 * up.cross(side);
    let mut view = View::new(forward, up);
    view.field_of_view = 28.0;
    view.aspect = f64::from(WIDTH) / f64::from(HEIGHT);
    view.margin = 0.06;
    let camera = Camera::framing(case.tangled.iter().copied(), &view);
    let light = Light::studio(&camera.axes(), up);
    let quality = Quality::new(WIDTH, HEIGHT, 24);
    let mut red: Vec<Option<Color>> = vec![None; mesh.vertex_count()];
    for crossing in before {
        for vertex in mesh.face(crossing.face) {
            red[vertex.index()] = Some(hex(0x00C8_1E1E));
        }
    }
    let left = Snapshot::new(&stage, &case.tangled, &red)?.picture(&camera, &light, &quality);
    let right = Snapshot::new(&stage, after, &[])?.picture(&camera, &light, &quality);
    let [left, right] =
        [left, right].map(|made| Rgb { width: WIDTH, bytes: made.image.bytes().to_vec() });
    let path = place(places::UNTANGLING, family.name())?;
    write_beside(&path, &[left, right])?;
    let bytes = checked_size(&path, LARGEST)?;
    Ok((path, bytes))
}

fn appearances() -> Vec<Appearance> {
    let appearance =
        |front, back| Appearance { front: hex(front), back: hex(back), finish: Finish::Cloth };
    vec![appearance(0x00E0_8E45, 0x00E9_C48A), appearance(0x003F_7CAC, 0x0095_AFBA)]
}

/// Direction across the pierced surface: the mean normal of its faces, or, if they cancel, one
/// across the line from the middle of the surface to the vertex that is pushed deepest.
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
    // A tube or a ball.
    let corners = faces.iter().flatten().map(|&vertex| case.clean[vertex as usize]);
    let middle = corners.sum::<DVec3>() / (3 * faces.len()) as f64;
    let towards = (case.clean[case.deepest] - middle).normalize_or(dvec3(0.0, 0.0, 1.0));
    if case.surfaces.iter().filter(|&&surface| surface == 0).count() == 45 * 45 {
        return towards;
    }
    towards.any_orthonormal_vector()
}
