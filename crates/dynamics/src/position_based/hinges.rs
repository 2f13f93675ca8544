//! Bending across the edge of two faces, flat at rest.
//!
//! The constraint is `C = Σ Kᵢ xᵢ` of `hinges`: linear, its three components have the same constant
//! gradient, and a visit needs neither square root nor division. In-plane stretch does not disturb
//! it, because `K` takes linear functions to 0.
//!
//! The compliance is `α = (A_a + A_b) / (B |e|²)`, `B` by the direction across the edge: bending by
//! the curvature `κ` turns the hinges across by `θ ≈ κ (A_a + A_b)/|e|`, and this weight makes
//! their energies add up to `½ B κ²` per area, on equilateral meshes in all directions. A grid with
//! all its diagonals parallel is three times as stiff about the axis perpendicular to them.
//!
//! A sweep that goes forward alone solves with the lower triangle `L` of the matrix instead of the
//! whole: `Δx = −W Kᵀ L⁻¹ K x`. That operator is not symmetric, so that the forces it applies are
//! no gradient of an energy. Where bending is as stiff as inertia (`Σ w K² ≈ α̃`: fine meshes, long
//! steps) a cloth gains energy from it on closed paths, and flutters for ever. There a sweep goes
//! forward and then backward (symmetric Gauss–Seidel): `L⁻¹` becomes `L⁻ᵀ (L + Lᵀ − A) L⁻¹`, which
//! is symmetric. Forward in one step and backward in the next would not do: the two have different
//! states of rest.
//!
//! Viscosity slows the rate of `|C|` and nothing else: an impulse along `C` has no moment about any
//! point, as `Σ xᵢ × Kᵢ C = C × C = 0`, and `|C|` does not change as the hinge turns in space.

use glam::DVec3;
use ripstop_geometry::Topology;

use super::constraint_set::{ConstraintSet, Gains, Vertices};
use super::curved_hinges::{CurvedHinge, CurvedHinges};
use super::order::{STREAMS, interleaved};
use crate::damping::Bodies;
use crate::hinges::{Hinge, hinges};
use crate::{Fabric, RestShape};

/// Rest angles below this (rad) count as flat.
const FLAT: f64 = 1e-6;

/// Ratio of `Σ w K²` to `α̃` from which on sweeps go both ways.
const STIFF: f64 = 0.1;

/// All flat hinges, in the order of their visits.
#[derive(Clone, Debug)]
pub(super) struct Hinges {
    stencils: Vec<Stencil>,
    multipliers: Vec<DVec3>,
    gains: Gains,
    /// True if a sweep has to go both ways (symmetric Gauss–Seidel).
    is_stiff: bool,
}

#[derive(Clone, Copy, Debug)]
struct Stencil {
    vertices: [u32; 4],
    /// `K` (1/m).
    weights: [f64; 4],
    /// `w K` (1/(kg·m)).
    mobilities: [f64; 4],
    /// `α` (1/(N·m)).
    compliance: f64,
    /// `α̃` (1/kg).
    scaled_compliance: f64,
    /// `1 / (Σ w K² + α̃)`, or 0 if nothing can move.
    inverse: f64,
    /// Impulse that slows the rate of `|C|` by 1, or 0 if nothing can move.
    grip: f64,
}

/// Bending of a whole cloth: hinges that are flat at rest, and those that are not.
pub(super) fn bending(
    mesh: &Topology,
    rest: &RestShape,
    fabric: &Fabric,
) -> (Hinges, CurvedHinges) {
    let mut flat = Vec::new();
    let mut curved = Vec::new();
    for hinge in hinges(mesh, rest) {
        let Hinge { vertices, weights, length, area, angle, .. } = hinge;
        let stiffness = hinge.bending(fabric.bending_stiffness);
        let compliance = area / (stiffness * length * length);
        if angle.abs() < FLAT {
            flat.push(Stencil {
                vertices: vertices.map(|v| v.0),
                weights,
                mobilities: [0.0; 4],
                compliance,
                scaled_compliance: 0.0,
                inverse: 0.0,
                grip: 0.0,
            });
        } else {
            curved.push(CurvedHinge { vertices, angle, compliance });
        }
    }
    (Hinges::new(&flat), CurvedHinges::new(mesh, &curved))
}

