//! The tests in Python, run by pytest on the extension that cargo has just built, in a virtual
//! environment below `target`. Without a Python they say so and pass, unless
//! `RIPSTOP_PYTHON_REQUIRED` is set; `RIPSTOP_PYTHON` names another interpreter than `python3`.

#![allow(clippy::print_stderr, reason = "it says why it was skipped")]

use std::env::{self, consts};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// Packages that the tests use.
const PACKAGES: [&str; 4] = ["numpy", "pytest", "hypothesis", "scipy"];

/// True if the interpreter is new enough and can make environments.
const SUITS: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))";

#[test]
fn the_tests_in_python_pass() {
    let folder = build_folder().join("python-tests");
    let interpreter = match interpreter().and_then(|python| environment(&folder, &python)) {
        Ok(interpreter) => interpreter,
        Err(reason) => {
            assert!(env::var_os("RIPSTOP_PYTHON_REQUIRED").is_none(), "{reason}");
            eprintln!("SKIPPED: the package for Python is not tested: {reason}");
            return;
        }
    };
    let package = folder.join("package");
    install(&package).expect("the package can be copied");
    let status = Command::new(interpreter)
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--durations=5"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"))
        .env("PYTHONPATH", &package)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(&folder)
        .status()
        .expect("pytest starts");
    assert!(status.success(), "tests in Python failed");
}

/// A Python that suits.
fn interpreter() -> Result<PathBuf, String> {
    let named = env::var_os("RIPSTOP_PYTHON");
    let names: Vec<&OsStr> = match &named {
        Some(name) => vec![name],
        None => ["python3", "python"].map(OsStr::new).to_vec(),
    };
    let suits = |name: &&OsStr| succeeds(Command::new(name).args(["-c", SUITS]));
    let found = names.into_iter().find(suits).map(PathBuf::from);
    found.ok_or_else(|| "there is no Python 3.9 or later with `venv`".to_owned())
}

/// The interpreter of a virtual environment with the packages of the tests.
fn environment(folder: &Path, python: &Path) -> Result<PathBuf, String> {
    let environment = folder.join("environment");
    let programs = environment.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let own = programs.join("python");
    let ready = environment.join(format!("ready-{}", PACKAGES.join("-")));
    if ready.is_file() && succeeds(Command::new(&own).args(["-c", SUITS])) {
        return Ok(own);
    }
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    // What an attempt that was ended has left behind may be of any shape.
    let _ = fs::remove_dir_all(&environment);
    if !succeeds(Command::new(python).args(["-m", "venv"]).arg(&environment)) {
        return Err("no virtual environment could be made".to_owned());
    }
    // Without bytecode: the packages are large, and few of their modules are used.
    let pip = ["-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check"];
    if !succeeds(Command::new(&own).args(pip).args(PACKAGES)) {
        return Err(format!("{} could not be installed", PACKAGES.join(", ")));
    }
    fs::write(&ready, "").map_err(|error| error.to_string())?;
    Ok(own)
}

fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// Puts the package and the extension side by side, as a wheel does.
fn install(package: &Path) -> std::io::Result<()> {
    let target = package.join("ripstop");
    let _ = fs::remove_dir_all(&target);
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("python/ripstop"), &target)?;
    let module = if cfg!(windows) { "_ripstop.pyd" } else { "_ripstop.abi3.so" };
    fs::copy(extension(), target.join(module)).map(drop)
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, place) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &place)?;
        } else {
            fs::copy(path, place)?;
        }
    }
    Ok(())
}

/// Folder of the profile, such as `target/debug`: this test is in its folder `deps`.
fn build_folder() -> PathBuf {
    let own = env::current_exe().expect("a test knows its own path");
    own.ancestors().nth(2).expect("a test is two folders deep").to_owned()
}

/// The extension that was built last.
fn extension() -> PathBuf {
    let name = format!("{}_ripstop{}", consts::DLL_PREFIX, consts::DLL_SUFFIX);
    let places = [build_folder().join("deps").join(&name), build_folder().join(&name)];
    let built = |path: &PathBuf| {
        fs::metadata(path).and_then(|found| found.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
    };
    places.into_iter().max_by_key(built).expect("there are two places")
}
