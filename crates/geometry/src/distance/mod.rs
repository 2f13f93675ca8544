//! Squared distances with gradient and Hessian.
//!
//! A barrier or a penalty is a function of the distance of a point and a triangle or of two
//! segments. The formula of that distance depends on the region that holds the nearest points
//! ([`closest`](crate::closest) finds it): point–point, point–line, point–plane or line–line. All
//! four are one minimisation over the weights `aᵢ` that are free in the region, and share one
//! formula ([`SquaredDistance`]):
//!
//! ```text
//! d² = min |r|²,   r = Σ aᵢxᵢ
//! ∂d²/∂xᵢ = 2 aᵢ r          ∂²d²/∂xᵢ∂xⱼ = 2 (aᵢaⱼ I − Σₖ mᵢₖ mⱼₖᵀ)
//! ```
//!
//! `docs/distance.md` derives it.
//!
//! ```
//! use glam::{DVec3, dvec3};
//! use ripstop_geometry::{closest, distance};
//!
//! let (p, triangle) = (dvec3(0.2, 0.3, 0.5), [DVec3::ZERO, DVec3::X, DVec3::Y]);
//! let region = closest::point_triangle(p, triangle).region;
//! let [a, b, c] = triangle;
//! let distance = distance::point_triangle([p, a, b, c], region);
//! assert_eq!(distance.value(), 0.25);
//! assert_eq!(distance.gradient()[0], dvec3(0.0, 0.0, 1.0));
//!
//! // The derivatives of −log d², by f, f′ and f″ at d².
//! let d_squared = distance.value();
//! let barrier = distance.composed([-libm::log(d_squared), -1.0 / d_squared, d_squared.powi(-2)]);
//! assert_eq!(barrier.gradient[0], dvec3(0.0, 0.0, -4.0));
//! ```
//!
//! **Limits.** The region is the caller's: these functions hold it fixed and do not
//! check it. The gradient is continuous from region to region, the Hessian is not. Two segments
//! that turn through parallel make even the gradient jump; [`edge_edge_mollifier`] is the remedy of
//! incremental potential contact [Li 2020]. Hessians are not projected: they have negative
//! eigenvalues where the features are far apart beside their size.

mod derivatives;
mod mollifier;
mod projection;
mod region_cases;
mod squared_distance;

pub use derivatives::Derivatives;
pub use mollifier::{MOLLIFIER_THRESHOLD, Mollifier, edge_edge_mollifier};
pub use region_cases::{point_triangle, segment_segment};
pub use squared_distance::SquaredDistance;
