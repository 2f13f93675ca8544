//! A validator for the part of JSON schema (draft 2020-12) that the schema of scenes uses. A
//! keyword that it does not know is a panic.
#![allow(clippy::unwrap_used, reason = "a failure here fails the test")]

use std::fmt::Display;

use serde_json::{Map, Value};

/// Keywords that say nothing about what is valid.
const REMARKS: [&str; 6] = ["$schema", "$defs", "title", "description", "default", "examples"];

/// Keywords about the parts of a value, or its forms.
const NESTED: [&str; 7] =
    ["$ref", "items", "prefixItems", "properties", "additionalProperties", "anyOf", "oneOf"];

/// A schema, with the root in which references are.
pub(crate) struct Validator<'a> {
    pub(crate) root: &'a Value,
}

impl Validator<'_> {
    /// First thing that is wrong with a value, and where.
    pub(crate) fn fault(&self, value: &Value) -> Option<String> {
        self.at("", self.root, value)
    }

    fn at(&self, place: &str, schema: &Value, value: &Value) -> Option<String> {
        let schema = match schema {
            Value::Bool(true) => return None,
            Value::Bool(false) => return Some(format!("{place}: there is no such key")),
            Value::Object(schema) => schema,
            other => panic!("{place}: {other} is no schema"),
        };
        schema.iter().find_map(|(keyword, rule)| {
            if is_broken(keyword, rule, value) {
                return Some(format!("{place}: {keyword} {rule}: {value}"));
            }
            self.inside(place, keyword, schema, value)
        })
    }

    /// First fault of the parts of a value, or of its forms.
    fn inside(
        &self,
        place: &str,
        keyword: &str,
        schema: &Map<String, Value>,
        value: &Value,
    ) -> Option<String> {
        let rule = &schema[keyword];
        let at = |part: &dyn Display, rule: &Value, value: &Value| {
            self.at(&format!("{place}/{part}"), rule, value)
        };
        let mut items = value.as_array().into_iter().flatten().enumerate();
        let mut keys = value.as_object().into_iter().flatten();
        let known = schema.get("properties").and_then(Value::as_object);
        match keyword {
            "$ref" => {
                let target = self.root.pointer(rule.as_str().unwrap().trim_start_matches('#'));
                self.at(place, target.unwrap_or_else(|| panic!("{rule} is nowhere")), value)
            }
            "items" => items.find_map(|(i, item)| at(&i, rule, item)),
            "prefixItems" => items.find_map(|(i, item)| at(&i, rule.get(i)?, item)),
            "properties" => keys.find_map(|(key, value)| at(key, rule.get(key)?, value)),
            "additionalProperties" => keys
                .filter(|(key, _)| !known.is_some_and(|known| known.contains_key(*key)))
                .find_map(|(key, value)| at(key, rule, value)),
            "anyOf" | "oneOf" => {
                let forms = rule.as_array().unwrap();
                let faults: Vec<String> =
                    forms.iter().filter_map(|form| self.at(place, form, value)).collect();
                let fitting = forms.len() - faults.len();
                let is_sound = if keyword == "oneOf" { fitting == 1 } else { fitting > 0 };
                (!is_sound).then(|| format!("{place}: {fitting} forms fit: {}", faults.join(" | ")))
            }
            _ => None,
        }
    }
}

/// True if a value does not keep a rule that is about itself and not about its parts.
fn is_broken(keyword: &str, rule: &Value, value: &Value) -> bool {
    let compared = |is_wrong: fn(&f64, &f64) -> bool| {
        value.as_f64().is_some_and(|number| is_wrong(&number, &rule.as_f64().unwrap()))
    };
    let counted = |is_wrong: fn(&u64, &u64) -> bool| {
        let length = value.as_array().map(|list| list.len() as u64);
        length.is_some_and(|length| is_wrong(&length, &rule.as_u64().unwrap()))
    };
    match keyword {
        "type" => !is_of(rule.as_str().unwrap(), value),
        "const" => rule != value,
        "enum" => !rule.as_array().unwrap().contains(value),
        "minimum" => compared(f64::lt),
        "maximum" => compared(f64::gt),
        "exclusiveMinimum" => compared(f64::le),
        "exclusiveMaximum" => compared(f64::ge),
        "minItems" => counted(u64::lt),
        "maxItems" => counted(u64::gt),
        "required" => {
            let lacks = |key: &Value| value.get(key.as_str().unwrap()).is_none();
            value.is_object() && rule.as_array().unwrap().iter().any(lacks)
        }
        other => {
            let is_known = REMARKS.contains(&other) || NESTED.contains(&other);
            assert!(is_known, "the keyword `{other}` is not known");
            false
        }
    }
}

fn is_of(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("the type `{other}` is not known"),
    }
}
