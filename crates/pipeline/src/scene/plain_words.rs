//! Messages of the parser in the words of people who write scenes.

use super::spelling::{meant, nearest};

/// A refusal in plain words, and a suggestion or nothing.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Plain {
    pub(super) message: String,
    pub(super) hint: String,
}

/// Says a message of the parser plainly; `subject` is what is refused, `settings` the keys of that
/// table.
pub(super) fn plain(message: &str, subject: &str, settings: &[String]) -> Plain {
    if let Some(unknown) = Unknown::new(message).or_else(|| Unknown::unexpected(message)) {
        return unknown.plain(settings);
    }
    let message = mismatch(message, subject)
        .or_else(|| length(message, subject))
        .or_else(|| missing(message))
        .or_else(|| message.starts_with("a ").then(|| format!("{subject} has to be {message}")))
        .or_else(|| choice(message, subject))
        .unwrap_or_else(|| syntax(message).to_owned());
    Plain { message, hint: String::new() }
}

/// A word that is not among those that could be there.
struct Unknown<'a> {
    kind: &'a str,
    word: &'a str,
    valid: Vec<&'a str>,
}

impl<'a> Unknown<'a> {
    /// From "unknown field `a`, expected one of `b`, `c`".
    fn new(message: &'a str) -> Option<Self> {
        let kind = message.strip_prefix("unknown ")?.split(' ').next()?;
        let mut quoted = message.split('`').skip(1).step_by(2);
        Some(Self { kind, word: quoted.next()?, valid: quoted.collect() })
    }

    /// From "unexpected keys in table: a, available keys: b, c".
    fn unexpected(message: &'a str) -> Option<Self> {
        let rest = message.strip_prefix("unexpected keys in table: ")?;
        let (words, valid) = rest.split_once(", available keys: ")?;
        let word = words.split(", ").next()?;
        Some(Self { kind: "field", word, valid: valid.split(", ").collect() })
    }

    fn plain(&self, settings: &[String]) -> Plain {
        let Self { kind, word, valid } = self;
        let list: Vec<String> = valid.iter().map(|word| format!("`{word}`")).collect();
        let list = list.join(", ");
        let (message, near) = match *kind {
            "field" => {
                let meant = meant(word, valid, settings);
                // The list of all keys helps only those who get no better hint.
                let others =
                    if meant.is_some() { String::new() } else { format!("; there are {list}") };
                (format!("there is no key `{word}` here{others}"), meant)
            }
            "variant" => (
                format!("`{word}` is not one of the choices here, {list}"),
                nearest(word, valid.iter().copied()).map(str::to_owned),
            ),
            kind => (
                format!("there is no {kind} `{word}`; there are {list}"),
                nearest(word, valid.iter().copied()).map(str::to_owned),
            ),
        };
        let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        Plain { message, hint }
    }
}

/// "invalid type: integer `3`, expected a string", and the same with "value".
fn mismatch(message: &str, subject: &str) -> Option<String> {
    let rest =
        ["invalid type: ", "invalid value: "].iter().find_map(|p| message.strip_prefix(p))?;
    let (found, wanted) = rest.split_once(", expected ")?;
    if (found, wanted) == ("map", "a sequence") {
        return Some(format!(
            "{subject} is one table, but there may be several: two brackets, as in [[cloth]]"
        ));
    }
    if found == "unit variant" {
        return Some(format!(
            "{subject} names a choice, but leaves out what belongs to it, in {{ }}"
        ));
    }
    Some(format!("{subject} is {}, but has to be {}", found_value(found), wanted_value(wanted)))
}

fn found_value(found: &str) -> String {
    let kinds = ["integer `", "floating point `", "boolean `"];
    if let Some(value) = kinds.iter().find_map(|kind| found.strip_prefix(kind)) {
        return value.trim_end_matches('`').to_owned();
    }
    match found.strip_prefix("string ") {
        Some(text) => format!("the text {text}"),
        None => match found {
            "sequence" => "a list".to_owned(),
            "map" => "a table".to_owned(),
            other => other.to_owned(),
        },
    }
}

