//! Pages: how large they are, what they hold, what they keep out.
#![allow(clippy::unwrap_used, reason = "a failure here fails the test")]

use glam::{DVec3, dvec3};
use ripstop_fixtures::{FoldingSheet, Random, grid::sheet_faces};
use ripstop_geometry::{CollisionMesh, SurfaceId};
use ripstop_render::player::{
    FrameLevels, Player, PlayerScene, PlayerSurface, ROOM, ReportColumn, Survey,
};
use ripstop_render::{Camera, Finish, SnapshotError};

const SURFACE: PlayerSurface =
    PlayerSurface { front: 0xD9_5F_3B, back: 0xE9_C4_8A, layer: 0x2F_6D_9E, finish: Finish::Cloth };

fn scene<'a>(mesh: &'a CollisionMesh, title: &'a str) -> PlayerScene<'a> {
    PlayerScene {
        title,
        description: "a sheet",
        mesh,
        surfaces: vec![SURFACE],
        up: DVec3::Z,
        ground: -0.1,
        center: DVec3::ZERO,
        size: 1.0,
        camera: Camera {
            eye: dvec3(1.0, -2.0, 1.0),
            target: DVec3::ZERO,
            up: DVec3::Z,
            field_of_view: 30.0,
        },
        aspect: 1.6,
        frame_rate: 60.0,
    }
}

fn page(mesh: &CollisionMesh, title: &str, frames: &[Vec<DVec3>], levels: &[f64]) -> String {
    let mut survey = Survey::default();
    for frame in frames {
        survey.add(frame);
    }
    let mut player = Player::new(scene(mesh, title), &survey);
    for (i, frame) in frames.iter().enumerate() {
        let mut turned = levels.to_vec();
        turned.rotate_left(i * 31 % levels.len());
        player.push(frame, FrameLevels { strain: &turned, contact: levels }).unwrap();
    }
    let report = [
        ReportColumn { name: "contacts".into(), values: vec![Some(3.0); frames.len()] },
        ReportColumn { name: "</script>".into(), values: vec![None; frames.len()] },
    ];
    let mut out = Vec::new();
    player.write(&report, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn bound(vertices: usize, frames: usize) -> usize {
    (6 * vertices * frames).div_ceil(3) * 4 + ROOM
}

#[test]
fn a_fine_sheet_stays_below_the_bound_and_keeps_its_colourings() {
    let sheet = FoldingSheet::new(128);
    let frames: Vec<Vec<DVec3>> = (0..12).map(|i| sheet.positions(0.05 * f64::from(i))).collect();
    let mesh = CollisionMesh::new(&frames[0], &sheet.faces()).unwrap();
    let levels: Vec<f64> = (0..128 * 128).map(|i| f64::from(i % 9) / 9.0).collect();
    let text = page(&mesh, "sheet", &frames, &levels);
    assert!(text.len() <= bound(128 * 128, 12), "{}", text.len());
    // Prediction saves about half.
    assert!(text.len() < bound(128 * 128, 12) * 3 / 4, "{}", text.len());
    for name in ["fabric", "strain", "contact", "layer"] {
        assert!(text.contains(&format!("\"name\":\"{name}\"")), "{name}");
    }
    assert_eq!(text, page(&mesh, "sheet", &frames, &levels), "the same frames, the same page");
}

/// Noise in every coordinate and every level: nothing can be predicted, and the bound still holds.
#[test]
fn noise_stays_below_the_bound_without_the_levels() {
    let mut random = Random::seeded(4);
    let mut vector = || DVec3::from_array([0; 3].map(|_| random.uniform(-1.0, 1.0)));
    let frames: Vec<Vec<DVec3>> =
        (0..12).map(|_| (0..128 * 128).map(|_| vector()).collect()).collect();
    let mesh = CollisionMesh::new(&frames[0], &sheet_faces(128)).unwrap();
    let levels: Vec<f64> = (0..128 * 128).map(|_| vector().x.abs()).collect();
    let text = page(&mesh, "noise", &frames, &levels);
    assert!(text.len() <= bound(128 * 128, 12), "{} {}", text.len(), bound(128 * 128, 12));
    assert!(text.contains("\"name\":\"layer\"") && !text.contains("\"name\":\"strain\""));
}

#[test]
fn the_page_asks_nobody_for_anything() {
    let positions = [DVec3::ZERO, DVec3::X, DVec3::Y];
    let mesh = CollisionMesh::new(&positions, &[[0, 1, 2]]).unwrap();
    let title = "</script><script>alert(1)</script> & more";
    let text = page(&mesh, title, &[positions.to_vec(), positions.to_vec()], &[0.5; 3]);
    for word in
        ["http:", "https:", "src=", "import ", "fetch(", "XMLHttpRequest", "alert(1)</script>"]
    {
        assert!(!text.contains(word), "{word}");
    }
    assert_eq!(text.matches("<script").count(), text.matches("</script>").count());
    assert!(text.contains("&lt;script&gt;alert(1)"));
    assert!(text.len() < 60_000, "the page itself takes {} bytes", text.len());
}

#[test]
fn what_never_moves_is_kept_once() {
    let sheet = sheet_faces(40);
    let still: Vec<DVec3> =
        (0..1600).map(|i| dvec3(f64::from(i % 40), f64::from(i / 40), 0.0)).collect();
    let faces: Vec<[u32; 3]> = sheet.iter().copied().chain([[1600, 1601, 1602]]).collect();
    let frame = |t: f64| -> Vec<DVec3> {
        still.iter().copied().chain([t * DVec3::Z, DVec3::X, DVec3::Y]).collect()
    };
    let owners = (0..1603).map(|i| SurfaceId(u32::from(i >= 1600))).collect();
    let mesh = CollisionMesh::with_surfaces(&frame(0.0), &faces, owners).unwrap();
    let build = |count: u32| {
        let frames: Vec<Vec<DVec3>> = (0..count).map(|i| frame(f64::from(i))).collect();
        page(&mesh, "still", &frames, &[0.0; 1603]).len()
    };
    let more = build(60) - build(10);
    assert!(more < 50 * 80, "50 frames of one moving vertex take {more} bytes");
}

#[test]
fn frames_that_do_not_fit_are_errors() {
    let positions = [DVec3::ZERO, DVec3::X, DVec3::Y];
    let mesh = CollisionMesh::new(&positions, &[[0, 1, 2]]).unwrap();
    let mut player = Player::new(scene(&mesh, "x"), &Survey::default());
    let levels = FrameLevels { strain: &[0.0; 3], contact: &[0.0; 3] };
    assert_eq!(
        player.push(&positions[1..], levels),
        Err(SnapshotError::Count { what: "positions", found: 2, expected: 3 })
    );
    let bad = [DVec3::ZERO, DVec3::X, DVec3::INFINITY];
    assert_eq!(player.push(&bad, levels), Err(SnapshotError::NotFinite { vertex: 2 }));
    let few = FrameLevels { strain: &[], ..levels };
    assert!(player.push(&positions, few).unwrap_err().to_string().contains("0 strain levels"));
}
