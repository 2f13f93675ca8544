//! Orientation.
