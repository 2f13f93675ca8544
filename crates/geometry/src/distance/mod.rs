//! Squared distances with gradient and Hessian.

mod derivatives;
mod mollifier;
mod projection;
mod region_cases;
mod squared_distance;

pub use derivatives::Derivatives;
pub use mollifier::{MOLLIFIER_THRESHOLD, Mollifier, edge_edge_mollifier};
pub use region_cases::{point_triangle, segment_segment};
pub use squared_distance::SquaredDistance;
