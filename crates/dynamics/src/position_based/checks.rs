//! Checks of a step's input.

use ripstop_geometry::State;

use super::cloth::{PositionBasedCloth, Target};
use crate::ClothError;
use crate::rest_shape::check_length;
use crate::state_checks::{check_lengths, check_targets, check_vertices};

impl PositionBasedCloth {
    pub(super) fn check_lengths(&self, state: &State) -> Result<(), ClothError> {
        check_lengths(state, &self.vertices())
    }

    pub(super) fn check_begun(&self, state: &State) -> Result<(), ClothError> {
        let wanted = self.masses().len();
        check_length("predicted positions", self.predicted_count(), "vertices", wanted)?;
        self.check_lengths(state)
    }

    pub(super) fn check_state(&self, state: &State) -> Result<(), ClothError> {
        check_vertices(state, self.vertices())
    }

    pub(super) fn check_targets(
        &self,
        state: &State,
        targets: &[Target],
    ) -> Result<(), ClothError> {
        check_targets(&state.inverse_masses, self.vertices(), targets)
    }
}
