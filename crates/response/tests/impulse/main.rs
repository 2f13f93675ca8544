//! Impulses, repulsions, friction and zones against closed forms and conservation laws.

#[path = "../brute_force/mod.rs"]
mod brute_force;
mod capsules;
mod closed_forms;
mod conservation;
mod incline;
mod layers;
mod passes;
mod springs;
mod zones;
