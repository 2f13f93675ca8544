//! One solver, many steps: data that it keeps from a step must not outlive the potentials that it
//! was made for.

use std::ops::Range;

use glam::{DMat3, DVec3};
use ripstop_dynamics::{ElementSettings, Forces, ImplicitEuler, NoHook, Step};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, State, VertexId};

use crate::setup::{NEWTON, fabric, settings, wavy};

/// `½ k |x|²` of some vertices, with a Hessian that may be called constant.
struct Anchors {
    vertices: Vec<VertexId>,
    stiffness: f64,
    constant: bool,
}

impl Potential for Anchors {
    fn element_count(&self) -> usize {
        self.vertices.len()
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        &self.vertices[element..=element]
    }

    fn has_constant_hessian(&self) -> bool {
        self.constant
    }

    fn energy(&self, elements: Range<usize>, x: &[DVec3]) -> f64 {
        let square = |v: &VertexId| x[v.index()].length_squared();
        self.vertices[elements].iter().map(|v| 0.5 * self.stiffness * square(v)).sum()
    }

    fn gradient(&self, elements: Range<usize>, x: &[DVec3], sink: &mut GradientSink) {
        self.vertices[elements].iter().for_each(|v| sink.add(&[self.stiffness * x[v.index()]]));
    }

    fn hessian(&self, elements: Range<usize>, _: &[DVec3], _: Spectrum, sink: &mut HessianSink) {
        let k = DMat3::from_diagonal(DVec3::splat(self.stiffness));
        elements.for_each(|_| sink.add(&[[k]]));
    }
}

fn anchors(vertices: &[u32], stiffness: f64, constant: bool) -> Anchors {
    let vertices = vertices.iter().copied().map(VertexId).collect();
    Anchors { vertices, stiffness, constant }
}

fn sheet() -> (ImplicitEuler, State) {
    wavy(8, (fabric(), ElementSettings::default()), settings(NEWTON))
}

/// The end of a step with these potentials, and the number of its iterations.
fn end(euler: &mut ImplicitEuler, mut state: State, given: &[Anchors]) -> (State, u32) {
    let potentials: Vec<&dyn Potential> = given.iter().map(|a| a as &dyn Potential).collect();
    let (dt, forces) = (1.0 / 60.0, &Forces::EARTH);
    let step = Step { dt, forces, targets: &[], potentials: &potentials };
    let report = euler.step(&mut state, &step, &mut NoHook).expect("good input");
    assert!(report.converged, "{report:?}");
    (state, report.iterations)
}

/// Every list has the same stencils in the same order: only where one potential ends, or what is
/// constant, differs.
#[test]
fn a_solver_that_has_seen_other_potentials_steps_like_a_new_one() {
    let lists = [
        vec![anchors(&[20, 30, 40], 7.0, false)],
        vec![anchors(&[20], 7.0, false), anchors(&[30, 40], 7.0, false)],
        vec![anchors(&[20, 30], 7.0, false), anchors(&[40], 7.0, false)],
        vec![anchors(&[20], 7.0, true), anchors(&[30, 40], 7.0, false)],
        vec![anchors(&[20], 7.0, false), anchors(&[30, 40], 7.0, true)],
        vec![anchors(&[20, 30, 40], 7.0, true)],
        vec![anchors(&[20, 30, 40], 9000.0, true)],
        vec![anchors(&[20, 30, 40], 9000.0, false)],
    ];
    for first in &lists {
        for second in &lists {
            let (mut used, state) = sheet();
            end(&mut used, state, first);
            let (mut new, state) = sheet();
            assert_eq!(end(&mut used, state.clone(), second), end(&mut new, state, second));
        }
    }
}
