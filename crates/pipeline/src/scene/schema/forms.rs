//! Schemas of values that are read by hand: those with a short form.

use std::borrow::Cow;

use ripstop_dynamics::Fabric as ElementFabric;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use crate::scene::CollisionPasses;
use crate::scene::fabric::{FabricKeys, Preset};

impl JsonSchema for CollisionPasses {
    fn schema_name() -> Cow<'static, str> {
        "CollisionPasses".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let count = |text: &str| json!({ "type": "integer", "minimum": 1, "description": text });
        let table = |unit: &str, text: &str| {
            json!({
                "type": "object",
                "properties": { unit: count(text) },
                "required": [unit],
                "additionalProperties": false,
            })
        };
        json_schema!({ "anyOf": [
            count("Substeps from one pass to the next."),
            table("substeps", "Substeps from one pass to the next."),
            table("iterations", "Gauss–Seidel sweeps from one pass to the next, also within a substep."),
        ] })
    }
}

impl JsonSchema for Preset {
    fn schema_name() -> Cow<'static, str> {
        "Preset".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<&str> = ElementFabric::PRESETS.iter().map(|(name, _)| *name).collect();
        json_schema!({ "type": "string", "enum": names, "description": "Name of a fabric." })
    }
}

/// Makes the schema of a fabric's properties that of all its forms: a name, or a table with the
/// keys that a file may have besides.
pub(crate) fn fabric(schema: &mut Schema) {
    let mut keys = SchemaGenerator::default().into_root_schema_for::<FabricKeys>();
    let (Some(own), Some(all)) = (schema.as_object_mut(), keys.as_object_mut()) else { return };
    if let (Some(own), Some(Value::Object(all))) =
        (own.get_mut("properties").and_then(Value::as_object_mut), all.remove("properties"))
    {
        for (key, value) in all {
            own.entry(key).or_insert(value);
        }
    }
    let table = Value::Object(std::mem::take(own));
    let name = Preset::json_schema(&mut SchemaGenerator::default());
    *schema = json_schema!({ "anyOf": [name, table] });
}
