//! Broad phase.
