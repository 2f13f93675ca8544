//! The incremental potential, which implicit Euler minimises.
//!
//! ```text
//! Φ(x) = 1/(2Δt²) (x − x̃)ᵀ M (x − x̃) + Σ E(x) + 1/(2Δt) (x − x₀)ᵀ D (x − x₀)
//! x̃ = x₀ + Δt v + Δt² g,    D = Σ τ K(x₀)
//! ```
//!
//! `∇Φ = 0` is `M (v₁ − v₀)/Δt = M g − ∇E(x₁) − D v₁` with `v₁ = (x₁ − x₀)/Δt`: implicit Euler with
//! damping proportional to the stiffness at the start of the step. `D` is kept positive
//! semi-definite, so that it only ever takes energy away.

use glam::{DMat3, DVec3};
use rayon::prelude::*;
use ripstop_geometry::Potential;
use ripstop_geometry::potential::Spectrum;
use ripstop_linear::{BlockMatrix, System, add_scaled, dot};

use super::assembler::{Assembler, energy};

/// Blocks per task at least.
const TASK: usize = 1024;

/// The potentials of a solve.
#[derive(Clone, Copy)]
pub(super) struct Terms<'a> {
    /// Those of the cloths, whose stencils stay.
    pub(super) cloths: &'a [&'a dyn Potential],
    /// All others.
    pub(super) extra: &'a [&'a dyn Potential],
}

/// Data that do not change during a step.
#[derive(Clone, Debug, Default)]
pub(super) struct StepData {
    /// `x₀` (m).
    pub(super) start: Vec<DVec3>,
    /// `x̃` (m).
    pub(super) targets: Vec<DVec3>,
    /// `m/Δt²`, lumped (N/m); 0 for vertices that are fixed or have their mass elsewhere.
    pub(super) inertia: Vec<f64>,
    /// True for kinematic vertices.
    pub(super) fixed: Vec<bool>,
}

/// `Φ` with its derivatives.
#[derive(Clone, Debug, Default)]
pub(super) struct Objective {
    pub(super) data: StepData,
    cloths: Assembler,
    extra: Assembler,
    /// Assembles `D/Δt`.
    damper: Assembler,
    /// True if there is damping beyond what is in the factors.
    damped: bool,
    /// Factors of the Hessians of the cloths' potentials.
    factors: Vec<f64>,
    /// Blocks of the cloths and of all others, without and with PSD projection.
    blend: Blend,
}

/// `H` and `H⁺`, matrices of the same pattern, in parts.
#[derive(Clone, Debug, Default)]
struct Blend {
    exact: [Vec<DMat3>; 2],
    projected: [Vec<DMat3>; 2],
}

impl Objective {
    /// Begins a step with a line search. Each potential of the cloths has a damping
    /// rate `τ/Δt`.
    pub(super) fn begin(&mut self, data: StepData, cloths: &[&dyn Potential], rates: &[f64]) {
        self.data = data;
        self.cloths.prepare(cloths, self.data.start.len());
        self.factors = vec![1.0; cloths.len()];
        self.damped = rates.iter().any(|rate| *rate > 0.0);
        if self.damped {
            self.damper.prepare(cloths, self.data.start.len());
            self.damper.assemble(cloths, &self.data.start, Spectrum::Clamped, rates);
        }
    }

    /// Begins a linearly implicit step without one: only the derivatives at its start will be asked
    /// for, where `D` has no force yet and is a multiple of `K`.
    pub(super) fn begin_linear(
        &mut self,
        data: StepData,
        cloths: &[&dyn Potential],
        rates: &[f64],
    ) {
        self.data = data;
        self.cloths.prepare(cloths, self.data.start.len());
        self.factors = rates.iter().map(|rate| 1.0 + rate).collect();
        self.damped = false;
    }

    /// `D/Δt`, if there is any.
    fn damping(&self) -> Option<&BlockMatrix> {
        self.damped.then_some(&self.damper.matrix)
    }

    /// `Φ` (J).
    pub(super) fn energy(&self, terms: Terms, x: &[DVec3]) -> f64 {
        let inertia = self.inertia_energy(x);
        let damping = self.damping().map_or(0.0, |damping| {
            let moved = self.moved(x);
            let mut product = vec![DVec3::ZERO; x.len()];
            damping.multiply_add(&moved, &mut product);
            0.5 * dot(&moved, &product)
        });
        inertia + energy(terms.cloths, x) + energy(terms.extra, x) + damping
    }

