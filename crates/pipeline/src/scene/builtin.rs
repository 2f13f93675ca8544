//! The scenes that come with ripstop.

use crate::scene::{
    AxisAngle, Cloth, ClothShape, Garment, GarmentKind, Keyframe, MannequinShape, Obstacle,
    ObstacleShape, Path, Pin, PinSelection, Scene, Settings, Transform, WalkShape,
};

/// Names of all built-in scenes, those of garments first.
pub const NAMES: [&str; 10] =
    ["skirt", "shirt", "drape", "corner", "stack", "twist", "pull", "funnel", "pile", "curtain"];

/// Names of the built-in scenes of sheets.
pub const SHEETS: [&str; 8] =
    ["drape", "corner", "stack", "twist", "pull", "funnel", "pile", "curtain"];

/// Vertices per side if nobody asks for another number.
pub const DEFAULT_RESOLUTION: u32 = 64;

/// Drag of the scenes of sheets (1/s), so that they come to rest in a few seconds.
const DAMPING: f64 = 2.0;

/// Returns a scene by its name. A square sheet has `resolution` vertices per side; all cloths of
/// the scene together have about the square of it, garments about half as many.
#[must_use]
pub fn scene(name: &str, resolution: u32) -> Option<Scene> {
    let mut scene = match name {
        "skirt" => skirt(resolution),
        "shirt" => shirt(resolution),
        "drape" => drape(resolution),
        "corner" => corner(resolution),
        "stack" => stack(resolution),
        "twist" => twist(resolution),
        "pull" => pull(resolution),
        "funnel" => funnel(resolution),
        "pile" => pile(resolution),
        "curtain" => curtain(resolution),
        _ => return None,
    };
    if SHEETS.contains(&name) {
        scene.settings.damping = DAMPING;
    }
    Some(Scene { name: name.to_owned(), ..scene })
}

/// Half a turn around x or y puts a sheet upright.
fn turned(axis: [f64; 3], degrees: f64) -> AxisAngle {
    AxisAngle { axis, degrees }
}

fn at(translate: [f64; 3]) -> Transform {
    Transform { translate, ..Transform::default() }
}

fn sheet(size: [f64; 2], resolution: [u32; 2], transform: Transform) -> Cloth {
    let shape = ClothShape::Grid { size, resolution };
    Cloth { name: "sheet".to_owned(), shape, transform, ..Cloth::default() }
}

fn floor() -> Obstacle {
    let shape = ObstacleShape::Plane { size: 6.0 };
    Obstacle { name: "floor".to_owned(), shape, ..Obstacle::default() }
}

/// A garment on a mannequin that rests for a second and then walks along a bend.
fn worn(mut cloth: Cloth, n: u32) -> Scene {
    let finer = f64::from(DEFAULT_RESOLUTION) / f64::from(n.max(1));
    if let ClothShape::Garment(garment) = &mut cloth.shape {
        garment.edge_length = Some((0.022 * finer).clamp(0.004, 0.035));
    }
    let walk = WalkShape { turn: Some(40.0), ..WalkShape::default() };
    let edge_length = Some((0.017 * finer).clamp(0.008, 0.03));
    let shape = MannequinShape { edge_length, walk, ..MannequinShape::default() };
    let body = Obstacle {
        name: "body".to_owned(),
        shape: ObstacleShape::Mannequin(shape),
        thickness: 1e-3,
        ..Obstacle::default()
    };
    // Seams are as stiff as substeps are short. Little drag: the wearer walks.
    let settings = Settings {
        frames: 135,
        frame_rate: 30.0,
        substeps: Some(40),
        damping: 0.5,
        ..Settings::default()
    };
    Scene {
        settings,
        cloths: vec![cloth],
        obstacles: vec![body, Obstacle { shape: ObstacleShape::Plane { size: 8.0 }, ..floor() }],
        ..Scene::default()
    }
}

fn garment(name: &str, kind: GarmentKind) -> Cloth {
    let shape = ClothShape::Garment(Garment::new(kind));
    Cloth { name: name.to_owned(), shape, thickness: 1.5e-3, ..Cloth::default() }
}

