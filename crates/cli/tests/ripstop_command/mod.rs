//! Runs the real binary in folders of its own.
#![allow(dead_code, reason = "every test file uses another part of this")]
#![allow(clippy::unwrap_used, reason = "a failure here fails the test")]

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use glam::DVec3;
use ripstop_io::NpyReader;
use serde_json::Value;

/// A folder for one test, removed when the test passes.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    /// The binary, in this folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ripstop"));
        command.current_dir(&self.0).args(arguments).stdin(Stdio::null());
        command
    }

    /// Runs the binary with a text on standard input.
    pub(crate) fn ripstop_fed(&self, arguments: &[&str], text: &str) -> Finished {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        Finished::from(child.wait_with_output().unwrap())
    }

    pub(crate) fn ripstop(&self, arguments: &[&str]) -> Finished {
        Finished::from(self.command(arguments).output().unwrap())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

/// Exit code and output of the command.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Finished {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Finished {
    /// Asserts that it is an error with all these words, and that nothing panicked.
    #[track_caller]
    pub(crate) fn fails_with(&self, words: &[&str]) {
        assert_eq!(self.code, Some(2), "{self:?}");
        assert!(self.err.starts_with("error: "), "{}", self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        for word in words {
            assert!(self.err.contains(word), "`{word}` is missing in: {}", self.err);
        }
    }

    #[track_caller]
    pub(crate) fn succeeds(&self) -> &Self {
        assert_eq!(self.code, Some(0), "{self:?}");
        self
    }
}

/// A sheet of 8×8 vertices sinks slowly on a small ball, so that candidates serve for several
/// frames.
pub(crate) fn small_scene(frames: usize) -> String {
    format!(
        "name = 'small'\n[settings]\nframes = {frames}\nsubsteps = 4\ngravity = [0.0, 0.0, -0.5]\n\
         [[cloth]]\nname = 'sheet'\nshape.grid = {{ size = [0.4, 0.4], resolution = [8, 8] }}\n\
         thickness = 0.01\ntransform.translate = [0.0, 0.0, 0.13]\n\
         [[obstacle]]\nname = 'ball'\nshape.sphere = {{ radius = 0.1, rings = 6 }}\nthickness = 0.01\n"
    )
}

/// All frames of a trajectory.
pub(crate) fn frames(path: &Path) -> Vec<Vec<DVec3>> {
    let mut reader = NpyReader::new(Cursor::new(fs::read(path).unwrap())).unwrap();
    (0..reader.frame_count()).map(|frame| reader.read_frame(frame).unwrap()).collect()
}

/// The lines of a report without the times.
pub(crate) fn report(path: &Path) -> Vec<Value> {
    let line = |line: &str| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        let map = value.as_object_mut().unwrap();
        assert!(map.remove("times").is_some() && map.remove("check_time").is_some());
        value
    };
    fs::read_to_string(path).unwrap().lines().map(line).collect()
}

/// Asserts that two runs have left the same, bit for bit, times apart.
#[track_caller]
pub(crate) fn assert_same_run(a: &Path, b: &Path) {
    for file in ["scene.toml", "mesh.obj", "surfaces.json", "positions.npy", "checkpoint"] {
        let [a, b] = [a, b].map(|run| fs::read(run.join(file)).unwrap());
        assert!(a == b, "{file} differs");
    }
    assert_eq!(report(&a.join("report.jsonl")), report(&b.join("report.jsonl")));
    let names = |run: &Path| {
        let mut names: Vec<_> =
            fs::read_dir(run).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(a), names(b));
}
