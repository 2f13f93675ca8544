//! `ripstop view`: the page in a real browser.
//!
//! Without chromium the tests say so and pass; with `RIPSTOP_BROWSER_REQUIRED` set they fail.
#![allow(clippy::unwrap_used, reason = "a failure here fails the test")]

mod ripstop_command;

use std::fs;

use ripstop_command::{Folder, frames, report, small_scene};
use ripstop_fixtures::browser::Browser;
use serde_json::Value;

/// Codes of keys in the protocol of the driver.
const HOME: &str = "\u{E011}";
const END: &str = "\u{E010}";
const RIGHT: &str = "\u{E014}";

fn page(name: &str) -> (Folder, std::path::PathBuf) {
    let folder = Folder::new(name);
    folder.write("small.toml", &small_scene(40));
    folder.ripstop(&["run", "small.toml", "--quiet", "--out", "run"]).succeeds();
    let made = folder.ripstop(&["view", "run"]);
    made.succeeds();
    assert!(made.out.contains("view.html: 41 frames, 0 to 40"), "{}", made.out);
    let page = folder.path("run/view.html");
    (folder, page)
}

#[test]
fn the_page_plays_the_run() {
    let Some(browser) = Browser::start(900, 700) else { return };
    let (folder, page) = page("view-plays");
    browser.open(&page);

    let start = browser.screenshot();
    assert!(start.colourful() > 5000, "nothing but background: {}", start.colourful());

    // The slider, as somebody would use it without a mouse.
    browser.ask("document.getElementById('timeline').focus()");
    browser.press(END);
    browser.wait("ripstop.frame === 40");
    let end = browser.screenshot();
    assert!(end.differs(&start) > 500, "{}", end.differs(&start));
    browser.press(HOME);
    browser.wait("ripstop.frame === 0");
    let back = browser.screenshot().differs(&start);
    assert!(back < 20, "back at the start, {back} pixels differ");
    browser.ask("document.getElementById('timeline').value = 17");
    browser.ask("document.getElementById('timeline').dispatchEvent(new Event('input'))");
    browser.wait("ripstop.frame === 17");

    // Space plays, and stops.
    browser.ask("document.getElementById('timeline').blur()");
    browser.press(HOME);
    browser.press(" ");
    browser.wait("ripstop.playing && ripstop.frame > 2");
    browser.press(" ");
    browser.wait("!ripstop.playing");
    let stopped = browser.number("ripstop.frame");
    browser.press(RIGHT);
    assert_eq!(browser.number("ripstop.frame"), (stopped + 1.0).min(40.0));

    numbers_are_those_of_the_report(&browser, &folder);
    positions_are_those_of_the_run(&browser, &folder);
    assert_eq!(browser.messages(), [""; 0]);
}

fn numbers_are_those_of_the_report(browser: &Browser, folder: &Folder) {
    let lines = report(&folder.path("run/report.jsonl"));
    browser.press("n");
    for frame in [3_usize, 40] {
        browser.ask(&format!("ripstop.step({frame} - ripstop.frame)"));
        let rows = browser.ask("[...document.querySelectorAll('#panel tr')].map(r => [r.cells[0].textContent, r.cells[1].textContent])");
        let row = |name: &str| {
            let found = rows.as_array().unwrap().iter().find(|row| row[0] == name);
            found.unwrap_or_else(|| panic!("no {name} in {rows}"))[1].as_str().unwrap().to_owned()
        };
        let line = &lines[frame - 1];
        assert_eq!(row("response, contacts"), line["response"]["contacts"].to_string());
        assert_eq!(row("intersections"), "0");
        let energy: f64 = row("energy, kinetic energy").parse().unwrap();
        let exact = line["energy"]["kinetic_energy"].as_f64().unwrap();
        assert!((energy - exact).abs() <= 1e-3 * exact, "{energy} {exact}");
    }
    browser.press("n");
}

/// Decoded by the page, and compared with the file: every coordinate within half a step of the
/// grid.
fn positions_are_those_of_the_run(browser: &Browser, folder: &Folder) {
    let frames = frames(&folder.path("run/positions.npy"));
    let list = |expression: &str| -> Vec<f64> {
        let value = browser.ask(expression);
        value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
    };
    let (start, step) = (list("ripstop.run.scene.start"), list("ripstop.run.scene.extent"));
    for frame in [0, 1, 2, 25, 40] {
        browser.ask(&format!("ripstop.step({frame} - ripstop.frame)"));
        browser.wait("!ripstop.stale");
        let places = list("[...ripstop.places]");
        assert_eq!(places.len(), 4 * frames[frame].len());
        for (place, x) in places.chunks(4).zip(&frames[frame]) {
            for k in 0..3 {
                let error = (start[k] + step[k] * place[k] - x[k]).abs();
                assert!(error <= 0.5001 * step[k], "frame {frame}: off by {error}");
            }
        }
    }
}

