//! Names of prims: ASCII letters, digits and `_`, no digit first, each once.

/// A name of a prim for each name.
pub(super) fn prim_names<'a>(titles: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for title in titles {
        let base = identifier(title);
        let mut name = base.clone();
        let mut number = 2;
        while names.contains(&name) {
            name = format!("{base}_{number}");
            number += 1;
        }
        names.push(name);
    }
    names
}

fn identifier(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let mut identifier: String = name.chars().map(letter).collect();
    if identifier.is_empty() {
        "surface".clone_into(&mut identifier);
    }
    if identifier.starts_with(|c: char| c.is_ascii_digit()) {
        identifier.insert(0, '_');
    }
    identifier
}

/// A string in the text.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[test]
fn names_are_identifiers_and_differ() {
    let names = ["sheet 0", "", "2nd", "sheet_0", "grün", "sheet-0"];
    let expected = ["sheet_0", "surface", "_2nd", "sheet_0_2", "gr_n", "sheet_0_3"];
    assert_eq!(prim_names(names), expected);
    assert_eq!(quoted("a \"b\" \\ \n\t"), "\"a \\\"b\\\" \\\\ \\n \"");
}
