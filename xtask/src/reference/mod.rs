//! The reference of scene files, from their schema: a page of Markdown.

mod examples;
mod markdown;
mod table;
mod units;
mod value;

use std::fs;

use anyhow::{Context, Result, ensure};
use clap::Args;
use ripstop_pipeline::scene::schema;

use crate::places;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Write nothing, and fail if the committed page is not the current one.
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let text = page();
    let path = places::SCENE_REFERENCE;
    if arguments.check {
        let committed = fs::read_to_string(path).with_context(|| format!("reading {path}"))?;
        ensure!(committed == text, "{path} is not current: `cargo xtask reference` writes it");
    } else {
        fs::write(path, text).with_context(|| format!("writing {path}"))?;
        println!("written to {path}");
    }
    Ok(())
}

/// The page.
fn page() -> String {
    markdown::page(&table::tables(&schema::schema()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn the_committed_page_is_current() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(places::SCENE_REFERENCE);
        let committed = fs::read_to_string(path).unwrap_or_default();
        let pairs = page().lines().map(str::to_owned).collect::<Vec<_>>();
        let lines: Vec<&str> = committed.lines().collect();
        let differs = (0..pairs.len().max(lines.len()))
            .find(|&i| pairs.get(i).map(String::as_str) != lines.get(i).copied());
        assert_eq!(
            differs.map(|i| (i + 1, pairs.get(i), lines.get(i))),
            None,
            "line, current text, committed text: `cargo xtask reference` writes it"
        );
    }

    #[test]
    fn every_table_is_in_an_example() {
        let shown: BTreeSet<String> =
            examples::EXAMPLES.iter().flat_map(|(_, text)| examples::tables_in(text)).collect();
        for table in table::tables(&schema::schema()) {
            let path = &table.path;
            assert!(path.is_empty() || shown.contains(path), "no example has `{path}`");
        }
        let paths: BTreeSet<String> =
            table::tables(&schema::schema()).into_iter().map(|table| table.path).collect();
        for (path, _) in examples::EXAMPLES {
            assert!(paths.contains(*path), "there is no table `{path}`");
        }
    }

    /// Numbers without a unit, by the last words of their keys.
    const PURE: [&str; 47] = [
        "cloths",
        "first",
        "second",
        "vertices",
        "layer",
        "friction",
        "coefficient",
        "resolution",
        "rings",
        "gather",
        "repeat",
        "speed",
        "scale",
        "axis",
        "poisson_ratio",
        "twist_ratio",
        "pressure",
        "stride",
        "frames",
        "substeps",
        "iterations",
        "implicit_steps",
        "strain_limit",
        "least_gap",
        "halvings",
        "rebuild",
        "refinement",
        "stiffness",
        "bending",
        "field_resolution",
        "length",
        "reach",
        "strength",
        "steps",
        "rounds",
        "sweeps",
        "parting",
        "zone_rounds",
        "stiffness_factor",
        "separation",
        "static_ratio",
        "friction_updates",
        "drag",
        "lift",
        "collision_passes",
        "animation",
        "stitches",
    ];

    #[test]
    fn every_number_has_a_unit_or_is_known_to_have_none() {
        let mut unused: BTreeSet<&str> = PURE.into_iter().collect();
        for table in table::tables(&schema::schema()) {
            for key in table.keys.iter().filter(|key| key.kind.contains("number")) {
                let name = &key.name;
                if key.unit.is_empty() {
                    unused.remove(name.as_str());
                }
                assert!(
                    !key.unit.is_empty() || PURE.contains(&name.as_str()),
                    "`{name}` of `{}` has no unit in parentheses: {}",
                    table.path,
                    key.means
                );
            }
        }
        assert!(unused.is_empty(), "{unused:?} have units, or are no keys");
    }
}
