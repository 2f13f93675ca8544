//! Places in a schema, by the keys that lead to them in a scene.

use serde_json::{Value, json};

/// A schema in which keys are found.
pub(super) struct Tree(Value);

impl Tree {
    pub(super) const fn new(schema: Value) -> Self {
        Self(schema)
    }

    pub(super) fn into_value(self) -> Value {
        self.0
    }

    /// Places of a key such as `cloth.shape.grid.size`, as JSON pointers.
    pub(super) fn places(&self, key: &str) -> Vec<String> {
        let mut places = vec![String::new()];
        for word in key.split('.') {
            let tables = places.iter().flat_map(|place| self.forms(place));
            let keys = tables.map(|table| format!("{table}/properties/{word}"));
            places = keys.filter(|place| self.0.pointer(place).is_some()).collect();
        }
        places
    }

    /// Places of the tables of a key.
    pub(super) fn tables(&self, key: &str) -> Vec<String> {
        let forms = self.places(key).into_iter().flat_map(|place| self.forms(&place));
        let is_table = |place: &String| self.0.pointer(&format!("{place}/properties")).is_some();
        forms.filter(is_table).collect()
    }

    /// All that a value may be, or an item of a list: alternatives, with references followed.
    fn forms(&self, place: &str) -> Vec<String> {
        let Some(value) = self.0.pointer(place) else { return Vec::new() };
        let mut forms = vec![place.to_owned()];
        if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
            forms.extend(self.forms(reference.trim_start_matches('#')));
        }
        if value.get("items").is_some_and(Value::is_object) {
            forms.extend(self.forms(&format!("{place}/items")));
        }
        for list in ["anyOf", "oneOf", "allOf"] {
            let count = value.get(list).and_then(Value::as_array).map_or(0, Vec::len);
            forms.extend((0..count).flat_map(|i| self.forms(&format!("{place}/{list}/{i}"))));
        }
        forms
    }

    /// Limits the numbers of a value to an interval, such as `(0, 0.5]` or `[1, ∞)`.
    pub(super) fn limit(&mut self, place: &str, interval: &str) {
        let Some((low, high)) = interval.split_once(", ") else { return };
        let is_number = |value: &Value| {
            let is = |kind: &Value| matches!(kind.as_str(), Some("number" | "integer"));
            let kind = value.get("type");
            kind.is_some_and(|kind| {
                is(kind) || kind.as_array().is_some_and(|all| all.iter().any(is))
            })
        };
        let numbers: Vec<String> = self
            .forms(place)
            .into_iter()
            .filter(|place| self.0.pointer(place).is_some_and(is_number))
            .collect();
        let bounds =
            [(low, '(', "exclusiveMinimum", "minimum"), (high, ')', "exclusiveMaximum", "maximum")];
        for (text, open, exclusive, inclusive) in bounds {
            let key = if text.contains(open) { exclusive } else { inclusive };
            let number = text.trim_matches(['(', ')', '[', ']']);
            let number = number
                .parse::<i64>()
                .map(|number| json!(number))
                .or_else(|_| number.parse::<f64>().map(|number| json!(number)));
            let Ok(number) = number else { continue };
            for place in &numbers {
                self.set(place, key, number.clone());
            }
        }
    }

    /// Places of the choices of a key.
    pub(super) fn choices(&self, key: &str) -> Vec<String> {
        let forms = self.places(key).into_iter().flat_map(|place| self.forms(&place));
        forms.filter(|place| self.0.pointer(&format!("{place}/oneOf")).is_some()).collect()
    }

    /// Adds a word to choices that stands for another.
    pub(super) fn choose(&mut self, place: &str, [word, meant]: [&str; 2]) {
        let choice = json!({
            "type": "string", "const": word, "description": format!("Another word for `{meant}`."),
        });
        if let Some(Value::Array(choices)) = self.0.pointer_mut(&format!("{place}/oneOf")) {
            choices.push(choice);
        }
    }

    /// Adds a sentence to a description.
    pub(super) fn remark(&mut self, place: &str, sentence: &str) {
        if let Some(Value::String(text)) = self.0.pointer_mut(&format!("{place}/description")) {
            *text = format!("{text} {sentence}");
        }
    }

    pub(super) fn set(&mut self, place: &str, key: &str, value: Value) {
        if let Some(Value::Object(object)) = self.0.pointer_mut(place) {
            object.insert(key.to_owned(), value);
        }
    }

    pub(super) fn remove(&mut self, place: &str, key: &str) {
        if let Some(Value::Object(object)) = self.0.pointer_mut(place) {
            object.remove(key);
        }
    }
}