#[test]
fn it_can_be_turned_coloured_and_wired() {
    let Some(browser) = Browser::start(900, 700) else { return };
    let (_folder, page) = page("view-turned");
    browser.open(&page);
    browser.press(END);
    let home = browser.screenshot();
    let changes = |what: &str, least: usize| {
        let now = browser.screenshot();
        assert!(now.differs(&home) > least, "{what} changed {} pixels", now.differs(&home));
        browser.press("r");
        let back = browser.screenshot().differs(&home);
        assert!(back < 20, "{what}: {back} pixels are not as they were");
    };
    browser.drag([450, 300], [600, 350], 0);
    changes("turning", 2000);
    browser.drag([450, 300], [520, 330], 2);
    changes("moving", 2000);
    browser.scroll([450, 300], -300);
    changes("zooming", 2000);

    for (key, name) in [("2", "strain"), ("3", "contact"), ("4", "layer")] {
        browser.press(key);
        let shown = browser.ask("document.getElementById('color').value");
        assert_eq!(shown, Value::String(name.to_owned()));
        let now = browser.screenshot();
        assert!(now.differs(&home) > 2000, "{name}: {}", now.differs(&home));
    }
    browser.press("1");
    browser.press("f");
    let wired = browser.screenshot().differs(&home);
    assert!(wired > 1000, "wires changed {wired} pixels");
    browser.press("f");
    assert!(browser.screenshot().differs(&home) < 20);
    // On slow machines moving pictures are simpler; they still show the cloth.
    browser.ask("ripstop.care = 'sketch', ripstop.ratio = 1, ripstop.needsDrawing = true");
    browser.wait("!ripstop.needsDrawing");
    assert!(browser.screenshot().differs(&home) < 20, "at rest all is drawn");
    assert_eq!(browser.messages(), [""; 0]);
}

#[test]
fn the_walls_of_a_room_do_not_hide_what_is_inside() {
    let Some(browser) = Browser::start(900, 700) else { return };
    let folder = Folder::new("view-room");
    let walls = "[[obstacle]]\nname = 'walls'\nshape.cuboid = { size = [0.9, 0.9, 0.8] }\n";
    let scene = small_scene(2).replacen("thickness", "inside = true\nthickness", 1);
    folder.write("room.toml", &format!("{scene}{walls}"));
    folder.ripstop(&["run", "room.toml", "--quiet", "--out", "run"]).succeeds();
    folder.ripstop(&["view", "run"]).succeeds();
    browser.open(&folder.path("run/view.html"));
    assert_eq!(browser.ask("ripstop.run.scene.surfaces[2].room"), Value::Bool(true));
    let seen = browser.screenshot().colourful();
    assert!(seen > 5000, "{seen}");
    assert_eq!(browser.messages(), [""; 0]);
}

#[test]
fn it_is_readable_on_a_phone() {
    let Some(browser) = Browser::start(900, 700) else { return };
    let (_folder, page) = page("view-phone");
    browser.become_phone(390, 844);
    browser.open(&page);
    browser.press(END);
    assert_eq!(browser.number("innerWidth"), 390.0);
    assert!(browser.number("document.documentElement.scrollWidth") <= 390.0);
    let canvas = browser.number("document.getElementById('canvas').clientHeight");
    assert!(canvas > 0.6 * 844.0, "the picture is {canvas} high");
    let inside = "[...document.querySelectorAll('footer > *')].filter(e => e.offsetParent).every(e => { \
        const r = e.getBoundingClientRect(); \
        return r.left >= 0 && r.right <= innerWidth && r.bottom <= innerHeight && r.height >= 18; })";
    assert_eq!(browser.ask(inside), Value::Bool(true));
    let smallest = "Math.min(...[...document.querySelectorAll('footer *, h1, header p, #panel td')] \
        .map(e => parseFloat(getComputedStyle(e).fontSize)))";
    assert!(browser.number(smallest) >= 12.0);
    let picture = browser.screenshot();
    assert!(picture.colourful() > 5000, "{}", picture.colourful());
    browser.press("n");
    let panel = "(() => { const r = document.getElementById('panel').getBoundingClientRect(); \
        return r.left >= 0 && r.right <= innerWidth && r.height < 0.6 * innerHeight; })()";
    assert_eq!(browser.ask(panel), Value::Bool(true));
    assert_eq!(browser.messages(), [""; 0]);
}

#[test]
fn a_damaged_page_says_so() {
    let Some(browser) = Browser::start(900, 700) else { return };
    let (folder, page) = page("view-damaged");
    let text = fs::read_to_string(page).unwrap();
    let start = text.find("text/plain\">").unwrap() + 20;
    folder.write("damaged.html", &format!("{}{}", &text[..start], &text[start + 400..]));
    browser.visit(&folder.path("damaged.html"));
    browser.wait("document.getElementById('loading').textContent.includes('the page is damaged')");
}

#[test]
fn pages_are_the_same_at_every_thread_count_and_errors_leave_none() {
    let folder = Folder::new("view-same");
    folder.write("small.toml", &small_scene(5));
    folder.ripstop(&["run", "small.toml", "--quiet", "--out", "run"]).succeeds();
    let made = ["1", "3"].map(|threads| {
        let file = format!("{threads}.html");
        folder
            .ripstop(&["view", "run", "--threads", threads, "--quiet", "--out", &file])
            .succeeds();
        fs::read(folder.path(&file)).unwrap()
    });
    assert!(made[0] == made[1]);
    folder.ripstop(&["view", "nowhere"]).fails_with(&["`nowhere`"]);
    let positions = fs::read(folder.path("run/positions.npy")).unwrap();
    fs::write(folder.path("run/positions.npy"), &positions[..positions.len() - 7]).unwrap();
    folder.ripstop(&["view", "run", "--out", "cut.html"]).fails_with(&["positions.npy"]);
    assert!(!folder.path("cut.html").exists());
}
