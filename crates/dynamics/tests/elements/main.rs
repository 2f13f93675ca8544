//! Energies of finite elements: derivatives, invariances, closed forms.

#[path = "../sheet/mod.rs"]
mod sheet;

mod bending;
mod bending_friction;
mod closed_forms;
mod gas_pressure;
mod membrane;
mod seams_and_masses;
mod singular_values;
mod triangles;
