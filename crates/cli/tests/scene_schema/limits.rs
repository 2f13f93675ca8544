//! Ranges of the schema against the checks that refuse what lies outside.
#![allow(clippy::unwrap_used, reason = "a failure here fails the test")]

use ripstop_geometry::tessellate;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::schema::RANGES;
use ripstop_pipeline::scene::{LoadedMesh, MeshRequest, Scene};
use serde_json::Value as Json;
use toml::{Table, Value};

/// Loads the same ball, whatever the file.
fn loaded(request: &MeshRequest) -> LoadedMesh {
    let mut loaded = LoadedMesh::from(tessellate::sphere(0.1, 4));
    loaded.uvs = Some(vec![Default::default(); loaded.mesh.faces.len()]);
    loaded.frames = request.frames.map(|_| loaded.mesh.positions.clone()).into_iter().collect();
    loaded
}

/// A scene in which a key counts, without the key.
fn base(key: &str) -> String {
    let parts: Vec<&str> = key.split('.').collect();
    let settings = |lines: &str| format!("settings = {{ frames = 1, {lines} }}\n");
    let head = match parts[..] {
        ["settings", "position_based", ..] => settings("position_based = { form = 'plain' }"),
        ["settings", "penalty", ..] => settings("dynamics = 'fem', respond = 'penalty'"),
        ["settings", "barrier", ..] => settings("dynamics = 'fem', respond = 'barrier'"),
        ["settings", "implicit_steps"] | ["cloth", "gas_pressure"] => settings("dynamics = 'fem'"),
        ["settings", part, _] if ["ray", "impulse"].contains(&part) => {
            settings(&format!("respond = '{part}'"))
        }
        _ => settings("frame_rate = 60"),
    };
    let grid = "shape.grid = { size = [1.0, 1.0], resolution = [4, 4] }";
    let shape = match parts[..] {
        ["cloth", "shape", "sphere", ..]
        | ["cloth", "pressure" | "bulk_modulus" | "gas_pressure"] => {
            "shape.sphere = { radius = 0.1, rings = 4 }"
        }
        ["cloth", "shape", "mesh", ..] => "shape.mesh = { file = 'a.obj', rest = 'uv' }",
        ["cloth", "shape", "pattern", ..] => "shape.pattern = { file = 'a.json' }",
        ["cloth", "shape", "garment", "sleeve" | "neck"] => "shape.garment = { kind = 'shirt' }",
        ["cloth", "shape", "garment", ..] => "shape.garment = { kind = 'skirt' }",
        _ => grid,
    };
    let cloth = match parts[..] {
        ["cloth", "bulk_modulus"] => "pressure = 1.0",
        ["cloth", "fabric", "bending_friction", "slack"] => {
            "fabric = { bending_friction = { moment = 1e-4 } }"
        }
        ["cloth", "fabric", "young_modulus" | "thickness"] => {
            "fabric = { young_modulus = 1e6, thickness = 1e-3 }"
        }
        ["cloth", "fabric", ..] => "fabric = {}",
        ["cloth", "pin", ..] => "pin = [{ select.vertices = [0], attach = 'body' }]",
        _ => "",
    };
    let body = match parts[..] {
        ["obstacle", "shape", "capsule", ..] => "shape.capsule = { radius = 0.1, length = 0.1 }",
        ["obstacle", "shape", "cuboid", ..] => "shape.cuboid = { size = [1, 1, 1] }",
        ["obstacle", "shape", "plane", ..] => "shape.plane = { size = 1.0 }",
        ["obstacle", "shape", "mesh", ..] => {
            "shape.mesh = { file = 'b.obj', frames = { file = 'b.pc2' } }"
        }
        ["obstacle", "shape", "mannequin", ..] | ["cloth", "shape", "garment", ..] => {
            "shape.mannequin = {}"
        }
        _ => "shape.sphere = { radius = 0.1, rings = 4 }",
    };
    let rest = match parts[0] {
        "friction" => "[[friction]]\nbetween = ['cloth', 'body']\n",
        "seam" => "[[seam]]\ncloths = [0, 0]\nfirst = [0, 1]\nsecond = [12, 13]\n",
        "band" => "[[band]]\nvertices = [0, 1]\n",
        "button" => "[[button]]\nvertices = [0, 1]\n",
        _ => "",
    };
    format!(
        "{head}[[cloth]]\n{shape}\n{cloth}\n[[obstacle]]\nname = 'body'\n{body}\n\
         transform.translate = [0, 0, -3]\n{rest}"
    )
}

