//! Checks of a step's input.

use std::ops::Range;

use ripstop_geometry::State;

use crate::{ClothError, Target};

/// Checks that the state has vertices up to the end of `vertices`.
pub(crate) fn check_lengths(state: &State, vertices: &Range<usize>) -> Result<(), ClothError> {
    let wanted = vertices.end;
    let lists = [
        ("positions", state.positions.len()),
        ("velocities", state.velocities.len()),
        ("inverse masses", state.inverse_masses.len()),
    ];
    match lists.into_iter().find(|&(_, given)| given < wanted) {
        Some((list, given)) => Err(ClothError::Length { list, given, items: "vertices", wanted }),
        None => Ok(()),
    }
}

/// Checks that there are such vertices and that all their numbers make sense.
pub(crate) fn check_vertices(state: &State, vertices: Range<usize>) -> Result<(), ClothError> {
    check_lengths(state, &vertices)?;
    for vertex in vertices {
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

/// Checks that targets are finite and belong to some of `vertices` with inverse mass 0 (1/kg).
pub(crate) fn check_targets(
    inverse_masses: &[f64],
    vertices: Range<usize>,
    targets: &[Target],
) -> Result<(), ClothError> {
    for &Target { vertex, position } in targets {
        if !vertices.contains(&vertex.index()) || inverse_masses[vertex.index()] != 0.0 {
            return Err(ClothError::NotKinematic { vertex });
        }
        if !position.is_finite() {
            return Err(ClothError::NotFinite { quantity: "target", vertex: vertex.index() });
        }
    }
    Ok(())
}