    fn inertia_energy(&self, x: &[DVec3]) -> f64 {
        let away: Vec<DVec3> = x.iter().zip(&self.data.targets).map(|(x, t)| *x - *t).collect();
        let weighted: Vec<DVec3> =
            away.iter().zip(&self.data.inertia).map(|(d, m)| *m * *d).collect();
        0.5 * dot(&away, &weighted)
    }

    fn moved(&self, x: &[DVec3]) -> Vec<DVec3> {
        x.iter().zip(&self.data.start).map(|(x, start)| *x - *start).collect()
    }

    /// `∇Φ` (N), of fixed vertices too.
    pub(super) fn gradient(&mut self, terms: Terms, x: &[DVec3]) -> Vec<DVec3> {
        let away = x.iter().zip(&self.data.targets);
        let mut gradient: Vec<DVec3> =
            away.zip(&self.data.inertia).map(|((x, t), m)| *m * (*x - *t)).collect();
        self.cloths.add_gradient(terms.cloths, x, &mut gradient);
        self.extra.prepare(terms.extra, x.len());
        self.extra.add_gradient(terms.extra, x, &mut gradient);
        if let Some(damping) = self.damping() {
            damping.multiply_add(&self.moved(x), &mut gradient);
        }
        gradient
    }

    /// `∇²Φ` (N/m).
    pub(super) fn hessian(&mut self, terms: Terms, x: &[DVec3], spectrum: Spectrum) -> System<'_> {
        let Terms { cloths, extra } = terms;
        self.cloths.assemble(cloths, x, spectrum, &self.factors);
        if self.damped {
            let damping = self.damper.matrix.values().par_iter();
            let blocks =
                self.cloths.matrix.values_mut().par_iter_mut().zip(damping).with_min_len(TASK);
            blocks.for_each(|(block, damping)| *block += *damping);
        }
        self.extra.prepare(extra, x.len());
        self.extra.forget_constants();
        self.extra.assemble(extra, x, spectrum, &vec![1.0; extra.len()]);
        self.system()
    }

    /// Inertia (N/m) of all vertices, with a part of their stiffness in the last system added.
    pub(super) fn stiffened(&self, part: f64) -> Vec<f64> {
        let system = self.system();
        let stiffness = |i: usize| {
            let diagonal = system.diagonal(i);
            diagonal.x_axis.x + diagonal.y_axis.y + diagonal.z_axis.z
        };
        (0..system.vertex_count()).map(|i| system.shift[i] + part * stiffness(i)).collect()
    }

    pub(super) fn system(&self) -> System<'_> {
        System {
            shift: &self.data.inertia,
            main: &self.cloths.matrix,
            extra: &self.extra.matrix,
            fixed: &self.data.fixed,
        }
    }

    /// Assembles a Hessian with PSD projection beside that of the last call of
    /// [`Objective::hessian`], for [`Objective::blended`].
    pub(super) fn project_beside(&mut self, terms: Terms, x: &[DVec3], projection: Spectrum) {
        self.blend.exact = self.blocks().map(<[DMat3]>::to_vec);
        self.hessian(terms, x, projection);
        self.blend.projected = self.blocks().map(<[DMat3]>::to_vec);
    }

    fn blocks(&self) -> [&[DMat3]; 2] {
        [self.cloths.matrix.values(), self.extra.matrix.values()]
    }

    /// `(1 − θ) H + θ H⁺`, with the Hessians of the last call of [`Objective::project_beside`].
    pub(super) fn blended(&mut self, theta: f64) -> System<'_> {
        let Blend { exact, projected } = &self.blend;
        let matrices = [&mut self.cloths.matrix, &mut self.extra.matrix];
        for ((matrix, exact), projected) in matrices.into_iter().zip(exact).zip(projected) {
            let blocks = matrix.values_mut().par_iter_mut().zip(exact).zip(projected);
            blocks.with_min_len(TASK).for_each(|((block, exact), projected)| {
                *block = *exact + theta * (*projected - *exact);
            });
        }
        self.system()
    }
}

/// Returns `−g − A d` at free vertices: the right side with the remaining displacement `d` of
/// kinematic vertices.
pub(super) fn right_side(system: &System, gradient: &[DVec3], remaining: &[DVec3]) -> Vec<DVec3> {
    let mut right: Vec<DVec3> = gradient.iter().map(|g| -*g).collect();
    if remaining.iter().any(|d| *d != DVec3::ZERO) {
        let mut product = vec![DVec3::ZERO; remaining.len()];
        system.multiply(remaining, &mut product);
        add_scaled(&mut right, -1.0, &product);
    }
    for (right, fixed) in right.iter_mut().zip(system.fixed) {
        if *fixed {
            *right = DVec3::ZERO;
        }
    }
    right
}
