//! Implicit steps from one start, timed.

use std::cell::Cell;

use glam::{DVec2, DVec3};
use ripstop_dynamics::{
    ElementSettings, Fabric, FiniteElementCloth, Forces, ImplicitEuler, ImplicitMethod,
    ImplicitSettings, LinearMethod, RestShape, SolveStage, Step, StepHook,
};
use ripstop_geometry::{Potential, State, VertexId};

use crate::inputs::sheet;
use crate::measure::Clock;

/// Takes the time from the announcement of derivatives to that of the linear system (ms).
struct Stages {
    clock: Clock,
    begin: f64,
    since: Cell<Option<f64>>,
    assembly: Cell<f64>,
}

impl Stages {
    /// Processor time on one thread, wall time on more.
    fn start() -> Self {
        let clock = Clock::Cpu.for_threads(rayon::current_num_threads());
        Self { clock, begin: clock.now(), since: Cell::new(None), assembly: Cell::new(0.0) }
    }

    /// Time since the start (ms).
    fn elapsed(&self) -> f64 {
        1e3 * (self.clock.now() - self.begin)
    }
}

impl StepHook for Stages {
    fn enter(&self, stage: SolveStage) {
        let now = self.elapsed();
        if let Some(since) = self.since.take() {
            self.assembly.set(self.assembly.get() + now - since);
        }
        self.since.set((stage == SolveStage::Derivatives).then_some(now));
    }

    fn refresh(&mut self, _: &[DVec3]) {}

    fn potentials(&self) -> Vec<&dyn Potential> {
        Vec::new()
    }

    fn step_limit(&mut self, _: &[DVec3], _: &[DVec3]) -> f64 {
        1.0
    }

    fn is_done(&mut self, _: &[DVec3]) -> bool {
        true
    }
}

/// Steps from one start: least times of a step and of its assembly (ms), and its iterations.
pub(super) struct Timed {
    euler: ImplicitEuler,
    start: State,
    pub(super) least: f64,
    pub(super) assembly: f64,
    pub(super) iterations: u32,
}

impl Timed {
    /// Takes a first step, which finds patterns and does not count.
    pub(super) fn new(side: u32, linear: LinearMethod) -> anyhow::Result<Self> {
        let (euler, start) = wavy(side, linear)?;
        let mut timed =
            Self { euler, start, least: f64::INFINITY, assembly: f64::INFINITY, iterations: 0 };
        timed.step()?;
        (timed.least, timed.assembly) = (f64::INFINITY, f64::INFINITY);
        Ok(timed)
    }

    pub(super) fn step(&mut self) -> anyhow::Result<()> {
        let step = Step { dt: 1.0 / 60.0, forces: &Forces::EARTH, targets: &[], potentials: &[] };
        let mut state = self.start.clone();
        let mut stages = Stages::start();
        self.iterations = self.euler.step(&mut state, &step, &mut stages)?.linear_iterations;
        self.least = self.least.min(stages.elapsed());
        self.assembly = self.assembly.min(stages.assembly.get());
        Ok(())
    }
}

fn wavy(side: u32, linear: LinearMethod) -> anyhow::Result<(ImplicitEuler, State)> {
    let (mesh, uvs) = sheet(side, 0.0)?;
    let rest = RestShape::from_uvs(&mesh, &uvs)?;
    let elements = ElementSettings::default();
    let cloth = FiniteElementCloth::new(&mesh, &rest, Fabric::cotton(), elements, VertexId(0))?;
    let wave = |u: &DVec2| {
        let y = 0.01 * (9.0 * u.x + 4.0 * u.y).sin();
        DVec3::new(u.x, y, 1.001 * u.y)
    };
    let pins: Vec<_> = (0..side).map(VertexId).collect();
    let state = cloth.state_at_rest(uvs.iter().map(wave).collect(), &pins)?;
    let settings =
        ImplicitSettings::with_method(ImplicitMethod::LinearlyImplicit).with_linear(linear);
    Ok((ImplicitEuler::new(vec![cloth], settings)?, state))
}