fn wanted_value(wanted: &str) -> String {
    if let Some(count) = wanted.strip_prefix("an array of length ") {
        return format!("a list of {count} values, in [ ]");
    }
    if wanted.starts_with("struct ") {
        return "a table, { } with keys".to_owned();
    }
    match wanted {
        "usize" | "u64" => "a whole number, 0 or more",
        "u32" => "a whole number from 0 to 4294967295",
        "u16" => "a whole number from 0 to 65535",
        "i32" => "a whole number from -2147483648 to 2147483647",
        "i64" | "isize" => "a whole number",
        "f64" | "f32" => "a number",
        "a string" => "text, in quotes",
        "a boolean" => "true or false",
        "a sequence" => "a list, in [ ]",
        "a map" => "a table, { } with keys",
        other => other,
    }
    .to_owned()
}

/// "invalid length 2, expected an array of length 3"
fn length(message: &str, subject: &str) -> Option<String> {
    let rest = message.strip_prefix("invalid length ")?;
    let (found, wanted) = rest.split_once(", expected ")?;
    let values = if found == "1" { "value" } else { "values" };
    Some(format!("{subject} has {found} {values}, but has to be {}", wanted_value(wanted)))
}

/// "missing field `size`"
fn missing(message: &str) -> Option<String> {
    let key = message.strip_prefix("missing field ")?;
    Some(format!("the key {key} is missing here"))
}

/// Tables of which exactly one key is chosen.
fn choice(message: &str, subject: &str) -> Option<String> {
    if message.starts_with("wanted exactly 1 element") {
        let is_several = message.contains("more");
        let what = if is_several { "several choices, where one" } else { "no choice, where one" };
        return Some(format!("{subject} has {what} has to be"));
    }
    let is_name = message == "wanted string or table";
    is_name.then(|| format!("{subject} has to be the name of a choice, in quotes"))
}

/// Faults of the text itself.
fn syntax(message: &str) -> &str {
    match message {
        "duplicate key" => "this key is here for the second time",
        "floating-point number overflowed" => "this number is too large",
        "string values must be quoted, expected literal string" => {
            "a value is missing here, or it is text without quotes"
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(message: &str, key: &str) -> String {
        let Plain { message, hint } = plain(message, &format!("`{key}`"), &[]);
        message + &hint
    }

    #[test]
    fn types_are_said_in_words() {
        for (message, expected) in [
            (
                "invalid value: integer `-3`, expected usize",
                "`n` is -3, but has to be a whole number, 0 or more",
            ),
            (
                "invalid type: floating point `2.5`, expected u32",
                "`n` is 2.5, but has to be a whole number from 0 to 4294967295",
            ),
            (
                "invalid type: string \"ten\", expected f64",
                "`n` is the text \"ten\", but has to be a number",
            ),
            (
                "invalid type: integer `90`, expected struct AxisAngle",
                "`n` is 90, but has to be a table, { } with keys",
            ),
            (
                "invalid type: boolean `true`, expected a string",
                "`n` is true, but has to be text, in quotes",
            ),
            (
                "invalid length 2, expected an array of length 3",
                "`n` has 2 values, but has to be a list of 3 values, in [ ]",
            ),
            ("missing field `size`", "the key `size` is missing here"),
            (
                "invalid type: unit variant, expected struct variant",
                "`n` names a choice, but leaves out what belongs to it, in { }",
            ),
            (
                "wanted exactly 1 element, more than 1 element",
                "`n` has several choices, where one has to be",
            ),
            (
                "a number, or two for warp and weft",
                "`n` has to be a number, or two for warp and weft",
            ),
            (
                "invalid type: map, expected a sequence",
                "`n` is one table, but there may be several: two brackets, as in [[cloth]]",
            ),
            ("wanted string or table", "`n` has to be the name of a choice, in quotes"),
        ] {
            assert_eq!(said(message, "n"), expected);
        }
    }

    #[test]
    fn unknown_words_get_a_suggestion_or_the_list() {
        let keys = "expected one of `frames`, `frame_rate`";
        let near = said(&format!("unknown field `fps`, {keys}"), "");
        assert_eq!(near, "there is no key `fps` here; did you mean `frame_rate`?");
        let far = said(&format!("unknown field `wombat`, {keys}"), "");
        assert_eq!(far, "there is no key `wombat` here; there are `frames`, `frame_rate`");
        let inner = said("unexpected keys in table: radus, available keys: radius, rings", "");
        assert_eq!(inner, "there is no key `radus` here; did you mean `radius`?");
        let choice = said("unknown variant `mpm`, expected `pbd` or `fem`", "");
        assert_eq!(choice, "`mpm` is not one of the choices here, `pbd`, `fem`");
    }
}
