//! Squared distances and their derivatives, held to the classical formulas in high precision.

mod compositions;
mod degenerate;
mod invariance;
mod jet;
mod mollifier;
mod oracle;
mod placements;
mod regions;
mod whole_distance;