fn skirt(n: u32) -> Scene {
    let mut cloth = garment("skirt", GarmentKind::Skirt);
    // The upper centimetre of the band: by friction alone it would slip to the hips.
    let select = PinSelection::Inside { min: [-1.0, -1.0, 1.085], max: [1.0, 1.0, 1.2] };
    cloth.pins = vec![Pin { select, attach: Some("body".to_owned()), ..Pin::default() }];
    let description = "a gathered skirt, held at the waist, on a mannequin that walks";
    Scene { description: description.to_owned(), ..worn(cloth, n) }
}

fn shirt(n: u32) -> Scene {
    let description = "a shirt hangs on a mannequin that lowers its arms and walks";
    let cloth = garment("shirt", GarmentKind::Shirt);
    Scene { description: description.to_owned(), ..worn(cloth, n) }
}

fn drape(n: u32) -> Scene {
    let shape = ObstacleShape::Sphere { radius: 0.3, rings: 48 };
    Scene {
        description: "a sheet of one square metre falls on a sphere".to_owned(),
        cloths: vec![sheet([1.0, 1.0], [n, n], at([0.0, 0.0, 0.32]))],
        obstacles: vec![Obstacle { name: "sphere".to_owned(), shape, ..Obstacle::default() }],
        ..Scene::default()
    }
}

fn corner(n: u32) -> Scene {
    // One vertex would carry half of the sheet alone: a corner is held as by a hand, three vertices
    // wide.
    let hold = 3.min(n / 2).max(1);
    let corner = |first: u32| {
        (0..hold).flat_map(move |row| (0..hold).map(move |column| row * n + first + column))
    };
    let pins = PinSelection::Vertices(corner(0).chain(corner(n - hold)).collect());
    let mut cloth = sheet([1.0, 1.0], [n, n], at([0.0, 0.0, 1.5]));
    cloth.pins.push(Pin::new(pins, Path::Rest));
    Scene {
        description: "a sheet swings, pinned at two corners".to_owned(),
        cloths: vec![cloth],
        ..Scene::default()
    }
}

fn stack(n: u32) -> Scene {
    let side = n.div_ceil(2).max(2);
    let layer = |i: u32| {
        let lift = 0.08 * f64::from(i) + 0.05;
        let transform = Transform {
            translate: [0.02 * f64::from(i % 2), 0.015 * f64::from(i), lift],
            rotate: turned([0.0, 0.0, 1.0], 20.0 * f64::from(i)),
            scale: 1.0,
        };
        let mut cloth = sheet([0.6, 0.6], [side, side], transform);
        cloth.name = format!("sheet {i}");
        cloth
    };
    Scene {
        description: "four sheets fall on each other and on the floor".to_owned(),
        cloths: (0..4).map(layer).collect(),
        obstacles: vec![floor()],
        ..Scene::default()
    }
}

fn twist(n: u32) -> Scene {
    let (length, width) = (0.8, 0.25);
    let mut cloth = sheet([length, width], [9 * n / 5, (5 * n).div_ceil(9)], Transform::default());
    let end = |side: f64, degrees_per_second: f64| {
        let x = side * 0.5 * length;
        Pin {
            select: PinSelection::Inside {
                min: [x - 1e-6, -width, -1.0],
                max: [x + 1e-6, width, 1.0],
            },
            path: Path::Steady {
                velocity: [-0.04 * side, 0.0, 0.0],
                axis: [1.0, 0.0, 0.0],
                degrees_per_second,
                pivot: [0.0; 3],
                from: 0.0,
                until: None,
            },
            ..Pin::default()
        }
    };
    cloth.pins = vec![end(-1.0, -144.0), end(1.0, 144.0)];
    Scene {
        description: "a strip is wrung by its two turning ends".to_owned(),
        settings: Settings { gravity: [0.0; 3], iterations: 2, ..Settings::default() },
        cloths: vec![cloth],
        ..Scene::default()
    }
}

fn pull(n: u32) -> Scene {
    let table = ObstacleShape::Cuboid { size: [0.8, 0.8, 0.05] };
    let mut cloth = sheet([1.0, 0.6], [n, n], at([0.0, 0.0, 0.03]));
    cloth.pins.push(Pin {
        select: PinSelection::Inside { min: [0.499, -1.0, 0.0], max: [0.501, 1.0, 0.1] },
        path: Path::Keyframes {
            keys: vec![
                Keyframe { time: 1.0, ..Keyframe::default() },
                Keyframe { time: 4.0, translate: [1.2, 0.0, 0.0], ..Keyframe::default() },
            ],
            pivot: [0.0; 3],
        },
        ..Pin::default()
    });
    Scene {
        description: "a tablecloth is pulled from a table, against friction".to_owned(),
        cloths: vec![cloth],
        obstacles: vec![
            Obstacle { name: "table".to_owned(), shape: table, ..Obstacle::default() },
            Obstacle { transform: at([0.0, 0.0, -0.6]), ..floor() },
        ],
        ..Scene::default()
    }
}

