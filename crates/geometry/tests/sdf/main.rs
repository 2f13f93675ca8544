//! Signed distance fields: oracles, contract, sign, convergence and motion.

mod contract;
mod convergence;
mod exact_winding;
mod meshes;
mod motion;
mod parry_oracle;
mod random;
mod scale;
mod sign;
