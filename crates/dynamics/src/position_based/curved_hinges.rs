//! Bending across the edge of two faces that are not in a plane at rest.
//!
//! The constraint is `C = θ − θ₀` of [`DihedralAngle`](super::DihedralAngle), four hinges without a
//! common vertex at a time. The angle at rest is taken away before the arctangent, not after it:
//!
//! ```text
//! S = −|e| n_a·(x₃ − x₀)                           S = |n_a||n_b| sin θ
//! D = n_a·n_b                                      D = |n_a||n_b| cos θ
//! C = atan2(S cos θ₀ − D sin θ₀, D cos θ₀ + S sin θ₀)
//! ```
//!
//! which is in `[−π, π]` without further ado, and needs neither the norms nor a unit vector. The
//! first line is `(n_a × n_b)·ê` written out, as `n_a × n_b = −(n_a·(x₃ − x₀)) e`.

#![expect(clippy::inline_always, reason = "the innermost part of every sweep")]

use glam::DVec3;
use ripstop_geometry::Topology;
use wide::f64x4;

use super::angle::angle;
use super::constraint_set::{ConstraintSet, Gains, Vertices};
use super::fours::fours;
use super::lanes::{Vectors, cross, dot, gather, plus, point, scaled, scatter, sub, vector};
use super::regions::{Places, Regions};
use crate::damping::Bodies;

/// A hinge: the ends of its edge, then the vertices opposite; its angle at rest (rad); its
/// compliance (1/(N·m)).
#[derive(Clone, Copy, Debug)]
pub(super) struct CurvedHinge {
    pub(super) vertices: [ripstop_geometry::VertexId; 4],
    pub(super) angle: f64,
    pub(super) compliance: f64,
}

/// All curved hinges, by regions.
#[derive(Clone, Debug)]
pub(super) struct CurvedHinges {
    regions: Regions<Vec<Four>>,
    places: Places,
    gains: Gains,
    is_empty: bool,
    /// Positions and inverse masses by places.
    points: Vec<f64x4>,
    /// Positions with inverse masses, and velocities, by places.
    bodies: Vec<[f64x4; 2]>,
}

/// Four hinges.
#[derive(Clone, Debug)]
struct Four {
    /// Places by corner and lane. Lanes without a hinge repeat the first.
    corners: [[u32; 4]; 4],
    /// Lanes with a hinge.
    count: usize,
    cosine: f64x4,
    sine: f64x4,
    compliance: f64x4,
    /// `λ`.
    multipliers: f64x4,
}

/// Values and gradients of four hinges.
struct Local {
    value: f64x4,
    gradient: [Vectors; 4],
    /// `∇C W ∇Cᵀ`.
    mobility: f64x4,
    inverse_masses: [f64x4; 4],
}

impl CurvedHinges {
    pub(super) fn new(mesh: &Topology, hinges: &[CurvedHinge]) -> Self {
        let places = Places::new(mesh);
        let items: Vec<(usize, [u32; 4])> = hinges
            .iter()
            .enumerate()
            .map(|(item, hinge)| (item, hinge.vertices.map(|vertex| places.of(vertex))))
            .collect();
        let own = |items: &[(usize, [u32; 4])]| -> Vec<Four> {
            fours(items).iter().map(|four| Four::new(four, hinges)).collect()
        };
        Self {
            regions: Regions::new(items, mesh.vertex_count(), &own),
            places,
            gains: Gains::compliant(1.0, 0.0),
            is_empty: hinges.is_empty(),
            points: Vec::new(),
            bodies: Vec::new(),
        }
    }
}

impl Four {
    fn new(four: &[(usize, [u32; 4])], hinges: &[CurvedHinge]) -> Self {
        let lane = |lane: usize| four.get(lane).unwrap_or(&four[0]);
        let number = |of: &dyn Fn(&CurvedHinge) -> f64| {
            f64x4::new(std::array::from_fn(|k| of(&hinges[lane(k).0])))
        };
        Self {
            corners: std::array::from_fn(|corner| std::array::from_fn(|k| lane(k).1[corner])),
            count: four.len(),
            cosine: number(&|hinge| libm::cos(hinge.angle)),
            sine: number(&|hinge| libm::sin(hinge.angle)),
            compliance: number(&|hinge| hinge.compliance),
            multipliers: f64x4::ZERO,
        }
    }

    #[inline(always)]
    fn local(&self, [x0, x1, x2, x3]: [(Vectors, f64x4); 4]) -> Local {
        let [(x0, w0), (x1, w1), (x2, w2), (x3, w3)] = [x0, x1, x2, x3];
        let (e, u, v) = (sub(x1, x0), sub(x2, x0), sub(x3, x0));
        let (na, nb) = (cross(e, u), cross(v, e));
        let (e_sq, a_sq, b_sq) = (dot(e, e), dot(na, na), dot(nb, nb));
        let length = e_sq.sqrt();
        let (s, d) = (-(length * dot(na, v)), dot(na, nb));
        let value = angle(s * self.cosine - d * self.sine, d * self.cosine + s * self.sine);
        // A hinge without a direction has the gradient 0.
        let product = length * a_sq * b_sq;
        let all = product.simd_gt(f64x4::ZERO).select(f64x4::ONE / product, f64x4::ZERO);
        let (per_length, per_a, per_b) =
            (all * a_sq * b_sq, all * length * b_sq, all * length * a_sq);
        let (a, b) = (scaled(na, per_a), scaled(nb, per_b));
        let (p, q) = (dot(u, e) * per_length, dot(v, e) * per_length);
        let g1 = plus(scaled(a, p), q, b);
        let g2 = scaled(a, -length);
        let g3 = scaled(b, -length);
        let g0: Vectors = std::array::from_fn(|k| -(g1[k] + g2[k] + g3[k]));
        let mobility =
            (w0 * dot(g0, g0) + w1 * dot(g1, g1)) + (w2 * (e_sq * per_a) + w3 * (e_sq * per_b));
        let (gradient, inverse_masses) = ([g0, g1, g2, g3], [w0, w1, w2, w3]);
        Local { value, gradient, mobility, inverse_masses }
    }

