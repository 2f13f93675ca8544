//! Finite elements as constraints: the three strains of a face together.
//!
//! With `f_u`, `f_v` the images of warp and weft (the columns of the deformation gradient), the
//! constraint has three components,
//!
//! ```text
//! C = (½(f_u·f_u − 1), ½(f_v·f_v − 1), f_u·f_v),    f_u = Σ b_ku x_k,    f_v = Σ b_kv x_k
//! ∇_k C = (b_ku f_u, b_kv f_v, b_ku f_v + b_kv f_u)
//!
//!            ⎡ 1/Y₁  −ν/Y   0  ⎤
//! α = 1/A ·  ⎢ −ν/Y  1/Y₂   0  ⎥     the inverse of the elasticity matrix, times 1/area
//!            ⎣   0     0   1/G ⎦     Y₁ along the warp, Y₂ along the weft, Y = √(Y₁Y₂)
//! ```
//!
//! (St. Venant–Kirchhoff, with strains as in [Müller 2014].) With `P = Σ w b_u²`,
//! `Q = Σ w b_u b_v`, `R = Σ w b_v²`, which are constant, and `s = f_u·f_u`, `t = f_v·f_v`,
//! `c = f_u·f_v`,
//!
//! ```text
//!            ⎡ P s    Q c    P c + Q s        ⎤
//! ∇C W ∇Cᵀ = ⎢ ·      R t    Q t + R c        ⎥
//!            ⎣ ·      ·      P t + 2 Q c + R s⎦
//! ```
//!
//! so that a visit needs neither a square root nor the gradients themselves.

use glam::DVec3;
use ripstop_geometry::Topology;

use super::constraint_set::{ConstraintSet, Gains, Vertices};
use super::order::{STREAMS, interleaved};
use crate::damping::Bodies;
use crate::{Fabric, RestShape};

/// Part of the trace that is added to the matrix of plain PBD, which may be singular: where two
/// corners are pinned, three strains have only the two directions of the third corner.
const REGULAR: f64 = 1e-6;

/// All faces, in the order of their visits.
#[derive(Clone, Debug)]
pub(super) struct Triangles {
    corners: Vec<[u32; 3]>,
    elements: Vec<Element>,
    multipliers: Vec<[f64; 3]>,
    gains: Gains,
    /// `A α`, without the area: `1/Y₁`, `1/Y₂`, `−ν/Y`, `1/G` (m/N).
    compliance: [f64; 4],
}

#[derive(Clone, Copy, Debug)]
struct Element {
    /// `b_1u`, `b_1v`, `b_2u`, `b_2v` (1/m); those of corner 0 are minus the sums.
    b: [f64; 4],
    /// `1/A` (1/m²).
    inverse_area: f64,
    /// `P`, `Q`, `R`.
    mobility: [f64; 3],
}

impl Element {
    /// `f_u` and `f_v` of a field with the given values at the corners.
    fn columns(&self, [x0, x1, x2]: [DVec3; 3]) -> (DVec3, DVec3) {
        let (e, f) = (x1 - x0, x2 - x0);
        let [b1u, b1v, b2u, b2v] = self.b;
        (b1u * e + b2u * f, b1v * e + b2v * f)
    }

    /// Coefficients `(b_ku, b_kv)` of the three corners.
    fn coefficients(&self) -> [(f64, f64); 3] {
        let [b1u, b1v, b2u, b2v] = self.b;
        [(-b1u - b2u, -b1v - b2v), (b1u, b1v), (b2u, b2v)]
    }

    /// `∇C W ∇Cᵀ` at `s`, `t`, `c`, with compliances and a part of its trace added.
    fn matrix(&self, [s, t, c]: [f64; 3], compliance: [f64; 4], regular: f64) -> Symmetric {
        let [p, q, r] = self.mobility;
        let [warp, weft, cross, shear] = compliance;
        let (a00, a11, a22) = (p * s, r * t, p * t + 2.0 * q * c + r * s);
        let extra = regular * (a00 + a11 + a22);
        Symmetric {
            diagonal: [a00 + warp + extra, a11 + weft + extra, a22 + shear + extra],
            above: [q * c + cross, p * c + q * s, q * t + r * c],
        }
    }

    /// `∇Cᵀ Δλ` of the three corners.
    fn pushes(&self, [u, v]: [DVec3; 2], [d0, d1, d2]: [f64; 3]) -> [DVec3; 3] {
        let (gu, gv) = (d0 * u + d2 * v, d1 * v + d2 * u);
        self.coefficients().map(|(bu, bv)| bu * gu + bv * gv)
    }
}

impl Triangles {
    pub(super) fn new(mesh: &Topology, rest: &RestShape, fabric: &Fabric) -> Self {
        let order = interleaved(mesh.faces().len(), STREAMS);
        let element = |&face: &usize| {
            let [p, q, r] = rest.faces()[face];
            let (e, f) = (q - p, r - p);
            let d = e.perp_dot(f);
            Element {
                b: [f.y / d, -f.x / d, -e.y / d, e.x / d],
                inverse_area: rest.areas()[face].recip(),
                mobility: [0.0; 3],
            }
        };
        let Fabric { stretch_stiffness: [warp, weft], shear_stiffness: g, .. } = *fabric;
        let y = fabric.mean_stretch_stiffness();
        Self {
            corners: order.iter().map(|&face| mesh.faces()[face].map(|v| v.0)).collect(),
            elements: order.iter().map(element).collect(),
            multipliers: vec![[0.0; 3]; order.len()],
            gains: Gains::compliant(1.0, 0.0),
            compliance: [1.0 / warp, 1.0 / weft, -fabric.poisson_ratio / y, 1.0 / g],
        }
    }
}

