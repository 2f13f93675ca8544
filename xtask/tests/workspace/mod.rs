//! Files that the tidy rules read.

use std::fs;
use std::path::{Path, PathBuf};

/// A text file and its path from the top of the workspace.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Source {
    /// The name in a manifest.
    pub(crate) fn package_name(&self) -> String {
        let line = self.text.lines().find(|line| line.starts_with("name = ")).unwrap_or_default();
        line.trim_start_matches("name = ").trim_matches('"').to_owned()
    }
}

/// All files with one of the endings, in order of their paths; build products are left out.
pub(crate) fn sources(endings: &[&str]) -> Vec<Source> {
    let mut found = Vec::new();
    walk(&top(), endings, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// The manifests of all packages, but not that of the workspace.
pub(crate) fn crate_manifests() -> Vec<Source> {
    let mut manifests = sources(&["toml"]);
    manifests.retain(|file| file.path.ends_with("/Cargo.toml"));
    manifests
}

/// One file, by its path from the top of the workspace.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(top().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// True if there is such a file, by its path from the top of the workspace.
pub(crate) fn exists(path: &str) -> bool {
    top().join(path).is_file()
}

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn walk(folder: &Path, endings: &[&str], found: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).expect("the workspace can be read") {
        let path = entry.expect("the workspace can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "target" && name != ".git" {
                walk(&path, endings, found);
            }
        } else if endings.iter().any(|ending| name.ends_with(&format!(".{ending}"))) {
            let text = fs::read_to_string(&path).expect("sources are UTF-8");
            let path = path.strip_prefix(top()).expect("found below the top");
            found.push(Source { path: path.to_string_lossy().replace('\\', "/"), text });
        }
    }
}
