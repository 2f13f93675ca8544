//! Barrier stiffness `κ`.
//!
//! A barrier keeps surfaces apart with every stiffness `κ > 0`, only the gaps differ: too soft, and
//! they become so small that Newton's method takes many short steps; too stiff, and the system is
//! ill-conditioned. Two methods to choose it:
//!
//! **Balance** [Li 2020]: at the start of a solve the barriers with `κ = 1` have the gradient `g_b`
//! and all other energies `g`. The `κ` that minimises `|κg_b + g|` is `−g_b·g/|g_b|²`. It is
//! bounded below by the `κ` for which the barrier at `10⁻⁸` of the scene's size is as stiff as
//! `10¹¹` times the inertia of a vertex, and above by a hundred times that ([`least_stiffness`]).
//! In the paper the incremental potential is `Δt²` times the one here, so that inertia is the mass
//! there and `m/Δt²` here.
//!
//! **Matching**: a contact at half of its `d̂` should be as stiff as its vertices, `κ f″(d̂/2) = k`
//! ([`matching_stiffness`]). `k` is the inertia `m/Δt²` of a vertex, or that and the elasticity in
//! the direction of the contact [Ando 2024] ([`mean_stiffness`]). Newton's method then sees one
//! scale. The stiffness from inertia alone is the same in all steps of a scene, so that resting
//! contacts do not change.

use glam::{DMat3, DVec3};

use super::{BarrierForm, BarrierRange, ContactSet};

/// `−g_b·g/|g_b|²`: the stiffness with which barriers of the gradient `barrier` balance the
/// gradient `other`. `None` if there is none.
#[must_use]
pub fn balancing_stiffness(barrier: &[DVec3], other: &[DVec3]) -> Option<f64> {
    let along: f64 = barrier.iter().zip(other).map(|(b, g)| b.dot(*g)).sum();
    let square: f64 = barrier.iter().map(|b| b.length_squared()).sum();
    let stiffness = -along / square;
    (stiffness > 0.0 && stiffness.is_finite()).then_some(stiffness)
}

/// The `κ` for which the barrier of a pair at `10⁻⁸` of `extent` (m), the diagonal of the scene, is
/// as stiff as `10¹¹` times the `inertia` `m/Δt²` (N/m) of a vertex: `10¹¹ m/Δt² / (4d² b″(d²))`.
#[must_use]
pub fn least_stiffness(form: BarrierForm, range: BarrierRange, extent: f64, inertia: f64) -> f64 {
    let d = range.separation + (1e-8 * extent).min(0.5 * range.d_hat);
    let [_, _, b2] = form.by_squared_distance(d * d, range);
    1e11 * inertia / (4.0 * d * d * b2)
}

/// The `κ` for which a contact at half of its `d̂` has the stiffness `k` (N/m).
#[must_use]
pub fn matching_stiffness(form: BarrierForm, range: BarrierRange, k: f64) -> f64 {
    let [_, _, f2] = form.by_distance(range.separation + 0.5 * range.d_hat, range);
    k / f2
}

/// The mean over all contacts of `nᵀ (Σ aᵢ² Dᵢ) n`, the stiffness (N/m) of a contact's vertices
/// along its normal; `Dᵢ` are their diagonal blocks. `None` if there is no contact.
#[must_use]
pub fn mean_stiffness(set: &ContactSet, positions: &[DVec3], blocks: &[DMat3]) -> Option<f64> {
    let of_contact = |contact: &super::BarrierContact| {
        let near = contact.nearest(contact.points(positions));
        let n = near.separation.normalize_or_zero();
        let vertices = contact.stencil().iter().zip(near.weights);
        vertices.map(|(v, a)| a * a * n.dot(blocks[v.index()] * n)).sum::<f64>()
    };
    let sum: f64 = set.contacts.iter().map(of_contact).sum();
    (!set.contacts.is_empty()).then(|| sum / set.contacts.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    #[test]
    fn a_balance_cancels_what_pushes_together() {
        let barrier = [dvec3(0.0, 0.0, -2.0), dvec3(0.0, 0.0, 2.0)];
        let weight = [dvec3(0.5, 0.0, 3.0), dvec3(0.0, 0.0, -3.0)];
        assert_eq!(balancing_stiffness(&barrier, &weight), Some(1.5));
        let apart = weight.map(|g| -g);
        assert_eq!(balancing_stiffness(&barrier, &apart), None);
        assert_eq!(balancing_stiffness(&[], &[]), None);
    }

    #[test]
    fn a_match_is_as_stiff_as_wanted() {
        for form in BarrierForm::ALL {
            for range in [
                BarrierRange { d_hat: 3e-3, separation: 0.0 },
                BarrierRange { d_hat: 1e-3, separation: 1e-3 },
            ] {
                let kappa = matching_stiffness(form, range, 2.0);
                let [_, _, f2] = form.by_distance(range.separation + 0.5 * range.d_hat, range);
                assert!((kappa * f2 - 2.0).abs() < 1e-12, "{form:?}");
            }
        }
    }

    /// A scene of 2 m, `d̂` 4·10⁻⁸ m: at 2·10⁻⁸ m `b″ = 21 + 2 ln 4`. With 3·10⁻⁵ kg and steps of
    /// 1/100 s inertia is 0.3 N/m.
    #[test]
    fn the_least_stiffness_has_its_closed_form() {
        let range = BarrierRange { d_hat: 4e-8, separation: 0.0 };
        let inertia = 3e-5 / (0.01 * 0.01);
        let found = least_stiffness(BarrierForm::SquaredLog, range, 2.0, inertia);
        let wanted = 3e10 / (1.6e-15 * 23.772_588_722_239_78);
        assert!((found / wanted - 1.0).abs() < 1e-12, "{found} {wanted}");
        // Twice the step: a quarter of the inertia, and of the stiffness.
        let quarter = least_stiffness(BarrierForm::SquaredLog, range, 2.0, 0.25 * inertia);
        assert!((quarter / wanted - 0.25).abs() < 1e-12);
    }
}
