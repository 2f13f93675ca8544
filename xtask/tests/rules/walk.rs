//! A rule about the walk through a step in `ARCHITECTURE.md`.

/// List items such as `` - `crates/a/src/b.rs:function` `` of a document, as paths and functions.
pub(crate) fn walk(document: &str) -> Vec<(&str, &str)> {
    let is_item = |line: &&str| {
        let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
        line.starts_with("- ") || line.starts_with("* ") || number.starts_with(". ")
    };
    let items = document.lines().map(str::trim_start).filter(is_item);
    items.flat_map(|line| line.split('`').skip(1).step_by(2)).filter_map(place).collect()
}

/// Path and function of `path/file.rs:function`; of `Type::method` the method.
fn place(span: &str) -> Option<(&str, &str)> {
    let (path, function) = span.split_once(".rs:")?;
    let function = function.trim_end_matches("()").rsplit("::").next()?;
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let is_function = !function.is_empty() && function.chars().all(is_name);
    let is_path = !path.contains(char::is_whitespace);
    (is_path && is_function).then_some((&span[..path.len() + 3], function))
}

/// Every place of the walk is a function of a file.
pub(crate) fn lost_places(document: &str, read: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let finding = |(path, function): (&str, &str)| match read(path) {
        None => Some(format!("there is no file {path}")),
        Some(text) if !defines(&text, function) => Some(format!("{path} has no fn {function}")),
        Some(_) => None,
    };
    walk(document).into_iter().filter_map(finding).collect()
}

fn defines(text: &str, function: &str) -> bool {
    ["(", "<"].iter().any(|after| text.contains(&format!("fn {function}{after}")))
}

#[test]
fn places_that_are_gone_are_found() {
    let document = "`a.rs:before` the list\n\n1. `a.rs:step` proposes, then `b.rs:Type::detect`\n\
        - `crates/c/src/d.rs:solve()`: solves\n  * `a.rs:ste`\n- `a.rs`, `x: y`, no place\n";
    let places =
        [("a.rs", "step"), ("b.rs", "detect"), ("crates/c/src/d.rs", "solve"), ("a.rs", "ste")];
    assert_eq!(walk(document), places);
    let read = |path: &str| match path {
        "a.rs" => Some("fn step<T>(x: T) {}".to_owned()),
        "b.rs" => Some("pub fn detect(&self) {}".to_owned()),
        _ => None,
    };
    assert_eq!(
        lost_places(document, read),
        ["there is no file crates/c/src/d.rs", "a.rs has no fn ste"]
    );
}
