//! Garments that fit a mannequin, and start on it with their seams closed.

mod fit;
mod girdle;
mod layers;
mod shirt;
mod skirt;

pub use shirt::{ShirtSettings, shirt};
pub use skirt::{SkirtSettings, skirt};
