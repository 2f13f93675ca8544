//! Examples of the reference, by the table that they show. A test of the pipeline runs each for a
//! frame.
#![expect(clippy::needless_raw_string_hashes, reason = "texts look alike")]

/// Tables, and scenes or parts of scenes that have them. Several keys of a part may go without a
/// cloth of its own: any will do.
pub(super) const EXAMPLES: &[(&str, &str)] = &[
    (
        "",
        r#"name = "sheet on a ball"
description = "a sheet falls on a ball"

[settings]
frames = 120

[[cloth]]
name = "sheet"
shape.grid = { size = [1.0, 1.0], resolution = [24, 24] }
transform.translate = [0.0, 0.0, 0.35]

[[obstacle]]
name = "ball"
shape.sphere = { radius = 0.3 }
"#,
    ),
    (
        "cloth",
        r#"[[cloth]]
name = "veil"
shape.grid = { size = [0.6, 0.9], resolution = [17, 25] }
transform = { translate = [0.0, 0.0, 1.2], rotate = { axis = [1, 0, 0], degrees = 90 } }
fabric = "plain"
thickness = 0.002
friction = 0.25
"#,
    ),
    ("cloth.shape.grid", "[[cloth]]\nshape.grid = { size = [1.0, 0.5], resolution = [33, 17] }\n"),
    (
        "cloth.shape.sphere",
        "[[cloth]]\nshape.sphere = { radius = 0.2, rings = 16 }\npressure = 1.2\n",
    ),
    (
        "cloth.shape.mesh",
        r#"[[cloth]]
shape.mesh = { file = "dress.obj", rest = "uv", import = { unit = "cm", up = "y" } }
"#,
    ),
    (
        "cloth.shape.pattern",
        "[[cloth]]\nshape.pattern = { file = \"skirt.json\", edge_length = 0.02 }\n",
    ),
    (
        "cloth.shape.garment",
        r#"[[cloth]]
name = "skirt"
shape.garment = { kind = "skirt", length = 0.4, edge_length = 0.035 }

[[obstacle]]
name = "body"
shape.mannequin = { edge_length = 0.03 }
"#,
    ),
    (
        "cloth.pin",
        r#"[[cloth]]
name = "flag"
shape.grid = { size = [0.6, 0.4], resolution = [16, 11] }

[[cloth.pin]]                       # holds two corners
select.vertices = [0, 160]

[[cloth.pin]]                       # moves an edge
select.inside = { min = [0.29, -1, -1], max = [0.31, 1, 1] }
path.steady = { velocity = [0.0, 0.0, 0.1], until = 1.0 }
"#,
    ),
    (
        "cloth.pin.path.keyframes",
        r#"[[cloth]]
shape.grid = { size = [0.6, 0.4], resolution = [16, 11] }

[[cloth.pin]]
select.vertices = [0, 15]
path.keyframes.keys = [
    { time = 0.0 },
    { time = 1.0, translate = [0, 0, 0.2] },
    { time = 2.0, translate = [0, 0, 0.2], rotate = { axis = [1, 0, 0], degrees = 45 } },
]
"#,
    ),
    (
        "cloth.fabric",
        r#"settings.dynamics = "fem"

[[cloth]]
shape.grid = { size = [1.0, 1.0], resolution = [16, 16] }
fabric = { preset = "silk", density = 0.06, bending_stiffness = [2e-6, 3e-6] }
"#,
    ),
    (
        "cloth.fabric.bending_friction",
        r#"settings.dynamics = "fem"

[[cloth]]
shape.grid = { size = [1.0, 1.0], resolution = [12, 12] }
fabric = { preset = "wool", bending_friction = { moment = 1.6e-4 } }
"#,
    ),
    (
        "obstacle",
        r#"[[obstacle]]
name = "table"
shape.cuboid = { size = [0.8, 0.8, 0.05] }
transform.translate = [0, 0, -0.5]
friction = 0.5
"#,
    ),
    (
        "obstacle.shape.plane",
        "[[obstacle]]\nname = \"floor\"\nshape.plane = { size = 6.0 }\ntransform.translate = [0, 0, -1]\n",
    ),
    (
        "obstacle.shape.sphere",
        "[[obstacle]]\nshape.sphere = { radius = 0.2, rings = 16 }\ntransform.translate = [0, 0, -0.5]\n",
    ),
    (
        "obstacle.shape.capsule",
        "[[obstacle]]\nshape.capsule = { radius = 0.1, length = 0.4, rings = 16 }\n\
         transform.translate = [0, 0, -0.6]\n",
    ),
    (
        "obstacle.shape.cuboid",
        "[[obstacle]]\nshape.cuboid = { size = [0.3, 0.3, 0.3] }\ntransform.translate = [0, 0, -0.5]\n",
    ),
    (
        "obstacle.shape.mesh",
        r#"[[obstacle]]
name = "body"
shape.mesh = { file = "body.obj", import = { unit = "cm", up = "y" } }
transform.translate = [0, 0, -0.5]
path.steady = { velocity = [0.0, 0.4, 0.0], axis = [0, 0, 1], degrees_per_second = 30 }
"#,
    ),
    (
        "obstacle.shape.mesh.frames",
        r#"[[obstacle]]
name = "body"
shape.mesh = { file = "body.obj", frames = { file = "walk.pc2", rate = 30, lead_in = 0.5 } }
transform.translate = [0, 0, -0.5]
"#,
    ),
    (
        "obstacle.shape.mannequin",
        r#"[[obstacle]]
name = "body"
shape.mannequin = { height = 1.75, edge_length = 0.03, walk = { rest = 0.5, speed = 0.9 } }
transform.translate = [3, 0, 0]
"#,
    ),
    (
        "seam",
        r#"[[cloth]]
name = "front"
shape.grid = { size = [0.4, 0.4], resolution = [5, 5] }

[[cloth]]
name = "back"
shape.grid = { size = [0.4, 0.4], resolution = [5, 5] }
transform.translate = [0.45, 0, 0]

[[seam]]
name = "side"
cloths = [0, 1]
first = [4, 9, 14, 19, 24]
second = [0, 5, 10, 15, 20]
"#,
    ),
    (
        "band",
        r#"[[cloth]]
name = "sheet"
shape.grid = { size = [0.4, 0.4], resolution = [5, 5] }

[[band]]
cloth = "sheet"
vertices = [0, 1, 2, 3, 4]
length = 0.3
stiffness = 20.0
"#,
    ),
    (
        "button",
        r#"[[cloth]]
name = "left"
shape.grid = { size = [0.4, 0.4], resolution = [5, 5] }

[[cloth]]
name = "right"
shape.grid = { size = [0.4, 0.4], resolution = [5, 5] }
transform.translate = [0.45, 0, 0]

[[button]]
cloths = ["left", "right"]
vertices = [14, 10]
from = 0.5
"#,
    ),
    (
        "friction",
        r#"[[cloth]]
name = "cloth"
shape.grid = { size = [0.4, 0.4], resolution = [9, 9] }
transform.translate = [0, 0, 0.3]

[[obstacle]]
name = "body"
shape.sphere = { radius = 0.2, rings = 16 }

[[friction]]
between = ["cloth", "body"]
coefficient = 0.5
"#,
    ),
    (
        "settings",
        r#"[settings]
frames = 240
frame_rate = 30.0
respond = "barrier"                 # brings `dynamics = "fem"` with it
gravity = [0.0, 0.0, -9.81]
wind = [2.0, 0.0, 0.0]
"#,
    ),
    ("settings", "settings.collision_passes = { substeps = 4 }\n"),
    (
        "settings.wind.keys",
        r#"[settings.wind]
keys = [{ time = 0.0, velocity = [0, 0, 0] }, { time = 1.5, velocity = [6, 0, 0] }]
"#,
    ),
    ("settings.air", "settings.wind = [3.0, 0.0, 0.0]\n\n[settings.air]\ndrag = 1.2\nlift = 0.4\n"),
    ("settings.tree", "[settings.tree]\nbuild = \"binned\"\nrefit = true\nrebuild = 1.5\n"),
    (
        "settings.sewing",
        r#"[settings.sewing]
time = 0.5
force = 8.0

[[cloth]]
shape.grid = { size = [0.4, 0.4], resolution = [5, 5] }

[[cloth]]
shape.grid = { size = [0.4, 0.4], resolution = [5, 5] }
transform.translate = [0.42, 0, 0]

[[seam]]
first = [4, 9, 14, 19, 24]
second = [0, 5, 10, 15, 20]
"#,
    ),
    ("settings.position_based", "[settings.position_based]\nmembrane = \"strain\"\n"),
    (
        "settings.elements",
        "settings.dynamics = \"fem\"\n\n[settings.elements]\nbending = \"hinges\"\nmass = \"consistent\"\n",
    ),
    (
        "settings.solids",
        r#"[settings.solids]
push_out = true

[[cloth]]
shape.grid = { size = [0.4, 0.4], resolution = [9, 9] }
transform.translate = [0, 0, 0.3]

[[obstacle]]
shape.sphere = { radius = 0.2, rings = 16 }
"#,
    ),
    (
        "settings.penalty",
        "settings.respond = \"penalty\"\n\n[settings.penalty]\nlaw = \"exponential\"\nlength = 0.25\n",
    ),
    (
        "settings.ray",
        r#"settings.respond = "ray"

[settings.ray]
reach = 6.0

[[cloth]]
shape.grid = { size = [0.4, 0.4], resolution = [9, 9] }
transform.translate = [0, 0, 0.3]

[[obstacle]]
shape.sphere = { radius = 0.2, rings = 16 }
"#,
    ),
    (
        "settings.impulse",
        "settings.respond = \"impulse\"\n\n[settings.impulse]\nsteps = 2\nstrain_limit = 0.05\n",
    ),
    (
        "settings.barrier",
        "settings.respond = \"barrier\"\n\n[settings.barrier]\nform = \"cubic\"\nfilter = \"distance\"\n",
    ),
];

/// Paths of all tables in a text: `cloth.pin`, `cloth.pin.select.inside`, ….
#[cfg(test)]
pub(super) fn tables_in(text: &str) -> Vec<String> {
    fn walk(path: &str, value: &toml::Value, found: &mut Vec<String>) {
        match value {
            toml::Value::Table(table) => {
                found.push(path.to_owned());
                for (key, value) in table {
                    let dot = if path.is_empty() { "" } else { "." };
                    walk(&format!("{path}{dot}{key}"), value, found);
                }
            }
            toml::Value::Array(list) => list.iter().for_each(|item| walk(path, item, found)),
            _ => {}
        }
    }
    let table: toml::Table = toml::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let mut found = Vec::new();
    walk("", &toml::Value::Table(table), &mut found);
    found
}
