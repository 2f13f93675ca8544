//! Hooks: potentials with stencils that change, limits of steps, and solves that go on.

use std::ops::Range;

use glam::{DMat3, DVec3};
use ripstop_dynamics::{
    ElementSettings, Forces, LinearMethod, NoHook, Preconditioner, Step, StepHook, Target,
};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, VertexId};

use crate::setup::{NEWTON, fabric, settings, wavy};

/// Springs between pairs of vertices, `½ k |a − b|²`.
struct Springs {
    pairs: Vec<[VertexId; 2]>,
    stiffness: f64,
}

impl Potential for Springs {
    fn element_count(&self) -> usize {
        self.pairs.len()
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        &self.pairs[element]
    }

    fn energy(&self, elements: Range<usize>, x: &[DVec3]) -> f64 {
        let square = |[a, b]: &[VertexId; 2]| x[a.index()].distance_squared(x[b.index()]);
        self.pairs[elements].iter().map(|pair| 0.5 * self.stiffness * square(pair)).sum()
    }

    fn gradient(&self, elements: Range<usize>, x: &[DVec3], sink: &mut GradientSink) {
        for [a, b] in &self.pairs[elements] {
            let force = self.stiffness * (x[a.index()] - x[b.index()]);
            sink.add(&[force, -force]);
        }
    }

    fn hessian(&self, elements: Range<usize>, _: &[DVec3], _: Spectrum, sink: &mut HessianSink) {
        let k = DMat3::from_diagonal(DVec3::splat(self.stiffness));
        for _ in elements {
            sink.add(&[[k, -k], [-k, k]]);
        }
    }
}

/// Ties far corners together, with other pairs at every refresh, never allows more than half of a
/// step of more than a millimetre, and stiffens once.
struct Moody {
    springs: Springs,
    refreshed: usize,
    asked: usize,
}

impl StepHook for Moody {
    fn refresh(&mut self, _: &[DVec3]) {
        self.refreshed += 1;
    }

    fn potentials(&self) -> Vec<&dyn Potential> {
        vec![&self.springs]
    }

    fn step_limit(&mut self, _: &[DVec3], displacement: &[DVec3]) -> f64 {
        if displacement.iter().any(|d| d.length() > 1e-3) { 0.5 } else { 1.0 }
    }

    fn is_done(&mut self, _: &[DVec3]) -> bool {
        self.asked += 1;
        if self.asked == 1 {
            self.springs.pairs.push([62, 1].map(VertexId));
        }
        self.asked > 1
    }
}

#[test]
fn off_pattern_blocks_and_hooks_take_part() {
    let linears = [
        LinearMethod::Cholesky,
        LinearMethod::ConjugateGradients {
            preconditioner: Preconditioner::BlockJacobi,
            tolerance: 1e-12,
            iterations: 2000,
        },
        LinearMethod::ConjugateGradients {
            preconditioner: Preconditioner::Multilevel,
            tolerance: 1e-12,
            iterations: 2000,
        },
    ];
    let [a, b, c] = linears.map(|linear| {
        let settings = settings(NEWTON).with_linear(linear);
        let (mut euler, mut state) = wavy(8, (fabric(), ElementSettings::default()), settings);
        let pairs = vec![[63, 20].map(VertexId), [56, 30].map(VertexId)];
        let mut hook =
            Moody { springs: Springs { pairs, stiffness: 50.0 }, refreshed: 0, asked: 0 };
        let given = Springs { pairs: vec![[63, 56].map(VertexId)], stiffness: 3.0 };
        let step =
            Step { dt: 1.0 / 300.0, forces: &Forces::EARTH, targets: &[], potentials: &[&given] };
        let report = euler.step(&mut state, &step, &mut hook).unwrap();
        assert!(report.converged && hook.asked == 2, "{report:?}");
        assert!(hook.refreshed > report.iterations as usize);
        state.positions
    });
    for (a, (b, c)) in a.iter().zip(b.iter().zip(&c)) {
        assert!(a.distance(*b) < 1e-9 && a.distance(*c) < 1e-9);
    }
}

/// Infinitely high behind a level along y, without a slope anywhere.
struct Wall {
    vertex: [VertexId; 1],
    level: f64,
}

impl Potential for Wall {
    fn element_count(&self) -> usize {
        1
    }

    fn stencil(&self, _: usize) -> &[VertexId] {
        &self.vertex
    }

    fn energy(&self, elements: Range<usize>, x: &[DVec3]) -> f64 {
        let is_below = !elements.is_empty() && x[self.vertex[0].index()].y <= self.level;
        if is_below { f64::INFINITY } else { 0.0 }
    }

    fn gradient(&self, elements: Range<usize>, _: &[DVec3], sink: &mut GradientSink) {
        for _ in elements {
            sink.add(&[DVec3::ZERO]);
        }
    }

    fn hessian(&self, elements: Range<usize>, _: &[DVec3], _: Spectrum, sink: &mut HessianSink) {
        for _ in elements {
            sink.add(&[[DMat3::ZERO]]);
        }
    }
}

/// No end is accepted whose energy is NaN or infinite, not even while pins have not arrived, and a
/// start with such an energy is left as it is.
#[test]
fn infinite_energies_are_never_accepted() {
    for (below, drop) in [(0.01, 0.0), (0.01, 0.1), (-0.01, 0.1)] {
        let (mut euler, mut state) =
            wavy(8, (fabric(), ElementSettings::default()), settings(NEWTON));
        let start = state.positions.clone();
        let wall = Wall { vertex: [VertexId(20)], level: start[20].y - below };
        let pin = |i: usize| Target {
            vertex: VertexId(i as u32),
            position: start[i] - DVec3::new(0.0, drop, 0.0),
        };
        let targets: Vec<Target> = (0..8).map(pin).collect();
        let forces = Forces::EARTH;
        let step =
            Step { dt: 1.0 / 20.0, forces: &forces, targets: &targets, potentials: &[&wall] };
        let report = euler.step(&mut state, &step, &mut NoHook).unwrap();
        assert!(!report.converged, "{below} {drop}: {report:?}");
        let has_moved = state.positions != start;
        assert_eq!(has_moved, below > 0.0, "{below} {drop}");
        assert!(!has_moved || state.positions[20].y > wall.level, "{below} {drop}");
    }
}
