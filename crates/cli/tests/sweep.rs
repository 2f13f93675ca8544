//! `ripstop sweep`: plans, runs that are done once, tables.

mod ripstop_command;

use std::fs;

use ripstop_command::{Folder, frames, small_scene};
use serde_json::Value;

const SWEEP: &str = "scene = 'small.toml'\nsamples = 2\nseed = 5\n[[parameter]]\n\
    key = 'cloth.sheet.friction'\nrange = { from = 0.0, to = 1.0, count = 3 }\n\
    [[parameter]]\nkey = 'damping'\nlog_uniform = [0.01, 1.0]\n";

fn swept(name: &str, text: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("small.toml", &small_scene(3));
    folder.write("sweep.toml", text);
    folder
}

fn plan(folder: &Folder) -> Vec<Value> {
    folder.ripstop(&["sweep", "plan", "sweep.toml"]).succeeds();
    let text = fs::read_to_string(folder.path("plan.jsonl")).expect("a plan");
    text.lines().map(|line| serde_json::from_str(line).expect("a line")).collect()
}

#[test]
fn every_run_is_done_once_with_the_bits_of_a_run_alone() {
    let folder = swept("sweep-once", SWEEP);
    let lines = plan(&folder);
    assert_eq!(lines.len(), 6);
    let value = |run: usize, key: &str| lines[run]["parameters"][key].as_f64().unwrap();
    let frictions: Vec<f64> = (0..6).map(|run| value(run, "cloth.sheet.friction")).collect();
    assert_eq!(frictions, [0.0, 0.0, 0.5, 0.5, 1.0, 1.0]);
    assert!((0..6).all(|run| (0.01..=1.0).contains(&value(run, "damping"))));

    let run = ["sweep", "run", "plan.jsonl", "--no-picture"];
    let one = folder.ripstop(&[&run[..], &["--index", "3"]].concat());
    assert!(one.succeeds().err.contains("run 3: finished"), "{one:?}");
    let said = folder.ripstop(&["sweep", "status", "plan.jsonl"]).succeeds().out.clone();
    assert!(said.contains("1 finished, 0 failed, 0 running, 0 interrupted, 5 waiting"), "{said}");
    let all = folder.ripstop(&run);
    assert_eq!(all.succeeds().err.matches("finished").count(), 5, "{all:?}");
    assert_eq!(folder.ripstop(&run).succeeds().err, "");

    let damping = format!("damping={}", value(3, "damping"));
    let set = ["--set", "cloth.sheet.friction=0.5", "--set", damping.as_str()];
    folder.ripstop(&[&["run", "small.toml", "--out", "alone"], &set[..]].concat()).succeeds();
    let id = lines[3]["id"].as_str().unwrap();
    let kept = frames(&folder.path(&format!("plan/{id}/positions.npy")));
    let whole = frames(&folder.path("alone/positions.npy"));
    assert_eq!(kept.len(), 4);
    assert!(kept.iter().zip(&whole).all(|(kept, whole)| kept[..] == whole[..64]));
    assert!(!folder.path(&format!("plan/{id}/run")).exists());

    folder.ripstop(&["sweep", "collect", "plan.jsonl"]).succeeds();
    let table = fs::read_to_string(folder.path("plan/table.csv")).unwrap();
    assert_eq!(table.lines().count(), 7);
    assert!(table.starts_with("index,id,status,set.cloth.sheet.friction,set.damping,"), "{table}");
}

#[test]
fn a_plan_that_no_longer_holds_is_refused() {
    let folder = swept("sweep-changed", SWEEP);
    let before = plan(&folder);
    folder.write("small.toml", &small_scene(2));
    folder.ripstop(&["sweep", "run", "plan.jsonl"]).fails_with(&["run 0", "plan again"]);
    let after = plan(&folder);
    assert!(before.iter().zip(&after).all(|(before, after)| before["id"] != after["id"]));
    let index = ["sweep", "run", "plan.jsonl", "--index", "6"];
    folder.ripstop(&index).fails_with(&["there is no run 6", "6, from 0 on"]);
    folder.write("plan.jsonl", "{\"index\": 0}\n");
    folder.ripstop(&["sweep", "run", "plan.jsonl"]).fails_with(&["line 1", "plan.jsonl"]);
}

#[test]
fn more_samples_leave_the_first_ones_as_they_were() {
    let sampled = |samples: usize| {
        format!(
            "scene = 'small.toml'\nsamples = {samples}\n\
             [[parameter]]\nkey = 'damping'\nuniform = [0.0, 1.0]\n"
        )
    };
    let few = plan(&swept("sweep-few", &sampled(3)));
    let many = plan(&swept("sweep-many", &sampled(5)));
    assert_eq!(few[..], many[..3]);
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let folder = swept("sweep-killed", "scene = 'small.toml'\nkeep.directory = true\n");
    folder.write("small.toml", &small_scene(400));
    let id = plan(&folder)[0]["id"].as_str().unwrap().to_owned();
    let run = ["sweep", "run", "plan.jsonl", "--no-picture"];
    let mut process = folder.command(&run).stderr(std::process::Stdio::null()).spawn().unwrap();
    let report = folder.path(&format!("plan/{id}/run/report.jsonl"));
    let lines = || fs::read_to_string(&report).map_or(0, |text| text.lines().count());
    while lines() < 12 {
        assert!(process.try_wait().unwrap().is_none(), "it ended");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    process.kill().unwrap();
    process.wait().unwrap();
    assert!(lines() < 400, "it was too quick to be killed");
    let said = folder.ripstop(&["sweep", "status", "plan.jsonl"]).succeeds().out.clone();
    assert!(said.contains("1 interrupted"), "{said}");
    folder.ripstop(&run).succeeds();
    folder.ripstop(&["run", "small.toml", "--out", "alone", "--quiet"]).succeeds();
    ripstop_command::assert_same_run(
        &folder.path(&format!("plan/{id}/run")),
        &folder.path("alone"),
    );
}