impl ConstraintSet for Triangles {
    fn prepare(&mut self, inverse_masses: &[f64], gains: Gains) {
        self.gains = gains;
        for (element, corners) in self.elements.iter_mut().zip(&self.corners) {
            let w = corners.map(|v| inverse_masses[v as usize]);
            element.mobility = [0.0; 3];
            for (w, (u, v)) in w.into_iter().zip(element.coefficients()) {
                let [p, q, r] = &mut element.mobility;
                *p += w * u * u;
                *q += w * u * v;
                *r += w * v * v;
            }
        }
    }

    fn reset(&mut self) {
        self.multipliers.fill([0.0; 3]);
    }

    fn sweep(&mut self, vertices: &mut Vertices) {
        let Gains { compliance_scale, stiffness, .. } = self.gains;
        let (x, masses) = (&mut *vertices.positions, vertices.inverse_masses);
        let regular = if compliance_scale > 0.0 { 0.0 } else { REGULAR };
        for ((corners, element), lambda) in
            self.corners.iter().zip(&self.elements).zip(&mut self.multipliers)
        {
            let corners = corners.map(|v| v as usize);
            let (u, v) = element.columns(corners.map(|i| x[i]));
            let (s, t, c) = (u.length_squared(), v.length_squared(), u.dot(v));
            let scale = compliance_scale * element.inverse_area;
            let scaled = self.compliance.map(|inverse| scale * inverse);
            let [warp, weft, cross, shear] = scaled;
            let [l0, l1, l2] = *lambda;
            let right = [
                stiffness * 0.5 * (s - 1.0) + warp * l0 + cross * l1,
                stiffness * 0.5 * (t - 1.0) + cross * l0 + weft * l1,
                stiffness * c + shear * l2,
            ];
            let matrix = element.matrix([s, t, c], scaled, regular);
            let Some(delta) = matrix.solve(right.map(|value| -value)) else { continue };
            for (sum, delta) in lambda.iter_mut().zip(delta) {
                *sum += delta;
            }
            for (i, push) in corners.into_iter().zip(element.pushes([u, v], delta)) {
                x[i] += masses[i] * push;
            }
        }
    }

    fn slow(&mut self, bodies: &mut Bodies) {
        let scale = self.gains.compliance_scale / self.gains.viscosity;
        for (corners, element) in self.corners.iter().zip(&self.elements) {
            let corners = corners.map(|v| v as usize);
            let (u, v) = element.columns(corners.map(|i| bodies.positions[i]));
            let (du, dv) = element.columns(corners.map(|i| bodies.velocities[i]));
            let metric = [u.length_squared(), v.length_squared(), u.dot(v)];
            let scaled = self.compliance.map(|inverse| scale * element.inverse_area * inverse);
            let rates = [u.dot(du), v.dot(dv), u.dot(dv) + v.dot(du)];
            let matrix = element.matrix(metric, scaled, 0.0);
            let Some(delta) = matrix.solve(rates.map(|rate| -rate)) else { continue };
            for (i, push) in corners.into_iter().zip(element.pushes([u, v], delta)) {
                bodies.velocities[i] += bodies.inverse_masses[i] * push;
            }
        }
    }

    fn energy(&self, positions: &[DVec3]) -> f64 {
        let [warp, weft, cross, shear] = self.compliance;
        let determinant = warp * weft - cross * cross;
        let energy = |(corners, element): (&[u32; 3], &Element)| {
            let (u, v) = element.columns(corners.map(|i| positions[i as usize]));
            let (e1, e2) = (0.5 * (u.length_squared() - 1.0), 0.5 * (v.length_squared() - 1.0));
            let gamma = u.dot(v);
            let stretch = (weft * e1 * e1 + warp * e2 * e2 - 2.0 * cross * e1 * e2) / determinant;
            0.5 * (stretch + gamma * gamma / shear) / element.inverse_area
        };
        self.corners.iter().zip(&self.elements).map(energy).sum()
    }
}

/// A symmetric 3×3 matrix, positive definite.
struct Symmetric {
    diagonal: [f64; 3],
    /// Entries 01, 02, 12.
    above: [f64; 3],
}

impl Symmetric {
    /// Solves by `L D Lᵀ`; nothing if a pivot is not positive, as when no corner can move.
    fn solve(&self, [r0, r1, r2]: [f64; 3]) -> Option<[f64; 3]> {
        let ([a00, a11, a22], [a01, a02, a12]) = (self.diagonal, self.above);
        let i0 = a00.recip();
        let (l10, l20) = (a01 * i0, a02 * i0);
        let d1 = a11 - l10 * a01;
        let b12 = a12 - l10 * a02;
        let i1 = d1.recip();
        let l21 = b12 * i1;
        let d2 = a22 - l20 * a02 - l21 * b12;
        if !(a00 > 0.0 && d1 > 0.0 && d2 > 0.0) {
            return None;
        }
        let y1 = r1 - l10 * r0;
        let y2 = r2 - l20 * r0 - l21 * y1;
        let z2 = y2 / d2;
        let z1 = y1 * i1 - l21 * z2;
        Some([r0 * i0 - l10 * z1 - l20 * z2, z1, z2])
    }
}
