//! Bending across the edge of two faces, flat at rest.
//!
//! ```text
//!          x₂              K = (c₁ᵃ + c₁ᵇ, c₀ᵃ + c₀ᵇ, −c₀ᵃ − c₁ᵃ, −c₀ᵇ − c₁ᵇ) / |e|
//!         / a \            c₀, c₁: cotangents of the angles at x₀ and x₁ in faces a and b
//!      x₀ ──e── x₁
//!         \ b /            C = Σ Kᵢ xᵢ = t_a + t_b,    |C| = 2 sin(θ/2)
//!          x₃
//! ```
//!
//! `t_a` and `t_b` are the unit vectors in the faces, perpendicular to the edge and towards it. As
//! long as the faces keep their shape, `K` keeps its value [Bergou 2006]: the constraint is linear, its
//! three components have the same constant gradient, and a visit needs neither square root nor
//! division. In-plane stretch does not disturb it, because `K` takes linear functions to 0.
//!
//! The compliance is `α = (A_a + A_b) / (B |e|²)`: bending by the curvature `κ` turns the hinges
//! across by `θ ≈ κ (A_a + A_b)/|e|`, and this weight makes their energies add up to `½ B κ²` per area,
//! on equilateral meshes in all directions. A grid with all its diagonals parallel is three times as
//! stiff about the axis perpendicular to them.

use glam::DVec3;
use ripstop_geometry::Topology;

use super::constraint_set::{ConstraintSet, Gains, Vertices};
use super::dihedral::DihedralAngle;
use super::order::interleaved;
use crate::{Material, RestShape};

/// Rest angles below this (rad) count as flat.
const FLAT: f64 = 1e-6;

/// All flat hinges, in the order of their visits.
#[derive(Clone, Debug)]
pub(super) struct Hinges {
    stencils: Vec<Stencil>,
    multipliers: Vec<DVec3>,
    gains: Gains,
}

#[derive(Clone, Copy, Debug)]
struct Stencil {
    vertices: [u32; 4],
    /// `K` (1/m).
    weights: [f64; 4],
    /// `α` (1/(N·m)).
    compliance: f64,
    /// `1 / ((1 + γ) Σ w K² + α̃)`, or 0 if nothing can move.
    inverse: f64,
}

/// Bending of a whole cloth: hinges that are flat at rest, and those that are not.
pub(super) fn bending(
    mesh: &Topology,
    rest: &RestShape,
    material: &Material,
) -> (Hinges, Vec<DihedralAngle>) {
    let mut flat = Vec::new();
    let mut curved = Vec::new();
    for (edge, faces) in mesh.edge_faces().rows().enumerate() {
        // Where more than two faces meet, each is joined to the next.
        for pair in faces.windows(2) {
            let sides = [pair[0], pair[1]].map(|face| Side::new(mesh, rest, [face.index(), edge]));
            let [low, high] = mesh.edges()[edge];
            let vertices = [low.0, high.0, sides[0].opposite, sides[1].opposite];
            let length = rest.lengths()[edge];
            let areas = rest.areas()[pair[0].index()] + rest.areas()[pair[1].index()];
            let compliance = areas / (material.bending_stiffness * length * length);
            let angle = rest.hinge_angle(vertices.map(|v| v as usize));
            if angle.abs() < FLAT {
                let weights = weights(&sides).map(|k| k / length);
                flat.push(Stencil { vertices, weights, compliance, inverse: 0.0 });
            } else {
                curved.push(DihedralAngle::new(
                    vertices.map(ripstop_geometry::VertexId),
                    angle,
                    compliance,
                ));
            }
        }
    }
    (Hinges::new(&flat), curved)
}

/// What a hinge needs of one of its faces.
struct Side {
    opposite: u32,
    /// Cotangents at the lower and the higher end of the edge.
    cotangents: [f64; 2],
}

impl Side {
    fn new(mesh: &Topology, rest: &RestShape, [face, edge]: [usize; 2]) -> Self {
        let corners = mesh.faces()[face];
        let flat = rest.faces()[face];
        let side = mesh.face_edges()[face].iter().position(|e| e.index() == edge).unwrap_or(0);
        let (i, j, k) = (side, (side + 1) % 3, (side + 2) % 3);
        let cotangent = |at: usize, p: usize, q: usize| {
            let (e, f) = (flat[p] - flat[at], flat[q] - flat[at]);
            e.dot(f) / e.perp_dot(f).abs()
        };
        let (at_i, at_j) = (cotangent(i, j, k), cotangent(j, k, i));
        let cotangents = if corners[i] < corners[j] { [at_i, at_j] } else { [at_j, at_i] };
        Self { opposite: corners[k].0, cotangents }
    }
}

/// `K |e|`.
fn weights([a, b]: &[Side; 2]) -> [f64; 4] {
    let ([a0, a1], [b0, b1]) = (a.cotangents, b.cotangents);
    [a1 + b1, a0 + b0, -a0 - a1, -b0 - b1]
}

impl Hinges {
    fn new(stencils: &[Stencil]) -> Self {
        let order = interleaved(stencils.len());
        Self {
            stencils: order.iter().map(|&i| stencils[i]).collect(),
            multipliers: vec![DVec3::ZERO; stencils.len()],
            gains: Gains::compliant(1.0, 0.0),
        }
    }
}

impl ConstraintSet for Hinges {
    fn prepare(&mut self, inverse_masses: &[f64], gains: Gains) {
        self.gains = gains;
        for stencil in &mut self.stencils {
            let terms = stencil.vertices.iter().zip(stencil.weights);
            let mobility: f64 = terms.map(|(&v, k)| inverse_masses[v as usize] * k * k).sum();
            let alpha = gains.compliance_scale * stencil.compliance;
            let denominator = (1.0 + gains.viscosity) * mobility + alpha;
            stencil.inverse = if denominator > 0.0 { denominator.recip() } else { 0.0 };
        }
    }

    fn reset(&mut self) {
        self.multipliers.fill(DVec3::ZERO);
    }

    fn sweep(&mut self, vertices: &mut Vertices) {
        let Gains { compliance_scale, viscosity, stiffness } = self.gains;
        let (x, w) = (&mut *vertices.positions, vertices.inverse_masses);
        for (stencil, lambda) in self.stencils.iter().zip(&mut self.multipliers) {
            let [a, b, c, d] = stencil.vertices.map(|v| v as usize);
            let [ka, kb, kc, kd] = stencil.weights;
            let value = ka * x[a] + kb * x[b] + (kc * x[c] + kd * x[d]);
            let alpha = compliance_scale * stencil.compliance;
            let mut residual = stiffness * value + alpha * *lambda;
            if viscosity > 0.0 {
                let x = vertices.start;
                let before = ka * x[a] + kb * x[b] + (kc * x[c] + kd * x[d]);
                residual += viscosity * (value - before);
            }
            let delta = -stencil.inverse * residual;
            *lambda += delta;
            x[a] += (w[a] * ka) * delta;
            x[b] += (w[b] * kb) * delta;
            x[c] += (w[c] * kc) * delta;
            x[d] += (w[d] * kd) * delta;
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
