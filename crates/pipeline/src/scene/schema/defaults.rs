//! Defaults that the types leave open, as measures of a body do: whoever builds the thing has them.

use ripstop_garment::{MannequinSettings, ShirtSettings, SkirtSettings};
use serde_json::{Value, json};

use crate::scene::{Cloth, Frames};

/// Keys and their defaults.
pub(super) fn defaults() -> Vec<(&'static str, Value)> {
    let (skirt, shirt) = (SkirtSettings::default(), ShirtSettings::default());
    let body = MannequinSettings::default();
    let frames = Frames::default();
    vec![
        ("cloth.weld_seams", json!(Cloth::default().weld_seams)),
        ("cloth.shape.garment.band", json!(skirt.band)),
        ("cloth.shape.garment.gather", json!(skirt.gather)),
        ("cloth.shape.garment.flare", json!(skirt.flare)),
        ("cloth.shape.garment.edge_length", json!(skirt.edge_length)),
        ("cloth.shape.garment.sleeve", json!(shirt.sleeve)),
        ("cloth.shape.garment.neck", json!(shirt.neck)),
        ("obstacle.shape.mannequin.height", json!(body.height)),
        ("obstacle.shape.mannequin.chest", json!(body.chest)),
        ("obstacle.shape.mannequin.waist", json!(body.waist)),
        ("obstacle.shape.mannequin.hips", json!(body.hips)),
        ("obstacle.shape.mannequin.arm_angle", json!(body.arm_angle)),
        ("obstacle.shape.mannequin.edge_length", json!(body.edge_length)),
        ("obstacle.shape.mannequin.walk.rest", json!(body.walk.rest)),
        ("obstacle.shape.mannequin.walk.speed", json!(body.walk.speed)),
        ("obstacle.shape.mannequin.walk.stride", json!(body.walk.stride)),
        ("obstacle.shape.mannequin.walk.turn", json!(body.walk.turn)),
        ("obstacle.shape.mesh.frames.begin", json!(frames.begin)),
        ("obstacle.shape.mesh.frames.repeat", json!(frames.repeat)),
    ]
}

/// Sentences about defaults that go by the kind of a garment.
pub(super) fn remarks() -> [(&'static str, String); 2] {
    let (skirt, shirt) = (SkirtSettings::default(), ShirtSettings::default());
    let remark = |a: f64, b: f64| format!("If it is not given, {a} of a skirt, {b} of a shirt.");
    [
        ("cloth.shape.garment.length", remark(skirt.length, shirt.length)),
        ("cloth.shape.garment.ease", remark(skirt.ease, shirt.ease)),
    ]
}

#[test]
fn both_kinds_of_garments_have_one_edge_length() {
    assert_eq!(SkirtSettings::default().edge_length, ShirtSettings::default().edge_length);
}
