//! Closest points against exact rational arithmetic, against parry, under exact symmetries, and on
//! degenerate input.

mod against_parry;
mod degenerate;
mod exact;
mod inputs;
mod near_minimum;
mod scale;
mod shape_functions;
mod symmetry;
