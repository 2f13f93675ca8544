//! Rules about packages: their neighbours, and what they need to be published.

/// Crates in the middle. They know geometry, and none of each other but for [`KNOWN`].
const MIDDLE: [&str; 5] = ["broad", "narrow", "response", "dynamics", "linear"];

/// Crates in which those of the middle meet.
const MEETING_PLACES: [&str; 2] = ["detection", "pipeline"];

/// Sparse algebra is a part of the dynamics in a crate of its own.
const KNOWN: [(&str, &str); 1] = [("dynamics", "linear")];

/// Packages that detection, which others build their own solvers on, does without.
const NOT_IN_DETECTION: [&str; 7] = [
    "serde",
    "toml",
    "faer",
    "ripstop-dynamics",
    "ripstop-linear",
    "ripstop-pipeline",
    "ripstop-io",
];

/// Crates of the middle meet in detection and in the pipeline only; tests may cross.
pub(crate) fn crosses_siblings(path: &str, manifest: &str) -> Vec<String> {
    let folder = path.strip_prefix("crates/").and_then(|path| path.strip_suffix("/Cargo.toml"));
    let Some(own) = folder else { return Vec::new() };
    let dependencies = dependencies(manifest);
    let knows = |name: &str| dependencies.contains(&name);
    let middle = || MIDDLE.iter().copied().filter(|name| knows(&format!("ripstop-{name}")));
    let mut findings = Vec::new();
    if MIDDLE.contains(&own) || own == "geometry" {
        let known = |name: &&str| KNOWN.contains(&(own, *name));
        let siblings = middle().filter(|name| !known(name));
        let above = MEETING_PLACES.into_iter().filter(|name| knows(&format!("ripstop-{name}")));
        findings.extend(siblings.chain(above).map(|name| format!("depends on ripstop-{name}")));
    } else if own == "detection" {
        let unwanted = NOT_IN_DETECTION.into_iter().filter(|name| knows(name));
        findings.extend(unwanted.map(|name| format!("depends on {name}")));
    } else if !MEETING_PLACES.contains(&own) && !knows("ripstop-pipeline") {
        // Above the pipeline everything is known.
        let names: Vec<&str> = middle().collect();
        if names.len() > 1 {
            findings.push(format!("is no meeting place of {}", names.join(" and ")));
        }
    }
    findings
}

/// Names of the packages that a package needs, but for its tests.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut is_listed = false;
    let mut names = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            let (section, name) = match section.split_once("dependencies.") {
                Some((before, name)) => (format!("{before}dependencies"), Some(name)),
                None => (section.to_owned(), None),
            };
            let is_needed =
                section.ends_with("dependencies") && !section.ends_with("dev-dependencies");
            names.extend(name.filter(|_| is_needed));
            is_listed = is_needed && name.is_none();
        } else if is_listed && !line.starts_with('#') {
            names.extend(line.split(['.', ' ', '=']).next().filter(|name| !name.is_empty()));
        }
    }
    names
}

/// A published package carries its licences, a README and the address of its documentation.
pub(crate) fn lacks_for_publishing(manifest: &str, has_file: impl Fn(&str) -> bool) -> Vec<String> {
    if manifest.contains("publish = false") {
        return Vec::new();
    }
    let files = ["LICENSE-MIT", "LICENSE-APACHE", "README.md"];
    let mut findings: Vec<String> =
        files.into_iter().filter(|file| !has_file(file)).map(|file| format!("no {file}")).collect();
    if !manifest.lines().any(|line| line.starts_with("documentation")) {
        findings.push("no `documentation`".to_owned());
    }
    findings
}

#[test]
fn siblings_meet_in_meeting_places_only() {
    let found = |name: &str, needs: &[&str]| {
        let lines: Vec<String> =
            needs.iter().map(|need| format!("{need}.workspace = true")).collect();
        let manifest = format!(
            "[package]\nname = \"ripstop-{name}\"\n\n[dependencies]\n{}\n\n\
             [dev-dependencies]\nripstop-response = {{}}\n",
            lines.join("\n")
        );
        crosses_siblings(&format!("crates/{name}/Cargo.toml"), &manifest).len()
    };
    assert_eq!(found("broad", &["ripstop-geometry", "glam"]), 0);
    assert_eq!(found("broad", &["ripstop-narrow"]), 1);
    assert_eq!(found("geometry", &["ripstop-broad"]), 1);
    assert_eq!(found("narrow", &["ripstop-detection"]), 1);
    assert_eq!(found("dynamics", &["ripstop-linear"]), 0);
    assert_eq!(found("linear", &["ripstop-dynamics"]), 1);
    assert_eq!(found("response", &["ripstop-linear"]), 1);
    assert_eq!(found("detection", &["ripstop-broad", "ripstop-narrow", "ripstop-response"]), 0);
    assert_eq!(found("detection", &["serde", "ripstop-dynamics"]), 2);
    assert_eq!(found("pipeline", &["ripstop-dynamics", "ripstop-broad", "serde"]), 0);
    assert_eq!(found("render", &["ripstop-broad"]), 0);
    assert_eq!(found("render", &["ripstop-broad", "ripstop-narrow"]), 1);
    assert_eq!(found("ripstop", &["ripstop-pipeline", "ripstop-broad", "ripstop-narrow"]), 0);
}

#[test]
fn dependencies_are_found_in_every_spelling() {
    let manifest = "[dependencies]\na = \"1\"\n# b = \"1\"\nc.workspace = true\n[dependencies.d]\n\
        version = \"1\"\n[target.'cfg(unix)'.dependencies]\ne = { path = \"e\" }\n\
        [dev-dependencies]\nf = \"1\"\n[dev-dependencies.g]\nversion = \"1\"\n[build-dependencies]\nh = \"1\"\n";
    assert_eq!(dependencies(manifest), ["a", "c", "d", "e", "h"]);
}

#[test]
fn a_bare_package_cannot_be_published() {
    let package = "[package]\nname = \"x\"\n";
    assert_eq!(lacks_for_publishing(package, |_| false).len(), 4);
    assert_eq!(lacks_for_publishing(package, |file| file != "LICENSE-MIT").len(), 2);
    let documented = format!("{package}documentation = \"https://docs.rs/x\"\n");
    assert_eq!(lacks_for_publishing(&documented, |_| true).len(), 0);
    assert_eq!(lacks_for_publishing(&format!("{package}publish = false\n"), |_| false).len(), 0);
}
