//! Types, defaults and ranges of a schema, as a page has them.

use serde_json::Value;

/// A JSON value as TOML writes it.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Array(list) => {
            format!("[{}]", list.iter().map(shown).collect::<Vec<_>>().join(", "))
        }
        Value::Number(number) if number.is_f64() => {
            format!("{:?}", number.as_f64().unwrap_or_default())
        }
        other => other.to_string(),
    }
}

/// Type of a form that is no table and no choice.
pub(super) fn kind(form: &Value) -> Option<String> {
    let name = match form.get("type")?.as_str()? {
        "number" => "number",
        "integer" => "whole number",
        "string" => "text",
        "boolean" => "true or false",
        "array" => return Some(list(form)),
        _ => return None,
    };
    Some(name.to_owned())
}

fn list(form: &Value) -> String {
    let count = |key: &str| form.get(key).and_then(Value::as_u64);
    let fixed = count("minItems").filter(|least| count("maxItems") == Some(*least));
    if let Some(parts) = form.get("prefixItems").and_then(Value::as_array) {
        let parts: Vec<String> = parts.iter().filter_map(kind).collect();
        return format!("[{}]", parts.join(", "));
    }
    let Some(item) = form.get("items") else { return "list".to_owned() };
    let Some(item) = kind(item) else { return "list of tables".to_owned() };
    let items = match item.as_str() {
        "number" => "numbers".to_owned(),
        "whole number" => "whole numbers".to_owned(),
        "text" => "texts".to_owned(),
        other => other.to_owned(),
    };
    fixed.map_or_else(|| format!("list of {items}"), |count| format!("{count} {items}"))
}

/// Range of the numbers of a form.
pub(super) fn range(form: &Value) -> Option<String> {
    let form = form.get("items").unwrap_or(form);
    let bound = |open: &str, closed: &str| {
        let open = form.get(open).map(|bound| (shown(bound), true));
        open.or_else(|| form.get(closed).map(|bound| (shown(bound), false)))
    };
    let low = bound("exclusiveMinimum", "minimum");
    let high = bound("exclusiveMaximum", "maximum");
    Some(match (low, high) {
        (None, None) => return None,
        (Some((low, true)), None) => format!("> {low}"),
        (Some((low, false)), None) => format!("≥ {low}"),
        (None, Some((high, is_open))) => format!("{} {high}", if is_open { "<" } else { "≤" }),
        (Some((low, low_open)), Some((high, high_open))) => {
            let open = if low_open { '(' } else { '[' };
            format!("{open}{low}, {high}{}", if high_open { ')' } else { ']' })
        }
    })
}

#[test]
fn values_are_shown_as_in_files() {
    let json = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    assert_eq!(shown(&json("[0.0, -9.81, 1]")), "[0.0, -9.81, 1]");
    assert_eq!(shown(&json("\"rest\"")), "\"rest\"");
    let numbers = json(
        r#"{"type":"array","minItems":2,"maxItems":2,"items":{"type":"number","exclusiveMinimum":0}}"#,
    );
    assert_eq!(kind(&numbers).as_deref(), Some("2 numbers"));
    assert_eq!(range(&numbers).as_deref(), Some("> 0"));
    let part = json(r#"{"type":"number","minimum":0,"exclusiveMaximum":1}"#);
    assert_eq!(range(&part).as_deref(), Some("[0, 1)"));
}