impl Hinges {
    fn new(stencils: &[Stencil]) -> Self {
        let order = interleaved(stencils.len(), STREAMS);
        Self {
            stencils: order.iter().map(|&i| stencils[i]).collect(),
            multipliers: vec![DVec3::ZERO; stencils.len()],
            gains: Gains::compliant(1.0, 0.0),
            is_stiff: true,
        }
    }
}

impl ConstraintSet for Hinges {
    fn prepare(&mut self, inverse_masses: &[f64], gains: Gains) {
        self.gains = gains;
        self.is_stiff = false;
        for stencil in &mut self.stencils {
            let terms = stencil.vertices.iter().zip(stencil.weights);
            let mobility: f64 = terms.map(|(&v, k)| inverse_masses[v as usize] * k * k).sum();
            let move_by =
                |i: usize| inverse_masses[stencil.vertices[i] as usize] * stencil.weights[i];
            stencil.mobilities = std::array::from_fn(move_by);
            let alpha = gains.compliance_scale * stencil.compliance;
            stencil.scaled_compliance = alpha;
            self.is_stiff |= mobility > STIFF * alpha;
            let denominator = mobility + alpha;
            stencil.inverse = if denominator > 0.0 { denominator.recip() } else { 0.0 };
            stencil.grip =
                if mobility > 0.0 { gains.grip(mobility, stencil.compliance) } else { 0.0 };
        }
    }

    fn reset(&mut self) {
        self.multipliers.fill(DVec3::ZERO);
    }

    fn sweep(&mut self, vertices: &mut Vertices) {
        let stiffness = self.gains.stiffness;
        let x = &mut *vertices.positions;
        let mut visit = |(stencil, lambda): (&Stencil, &mut DVec3)| {
            let [a, b, c, d] = stencil.vertices.map(|v| v as usize);
            let [ka, kb, kc, kd] = stencil.weights;
            let value = ka * x[a] + kb * x[b] + (kc * x[c] + kd * x[d]);
            let residual = stiffness * value + stencil.scaled_compliance * *lambda;
            let delta = -stencil.inverse * residual;
            *lambda += delta;
            let [wa, wb, wc, wd] = stencil.mobilities;
            x[a] += wa * delta;
            x[b] += wb * delta;
            x[c] += wc * delta;
            x[d] += wd * delta;
        };
        self.stencils.iter().zip(&mut self.multipliers).for_each(&mut visit);
        if self.is_stiff {
            self.stencils.iter().zip(&mut self.multipliers).rev().for_each(visit);
        }
    }

    fn slow(&mut self, bodies: &mut Bodies) {
        let (x, v) = (bodies.positions, &mut *bodies.velocities);
        for stencil in &self.stencils {
            let [a, b, c, d] = stencil.vertices.map(|v| v as usize);
            let [ka, kb, kc, kd] = stencil.weights;
            let value = ka * x[a] + kb * x[b] + (kc * x[c] + kd * x[d]);
            let squared = value.length_squared();
            if squared > 0.0 {
                let rate = ka * v[a] + kb * v[b] + (kc * v[c] + kd * v[d]);
                let push = (-stencil.grip * value.dot(rate) / squared) * value;
                let [wa, wb, wc, wd] = stencil.mobilities;
                v[a] += wa * push;
                v[b] += wb * push;
                v[c] += wc * push;
                v[d] += wd * push;
            }
        }
    }

    fn energy(&self, positions: &[DVec3]) -> f64 {
        let energy = |stencil: &Stencil| {
            let terms = stencil.vertices.iter().zip(stencil.weights);
            let value: DVec3 = terms.map(|(&v, k)| k * positions[v as usize]).sum();
            0.5 * value.length_squared() / stencil.compliance
        };
        self.stencils.iter().map(energy).sum()
    }
}
