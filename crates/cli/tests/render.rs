//! `ripstop render`: which pictures it leaves, and that they are what was asked for.
#![allow(clippy::unwrap_used, reason = "a failure here fails the test")]

mod ripstop_command;

use std::fs;
use std::io::Cursor;
use std::path::Path;

use ripstop_command::{Folder, small_scene};

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("small.toml", &small_scene(30));
    folder.ripstop(&["run", "small.toml", "--quiet", "--out", "run"]).succeeds();
    folder
}

/// Width, height and pixels.
fn read(path: &Path) -> (u32, u32, Vec<u8>) {
    let bytes = fs::read(path).unwrap();
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb);
    pixels.truncate(info.buffer_size());
    (info.width, info.height, pixels)
}

/// Pixels that are as colourful as cloth.
fn colourful(pixels: &[u8]) -> usize {
    let spread = |p: &&[u8]| p.iter().max().unwrap() - p.iter().min().unwrap() > 60;
    pixels.chunks(3).filter(spread).count()
}

#[test]
fn every_frame_that_is_named_becomes_a_picture() {
    let folder = folder("render-frames");
    let made = folder.ripstop(&["render", "run", "--frames", "0,10..30:10", "--size", "120x90"]);
    made.succeeds();
    assert!(made.out.contains("million rays"), "{}", made.out);
    let pictures = [0, 10, 20, 30].map(|frame| {
        let (width, height, pixels) =
            read(&folder.path(&format!("run/pictures/frame-{frame:04}.png")));
        assert_eq!([width, height], [120, 90]);
        assert!(colourful(&pixels) > 300, "frame {frame}: {}", colourful(&pixels));
        pixels
    });
    assert!(pictures[0] != pictures[3], "the cloth has moved");
    folder
        .ripstop(&["render", "run", "--size", "60x40", "--out", "elsewhere", "--quiet"])
        .succeeds();
    let names: Vec<_> = fs::read_dir(folder.path("elsewhere"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names, ["frame-0030.png"], "the last frame, and nothing half written");
}

#[test]
fn a_sheet_holds_several_frames() {
    let folder = folder("render-sheet");
    folder.ripstop(&["render", "run", "--sheet", "--size", "80x60", "--quiet"]).succeeds();
    let (width, height, pixels) = read(&folder.path("run/pictures/sheet.png"));
    assert_eq!([width, height], [3 * 86 + 6, 2 * 66 + 6], "six in two rows");
    assert!(colourful(&pixels) > 6 * 150);
    let four =
        ["render", "run", "--sheet", "--frames", "0,1,2,3", "--columns", "4", "--size", "50x40"];
    folder.ripstop(&four).succeeds();
    let (width, height, _) = read(&folder.path("run/pictures/sheet.png"));
    assert_eq!([width, height], [4 * 56 + 6, 46 + 6]);
}

#[test]
fn threads_change_no_byte_and_colours_change_the_picture() {
    let folder = folder("render-colours");
    let render = |out: &str, more: &[&str]| {
        let arguments = ["render", "run", "--size", "90x60", "--quiet", "--out", out];
        folder.ripstop(&[&arguments[..], more].concat()).succeeds();
    };
    for threads in ["1", "3"] {
        render(threads, &["--threads", threads]);
    }
    let file = |name: &str| fs::read(folder.path(name)).unwrap();
    assert!(file("1/frame-0030.png") == file("3/frame-0030.png"));
    let mut seen = vec![file("1/frame-0030.png")];
    for color in ["strain", "contact", "layer"] {
        render("colours", &["--color", color]);
        let picture = file(&format!("colours/frame-0030-{color}.png"));
        assert!(!seen.contains(&picture), "{color}");
        seen.push(picture);
    }
    render("views", &["--view", "40,60"]);
    render("eye", &["--eye", "1,-1,0.5", "--target", "0,0,0", "--fov", "40"]);
    for name in ["views/frame-0030.png", "eye/frame-0030.png"] {
        assert!(!seen.contains(&file(name)), "{name}");
        assert!(colourful(&read(&folder.path(name)).2) > 50, "{name}");
    }
}

#[test]
fn what_makes_no_sense_is_an_error_and_leaves_no_picture() {
    let folder = folder("render-errors");
    folder.ripstop(&["render", "nowhere"]).fails_with(&["`nowhere`", "No such file"]);
    folder.ripstop(&["render", "run", "--frames", "31"]).fails_with(&["no frame 31", "0 to 30"]);
    let eye = ["render", "run", "--eye", "1,1,1", "--target", "1,1,1"];
    folder.ripstop(&eye).fails_with(&["camera"]);
    for arguments in [["--size", "0x9"], ["--frames", "x"], ["--fov", "999"], ["--color", "loud"]] {
        let refused = folder.ripstop(&["render", "run", arguments[0], arguments[1]]);
        assert_eq!(refused.code, Some(2));
        assert!(refused.err.contains(arguments[0]), "{}", refused.err);
    }
    let scene = fs::read_to_string(folder.path("run/scene.toml")).unwrap();
    fs::write(folder.path("run/scene.toml"), scene.replace("rings = 6", "rings = 7")).unwrap();
    folder.ripstop(&["render", "run"]).fails_with(&["vertices, but the scene has"]);
    assert!(!folder.path("run/pictures").exists());
}