fn funnel(n: u32) -> Scene {
    let wall = |side: f64| Obstacle {
        name: if side < 0.0 { "left wall" } else { "right wall" }.to_owned(),
        shape: ObstacleShape::Capsule { radius: 0.15, length: 1.4, rings: 12 },
        transform: Transform {
            translate: [side * 0.35, 0.0, 0.0],
            rotate: turned([1.0, 0.0, 0.0], 90.0),
            scale: 1.0,
        },
        path: Path::Keyframes {
            keys: vec![
                Keyframe { time: 0.5, ..Keyframe::default() },
                Keyframe { time: 2.5, translate: [-side * 0.16, 0.0, 0.0], ..Keyframe::default() },
            ],
            pivot: [0.0; 3],
        },
        friction: 0.05,
        ..Obstacle::default()
    };
    Scene {
        description: "a sheet is squeezed through a gap that narrows".to_owned(),
        cloths: vec![sheet([0.8, 0.6], [n, n], at([0.0, 0.0, 0.3]))],
        obstacles: vec![
            wall(-1.0),
            wall(1.0),
            Obstacle { transform: at([0.0, 0.0, -0.8]), ..floor() },
        ],
        ..Scene::default()
    }
}

fn pile(n: u32) -> Scene {
    let transform = Transform {
        translate: [0.0, 0.0, 0.56],
        rotate: turned([1.0, 0.02, 0.0], 88.0),
        scale: 1.0,
    };
    Scene {
        description: "a sheet is dropped upright on the floor and folds onto itself".to_owned(),
        cloths: vec![sheet([1.0, 1.0], [n, n], transform)],
        obstacles: vec![floor()],
        ..Scene::default()
    }
}

/// The rings of a curtain are drawn together and to either side of the rod in turns, so that it
/// falls in folds; then a ball is pushed through it.
fn curtain(n: u32) -> Scene {
    let (width, height, folds) = (1.2, 0.9, 6);
    let upright = turned([1.0, 0.0, 0.0], 90.0);
    let transform = Transform { translate: [0.0, 0.0, 0.5 * height], rotate: upright, scale: 1.0 };
    let mut cloth = sheet([width, height], [n, (3 * n).div_ceil(4)], transform);
    let rows = (3 * n).div_ceil(4);
    cloth.pins = (0..n)
        .map(|column| {
            let along = f64::from(column) / f64::from(n - 1) - 0.5;
            let phase = f64::from(folds) * (along + 0.5);
            let zigzag = 1.0 - 4.0 * (phase - phase.floor() - 0.5).abs();
            let drawn = [-0.45 * width * along, 0.05 * zigzag, 0.0];
            let key = |time: f64, translate: [f64; 3]| Keyframe {
                time,
                translate,
                ..Keyframe::default()
            };
            Pin {
                select: PinSelection::Vertices(vec![(rows - 1) * n + column]),
                path: Path::Keyframes {
                    keys: vec![key(0.0, [0.0; 3]), key(0.8, drawn)],
                    pivot: [0.0; 3],
                },
                ..Pin::default()
            }
        })
        .collect();
    let ball = Obstacle {
        name: "ball".to_owned(),
        shape: ObstacleShape::Sphere { radius: 0.18, rings: 24 },
        transform: at([0.05, -0.5, 0.3]),
        path: Path::Keyframes {
            keys: vec![
                Keyframe { time: 0.5, ..Keyframe::default() },
                Keyframe { time: 2.0, translate: [0.0, 1.0, 0.0], ..Keyframe::default() },
                Keyframe { time: 3.5, translate: [0.0, 0.0, 0.0], ..Keyframe::default() },
            ],
            pivot: [0.0; 3],
        },
        ..Obstacle::default()
    };
    Scene {
        description: "a curtain is drawn into folds, and a ball is pushed through it and back"
            .to_owned(),
        cloths: vec![cloth],
        obstacles: vec![ball],
        ..Scene::default()
    }
}
