//! `ripstop resume`: whatever ended a run, it goes on with the same bits.

mod ripstop_command;

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use ripstop_command::{Finished, Folder, assert_same_run, frames, report, small_scene};

/// Pseudo-random numbers below `bound` (Steele's splitmix).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }
}

fn reference(folder: &Folder, frames: usize) -> Duration {
    folder.write("small.toml", &small_scene(frames));
    let begun = Instant::now();
    folder.ripstop(&["run", "small.toml", "--out", "reference", "--quiet"]).succeeds();
    begun.elapsed()
}

/// The frames on the disk are a prefix of the reference, at every moment.
fn assert_prefix(run: &Path, reference: &[Vec<glam::DVec3>]) {
    let positions = run.join("positions.npy");
    if positions.exists() {
        let found = frames(&positions);
        assert!(!found.is_empty() && found == reference[..found.len()]);
    }
}

fn interrupt(child: &Child) {
    let pid = child.id().to_string();
    let _ = Command::new("kill").args(["-INT", &pid]).stderr(Stdio::null()).status();
}

#[test]
fn random_kills_change_no_bit() {
    const FRAMES: usize = 57;
    const KILLS: u64 = 12;
    let folder = Folder::new("kills");
    let straight = reference(&folder, FRAMES);
    let reference_frames = frames(&folder.path("reference/positions.npy"));
    let mut random = Random(5);
    let (mut kills, mut resumed) = (0, 0);
    let run = folder.path("run");
    // Several runs, until there were enough kills that hit.
    for round in 0..100 {
        if kills >= KILLS && resumed > 3 {
            break;
        }
        let _ = fs::remove_dir_all(&run);
        loop {
            let begun = run.join("scene.toml").exists();
            resumed += usize::from(begun);
            if !begun {
                let _ = fs::remove_dir_all(&run);
            }
            let arguments: &[&str] = if begun {
                &["resume", "run", "--quiet", "--threads", "2"]
            } else {
                &["run", "small.toml", "--out", "run", "--quiet"]
            };
            let mut child = folder.command(arguments).stderr(Stdio::piped()).spawn().unwrap();
            // From the first moments of the set-up to the last frames.
            sleep(straight * random.below(1000) as u32 / 1000);
            if round % 3 == 2 {
                interrupt(&child);
            } else {
                child.kill().unwrap();
            }
            let finished = Finished::from(child.wait_with_output().unwrap());
            assert_prefix(&run, &reference_frames);
            match finished.code {
                Some(0) => break,
                None | Some(130) => kills += 1,
                Some(_) => panic!("{finished:?}"),
            }
        }
        assert_same_run(&folder.path("reference"), &run);
    }
    assert!(kills >= KILLS && resumed > 3, "{kills} kills, {resumed} resumed");
}

#[test]
fn ctrl_c_ends_with_everything_written() {
    let folder = Folder::new("interrupted");
    folder.write("small.toml", &small_scene(100_000));
    let arguments = ["run", "small.toml", "--out", "run"];
    let mut command = folder.command(&arguments);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let lines = folder.path("run/report.jsonl");
    let begun = Instant::now();
    while !fs::read_to_string(&lines).is_ok_and(|text| text.lines().count() > 5) {
        assert!(begun.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(2));
    }
    interrupt(&child);
    let finished = Finished::from(child.wait_with_output().unwrap());
    assert_eq!(finished.code, Some(130), "{finished:?}");
    let frame_count = frames(&folder.path("run/positions.npy")).len();
    assert_eq!(report(&lines).len() + 1, frame_count);
    let words = format!("stopped after {} of 100000 frames", frame_count - 1);
    assert!(finished.out.contains(&words), "{}", finished.out);
    assert!(finished.out.contains("`ripstop resume run`"), "{}", finished.out);
}

