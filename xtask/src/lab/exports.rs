//! `cargo xtask lab exports RUN`: a run in every format, read back by programs of others, and files
//! of theirs read here.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, ensure};
use clap::Args;

use crate::command::ripstop;
use crate::places;

#[derive(Args)]
pub(crate) struct Arguments {
    /// A run directory
    run: PathBuf,
    /// A Python of version 3.11 in which `pip install numpy bpy usd-core` has been done
    #[arg(long, default_value = "python3")]
    python: PathBuf,
    /// Folder for the exports [default: a temporary one, removed at the end]
    #[arg(long)]
    out: Option<PathBuf>,
}

/// An export and its options.
struct Export {
    format: &'static str,
    file: &'static str,
    options: &'static [&'static str],
}

const fn export(format: &'static str, file: &'static str) -> Export {
    Export { format, file, options: &[] }
}

const EXPORTS: [Export; 7] = [
    export("obj", "a.obj"),
    export("ply", "a.ply"),
    export("glb", "a.glb"),
    export("npy", "a.npy"),
    export("pc2", "a.pc2"),
    export("usd", "a.usda"),
    Export { format: "usd", file: "cm.usda", options: &["--unit", "cm", "--up", "y"] },
];

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let temporary = env::temp_dir().join(format!("ripstop-exports-{}", std::process::id()));
    let folder = arguments.out.as_ref().unwrap_or(&temporary);
    fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    let result = write_all(&arguments.run, folder)
        .and_then(|()| read_back(arguments, folder))
        .and_then(|()| read_theirs(&folder.join("theirs")));
    if arguments.out.is_none() {
        // A temporary folder that stays does no harm.
        let _ = fs::remove_dir_all(&temporary);
    }
    result
}

fn write_all(run: &Path, folder: &Path) -> anyhow::Result<()> {
    for Export { format, file, options } in EXPORTS {
        let status = ripstop()
            .arg("export")
            .arg(run)
            .args(["--format", format, "--out"])
            .arg(folder.join(file))
            .args(options)
            .status()
            .context("could not start cargo")?;
        ensure!(status.success(), "the export of {file} failed");
    }
    Ok(())
}

fn read_back(arguments: &Arguments, folder: &Path) -> anyhow::Result<()> {
    let status = Command::new(&arguments.python)
        .arg(places::script("check_exports.py"))
        .arg(&arguments.run)
        .arg(folder)
        .status()
        .with_context(|| format!("could not start `{}`", arguments.python.display()))?;
    ensure!(status.success(), "not every program reads what was written");
    Ok(())
}

/// Reads the same scene in every format that Blender writes: welded, it must be the same mesh, down
/// to its crossings.
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
