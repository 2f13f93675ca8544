//! Direction of the warp in a pattern.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::nearest;

/// Angle (degrees) of the warp from the u axis of a pattern, counterclockwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Warp {
    /// That of all panels.
    All(f64),
    /// Those of some panels, by name; in all others it is 0.
    Panels(BTreeMap<String, f64>),
}

impl Default for Warp {
    fn default() -> Self {
        Self::All(0.0)
    }
}

impl Warp {
    /// The angle (degrees) in a panel.
    #[must_use]
    pub fn of(&self, panel: &str) -> f64 {
        match self {
            Self::All(degrees) => *degrees,
            Self::Panels(panels) => panels.get(panel).copied().unwrap_or_default(),
        }
    }

    /// The first thing that is wrong with it, in words, in a pattern with the named panels.
    #[must_use]
    pub fn fault(&self, panels: &[&str]) -> Option<String> {
        let all = match self {
            Self::All(degrees) => vec![("shape.mesh.warp".to_owned(), *degrees)],
            Self::Panels(angles) => {
                let unknown = angles.keys().find(|name| !panels.contains(&name.as_str()));
                if let Some(name) = unknown {
                    let hint = nearest(name, panels.iter().copied());
                    let hint =
                        hint.map_or_else(String::new, |name| format!(", did you mean `{name}`?"));
                    return Some(format!("`shape.mesh.warp` names the panel `{name}`{hint}"));
                }
                let named = |(name, degrees): (&String, &f64)| (format!("warp.{name}"), *degrees);
                angles.iter().map(named).collect()
            }
        };
        let wild = all.into_iter().find(|(_, degrees)| !degrees.is_finite());
        wild.map(|(name, degrees)| format!("`{name}` is {degrees}, but has to be finite (degrees)"))
    }
}
