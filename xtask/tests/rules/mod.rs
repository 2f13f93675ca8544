//! Tidy rules, from text to findings.

pub(crate) mod lexer;
pub(crate) mod packages;
pub(crate) mod prose;
pub(crate) mod signatures;
pub(crate) mod walk;

/// A file must say what it is for before anything else.
pub(crate) fn lacks_module_doc(text: &str) -> Vec<String> {
    let first = text.lines().next().unwrap_or_default();
    if first.starts_with("//! ") { Vec::new() } else { vec!["no module doc on top".to_owned()] }
}

/// Lints are not inherited by themselves.
pub(crate) fn lacks_lints(manifest: &str) -> Vec<String> {
    if manifest.contains("[lints]\nworkspace = true") {
        Vec::new()
    } else {
        vec!["does not inherit the workspace's lints".to_owned()]
    }
}

/// Keys such as `[Provot 1997]` must have an entry, `**[Provot 1997]**`, in the references.
pub(crate) fn broken_keys(text: &str, references: &str) -> Vec<String> {
    paper_keys(text)
        .filter(|key| !references.contains(&format!("**[{key}]**")))
        .map(|key| format!("[{key}] is not in docs/references.md"))
        .collect()
}

/// Bracketed text that starts with a capital and ends with a year, with perhaps a letter.
fn paper_keys(text: &str) -> impl Iterator<Item = &str> {
    text.split('[').skip(1).filter_map(|rest| {
        let key = rest.split_once(']')?.0;
        let (name, year) = key.rsplit_once(' ')?;
        let year = year.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(year);
        let is_year = year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit());
        let is_name = name.starts_with(char::is_uppercase)
            && name.chars().all(|c| c.is_alphabetic() || " -&'".contains(c));
        (is_year && is_name).then_some(key)
    })
}

/// Work left for later has an issue number behind it.
pub(crate) fn unnumbered_todo(text: &str) -> Vec<String> {
    let left_open = |line: &&str| ["TODO", "FIXME", "XXX"].iter().any(|word| line.contains(word));
    text.lines()
        .filter(left_open)
        .filter(|line| !line.contains("(#"))
        .map(|line| format!("left open without an issue number: {}", line.trim()))
        .collect()
}

/// Reassociated sums would differ between machines.
pub(crate) fn enables_fast_math(manifest: &str) -> Vec<String> {
    if manifest.contains("fast-math") { vec!["enables fast-math".to_owned()] } else { Vec::new() }
}

/// Only `ripstop-run` and the command open files; only the command prints, and reads the clock or
/// the environment. The browser of the fixtures serves tests alone.
pub(crate) fn speaks_below_the_command(path: &str, text: &str) -> Vec<String> {
    const FILES: &str = "std::fs";
    const FORBIDDEN: [&str; 6] =
        [FILES, "std::time", "std::env", "println!", "std::io::stdout", "SystemTime"];
    let is_library = path.starts_with("crates/") && path.contains("/src/");
    let may_speak = path.starts_with("crates/cli/") || path == "crates/fixtures/src/browser.rs";
    if !is_library || may_speak {
        return Vec::new();
    }
    let may_open_files = path.starts_with("crates/run/");
    FORBIDDEN
        .iter()
        .filter(|word| !(may_open_files && **word == FILES))
        .filter(|word| text.lines().any(|line| !is_comment(line) && line.contains(*word)))
        .map(|word| format!("uses {word}"))
        .collect()
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

/// Nothing that holds on one machine only.
pub(crate) fn machine_paths(text: &str) -> Vec<String> {
    let places = ["home", "root", "work", "Users"].map(|folder| format!("/{folder}/"));
    let names_place = |word: &str| places.iter().any(|place| word.starts_with(place.as_str()));
    text.split(|c: char| c.is_whitespace() || "\"'`(=".contains(c))
        .filter(|word| names_place(word))
        .map(|word| format!("absolute path {word}"))
        .collect()
}

#[test]
fn every_rule_bites() {
    let bites = |findings: Vec<String>| assert_eq!(findings.len(), 1, "{findings:?}");
    bites(lacks_module_doc("use glam::DVec3;\n//! Too late."));
    bites(lacks_lints("[package]\nname = \"x\"\n"));
    bites(broken_keys("after [Provot 1997] and [Li 2020], `a[i]`", "- **[Li 2020]** …"));
    bites(unnumbered_todo("// TODO: later\n// TODO(#7): later\n"));
    bites(enables_fast_math("glam = { features = [\"fast-math\"] }"));
    bites(speaks_below_the_command(
        "crates/broad/src/lib.rs",
        "// std::fs\nuse std::time::Instant;",
    ));
    bites(speaks_below_the_command("crates/run/src/lib.rs", "use std::fs;\nprintln!();"));
    bites(machine_paths(&format!("see `/{}/x/y` and src/home/z", "home")));
}
