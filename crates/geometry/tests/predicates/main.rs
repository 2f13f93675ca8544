//! The exact predicates against exact rationals, parry, and themselves.
//!
//! `rational` decides every case by linear algebra and clipping over the rationals, without
//! orientation signs; `adversarial` makes the input.

mod adversarial;
mod degenerate;
mod metamorphic;
mod orientation;
mod parry;
mod rational;
mod segments;
mod triangles;
