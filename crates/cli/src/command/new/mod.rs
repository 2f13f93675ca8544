//! `ripstop new`: a commented scene to start from.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::arguments::{NewOptions, Template};

const GARMENT: &str = include_str!("garment.toml");
const SHEET: &str = include_str!("sheet.toml");
const FLAG: &str = include_str!("flag.toml");

/// Stands for the name of the scene in a template.
const NAME: &str = "NAME";

pub(crate) fn new(options: &NewOptions) -> Result<ExitCode> {
    let given = options.name.strip_suffix(".toml").unwrap_or(&options.name);
    let path = PathBuf::from(format!("{given}.toml"));
    let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let is_letter = |c: char| c.is_alphanumeric() || "-_. ".contains(c);
    if name.starts_with('.') || !name.chars().all(is_letter) {
        bail!(
            "`{}` is no name of a scene: it may have letters, digits, spaces and `-`, `_`, `.`",
            options.name
        );
    }
    let template = match options.from {
        Template::Garment => GARMENT,
        Template::Sheet => SHEET,
        Template::Flag => FLAG,
    };
    let shown = path.display();
    let mut file = match OpenOptions::new().write(true).create_new(true).open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("{shown} exists already, and nothing is overwritten; take another name")
        }
        Err(error) => return Err(error).with_context(|| format!("cannot write {shown}")),
    };
    file.write_all(template.replace(NAME, name).as_bytes())
        .with_context(|| format!("cannot write {shown}"))?;
    writeln!(stdout(), "{shown} is written; `ripstop run {shown}` simulates it")?;
    Ok(ExitCode::SUCCESS)
}
