//! `cargo xtask bench player`: times of the player in a real browser, on a sheet of 128×128
//! vertices with 300 frames, unless a page is given.
//!
//! Times are taken in the page. Loading: from the start of the navigation until the first frame can
//! be drawn. Drawing: from the positions of another frame to its last pixel, for which a pixel is
//! read back. Without a graphics card drawing is done by the processor, so both the effort that the
//! page chooses while it plays on this machine and a fixed effort are shown.

use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use glam::DVec3;
use ripstop_fixtures::FoldingSheet;
use ripstop_geometry::CollisionMesh;
use ripstop_render::coloring::{fabric, layer};
use ripstop_render::player::{FrameLevels, Player, PlayerScene, PlayerSurface, ROOM, Survey};
use ripstop_render::{Camera, Finish};

use crate::browser::Browser;
use crate::places;

#[derive(Args)]
pub(crate) struct Arguments {
    /// A page made by `ripstop view`
    page: Option<PathBuf>,
    /// Width and height of the window
    #[arg(long, num_args = 2, default_values_t = [1280, 720])]
    window: Vec<u32>,
    /// Vertices per side of the sheet, if no page is given
    #[arg(long, default_value_t = 128)]
    resolution: u32,
    /// Frames of the sheet
    #[arg(long, default_value_t = 300)]
    frames: u32,
    /// Repeats of loading
    #[arg(long, default_value_t = 3)]
    repeats: u32,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let page = match &arguments.page {
        Some(page) => page.clone(),
        None => folding_page(arguments.resolution, arguments.frames)?,
    };
    let browser = Browser::start(arguments.window[0], arguments.window[1])
        .context("chromedriver is needed")?;
    for _ in 0..arguments.repeats {
        browser.open(&page);
        println!("loaded in {:.0} ms", browser.number("ripstop.loadTime"));
    }
    browser.ask("ripstop.play(true)");
    sleep(Duration::from_secs(4));
    browser.ask("ripstop.play(false)");
    let (ratio, care) = (browser.number("ripstop.ratio"), browser.ask("ripstop.care"));
    println!("after four seconds of playing: {care}, {ratio:.2} pixels for one of the screen");
    measure(&browser, ratio, care.as_str().unwrap_or("plain"));
    for (ratio, care) in [(1.0, "plain"), (1.0, "sketch"), (0.5, "sketch")] {
        measure(&browser, ratio, care);
    }
    println!("console: {:?}", browser.messages());
    Ok(())
}

fn measure(browser: &Browser, ratio: f64, care: &str) {
    let script = format!(
        "(() => {{ const times = []; const gl = ripstop.view.gl; \
         ripstop.ratio = {ratio}; ripstop.care = '{care}'; \
         for (let i = 0; i < 60; i++) {{ \
           ripstop.frame = (i * 7) % (ripstop.last + 1); ripstop.stale = true; \
           const start = performance.now(); ripstop.draw(); const sent = performance.now(); \
           gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); \
           times.push([sent - start, performance.now() - start]); \
         }} \
         const part = (k, at) => times.map((t) => t[k]).sort((a, b) => a - b)[at]; \
         return [part(0, 30), part(1, 0), part(1, 30)]; }})()"
    );
    let times = browser.ask(&script);
    let time = |i: usize| times[i].as_f64().unwrap_or(f64::NAN);
    println!(
        "{care}, ratio {ratio:.2}: {:.1} ms in the page (median), \
         {:.1} ms least, {:.1} ms median to the last pixel",
        time(0),
        time(1),
        time(2)
    );
}

/// A page of the folding sheet.
fn folding_page(side: u32, frames: u32) -> Result<PathBuf> {
    let sheet = FoldingSheet::new(side);
    let frame = |i: u32| sheet.positions(0.7 * f64::from(i) / f64::from(frames));
    let mesh = CollisionMesh::new(&frame(0), &sheet.faces())?;
    let mut survey = Survey::default();
    (0..frames).for_each(|i| survey.add(&frame(i)));
    let [front, back] = fabric(0);
    let scene = PlayerScene {
        title: "folding sheet",
        description: &format!("{side}×{side} vertices, {frames} frames"),
        mesh: &mesh,
        surfaces: vec![PlayerSurface { front, back, layer: layer(0), finish: Finish::Cloth }],
        up: DVec3::Z,
        ground: -0.05,
        center: DVec3::new(0.5, 0.5, 0.0),
        size: 1.0,
        camera: Camera {
            eye: DVec3::new(1.4, -1.3, 1.2),
            target: DVec3::new(0.5, 0.5, 0.0),
            up: DVec3::Z,
            field_of_view: 30.0,
        },
        aspect: 16.0 / 9.0,
        frame_rate: 60.0,
    };
    let mut player = Player::new(scene, &survey);
    let levels = vec![0.5; mesh.vertex_count()];
    for i in 0..frames {
        player.push(&frame(i), FrameLevels { strain: &levels, contact: &levels })?;
    }
    let mut page = Vec::new();
    player.write(&[], &mut page)?;
    let bound = 8 * mesh.vertex_count() * frames as usize + ROOM;
    println!(
        "page: {} bytes, {:.0} % of the bound",
        page.len(),
        100.0 * page.len() as f64 / bound as f64
    );
    let path = places::kept("player.html");
    fs::write(&path, page)?;
    Ok(path)
}
