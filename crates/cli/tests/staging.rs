//! Ground, framing and hidden surfaces of pages and pictures, in numbers.
#![allow(clippy::unwrap_used, reason = "a failure here fails the test")]

mod ripstop_command;

use std::fs;
use std::ops::Range;

use glam::DVec3;
use ripstop_command::{Folder, frames};
use serde_json::Value;

/// A napkin on the head of a body three times as long, and a ball that leaves its place for two
/// frames of sixty.
const BODY: &str = "name = 'body'\n[settings]\nframes = 60\nsubsteps = 2\n\
    [[cloth]]\nname = 'napkin'\nshape.grid = { size = [0.3, 0.3], resolution = [6, 6] }\n\
    transform.translate = [0.0, 0.0, 1.03]\nthickness = 0.01\n\
    [[obstacle]]\nname = 'body'\nshape.capsule = { radius = 0.1, length = 0.8, rings = 6 }\n\
    transform.translate = [0.0, 0.0, 0.5]\n\
    [[obstacle]]\nname = 'ball'\nshape.sphere = { radius = 0.05, rings = 4 }\n\
    transform.translate = [0.5, 0.0, 0.0]\n\
    path.keyframes = { keys = [ { time = 0.5 }, \
    { time = 0.51666, translate = [0.3, 0.2, -0.4] }, { time = 0.53333 } ] }\n";

/// A sheet and a ball inside a closed box.
const ROOM: &str = "name = 'room'\n[settings]\nframes = 4\nsubsteps = 2\n\
    [[cloth]]\nname = 'sheet'\nshape.grid = { size = [1.0, 1.0], resolution = [8, 8] }\n\
    transform.translate = [0.0, 0.0, 0.8]\nthickness = 0.01\ninside = true\n\
    [[obstacle]]\nname = 'walls'\nshape.cuboid = { size = [2.4, 2.4, 2.0] }\n\
    transform.translate = [0.0, 0.0, 1.0]\n";

fn recorded(name: &str, scene: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("scene.toml", scene);
    folder.ripstop(&["run", "scene.toml", "--quiet", "--out", "run"]).succeeds();
    folder
}

/// Description of the scene in a page.
fn head(folder: &Folder, arguments: &[&str]) -> Value {
    folder.ripstop(&[&["view", "run", "--quiet"], arguments].concat()).succeeds();
    let page = fs::read_to_string(folder.path("run/view.html")).unwrap();
    let start = page.find("application/json\">").unwrap() + "application/json\">".len();
    let length = page[start..].find("</script>").unwrap();
    serde_json::from_str::<Value>(&page[start..start + length]).unwrap()["scene"].clone()
}

fn vector(value: &Value) -> DVec3 {
    let list: Vec<f64> = value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
    DVec3::new(list[0], list[1], list[2])
}

/// Vertices of a surface.
fn vertices(folder: &Folder, name: &str) -> Range<usize> {
    let text = fs::read_to_string(folder.path("run/surfaces.json")).unwrap();
    let json: Value = serde_json::from_str(&text).unwrap();
    let surfaces = json["surfaces"].as_array().unwrap();
    let surface = surfaces.iter().find(|surface| surface["name"] == name).unwrap();
    let [first, count] =
        ["first_vertex", "vertex_count"].map(|key| surface[key].as_u64().unwrap() as usize);
    first..first + count
}

/// The farthest that a point is from the middle of the picture, whose edges are at 1.
fn farthest(head: &Value, points: impl Iterator<Item = DVec3>) -> f64 {
    let [eye, target] = ["eye", "target"].map(|key| vector(&head[key]));
    let [fov, aspect] = ["fov", "aspect"].map(|key| head[key].as_f64().unwrap());
    let forward = (target - eye).normalize();
    let right = forward.cross(DVec3::Z).normalize();
    let half = (0.5 * fov).to_radians().tan();
    let place = |x: DVec3| {
        let x = x - eye;
        let depth = half * x.dot(forward);
        assert!(depth > 0.0, "behind the camera");
        (x.dot(right) / (depth * aspect)).abs().max((x.dot(right.cross(forward)) / depth).abs())
    };
    points.map(place).fold(0.0, f64::max)
}