    #[inline(always)]
    fn visit(&mut self, gains: Gains, points: &mut [f64x4]) {
        let corners = self.corners.map(|places| gather(points, places));
        let Local { value, gradient, mobility, inverse_masses } = self.local(corners);
        let alpha = self.compliance * gains.compliance_scale;
        let residual = value * gains.stiffness + alpha * self.multipliers;
        let delta =
            mobility.simd_gt(f64x4::ZERO).select(-residual / (mobility + alpha), f64x4::ZERO);
        self.multipliers += delta;
        for corner in 0..4 {
            let (x, w) = corners[corner];
            let moved = plus(x, inverse_masses[corner] * delta, gradient[corner]);
            scatter(points, self.corners[corner], self.count, (moved, w));
        }
    }

    #[inline(always)]
    fn slow(&self, gains: Gains, bodies: &mut [[f64x4; 2]]) {
        let of = |which: usize| {
            self.corners.map(|places| {
                let rows = places.map(|place| bodies[place as usize][which]);
                gather(&rows, [0, 1, 2, 3])
            })
        };
        let Local { gradient, mobility, inverse_masses, .. } = self.local(of(0));
        let velocities = of(1);
        let rate = (dot(gradient[0], velocities[0].0) + dot(gradient[1], velocities[1].0))
            + (dot(gradient[2], velocities[2].0) + dot(gradient[3], velocities[3].0));
        let scale = gains.compliance_scale / gains.viscosity;
        let push = mobility
            .simd_gt(f64x4::ZERO)
            .select(-rate / (mobility + self.compliance * scale), f64x4::ZERO);
        for corner in 0..4 {
            let slowed =
                plus(velocities[corner].0, inverse_masses[corner] * push, gradient[corner]);
            let [x, y, z] = slowed.map(f64x4::to_array);
            for lane in 0..self.count {
                bodies[self.corners[corner][lane] as usize][1] =
                    f64x4::new([x[lane], y[lane], z[lane], 0.0]);
            }
        }
    }

    fn energy(&self, points: &[f64x4]) -> f64 {
        let value = self.local(self.corners.map(|places| gather(points, places))).value;
        let energies = (value * value * 0.5 / self.compliance).to_array();
        energies[..self.count].iter().sum()
    }
}

impl ConstraintSet for CurvedHinges {
    fn prepare(&mut self, _: &[f64], gains: Gains) {
        self.gains = gains;
    }

    fn reset(&mut self) {
        self.regions.for_each_mut(&mut |fours| {
            for four in fours {
                four.multipliers = f64x4::ZERO;
            }
        });
    }

    fn sweep(&mut self, vertices: &mut Vertices) {
        if self.is_empty {
            return;
        }
        let (x, w) = (&mut *vertices.positions, vertices.inverse_masses);
        let at = |&v: &u32| point(x[v as usize], w[v as usize]);
        self.points.clear();
        self.points.extend(self.places.vertices.iter().map(at));
        let gains = self.gains;
        self.regions.visit(&mut self.points, &|fours, points| {
            for four in fours {
                four.visit(gains, points);
            }
        });
        for (&v, &point) in self.places.vertices.iter().zip(&self.points) {
            x[v as usize] = vector(point);
        }
    }

    fn slow(&mut self, bodies: &mut Bodies) {
        if self.is_empty {
            return;
        }
        let (x, w) = (bodies.positions, bodies.inverse_masses);
        let v = &mut *bodies.velocities;
        let at = |&i: &u32| [point(x[i as usize], w[i as usize]), point(v[i as usize], 0.0)];
        self.bodies.clear();
        self.bodies.extend(self.places.vertices.iter().map(at));
        let gains = self.gains;
        self.regions.visit(&mut self.bodies, &|fours, bodies| {
            for four in fours.iter() {
                four.slow(gains, bodies);
            }
        });
        for (&i, body) in self.places.vertices.iter().zip(&self.bodies) {
            v[i as usize] = vector(body[1]);
        }
    }

    fn energy(&self, positions: &[DVec3]) -> f64 {
        let vertices = &self.places.vertices;
        let points: Vec<f64x4> =
            vertices.iter().map(|&v| point(positions[v as usize], 0.0)).collect();
        let mut energy = 0.0;
        self.regions.for_each(0, &mut |first, fours| {
            energy += fours.iter().map(|four| four.energy(&points[first..])).sum::<f64>();
        });
        energy
    }
}