/// The scene in which a key counts, with a value.
fn scene(key: &str, value: Value) -> Result<Scene, String> {
    let mut table: Table = toml::from_str(&base(key)).map_err(|error| error.to_string())?;
    let (path, last) = key.rsplit_once('.').unwrap();
    let mut place = &mut table;
    for word in path.split('.') {
        let entry = place.entry(word).or_insert_with(|| Value::Table(Table::new()));
        place = match entry {
            Value::Array(list) => list[0].as_table_mut().unwrap(),
            other => other.as_table_mut().unwrap(),
        };
    }
    place.insert(last.to_owned(), value);
    Scene::from_toml(&table.to_string()).map_err(|error| error.to_string())
}

/// Message with which a value is refused.
fn refusal(key: &str, value: Value) -> Option<String> {
    let made = scene(key, value).and_then(|scene| {
        Simulation::new(&scene, &mut |request| Ok(loaded(request)))
            .map_err(|error| error.to_string())
    });
    made.err()
}

/// First property of a name.
fn found<'a>(schema: &'a Json, name: &str) -> Option<&'a Json> {
    let here = schema.get("properties").and_then(|keys| keys.get(name));
    let deeper = || match schema {
        Json::Object(object) => object.values().find_map(|value| found(value, name)),
        Json::Array(list) => list.iter().find_map(|value| found(value, name)),
        _ => None,
    };
    here.or_else(deeper)
}

/// True if a key has whole numbers, and the length of its list. Keys of one name have one type
/// wherever they have a range, but for two.
fn form(schema: &Json, key: &str) -> (bool, usize) {
    let last = key.rsplit('.').next().unwrap();
    let own = match key {
        "obstacle.shape.plane.size" => return (false, 0),
        "obstacle.shape.cuboid.size" => return (false, 3),
        _ => found(schema, last).unwrap_or_else(|| panic!("no key {last}")),
    };
    let length = own.get("maxItems").and_then(Json::as_u64).unwrap_or(0);
    let is_whole = own["type"] == "integer" || own["items"]["type"] == "integer";
    (is_whole, length as usize)
}

/// A value of a key: a number, or as many as its list has, the last of them that number.
fn value_of((is_whole, length): (bool, usize), number: f64) -> Value {
    let one = |number: f64| {
        if is_whole { Value::Integer(number as i64) } else { Value::Float(number) }
    };
    if length == 0 {
        return one(number);
    }
    let mut list = vec![one(2.0); length];
    list[length - 1] = one(number);
    Value::Array(list)
}

/// A number beyond a bound, on the side of the sign.
fn beyond(bound: f64, is_open: bool, is_whole: bool, sign: f64) -> f64 {
    match (is_whole, is_open) {
        (true, _) => bound + sign,
        (false, true) => bound,
        (false, false) => bound + sign * (1e-9 * bound.abs()).max(1e-12),
    }
}

#[test]
fn what_lies_outside_a_range_is_refused_by_name() {
    let schema = super::schema();
    for (key, range) in RANGES {
        let form = form(&schema, key);
        let (low, high) = range.split_once(", ").unwrap();
        let bound = |text: &str| text.trim_matches(['(', ')', '[', ']']).parse::<f64>().ok();
        let low = bound(low).map(|low| beyond(low, range.starts_with('('), form.0, -1.0));
        let high = bound(high).map(|high| beyond(high, range.ends_with(')'), form.0, 1.0));
        for number in low.into_iter().chain(high) {
            let said = refusal(key, value_of(form, number));
            let said = said.unwrap_or_else(|| panic!("`{key}` = {number} outside of {range}"));
            // Messages of the dynamics name a property of a cloth in words.
            let name = key.rsplit('.').next().unwrap().replace('_', " ");
            let is_named = said.to_lowercase().replace('_', " ").contains(&name);
            assert!(is_named, "`{key}` = {number}: {said}");
        }
    }
}

/// Bounds that belong to a range are allowed; what does not fit together may still be refused.
#[test]
fn bounds_of_settings_are_allowed() {
    let schema = super::schema();
    let cheap = |key: &str| {
        key.starts_with("settings.")
            || key.starts_with("cloth.fabric.poisson")
            || key == "friction.coefficient"
    };
    for (key, range) in RANGES.iter().filter(|(key, _)| cheap(key)) {
        let form = form(&schema, key);
        let (low, high) = range.split_once(", ").unwrap();
        let closed = [low.strip_prefix('['), high.strip_suffix(']')];
        for bound in closed.into_iter().flatten() {
            let said = refusal(key, value_of(form, bound.parse().unwrap()));
            assert_eq!(said, None, "`{key}` = {bound} of {range}");
        }
    }
}
