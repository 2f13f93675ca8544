//! Skins, morph targets and animations of a body.

use std::fmt::{self, Display, Formatter};

use ripstop_io::Character;
use serde_json::{Value, json};

use super::counted;

/// Skins, morph targets and animations of a glTF file.
pub(super) struct Rig {
    skins: usize,
    joints: usize,
    skinned_vertices: usize,
    morph_targets: usize,
    /// Names, or numbers of those without one, and durations (s).
    pub(super) animations: Vec<(String, f64)>,
}

impl Rig {
    pub(super) fn of(character: &Character) -> Self {
        let animations = character.animations().iter().enumerate().map(|(number, animation)| {
            let name = animation.name();
            let name = if name.is_empty() { number.to_string() } else { name.to_owned() };
            (name, animation.duration())
        });
        Self {
            skins: character.skin_count(),
            joints: character.joint_count(),
            skinned_vertices: character.skinned_vertex_count(),
            morph_targets: character.morph_target_count(),
            animations: animations.collect(),
        }
    }

    pub(super) fn json(&self) -> Value {
        let animation =
            |(name, duration): &(String, f64)| json!({ "name": name, "duration": duration });
        json!({
            "skins": self.skins,
            "joints": self.joints,
            "skinned_vertices": self.skinned_vertices,
            "morph_targets": self.morph_targets,
            "animations": self.animations.iter().map(animation).collect::<Vec<_>>(),
        })
    }
}

impl Display for Rig {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Self { skins, joints, skinned_vertices, morph_targets, animations } = self;
        match skins {
            0 => write!(f, "  no skin")?,
            skins => {
                let (skins, joints) = (counted(*skins, "skin"), counted(*joints, "joint"));
                write!(f, "  {skins} with {joints} for {skinned_vertices} vertices")?;
            }
        }
        write!(f, ", {}", counted(*morph_targets, "morph target"))?;
        if animations.is_empty() {
            return write!(f, ", no animation");
        }
        let shown = |(name, duration): &(String, f64)| format!("`{name}` ({duration:.3} s)");
        let shown: Vec<String> = animations.iter().map(shown).collect();
        write!(f, "\n  {}: {}", counted(animations.len(), "animation"), shown.join(", "))
    }
}
