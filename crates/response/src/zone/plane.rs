//! The plane of an impact: a half-space constraint on the end of the step.
//!
//! ```text
//! C(x) = n · Σ aᵢ xᵢ − g ≥ 0          ∂C/∂xᵢ = aᵢ n
//! ```
//!
//! with the normal and the weights at the time of impact; vertex–face and edge–edge pairs have the
//! same form. The normal points to the side of the start. With `d` the distance there, `ε` the
//! least distance that a detector accepts and `G` the gap of the settings,
//!
//! ```text
//! d ≥ G        g = G              met if C ≥ −G/2
//! ε < d < G    g = (d + ε)/2      met if C ≥ −(d − ε)/4
//! d ≤ ε        g = d (1 + δ)      met if C ≥ −δ d          δ = 1/1000: no closer than at the start
//! ```
//!
//! so that the start satisfies every plane, but for `δ`: with obstacles at rest, planes do not
//! contradict each other.

use glam::DVec3;
use ripstop_geometry::{Contact, separation};

use super::ZoneSettings;
use crate::impulse::Stencil;

/// One linear constraint on the end of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    pub(super) stencil: Stencil,
    pub(super) normal: DVec3,
    /// `g` (m).
    pub(super) gap: f64,
    /// Largest violation that is accepted (m).
    pub(super) tolerance: f64,
    /// `μ`; 0 for none.
    pub(super) friction: f64,
    /// The multiplier `λ` of the last solve (kg m).
    pub(super) multiplier: f64,
}

/// The least fraction of the separation at the start that has to lie along the normal. Features
/// that meet while they slide in a common plane are parted along their separation at the start
/// instead.
const LEAST_SLOPE: f64 = 1e-2;

/// `δ`: the fraction of its distance by which a pair that starts too close has to be parted.
const DELTA: f64 = 1e-3;

impl Plane {
    /// The plane of an impact.
    pub(super) fn new(
        contact: &Contact,
        start: &[DVec3],
        inverse_masses: &[f64],
        settings: &ZoneSettings,
    ) -> Self {
        let stencil = Stencil::new(contact, inverse_masses);
        let apart = separation(contact.weights, contact.vertices.map(|v| start[v.index()]));
        let across = apart.dot(contact.normal);
        let (normal, distance) = if across < LEAST_SLOPE * apart.length() {
            (apart.normalize_or(contact.normal), apart.length())
        } else {
            (contact.normal, across)
        };
        let ZoneSettings { gap: full, least_gap: least, .. } = *settings;
        let (gap, tolerance) = if distance >= full {
            (full, 0.5 * full)
        } else if distance > least {
            (0.5 * (distance + least), 0.25 * (distance - least))
        } else {
            ((1.0 + DELTA) * distance, DELTA * distance)
        };
        Self { stencil, normal, gap, tolerance, friction: 0.0, multiplier: 0.0 }
    }
}
