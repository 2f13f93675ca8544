//! What a step needs of its input.

use ripstop_geometry::State;

use super::cloth::{PositionBasedCloth, Target};
use crate::ClothError;
use crate::rest_shape::check_length;

impl PositionBasedCloth {
    pub(super) fn check_lengths(&self, state: &State) -> Result<(), ClothError> {
        let wanted = self.vertices().end;
        let lists = [
            ("positions", state.positions.len()),
            ("velocities", state.velocities.len()),
            ("inverse masses", state.inverse_masses.len()),
        ];
        match lists.into_iter().find(|&(_, given)| given < wanted) {
            Some((list, given)) => {
                Err(ClothError::Length { list, given, items: "vertices", wanted })
            }
            None => Ok(()),
        }
    }

    pub(super) fn check_begun(&self, state: &State) -> Result<(), ClothError> {
        let wanted = self.masses().len();
        check_length("predicted positions", self.predicted_count(), "vertices", wanted)?;
        self.check_lengths(state)
    }

    pub(super) fn check_state(&self, state: &State) -> Result<(), ClothError> {
        self.check_lengths(state)?;
        for vertex in self.vertices() {
            let value = state.inverse_masses[vertex];
            if !(value >= 0.0 && value.is_finite()) {
                return Err(ClothError::InverseMass { vertex, value });
            }
            if !state.positions[vertex].is_finite() {
                return Err(ClothError::NotFinite { quantity: "position", vertex });
            }
            if !state.velocities[vertex].is_finite() {
                return Err(ClothError::NotFinite { quantity: "velocity", vertex });
            }
        }
        Ok(())
    }

    pub(super) fn check_targets(
        &self,
        state: &State,
        targets: &[Target],
    ) -> Result<(), ClothError> {
        let w = &state.inverse_masses[self.vertices()];
        for &Target { vertex, position } in targets {
            if w.get(vertex.index()) != Some(&0.0) {
                return Err(ClothError::NotKinematic { vertex });
            }
            if !position.is_finite() {
                return Err(ClothError::NotFinite { quantity: "target", vertex: vertex.index() });
            }
        }
        Ok(())
    }
}