/// Frames of a million substeps, which take minutes each.
#[test]
fn ctrl_c_does_not_wait_for_a_frame_that_takes_long() {
    let ways = ["substeps = 1000000", "substeps = 4\nrespond = 'ipc'\nimplicit_steps = 1000000"];
    for (number, settings) in ways.iter().enumerate() {
        let folder = Folder::new(&format!("long_frame_{number}"));
        folder.write("long.toml", &small_scene(3).replacen("substeps = 4", settings, 1));
        let mut command = folder.command(&["run", "long.toml", "--out", "run"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let begun = Instant::now();
        while !folder.path("run/checkpoint").exists() {
            assert!(begun.elapsed() < Duration::from_secs(60));
            sleep(Duration::from_millis(2));
        }
        sleep(Duration::from_millis(300));
        interrupt(&child);
        let asked = Instant::now();
        while child.try_wait().unwrap().is_none() && asked.elapsed() < Duration::from_secs(20) {
            sleep(Duration::from_millis(2));
        }
        let took = asked.elapsed();
        // One that has not ended by itself ends here.
        let _ = child.kill();
        let finished = Finished::from(child.wait_with_output().unwrap());
        assert!(took < Duration::from_secs(2), "{took:?}: {finished:?}");
        assert_eq!(finished.code, Some(130), "{finished:?}");
        assert!(finished.out.contains("stopped after 0 of 3 frames"), "{finished:?}");
        assert_eq!(frames(&folder.path("run/positions.npy")).len(), 1);
    }
}

#[test]
fn a_finished_run_stays_as_it_is() {
    let folder = Folder::new("finished");
    reference(&folder, 4);
    let report = fs::read(folder.path("reference/report.jsonl")).unwrap();
    let positions = fs::read(folder.path("reference/positions.npy")).unwrap();
    let resumed = folder.ripstop(&["resume", "reference"]);
    resumed.succeeds();
    assert!(resumed.out.contains("4 frames"), "{}", resumed.out);
    assert_eq!(fs::read(folder.path("reference/report.jsonl")).unwrap(), report);
    assert_eq!(fs::read(folder.path("reference/positions.npy")).unwrap(), positions);
}

#[test]
fn damage_is_found_and_changes_nothing() {
    let folder = Folder::new("damage");
    reference(&folder, 12);
    let copy = |name: &str| {
        fs::create_dir(folder.path(name)).unwrap();
        for entry in fs::read_dir(folder.path("reference")).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), folder.path(name).join(entry.file_name())).unwrap();
        }
    };
    copy("run");
    let path = folder.path("run/checkpoint");
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&path, &bytes).unwrap();
    folder.ripstop(&["resume", "run"]).fails_with(&[
        "run/checkpoint",
        "checksum",
        "delete it to begin again at frame 0",
    ]);
    fs::write(&path, &bytes[..100]).unwrap();
    folder.ripstop(&["resume", "run"]).fails_with(&["run/checkpoint", "100 bytes"]);
    fs::write(&path, "hello").unwrap();
    folder.ripstop(&["resume", "run"]).fails_with(&["run/checkpoint", "not a checkpoint"]);
    let positions = |run: &str| fs::read(folder.path(run).join("positions.npy")).unwrap();
    assert!(positions("run") == positions("reference"));
    fs::remove_file(&path).unwrap();
    folder.ripstop(&["resume", "run"]).succeeds();
    assert_same_run(&folder.path("reference"), &folder.path("run"));

    copy("short");
    fs::write(folder.path("short/report.jsonl"), "").unwrap();
    folder.ripstop(&["resume", "short"]).fails_with(&["report.jsonl", "0 of the 12 lines"]);
    copy("cut");
    let cut = &positions("cut")[..500];
    fs::write(folder.path("cut/positions.npy"), cut).unwrap();
    folder.ripstop(&["resume", "cut"]).fails_with(&["positions.npy"]);
    copy("other");
    let scene = fs::read_to_string(folder.path("other/scene.toml")).unwrap();
    let heavier = scene.replace("density = 0", "density = 1");
    assert_ne!(scene, heavier);
    fs::write(folder.path("other/scene.toml"), heavier).unwrap();
    folder.ripstop(&["resume", "other"]).fails_with(&["checkpoint", "mass"]);
}

#[test]
fn only_a_run_that_nobody_else_writes_is_resumed() {
    let folder = Folder::new("locked");
    folder.ripstop(&["resume", "nothing"]).fails_with(&["`nothing` holds no run"]);
    reference(&folder, 2);
    let lock = File::open(folder.path("reference/scene.toml")).unwrap();
    lock.lock().unwrap();
    folder.ripstop(&["resume", "reference"]).fails_with(&["in use by another process"]);
    drop(lock);
    folder.ripstop(&["resume", "reference"]).succeeds();
}