#[test]
fn everything_that_is_shown_is_in_the_picture_and_above_the_ground() {
    let folder = recorded("staging-body", BODY);
    let frames = frames(&folder.path("run/positions.npy"));
    let lowest = |range: Range<usize>| {
        let heights = frames.iter().flat_map(|frame| frame[range.clone()].iter().map(|x| x.z));
        heights.fold(f64::INFINITY, f64::min)
    };
    let (body, ball) = (vertices(&folder, "body"), vertices(&folder, "ball"));
    let napkin = vertices(&folder, "napkin");
    // The scene is what it claims: the body ends far below the cloth, the ball is away for a
    // moment.
    assert!(lowest(body.clone()) < lowest(napkin.clone()) - 0.5);
    assert!(lowest(ball.clone()) < -0.4);
    let away = frames.iter().filter(|frame| frame[ball.start].x > 0.6).count();
    assert!((1..=2).contains(&away), "{away} frames");

    let whole = head(&folder, &[]);
    let ground = |head: &Value| head["ground"].as_f64().unwrap();
    let count = frames[0].len();
    assert!(ground(&whole) < lowest(0..count), "{} {}", ground(&whole), lowest(0..count));
    assert_eq!(whole["surfaces"].as_array().unwrap().len(), 3);
    let reach = farthest(&whole, frames.iter().flatten().copied());
    assert!((0.8..=0.9).contains(&reach), "within the margins: {reach}");

    // Without the ball ground and camera are those of what is left.
    let hidden = head(&folder, &["--hide", "ball"]);
    assert_eq!(hidden["surfaces"].as_array().unwrap().len(), 2);
    assert!(ground(&hidden) < lowest(body.clone()) && ground(&hidden) > ground(&whole) + 0.2);
    let both = frames.iter().flat_map(|frame| &frame[napkin.start..body.end]);
    let reach = farthest(&hidden, both.copied());
    assert!((0.8..=0.9).contains(&reach), "{reach}");
    let alone = head(&folder, &["--hide", "ball", "--hide", "body"]);
    assert!(ground(&alone) > 0.5 && ground(&alone) < lowest(napkin));
    let cloth = head(&folder, &["--hide", "napkin"]);
    assert_eq!(cloth["surfaces"].as_array().unwrap().len(), 2);
}

#[test]
fn a_floor_is_the_ground_if_it_hides_what_is_below_it() {
    let scene = |size: f64| {
        format!(
            "{}[[obstacle]]\nname = 'plate'\nshape.plane = {{ size = {size} }}\n\
             transform.translate = [0.0, 0.0, 0.4]\n",
            BODY.replace("frames = 60", "frames = 3")
        )
    };
    for (name, size, surfaces) in [("large", 3.0, 3), ("small", 0.3, 4)] {
        let folder = recorded(&format!("staging-{name}"), &scene(size));
        let head = head(&folder, &[]);
        let ground = head["ground"].as_f64().unwrap();
        // The ball and the feet of the body are below the plate.
        assert_eq!(ground == 0.4, name == "large", "{name}: {ground}");
        assert!(name == "large" || ground < -0.05, "{name}: {ground}");
        assert_eq!(head["surfaces"].as_array().unwrap().len(), surfaces, "{name}");
    }
    // A floor alone still makes a page.
    let folder = recorded("staging-floor", &scene(3.0));
    let hidden = ["napkin", "body", "ball"].map(|name| ["--hide", name]).concat();
    assert!(head(&folder, &hidden)["center"][0].is_number());
}

#[test]
fn a_name_that_no_surface_has_cannot_be_hidden() {
    let folder = recorded("staging-names", ROOM);
    for command in ["render", "view"] {
        let wrong = [command, "run", "--hide", "sheet", "--hide", "wall"];
        folder.ripstop(&wrong).fails_with(&["no surface `wall`", "`sheet`, `walls`"]);
        let all = [command, "run", "--hide", "sheet", "--hide", "walls"];
        folder.ripstop(&all).fails_with(&["nothing is left to show"]);
    }
    assert!(!folder.path("run/pictures").exists() && !folder.path("run/view.html").exists());
}

/// Pixels that are as colourful as cloth.
fn colourful(folder: &Folder, arguments: &[&str]) -> usize {
    let render = ["render", "run", "--quiet", "--size", "90x60", "--samples", "2"];
    folder.ripstop(&[&render, arguments].concat()).succeeds();
    let bytes = fs::read(folder.path("run/pictures/frame-0004.png")).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let spread = |p: &&[u8]| p.iter().max().unwrap() - p.iter().min().unwrap() > 60;
    pixels.chunks(3).filter(spread).count()
}

#[test]
fn the_walls_of_a_room_do_not_hide_what_is_inside() {
    let folder = recorded("staging-room", ROOM);
    let open = colourful(&folder, &["--hide", "walls"]);
    let room = colourful(&folder, &["--fov", "28"]);
    // Outside, inside, and from below.
    let inside = colourful(&folder, &["--eye", "0,-1.1,1.2", "--target", "0,0,0.8"]);
    let below = colourful(&folder, &["--view", "10,-40"]);
    assert!(open > 400 && room > 100 && inside > 400 && below > 100, "{open} {room} {inside}");
    // A body is no room: it hides what is behind it.
    let box_inside = ROOM.replace("[2.4, 2.4, 2.0]", "[0.9, 0.9, 0.5]").replace("1.0]\n", "0.4]\n");
    let folder = recorded("staging-box", &box_inside);
    let below = colourful(&folder, &["--view", "0,-85"]);
    let bare = colourful(&folder, &["--view", "0,-85", "--hide", "walls"]);
    assert!(below * 2 < bare, "{below} of {bare}");
}
