//! Finer meshes come nearer to the truth: a manufactured solution of the membrane, and the
//! cantilever of a strip under its own weight.

mod cantilever;
mod grid;
mod membrane;
