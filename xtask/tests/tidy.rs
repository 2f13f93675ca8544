//! The tidy rules: conventions that the compiler does not check, as ordinary tests.
//!
//! Each rule is a function from text to findings, so that a bad specimen can show that it bites.

mod rules;
mod workspace;

use rules::packages::{crosses_siblings, lacks_for_publishing};
use rules::prose::{long_comments, questions};
use rules::signatures::wide_tuple_parameters;
use rules::walk::{lost_places, walk};
use rules::{
    broken_keys, enables_fast_math, lacks_lints, lacks_module_doc, machine_paths,
    speaks_below_the_command, unnumbered_todo,
};
use workspace::{Source, crate_manifests, exists, read, sources};

/// Files that stay longer than 400 lines, with the reason. None so far.
const LONG_FILES: [(&str, &str); 0] = [];

fn check(files: &[Source], rule: impl Fn(&Source) -> Vec<String>) {
    let findings: Vec<String> = files
        .iter()
        .flat_map(|file| rule(file).into_iter().map(|finding| format!("{}: {finding}", file.path)))
        .collect();
    assert!(!files.is_empty(), "the rule has read no file");
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
fn comments_end_at_100_characters() {
    check(&sources(&["rs"]), |file| long_comments(&file.text));
}

#[test]
fn doc_comments_open_with_a_noun_or_a_verb() {
    check(&sources(&["rs"]), |file| questions(&file.text));
}

#[test]
fn no_parameter_is_a_tuple_of_more_than_two_parts() {
    check(&sources(&["rs"]), |file| wide_tuple_parameters(&file.text));
}

#[test]
fn the_walk_through_a_step_leads_through_existing_functions() {
    let architecture = read("ARCHITECTURE.md");
    assert!(!walk(&architecture).is_empty(), "ARCHITECTURE.md has no walk of `file.rs:function`");
    let lost = lost_places(&architecture, |path| exists(path).then(|| read(path)));
    assert!(lost.is_empty(), "\n{}", lost.join("\n"));
}

#[test]
fn published_packages_are_complete() {
    check(&crate_manifests(), |file| {
        let folder = file.path.trim_end_matches("Cargo.toml");
        lacks_for_publishing(&file.text, |name| exists(&format!("{folder}{name}")))
    });
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
