//! `cargo xtask check-exports`: a run in every format, read back by programs that nobody here wrote, and files of theirs
//! read here.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, ensure};
use clap::Args;

/// A run in every format, read back by NumPy, Blender and USD
#[derive(Args)]
pub(crate) struct ExportArguments {
    /// A run directory
    run: PathBuf,
    /// A Python of version 3.11 in which `pip install numpy bpy usd-core` has been done
    #[arg(long, default_value = "python3")]
    python: PathBuf,
    /// Folder for the exports [default: a temporary one, removed at the end]
    #[arg(long)]
    keep: Option<PathBuf>,
}

/// Format, file, more arguments.
const EXPORTS: [(&str, &str, &[&str]); 7] = [
    ("obj", "a.obj", &[]),
    ("ply", "a.ply", &[]),
    ("glb", "a.glb", &[]),
    ("npy", "a.npy", &[]),
    ("pc2", "a.pc2", &[]),
    ("usd", "a.usda", &[]),
    ("usd", "cm.usda", &["--unit", "cm", "--up", "y"]),
];

pub(crate) fn run(arguments: &ExportArguments) -> anyhow::Result<()> {
    let temporary = env::temp_dir().join(format!("ripstop-exports-{}", std::process::id()));
    let folder = arguments.keep.as_ref().unwrap_or(&temporary);
    fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    let result = export(&arguments.run, folder)
        .and_then(|()| read_back(arguments, folder))
        .and_then(|()| read_theirs(&folder.join("theirs")));
    if arguments.keep.is_none() {
        // What is left in the temporary folder does no harm.
        let _ = fs::remove_dir_all(&temporary);
    }
    result
}

/// The command.
fn ripstop() -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "--quiet", "--release", "--package", "ripstop-cli", "--"]);
    command
}

fn export(run: &Path, folder: &Path) -> anyhow::Result<()> {
    for (format, file, more) in EXPORTS {
        let status = ripstop()
            .arg("export")
            .arg(run)
            .args(["--format", format, "--out"])
            .arg(folder.join(file))
            .args(more)
            .status()
            .context("could not start cargo")?;
        ensure!(status.success(), "the export of {file} failed");
    }
    Ok(())
}

fn read_back(arguments: &ExportArguments, folder: &Path) -> anyhow::Result<()> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("check_exports.py");
    let status = Command::new(&arguments.python)
        .arg(script)
        .arg(&arguments.run)
        .arg(folder)
        .status()
        .with_context(|| format!("could not start `{}`", arguments.python.display()))?;
    ensure!(status.success(), "not every program reads what was written");
    Ok(())
}

/// The same scene in every format that Blender writes: welded, it must be the same mesh, down to its crossings.
fn read_theirs(folder: &Path) -> anyhow::Result<()> {
    let files =
        ["a.obj", "binary.ply", "ascii.ply", "binary.stl", "ascii.stl", "a.glb", "separate.gltf"];
    let output = ripstop()
        .args(["check", "--weld=1e-6"])
        .args(files.map(|file| folder.join(file)))
        .output()
        .context("could not start cargo")?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let found: Vec<&str> = said
        .lines()
        .filter(|line| !line.starts_with(' '))
        .map(|line| line.rsplit(": ").next().unwrap_or_default())
        .collect();
    for (file, found) in files.iter().zip(&found) {
        println!("{file:<16} from Blender: {found}");
    }
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(found.len() == files.len(), "a file from Blender cannot be read: {error}");
    ensure!(found.iter().all(|mesh| mesh == &found[0]), "the files from Blender differ");
    Ok(())
}
