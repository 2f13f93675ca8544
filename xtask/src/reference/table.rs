//! Tables of a scene file, found in its schema.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{units, value};

/// A table of a scene file.
pub(super) struct Table {
    /// Keys that lead to it, such as `cloth.pin`; nothing for the scene itself.
    pub(super) path: String,
    pub(super) description: String,
    /// True if there may be several, in a list.
    pub(super) is_listed: bool,
    pub(super) keys: Vec<Key>,
}

/// A key of a table.
pub(super) struct Key {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) unit: &'static str,
    pub(super) default: String,
    pub(super) range: String,
    pub(super) means: String,
    /// Words or tables of which it has one: a word, its meaning, and the path of the table.
    pub(super) choices: Vec<Choice>,
    /// Path of the table that it is, or is a list of.
    pub(super) table: Option<String>,
}

/// One of several values of a key.
pub(super) struct Choice {
    pub(super) word: String,
    pub(super) means: String,
    pub(super) table: Option<String>,
}

/// All tables, in the order of a page: each is followed by those in it.
pub(super) fn tables(schema: &Value) -> Vec<Table> {
    let mut walk = Walk { root: schema, places: BTreeMap::new(), tables: Vec::new() };
    let named = ["", "cloth", "obstacle", "seam", "band", "button", "friction", "settings"];
    walk.visit("", schema, false);
    let place = |table: &Table| {
        let top = table.path.split('.').next().unwrap_or_default().to_owned();
        named.iter().position(|name| *name == top).unwrap_or(named.len())
    };
    walk.tables.sort_by_key(place);
    walk.tables
}

struct Walk<'a> {
    root: &'a Value,
    /// Tables of types that several keys have, by the name of the type.
    places: BTreeMap<String, String>,
    tables: Vec<Table>,
}

impl<'a> Walk<'a> {
    /// Alternatives of a value, with references followed.
    fn forms(&self, schema: &'a Value) -> Vec<&'a Value> {
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            let target = self.root.pointer(target.trim_start_matches('#'));
            return target.map_or_else(Vec::new, |target| self.forms(target));
        }
        for list in ["anyOf", "oneOf"] {
            if let Some(forms) = schema.get(list).and_then(Value::as_array) {
                return forms.iter().flat_map(|form| self.forms(form)).collect();
            }
        }
        vec![schema]
    }

    /// Name of the type of a value, or of the items of a list.
    fn type_name(schema: &Value) -> Option<&str> {
        let schema = schema.get("items").unwrap_or(schema);
        schema.get("$ref").and_then(Value::as_str)
    }

    /// Puts down the table of a path, and those in it; returns its place, which may be that of
    /// another key with the same type.
    fn visit(&mut self, path: &str, schema: &'a Value, is_listed: bool) -> Option<String> {
        let name = Self::type_name(schema);
        if let Some(place) = name.and_then(|name| self.places.get(name)) {
            return Some(place.clone());
        }
        let forms = self.forms(schema);
        let form = forms.iter().find(|form| form.get("properties").is_some())?;
        if let Some(name) = name {
            self.places.insert(name.to_owned(), path.to_owned());
        }
        let place = self.tables.len();
        let description = [*form, schema]
            .iter()
            .find_map(|form| form.get("description").and_then(Value::as_str))
            .unwrap_or_default();
        let description = description.to_owned();
        let table = Table { path: path.to_owned(), description, is_listed, keys: Vec::new() };
        self.tables.push(table);
        let needed = |key: &str| {
            let list = form.get("required").and_then(Value::as_array);
            list.is_some_and(|list| list.iter().any(|needed| needed == key))
        };
        let properties = form.get("properties").and_then(Value::as_object);
        let keys: Vec<Key> = properties
            .into_iter()
            .flatten()
            .map(|(name, schema)| self.key(path, name, schema, needed(name)))
            .collect();
        self.tables[place].keys = keys;
        Some(path.to_owned())
    }

    fn key(&mut self, path: &str, name: &str, schema: &'a Value, is_needed: bool) -> Key {
        let own = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        let mut key = Key::new(name, schema, is_needed);
        let mut kinds: Vec<String> = Vec::new();
        // Choices of one type have one section each, wherever the type is used.
        let shared = Self::type_name(schema).map(|name| format!("{name} "));
        for form in self.forms(schema) {
            if let Some(word) = form.get("const").or_else(|| form.get("enum")) {
                kinds.push("choice".to_owned());
                key.choices.extend(words(word, form));
            } else if let Some(kind) = value::kind(form) {
                let items = form.get("items").filter(|items| value::kind(items).is_none());
                if let Some(items) = items {
                    key.table = self.visit(&own, items, true);
                }
                key.range = value::range(form).unwrap_or(key.range);
                kinds.push(kind);
            } else if let Some((word, inner)) = variant(form) {
                let (place, means) = (format!("{own}.{word}"), description(inner));
                let known = shared.as_ref().map(|name| format!("{name}{word}"));
                let table = known.as_ref().and_then(|known| self.places.get(known)).cloned();
                let items = inner.get("items").filter(|items| value::kind(items).is_none());
                let table =
                    table.or_else(|| self.visit(&place, items.unwrap_or(inner), items.is_some()));
                if let (Some(known), Some(table)) = (known, &table) {
                    self.places.entry(known).or_insert_with(|| table.clone());
                }
                let kind = value::kind(inner).map_or_else(String::new, |kind| format!("{kind}: "));
                key.choices.push(Choice { word: word.to_owned(), means: kind + &means, table });
                kinds.push("choice".to_owned());
            } else if form.get("properties").is_some() {
                kinds.push("table".to_owned());
                key.table = self.visit(&own, self.whole(schema, form), false);
            } else {
                kinds.push("table".to_owned());
            }
        }
        kinds.dedup();
        key.kind = kinds.join(" or ");
        key
    }

    /// The schema with the name of its type, if a form is all of it.
    fn whole(&self, schema: &'a Value, form: &'a Value) -> &'a Value {
        if self.forms(schema).len() == 1 { schema } else { form }
    }
}

impl Key {
    fn new(name: &str, schema: &Value, is_needed: bool) -> Self {
        let (unit, means) = units::split(&description(schema));
        let default = schema.get("default").filter(|default| *default != &Value::Array(Vec::new()));
        let default = default.map_or_else(String::new, value::shown);
        let default = if is_needed { "needed".to_owned() } else { default };
        let (kind, range) = (String::new(), String::new());
        let (choices, table) = (Vec::new(), None);
        Self { name: name.to_owned(), kind, unit, default, range, means, choices, table }
    }
}

fn description(schema: &Value) -> String {
    schema.get("description").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Words of a choice.
fn words(word: &Value, form: &Value) -> Vec<Choice> {
    let choice = |word: &Value, means: String| Choice {
        word: word.as_str().unwrap_or_default().to_owned(),
        means,
        table: None,
    };
    match word {
        Value::Array(words) => words.iter().map(|word| choice(word, String::new())).collect(),
        word => vec![choice(word, description(form))],
    }
}

/// The word and the value of a table that stands for a choice, as `grid` of a shape.
fn variant(form: &Value) -> Option<(&String, &Value)> {
    let properties: &Map<String, Value> = form.get("properties")?.as_object()?;
    let is_needed = form.get("required")?.as_array()?.len() == 1 && properties.len() == 1;
    properties.iter().next().filter(|_| is_needed)
}
