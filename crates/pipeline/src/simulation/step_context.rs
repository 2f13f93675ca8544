//! The context of one step, for integrators and corrections.

use glam::DVec3;
use ripstop_detection::Query;
use ripstop_dynamics::{Forces, Stitches};
use ripstop_geometry::{Motion, State, VertexId};

use super::pinches::Pinches;
use super::solve_path::SolvePath;
use super::user_terms::UserTerms;
use super::watch::Watch;
use super::{Clock, FrameReport};
use crate::scene::Settings;
use crate::world::World;

/// A step in the making.
pub(crate) struct StepContext<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) world: &'a World,
    pub(crate) state: &'a mut State,
    pub(crate) pinches: &'a Pinches,
    pub(crate) query: Query<'a>,
    pub(crate) stitches: &'a Stitches,
    pub(crate) user: &'a mut UserTerms,
    pub(crate) clock: &'a mut dyn Clock,
    pub(crate) watch: &'a mut Watch,
    pub(crate) report: &'a mut FrameReport,
    /// True if something is released by a pinch, or tangled since.
    pub(crate) is_pinched: bool,
    /// Halvings that the step begins with.
    pub(crate) pace: u32,
    /// Halvings of its shortest part so far.
    pub(crate) deepest: u32,
    /// Largest correction so far, in rough ones.
    pub(crate) roughness: f64,
    /// Most halvings of the step.
    pub(crate) halvings: u32,
    /// The path that solves with contacts inside have taken since the start of the step.
    pub(crate) path: SolvePath,
}

impl StepContext<'_> {
    /// Gravity, and the wind at a time (s).
    pub(crate) fn forces(&self, time: f64) -> Forces {
        let Settings { gravity, wind, air, .. } = self.settings;
        let wind = wind.as_ref().map(|wind| air.wind(wind.at(time)));
        Forces { gravity: DVec3::from(*gravity), wind }
    }

    /// Positions of kinematic vertices, and of those that follow them, at a time (s); others stay
    /// where they are.
    pub(crate) fn kinematic_ends(&self, positions: &[DVec3], time: f64) -> Vec<DVec3> {
        let mut ends = self.world.kinematic_ends(positions, time);
        self.pinches.follow(&mut ends);
        ends
    }

    /// Kinematic vertices, and those that follow them.
    pub(crate) fn kinematic_vertices(&self) -> impl Iterator<Item = VertexId> {
        let scripted = self.world.kinematic.iter().flat_map(|group| &group.vertices).copied();
        scripted.chain(self.pinches.followers())
    }

    /// Finds candidates for the whole step. What gravity adds to the motion of a free vertex is
    /// left to the slack of its path: a vertex that lies on something does not fall.
    pub(crate) fn predict_candidates(&mut self, start: &[DVec3], ends: &[DVec3], dt: f64) {
        let State { positions, velocities, inverse_masses } = &*self.state;
        let predicted: Vec<DVec3> =
            (0..positions.len())
                .map(|i| {
                    if inverse_masses[i] > 0.0 {
                        positions[i] + dt * velocities[i]
                    } else {
                        ends[i]
                    }
                })
                .collect();
        self.query.predict(&Motion { start, end: &predicted });
    }
}
