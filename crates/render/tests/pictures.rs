//! Pictures of small scenes whose appearance is known.
#![allow(clippy::unwrap_used, reason = "a failure here fails the test")]
#![allow(clippy::cast_sign_loss, reason = "places in a picture are not negative")]

use glam::{DVec2, DVec3, dvec3};
use ripstop_geometry::{CollisionMesh, SurfaceId};
use ripstop_render::camera::{Camera, View};
use ripstop_render::color::hex;
use ripstop_render::{
    Appearance, Color, Finish, Ground, Image, Light, Quality, Snapshot, SnapshotError, Stage,
};

const RED: Appearance = Appearance { front: Color::X, back: Color::Z, finish: Finish::Cloth };

/// A square of 1 m at height 1 m, red above and blue below.
fn square() -> (CollisionMesh, Vec<DVec3>) {
    let positions: Vec<DVec3> = [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)]
        .map(|(x, y)| dvec3(x, y, 1.0))
        .to_vec();
    (CollisionMesh::new(&positions, &[[0, 1, 3], [0, 3, 2]]).unwrap(), positions)
}

fn stage(mesh: &CollisionMesh, appearances: Vec<Appearance>) -> Stage<'_> {
    let (up, center) = (DVec3::Z, DVec3::ZERO);
    let ground = Some(Ground { height: 0.0 });
    Stage { mesh, appearances, weave: Vec::new(), up, ground, center, size: 1.0 }
}

/// Straight down or up at the origin, one metre to 40 pixels at height 0.
fn above(eye_height: f64) -> Camera {
    let degrees = 2.0 * (1.0 / eye_height.abs()).atan().to_degrees();
    Camera { eye: eye_height * DVec3::Z, target: DVec3::ZERO, up: DVec3::Y, field_of_view: degrees }
}

fn light() -> Light {
    let view = dvec3(0.0, 1.0, -1.0);
    let axes = ripstop_render::camera::Axes::looking(view, DVec3::Z);
    let mut light = Light::studio(&axes, DVec3::Z);
    light.toward = dvec3(-1.0, 0.0, 1.0).normalize();
    light
}

fn picture(stage: &Stage, positions: &[DVec3], camera: &Camera) -> Image {
    let quality = Quality::new(120, 80, 8);
    Snapshot::new(stage, positions, &[]).unwrap().picture(camera, &light(), &quality).image
}

fn brightness(pixel: [u8; 3]) -> u32 {
    pixel.iter().map(|&byte| u32::from(byte)).sum()
}

#[test]
fn both_sides_have_their_colours() {
    let (mesh, positions) = square();
    let stage = stage(&mesh, vec![RED]);
    let [r, g, b] = picture(&stage, &positions, &above(20.0)).pixel(60, 40);
    assert!(r > 150 && g < 60 && b < 60, "{r} {g} {b}");
    let [r, g, b] = picture(&stage, &positions, &above(-20.0)).pixel(60, 40);
    assert!(b > 80 && r < 60 && g < 60, "{r} {g} {b}");
}

/// The light comes from −x at 45°, so the shadow of a square at height 1 is the square moved by 1
/// along x.
#[test]
fn the_shadow_is_where_the_light_puts_it() {
    let (mesh, positions) = square();
    let stage = stage(&mesh, vec![RED]);
    let image = picture(&stage, &positions, &above(50.0));
    let at = |x: f64, y: f64| {
        brightness(image.pixel((60.0 + 40.0 * x) as u32, (40.0 - 40.0 * y) as u32))
    };
    let open = at(-1.2, -0.8);
    for (x, y) in [(0.8, 0.0), (1.2, 0.3), (1.35, -0.35)] {
        assert!(at(x, y) * 10 < open * 8, "({x}, {y}) should be in shadow");
    }
    for (x, y) in [(-1.0, 0.0), (1.0, 0.85), (1.0, -0.85)] {
        assert!(at(x, y) * 10 > open * 9, "({x}, {y}) should be lit");
    }
}

#[test]
fn threads_change_no_byte() {
    let side = 24_u32;
    let positions: Vec<DVec3> = (0..side * side)
        .map(|i| {
            let (x, y) = (f64::from(i % side) / 23.0 - 0.5, f64::from(i / side) / 23.0 - 0.5);
            dvec3(x, y, 0.4 + 0.2 * (x * x - y * y) + 0.05 * (f64::from(i * 7 % 11) / 11.0))
        })
        .collect();
    let faces = ripstop_fixtures::grid::sheet_faces(side);
    let mesh = CollisionMesh::new(&positions, &faces).unwrap();
    let mut stage = stage(&mesh, vec![RED]);
    stage.weave = positions.iter().map(|x| 20.0 * DVec2::new(x.x, x.y)).collect();
    let paint: Vec<Option<Color>> =
        (0..positions.len()).map(|i| (i % 3 == 0).then_some(hex(0x33_99_CC))).collect();
    let mut view = View::new(dvec3(-0.3, 1.0, -0.6), DVec3::Z);
    view.margin = 0.05;
    let camera = Camera::framing(positions.iter().copied(), &view);
    let quality = Quality::new(150, 100, 8);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let snapshot = Snapshot::new(&stage, &positions, &paint).unwrap();
            snapshot.picture(&camera, &light(), &quality)
        })
    };
    let one = run(1);
    let colors: std::collections::BTreeSet<_> = one.image.pixels.iter().collect();
    assert!(colors.len() > 1000 && one.rays > 50_000, "{} {}", colors.len(), one.rays);
    for threads in [2, 3, 5] {
        assert!(run(threads) == one, "{threads} threads");
    }
}

