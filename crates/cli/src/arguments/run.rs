//! The arguments of `ripstop run`.

use std::path::PathBuf;

use clap::Args;
use ripstop_pipeline::scene::{Assignment, DynamicsMethod, Scene};
use ripstop_run::mesh_imports;

use super::methods::{Broad, Dynamics, Narrow, Respond};
use super::numbers::{distance, whole};
use super::{CheckChoice, SessionOptions, Unit, Up};

#[derive(Debug, Args)]
pub(crate) struct RunOptions {
    /// A built-in scene (see `ripstop scenes`) or a .toml file; mesh files are relative to it. With
    /// `-` the scene comes from standard input, and mesh files are relative to the current folder.
    pub(crate) scene: String,
    /// Folder for the results, new or empty [default: runs/NAME, or runs/NAME-2 and so on].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Set a value of the scene, as in `--set damping=0`, `--set cloth.0.thickness=0.002` or `--set
    /// obstacle.ball.friction=0.5`; keys without a table are settings. May be given several times.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) assignments: Vec<Assignment>,
    /// Frames to simulate, instead of what the scene says.
    #[arg(long, value_name = "N", value_parser = whole(1, u32::MAX))]
    pub(crate) frames: Option<u32>,
    /// Vertices per side of a built-in scene: 64 means 64×64.
    #[arg(long, value_name = "N", value_parser = whole(2, 4096))]
    pub(crate) resolution: Option<u32>,
    /// Dynamics of the cloth, instead of what the scene says.
    #[arg(long, value_enum)]
    pub(crate) dynamics: Option<Dynamics>,
    /// Collision response, instead of what the scene says [default: what goes with the dynamics,
    /// pbd with pbd and penalty with fem]; penalty and barrier choose fem unless --dynamics says
    /// otherwise.
    #[arg(long, value_enum)]
    pub(crate) respond: Option<Respond>,
    /// Broad phase, which finds pairs of boxes, instead of what the scene says; the results are the
    /// same.
    #[arg(long, value_enum)]
    pub(crate) broad: Option<Broad>,
    /// Narrow phase, which decides impacts (CCD), instead of what the scene says.
    #[arg(long, value_enum)]
    pub(crate) narrow: Option<Narrow>,
    /// The unit of mesh files for which the scene gives none [default: m].
    #[arg(long, value_enum)]
    pub(crate) unit: Option<Unit>,
    /// The axis that points up in mesh files for which the scene gives none [default: y for glTF, z
    /// for others].
    #[arg(long, value_enum)]
    pub(crate) up: Option<Up>,
    /// Merge vertices of mesh files, within a distance in metres, for which the scene gives none;
    /// without a distance, those at the same place.
    #[arg(
        long,
        value_name = "DISTANCE",
        value_parser = distance,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "0"
    )]
    pub(crate) weld: Option<f64>,
    #[command(flatten)]
    pub(crate) check: CheckChoice,
    #[command(flatten)]
    pub(crate) session: SessionOptions,
}

impl RunOptions {
    /// Puts the choices of the command line into a scene.
    pub(crate) fn apply_to(&self, scene: &mut Scene) {
        for import in mesh_imports(scene) {
            import.unit = import.unit.or(self.unit.map(Unit::length_unit));
            import.weld = import.weld.or(self.weld);
            import.up = import.up.or(self.up.map(Up::axis));
        }
        let settings = &mut scene.settings;
        if let Some(frames) = self.frames {
            settings.frames = frames as usize;
        }
        if let Some(dynamics) = self.dynamics {
            settings.dynamics = dynamics.method();
        }
        if let Some(respond) = self.respond {
            let respond = respond.method();
            settings.respond = Some(respond);
            if self.dynamics.is_none() && respond.dynamics() == DynamicsMethod::Fem {
                settings.dynamics = DynamicsMethod::Fem;
            }
        }
        if let Some(broad) = self.broad {
            settings.broad = broad.method();
        }
        if let Some(narrow) = self.narrow {
            settings.narrow = narrow.method();
        }
    }
}
