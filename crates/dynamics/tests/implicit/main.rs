//! Implicit Euler: the linear solve, Newton's method, energies, hooks and determinism.

#[path = "../sheet/mod.rs"]
mod sheet;

mod advance;
mod agreement;
mod bad_input;
mod buckling;
mod determinism;
mod energy;
mod hanging;
mod hook;
mod kinematic;
mod reuse;
mod setup;