/// The pixels along the edge of a square that is seen straight from above are its coverage.
#[test]
fn edges_are_antialiased() {
    let (mesh, mut positions) = square();
    for x in &mut positions {
        // 40 pixels wide, with its left edge 0.3 pixels into a column; flat on the ground.
        *x = dvec3(x.x + 0.7 / 40.0, x.y, 1e-6);
    }
    let mut stage = stage(&mesh, vec![RED]);
    stage.ground = None;
    let image = picture(&stage, &positions, &above(40.0));
    let [outside, edge, inside] = [39, 40, 41].map(|column| f64::from(image.pixel(column, 40)[1]));
    let linear = |byte: f64| ((byte / 255.0 + 0.055) / 1.055).powf(2.4);
    let covered = (linear(edge) - linear(outside)) / (linear(inside) - linear(outside));
    // 0.3 of the pixel, by eight samples.
    assert!((covered - 0.3).abs() < 0.15, "{covered}: {outside} {edge} {inside}");
}

#[test]
fn hidden_and_unknown_surfaces_are_not_drawn() {
    let (_, positions) = square();
    let twice: Vec<DVec3> = positions.iter().chain(&positions).copied().collect();
    let faces = [[0, 1, 3], [0, 3, 2], [4, 5, 7], [4, 7, 6]];
    let owners = (0..8).map(|i| SurfaceId(i / 4)).collect();
    let mesh = CollisionMesh::with_surfaces(&twice, &faces, owners).unwrap();
    let hidden = stage(&mesh, vec![Appearance { finish: Finish::Hidden, ..RED }]);
    let image = picture(&hidden, &twice, &above(20.0));
    assert!(image.pixels.iter().all(|[r, g, _]| r.abs_diff(*g) < 40), "only the ground");
    let plain = picture(&hidden, &twice, &Camera { up: DVec3::Z, ..above(20.0) });
    assert_eq!(plain.pixels.len(), 120 * 80, "up along the view is no reason to fail");
}

/// A square in a box of 4 m, whose faces point outwards or inwards.
#[test]
fn rooms_are_seen_from_inside_alone_and_let_light_in() {
    let (_, mut positions) = square();
    let room = ripstop_geometry::tessellate::cuboid([4.0; 3]);
    let first = positions.len() as u32;
    positions.extend(room.positions.iter().map(|&x| x + DVec3::Z));
    let owners: Vec<SurfaceId> =
        (0..positions.len()).map(|v| SurfaceId(u32::from(v >= first as usize))).collect();
    for turned in [false, true] {
        let corners = |&[a, b, c]: &[u32; 3]| if turned { [a, c, b] } else { [a, b, c] };
        let walls = room.faces.iter().map(corners).map(|face| face.map(|v| v + first));
        let faces: Vec<[u32; 3]> = [[0, 1, 3], [0, 3, 2]].into_iter().chain(walls).collect();
        let mesh = CollisionMesh::with_surfaces(&positions, &faces, owners.clone()).unwrap();
        let with = |finish: Finish| {
            let walls = Appearance { front: Color::ONE, back: Color::ONE, finish };
            let mut stage = stage(&mesh, vec![RED, walls]);
            stage.ground = None;
            picture(&stage, &positions, &above(20.0))
        };
        let [r, g, b] = with(Finish::Room).pixel(60, 40);
        assert!(r > 150 && g < 60 && b < 60, "the cloth is seen, and lit: {r} {g} {b}");
        // Beside it the floor of the room.
        let floor = with(Finish::Room).pixel(60, 5);
        assert!(brightness(floor) > 500, "{floor:?}");
        let [r, g, _] = with(Finish::Solid).pixel(60, 40);
        assert!(r.abs_diff(g) < 40, "a solid box hides it: {r} {g}");
    }
}

#[test]
fn what_cannot_be_drawn_is_an_error() {
    let (mesh, positions) = square();
    let stage = stage(&mesh, vec![RED]);
    let error = |positions: &[DVec3], paint: &[Option<Color>]| {
        Snapshot::new(&stage, positions, paint).unwrap_err().to_string()
    };
    assert_eq!(error(&positions[1..], &[]), "there are 3 positions for 4 vertices");
    assert_eq!(error(&positions, &[None]), "there are 1 colours for 4 vertices");
    let mut bad = positions.clone();
    bad[2].y = f64::NAN;
    assert_eq!(
        Snapshot::new(&stage, &bad, &[]).unwrap_err(),
        SnapshotError::NotFinite { vertex: 2 }
    );
}

#[test]
fn strange_scenes_still_give_pictures() {
    let (mesh, positions) = square();
    let stage = stage(&mesh, vec![RED]);
    let lost = [
        vec![DVec3::ZERO; 4],
        vec![DVec3::splat(1e200); 4],
        positions.iter().map(|x| *x * 1e-300).collect(),
    ];
    for positions in &lost {
        let snapshot = Snapshot::new(&stage, positions, &[]).unwrap();
        for [width, height] in [[0, 0], [1, 1], [3, 0], [7, 5]] {
            let quality = Quality::new(width, height, 0);
            let image = snapshot.picture(&above(3.0), &light(), &quality).image;
            assert_eq!(image.pixels.len(), (width * height) as usize);
        }
    }
}
