//! Warnings about a scene: what can be simulated, but is rarely meant.
//!
//! | file | warns of |
//! |---|---|
//! | `units` | sizes, thicknesses, densities and gravity that look like another unit or axis |
//! | `motion` | obstacles and pins that are faster than anything people move, or than frames |
//! | `inside` | cloth that starts inside a closed body, in part |
//! | `sewing` | stitches that welding left open |
//! | `ignored` | keys that do nothing with the dynamics and the response, obstacles without a field |
//!
//! A further kind is a variant of [`Warning`] and a file here with a function from the scene and
//! its world to a list.

mod ignored;
mod inside;
mod motion;
mod sewing;
mod units;

use std::fmt::{self, Display, Formatter};

use crate::World;
use crate::scene::Scene;

/// A fact about a scene that is rarely meant, with its likely cause as [`Display`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// A cloth or a mesh is larger than 20 m.
    Large {
        /// The cloth or the obstacle.
        owner: String,
        /// Longest edge of its box (m).
        size: f64,
        /// Likely cause.
        cause: String,
    },
    /// A cloth or a mesh is smaller than 1 cm.
    Small {
        /// The cloth or the obstacle.
        owner: String,
        /// Longest edge of its box (m).
        size: f64,
        /// Likely cause.
        cause: String,
    },
    /// A cloth is thicker than its edges are long.
    Thick {
        /// The cloth.
        owner: String,
        /// Its thickness (m).
        thickness: f64,
        /// Mean length of its edges (m).
        mean_edge_length: f64,
    },
    /// A cloth has more mass per area than any fabric.
    Heavy {
        /// The cloth.
        owner: String,
        /// Its density (kg/m²).
        density: f64,
    },
    /// Gravity points along an axis, but not down.
    Gravity {
        /// The acceleration (m/s²).
        gravity: [f64; 3],
        /// The axis, with its sign.
        axis: &'static str,
    },
    /// Scripted vertices move faster than 50 m/s.
    Fast {
        /// The obstacle, or the cloth that is pinned.
        owner: String,
        /// Its highest speed from frame to frame (m/s).
        speed: f64,
        /// First frame that has it.
        frame: usize,
    },
    /// Frames of an obstacle's file are passed over.
    FramesPassed {
        /// The obstacle.
        owner: String,
        /// Frames of its file that pass in a second (1/s).
        rate: f64,
        /// Frames of the simulation in a second (1/s).
        frame_rate: f64,
    },
    /// Vertices of a cloth start inside a closed obstacle.
    Inside {
        /// The cloth.
        owner: String,
        /// The obstacle.
        body: String,
        /// Vertices inside, of those that were asked.
        inside: usize,
        /// Vertices that were asked, evenly over the cloth.
        asked: usize,
        /// Vertices of the cloth.
        vertex_count: usize,
    },
    /// Stitches of a welded cloth were left open.
    LeftOpen {
        /// The cloth.
        owner: String,
        /// Stitches that were left open.
        count: usize,
        /// All its stitches.
        stitches: usize,
    },
    /// A key is given that does nothing with the dynamics and the response.
    Ignored {
        /// The key, with the tables that it is in.
        key: String,
        /// The cloth or the obstacle that has it, unless it is a setting.
        owner: Option<String>,
        /// Why it does nothing, and what would make it count.
        reason: String,
    },
    /// Fields of obstacles are asked for, and an obstacle has none.
    NoField {
        /// The obstacle.
        owner: String,
        /// The key in `[settings.solids]` that asks.
        key: &'static str,
        /// Why there is none, and what would make one.
        cause: &'static str,
    },
}

impl Display for Warning {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::Large { owner, size, cause } => {
                write!(f, "{owner} is {size:.0} m large; {cause}")
            }
            Self::Small { owner, size, cause } => {
                write!(f, "{owner} is only {:.2} mm large; {cause}", 1e3 * size)
            }
            Self::Thick { owner, thickness, mean_edge_length } => write!(
                f,
                "{owner} is {:.1} mm thick, more than its edges are long ({:.1} mm on average), so \
                 that it pushes against itself; is `thickness` in metres, or the mesh too fine?",
                1e3 * thickness,
                1e3 * mean_edge_length
            ),
            Self::Heavy { owner, density } => write!(
                f,
                "{owner} has a density of {density} kg/m²; in g/m²? cotton of 150 g/m² is \
                 `density = 0.15`"
            ),
            Self::Gravity { gravity: [x, y, z], axis } => write!(
                f,
                "gravity [{x}, {y}, {z}] points along {axis}, but z is up; a scene with y up? then \
                 `gravity = [0.0, 0.0, -9.81]`, and `import = {{ up = \"y\" }}` at its meshes or \
                 `--up y` for all"
            ),
            Self::Fast { owner, speed, frame } => write!(
                f,
                "{owner} is moved at {speed:.0} m/s before frame {frame}; velocities and paths in \
                 centimetres, or a jump between two frames?"
            ),
            Self::FramesPassed { owner, rate, frame_rate } => write!(
                f,
                "{owner} has {rate} frames a second, the simulation {frame_rate}: frames in \
                 between are not seen, it moves along straight lines past them; a higher \
                 `settings.frame_rate`, or a lower `frames.speed`, sees them"
            ),
            Self::Inside { owner, body, inside, asked, vertex_count } => {
                let sampled = if asked == vertex_count { "" } else { " sampled" };
                write!(
                    f,
                    "{owner} starts inside {body}, with {inside} of {asked}{sampled} vertices, and \
                     will not get out by itself; move one of them, or is it a room?"
                )
            }
            Self::LeftOpen { owner, count, stitches } => write!(
                f,
                "{count} of the {stitches} stitches of {owner} are left open: another layer lies \
                 between their sides, or merging them would collapse a face"
            ),
            Self::Ignored { key, owner, reason } => {
                let of = owner.as_ref().map_or_else(String::new, |owner| format!(" of {owner}"));
                write!(f, "`{key}`{of} is given, but does nothing: {reason}")
            }
            Self::NoField { owner, key, cause } => write!(
                f,
                "{owner} has no signed distance field, so that `settings.solids.{key}` does nothing \
                 for it and its triangles do all: {cause}"
            ),
        }
    }
}

/// Warnings about a scene and the world that was built from it, at its start.
#[must_use]
pub fn warnings(scene: &Scene, world: &World) -> Vec<Warning> {
    let parts = [
        units::warnings(scene, world),
        motion::warnings(scene, world),
        inside::warnings(world),
        sewing::warnings(world),
        ignored::warnings(scene, world),
    ];
    parts.into_iter().flatten().collect()
}

/// At most this many of a number of things are asked, evenly over all of them.
const MOST_ASKED: usize = 200;

/// Indices of the things that are asked, ascending; the first is always among them.
fn asked(count: usize) -> impl ExactSizeIterator<Item = usize> {
    let chosen = count.min(MOST_ASKED);
    (0..chosen).map(move |k| k * count / chosen)
}
