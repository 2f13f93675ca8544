//! The page of the reference.

use std::fmt::Write;

use super::examples;
use super::table::{Choice, Key, Table};

const HEAD: &str = "\
# Scene reference

Every table and key of a scene file, with type, unit, default, range and an example. This page is
made from the source by `cargo xtask reference`; [scenes](scenes.md) explains the same in fewer words.

A scene is a `.toml` file. Metres, kilograms, seconds, degrees; z is up; everything is counted from 0.
A key without a default that is not *needed* may be left out. A key that does not exist, a value of
another type and a number out of its range are errors that name the key. `[2, 10]` is a range with its
ends, `(0, 1]` one without the first.

Editors complete and check scenes by a schema. With Taplo, or Even Better TOML in Visual Studio Code:

```text
ripstop scenes --schema > scene.schema.json
```

and `#:schema ./scene.schema.json` as the first line of the scene. `ripstop new NAME` writes a scene to
start from.

Examples are scenes, or the part of one that a table is; `cloth` and `body` are names.
";

/// The whole page.
pub(super) fn page(tables: &[Table]) -> String {
    let mut page = HEAD.to_owned();
    page.push_str("\n## Tables\n\n");
    for table in tables {
        let depth = table.path.matches('.').count();
        let _ = writeln!(page, "{}- {}", "  ".repeat(depth), link(&table.path));
    }
    for table in tables {
        section(&mut page, table);
    }
    page
}

fn section(page: &mut String, table: &Table) {
    let Table { path, description, is_listed, keys } = table;
    let _ = write!(page, "\n## {}\n\n", title(path));
    if path.is_empty() {
        let _ = writeln!(page, "{description}\n");
    } else {
        let header = if *is_listed { format!("[[{path}]]") } else { path.clone() };
        let several = if *is_listed { ", as often as needed" } else { "" };
        let _ = writeln!(page, "`{header}`{several}. {description}\n");
    }
    page.push_str("| key | type | unit | default | range | means |\n|---|---|---|---|---|---|\n");
    for key in keys {
        page.push_str(&row(key));
    }
    for key in keys.iter().filter(|key| !key.choices.is_empty()) {
        page.push_str(&choices(key));
    }
    for (_, text) in examples::EXAMPLES.iter().filter(|(of, _)| of == path) {
        let _ = write!(page, "\n```toml\n{text}```\n");
    }
}

fn row(key: &Key) -> String {
    let Key { name, kind, unit, default, range, means, table, .. } = key;
    let default = match default.as_str() {
        "" | "needed" => default.clone(),
        value => format!("`{value}`"),
    };
    let kind = match table {
        Some(table) => kind.replacen("table", &format!("[table](#{})", anchor(&title(table))), 1),
        None => kind.clone(),
    };
    let means = means.replace("\n\n", " ").replace('\n', " ");
    let cells = [format!("`{name}`"), kind, (*unit).to_owned(), default, range.clone(), means];
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// The list of values of which a key has one.
fn choices(key: &Key) -> String {
    let several = if key.choices.len() > 1 { "is one of" } else { "may be" };
    let mut text = format!("\n`{}` {several}\n\n", key.name);
    for Choice { word: choice, means, table } in &key.choices {
        let word = match table {
            Some(table) => format!("[`{choice}`](#{})", anchor(&title(table))),
            None => format!("`{choice}`"),
        };
        let says_more = !means.is_empty() && means.trim_matches('`') != choice;
        let means = if says_more { format!(": {means}") } else { String::new() };
        let _ = writeln!(text, "- {word}{means}");
    }
    text
}

fn title(path: &str) -> String {
    if path.is_empty() { "The scene".to_owned() } else { path.to_owned() }
}

fn link(path: &str) -> String {
    let title = title(path);
    format!("[{title}](#{})", anchor(&title))
}

/// The anchor of a heading: its letters, digits, hyphens and underscores.
fn anchor(title: &str) -> String {
    let title = title.to_lowercase().replace(' ', "-");
    title.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
}
