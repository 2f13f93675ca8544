//! A schema as files need it: TOML has no null, and editors show descriptions as they are.

use serde_json::{Map, Value};

/// Takes out of a schema what says nothing about files, everywhere below a value.
pub(super) fn make_plain(value: &mut Value) {
    match value {
        Value::Object(object) => {
            without_null(object);
            object.remove("format");
            let is_noise = |default: &Value| default.is_null() || default.is_object();
            if object.get("default").is_some_and(is_noise) {
                object.remove("default");
            }
            if let Some(Value::String(text)) = object.get_mut("description") {
                *text = unwrapped(text);
            }
            describe_choice(object);
            object.values_mut().for_each(make_plain);
        }
        Value::Array(list) => list.iter_mut().for_each(make_plain),
        _ => {}
    }
}

/// Drops null from what a value may be: a key that is not given is left out.
fn without_null(object: &mut Map<String, Value>) {
    if let Some(Value::Array(kinds)) = object.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            object.insert("type".to_owned(), kind);
        }
    }
    if let Some(Value::Array(words)) = object.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
    let Some(Value::Array(mut forms)) = object.remove("anyOf") else { return };
    forms.retain(|form| form.get("type").is_none_or(|kind| kind != "null"));
    match forms.as_mut_slice() {
        [Value::Object(only)] => {
            for (key, value) in std::mem::take(only) {
                object.entry(key).or_insert(value);
            }
        }
        _ => {
            object.insert("anyOf".to_owned(), Value::Array(forms));
        }
    }
}

/// Gives the key of a choice that is a table, as `grid` of a shape, the description of the choice.
fn describe_choice(object: &mut Map<String, Value>) {
    let Some(Value::Array(forms)) = object.get_mut("oneOf") else { return };
    for form in forms {
        let Some(description) = form.get("description").cloned() else { continue };
        let Some(Value::Object(keys)) = form.get_mut("properties") else { continue };
        for key in keys.values_mut().filter_map(Value::as_object_mut) {
            key.entry("description").or_insert_with(|| description.clone());
        }
    }
}

/// A description with a paragraph per line; formulas and code keep their lines.
fn unwrapped(text: &str) -> String {
    let mut is_code = false;
    let mut plain = String::new();
    for line in text.lines() {
        let is_fence = line.starts_with("```");
        let goes_on = !is_code && !is_fence && !line.is_empty();
        is_code ^= is_fence;
        if !plain.is_empty() {
            plain.push(if goes_on && !plain.ends_with('\n') { ' ' } else { '\n' });
        }
        plain.push_str(line);
    }
    plain
}

#[test]
fn lines_are_joined_but_for_code() {
    let text = "A b\nc.\n\n```text\nx\ny\n```\n\nD.";
    assert_eq!(unwrapped(text), "A b c.\n\n```text\nx\ny\n```\n\nD.");
}
