//! The tidy rules: what the compiler does not check, as ordinary tests.
//!
//! Each rule is a function from text to findings, so that a bad specimen can show that it bites.

mod rules;
mod workspace;

use rules::{
    broken_keys, crosses_siblings, enables_fast_math, lacks_lints, lacks_module_doc, machine_paths,
    speaks_below_the_command, unnumbered_todo,
};
use workspace::{Source, crate_manifests, read, sources};

/// Files that stay longer than 400 lines, with the reason. None so far.
const LONG_FILES: [(&str, &str); 0] = [];

fn check(files: &[Source], rule: impl Fn(&Source) -> Vec<String>) {
    let findings: Vec<String> = files
        .iter()
        .flat_map(|file| rule(file).into_iter().map(|finding| format!("{}: {finding}", file.path)))
        .collect();
    assert!(!files.is_empty(), "the rule looked at no file");
    assert!(findings.is_empty(), "\n{}", findings.join("\n"));
}

#[test]
fn every_source_file_opens_with_a_module_doc() {
    check(&sources(&["rs"]), |file| lacks_module_doc(&file.text));
}

#[test]
fn files_over_400_lines_are_known() {
    check(&sources(&["rs"]), |file| {
        let lines = file.text.lines().count();
        let known = LONG_FILES.iter().any(|(path, _)| *path == file.path);
        (lines > 400 && !known)
            .then(|| format!("{lines} lines: is there a seam?"))
            .into_iter()
            .collect()
    });
}

#[test]
fn every_crate_inherits_the_lints() {
    check(&crate_manifests(), |file| lacks_lints(&file.text));
}

#[test]
fn paper_keys_resolve() {
    let references = read("docs/references.md");
    check(&sources(&["rs", "md"]), |file| broken_keys(&file.text, &references));
}

#[test]
fn no_todo_without_an_issue_number() {
    check(&sources(&["rs", "md", "toml"]), |file| {
        if file.path.starts_with("xtask/tests/") { Vec::new() } else { unnumbered_todo(&file.text) }
    });
}

#[test]
fn nobody_enables_fast_math() {
    check(&crate_manifests(), |file| enables_fast_math(&file.text));
    assert!(enables_fast_math(&read("Cargo.toml")).is_empty());
}

#[test]
fn the_middle_crates_do_not_know_each_other() {
    check(&crate_manifests(), |file| crosses_siblings(&file.path, &file.text));
}

#[test]
fn libraries_do_not_open_files_print_or_read_the_clock() {
    check(&sources(&["rs"]), |file| speaks_below_the_command(&file.path, &file.text));
}

#[test]
fn no_path_of_a_machine_is_written_down() {
    check(&sources(&["rs", "md", "toml"]), |file| machine_paths(&file.text));
}

#[test]
fn the_readme_lists_every_crate() {
    let readme = read("README.md");
    check(&crate_manifests(), |file| {
        let name = file.package_name();
        let published = !file.text.contains("publish = false");
        (published && !readme.contains(&format!("`{name}`")))
            .then(|| format!("{name} is missing in README.md"))
            .into_iter()
            .collect()
    });
}
