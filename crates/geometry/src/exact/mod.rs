//! Exact arithmetic on what floating-point numbers say.
//!
//! Every finite `f64` is `m · 2^e` with integers `m` and `e`, so sums, differences and products of
//! coordinates are integers once a common power of two is taken out:
//!
//! ```text
//! xᵢ = mᵢ · 2^(eᵢ)      e = min { eᵢ : xᵢ ≠ 0 }      Xᵢ = xᵢ / 2^e ∈ ℤ
//! p(x₁ … xₙ) = 2^(d e) · p(X₁ … Xₙ)                 for p homogeneous of degree d
//! ```
//!
//! The sign of a homogeneous polynomial of the coordinates is therefore the sign of an [`Integer`].
//! That is what the predicates fall back to when floating point cannot tell, and it holds at every
//! finite scale, subnormal numbers included: nothing here rounds, overflows or underflows.
//!
//! [`scaled_integers`] takes the common power of two out, [`Integer::to_f64`] goes back with a
//! stated [`Rounding`]. The arithmetic is our own, so that a general library can stay an oracle of
//! the tests.

mod division;
mod float;
mod integer;
mod limbs;
mod operators;
mod shift;
mod sign;

pub use float::{Rounding, common_exponent, mantissa_and_exponent, scaled_integers};
pub use integer::Integer;
pub use sign::Sign;
