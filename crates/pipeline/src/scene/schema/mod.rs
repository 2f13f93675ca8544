//! JSON schema of scene files, for editors that complete and check them.
//!
//! Keys, types, defaults and descriptions are those of the types, whose documentation comments name
//! the unit in parentheses. Ranges are in a list of their own, [`RANGES`], which tests hold against
//! the checks that refuse what lies outside.

mod defaults;
mod forms;
mod place;
mod plain;
mod ranges;

pub(super) use forms::fabric;
pub use ranges::RANGES;

use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use super::Scene;
use place::Tree;

/// JSON schema of scene files (draft 2020-12). What it describes is the tables of a TOML file.
#[must_use]
pub fn schema() -> Value {
    let mut tree = tree();
    for (key, range) in RANGES {
        for place in tree.places(key) {
            tree.limit(&place, range);
        }
    }
    for (key, default) in defaults::defaults() {
        for place in tree.places(key) {
            tree.set(&place, "default", default.clone());
        }
    }
    for (key, remark) in defaults::remarks() {
        for place in tree.places(key) {
            tree.remark(&place, &remark);
        }
    }
    for (key, word) in WORDS {
        for place in tree.choices(key) {
            tree.choose(&place, word);
        }
    }
    for (table, key) in NEEDED {
        for place in tree.tables(table) {
            tree.set(&place, "required", json!([key]));
            tree.remove(&format!("{place}/properties/{key}"), "default");
        }
    }
    tree.into_value()
}

/// Keys that have a default in Rust and none in a file.
const NEEDED: [(&str, &str); 3] =
    [("cloth", "shape"), ("obstacle", "shape"), ("cloth.pin", "select")];

/// Other words for a choice, which files may have.
const WORDS: [(&str, [&str; 2]); 2] =
    [("settings.respond", ["ipc", "barrier"]), ("settings.tree.build", ["median", "kd"])];

/// The schema of the types.
fn tree() -> Tree {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<Scene>().to_value();
    plain::make_plain(&mut schema);
    schema["title"] = json!("ripstop scene");
    Tree::new(schema)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lists_name_keys() {
        let tree = tree();
        let ranges = RANGES.iter().map(|(key, _)| *key);
        let defaults: Vec<&str> = defaults::defaults().iter().map(|(key, _)| *key).collect();
        let remarks = defaults::remarks();
        let remarks = remarks.iter().map(|(key, _)| *key);
        for key in ranges.chain(defaults).chain(remarks) {
            assert!(!tree.places(key).is_empty(), "there is no key `{key}`");
        }
        for (key, _) in WORDS {
            assert!(!tree.choices(key).is_empty(), "`{key}` is no choice");
        }
        for (table, _) in NEEDED {
            assert_eq!(tree.tables(table).len(), 1, "{table}");
        }
    }

    #[test]
    fn all_ranges_are_intervals() {
        for (key, range) in RANGES {
            let parts = range.strip_prefix(['(', '[']).and_then(|r| r.strip_suffix([')', ']']));
            let (low, high) = parts.and_then(|parts| parts.split_once(", ")).unwrap();
            assert!(low.parse::<f64>().is_ok(), "{key}: {range}");
            assert!(high == "∞" || high.parse::<f64>().is_ok(), "{key}: {range}");
        }
    }

    /// Text that only readers of the source understand.
    #[test]
    fn descriptions_have_no_paths_of_rust() {
        let text = schema().to_string();
        for foreign in ["::", "[`", "`]("] {
            let place = text.find(foreign).map(|place| text[..place].chars().rev().take(80));
            let before = place.map(Iterator::collect::<Vec<char>>);
            assert_eq!(before, None, "{foreign}");
        }
    }
}
