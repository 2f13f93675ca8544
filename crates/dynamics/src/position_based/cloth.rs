//! The cloth: three calls per step.

use std::ops::Range;

use glam::DVec3;
use ripstop_geometry::{State, Topology, VertexId};

use super::constraint::Constraint;
use super::constraint_set::{ConstraintSet, Gains, Vertices};
use super::edges::Edges;
use super::hinges::bending;
use super::projections::Projections;
use super::settings::{Membrane, Method, Settings};
use super::strain_limit::StrainLimit;
use super::threads::Threads;
use super::triangles::Triangles;
use crate::damping::Bodies;
use crate::error::{positive, within};
use crate::forces::Sail;
use crate::rest_shape::check_length;
use crate::{ClothError, Fabric, Forces, RestShape, lumped_masses};

/// Position of a kinematic vertex, one with inverse mass 0, at the end of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The vertex, numbered as in the state.
    pub vertex: VertexId,
    /// Its position at the end of the step (m).
    pub position: DVec3,
}

/// One cloth, driven by position-based dynamics. It owns a run of consecutive vertices of a
/// [`State`] and touches no others. Same input, same bits: the order of all sums is fixed, and no
/// threads are involved.
#[derive(Debug)]
pub struct PositionBasedCloth {
    fabric: Fabric,
    settings: Settings,
    faces: Vec<[VertexId; 3]>,
    masses: Vec<f64>,
    /// Index in the state of the cloth's vertex 0.
    first: usize,
    /// Stretch and shear; then bending of flat and of curved hinges.
    membrane: Box<dyn ConstraintSet>,
    bending: [Box<dyn ConstraintSet>; 2],
    own: Projections<Box<dyn Constraint>>,
    strain_limit: Option<StrainLimit>,
    step: Step,
}

/// Data that stay from one [`PositionBasedCloth::predict`] to the next.
#[derive(Debug, Default)]
struct Step {
    dt: f64,
    start: Vec<DVec3>,
    inverse_masses: Vec<f64>,
    /// The fabric has a damping time, and compliance to go with it.
    has_viscosity: bool,
    /// Inverse masses or `dt` have changed since the sets were prepared, or there are new
    /// constraints.
    stale: bool,
}

impl PositionBasedCloth {
    /// Makes a cloth with the connectivity of `mesh`, whose vertices are those of the state from 0
    /// on. [`Settings::unmodelled`] names properties of the fabric that it leaves out.
    ///
    /// # Errors
    /// If a parameter is out of range, the rest shape is that of another mesh, or a vertex has no
    /// mass.
    pub fn new(
        mesh: &Topology,
        rest: &RestShape,
        fabric: Fabric,
        settings: Settings,
    ) -> Result<Self, ClothError> {
        fabric.check()?;
        positive("stretch stiffness", fabric.mean_stretch_stiffness())?;
        settings.check()?;
        let masses = lumped_masses(mesh, rest, fabric.density)?;
        let (flat, curved) = bending(mesh, rest, &fabric);
        let membrane: Box<dyn ConstraintSet> = match (settings.membrane, settings.method) {
            (Membrane::Threads, Method::Compliant) => Box::new(Threads::new(mesh, rest, &fabric)),
            (Membrane::Triangles, _) => Box::new(Triangles::new(mesh, rest, &fabric)),
            _ => Box::new(Edges::new(mesh, rest, &fabric)),
        };
        Ok(Self {
            fabric,
            settings,
            faces: mesh.faces().to_vec(),
            masses,
            first: 0,
            membrane,
            bending: [Box::new(flat), Box::new(curved)],
            own: Projections::new([]),
            strain_limit: settings.strain_limit.map(|limit| StrainLimit::new(mesh, rest, limit)),
            step: Step { stale: true, ..Step::default() },
        })
    }

    /// Returns the same cloth as the part of a larger state that starts with vertex `first`.
    #[must_use]
    pub fn starting_at(self, first: VertexId) -> Self {
        Self { first: first.index(), ..self }
    }

    /// Adds a constraint, to be visited after the cloth's own.
    ///
    /// # Errors
    /// If it names a vertex that the cloth does not have, or its compliance is negative or NaN.
    pub fn add_constraint(&mut self, constraint: Box<dyn Constraint>) -> Result<(), ClothError> {
        within("compliance", constraint.compliance(), [0.0, f64::MAX])?;
        let vertex_count = self.masses.len();
        if let Some(v) = constraint.vertices().iter().find(|v| v.index() >= vertex_count) {
            let constraint = self.own.len();
            return Err(ClothError::ConstraintVertex { constraint, vertex: v.0, vertex_count });
        }
        self.own.push(constraint);
        self.step.stale = true;
        Ok(())
    }

    /// Lumped mass of every vertex (kg). The inverse masses that count are those in the state: they
    /// may be 0 for pins, and may change from step to step.
    #[must_use]
    pub fn masses(&self) -> &[f64] {
        &self.masses
    }

    /// The vertices of the state that belong to this cloth.
    #[must_use]
    pub fn vertices(&self) -> Range<usize> {
        self.first..self.first + self.masses.len()
    }

    /// Returns a state of this cloth alone, at rest at `positions`, with the given vertices pinned.
    ///
    /// # Errors
    /// If the number of positions is not that of the vertices, or a pin is not one of them.
    pub fn state_at_rest(
        &self,
        positions: Vec<DVec3>,
        pins: &[VertexId],
    ) -> Result<State, ClothError> {
        let wanted = self.masses.len();
        check_length("positions", positions.len(), "vertices", wanted)?;
        let mut state = State::at_rest(positions, 0.0);
        state.inverse_masses = self.masses.iter().map(|m| m.recip()).collect();
        for &vertex in pins {
            *state
                .inverse_masses
                .get_mut(vertex.index())
                .ok_or(ClothError::NotKinematic { vertex })? = 0.0;
        }
        Ok(state)
    }

    /// Begins a step of `dt` (s): keeps the start positions, applies damping, viscosity and forces
    /// to the velocities, moves every vertex along its velocity, and forgets all multipliers. A
    /// kinematic vertex goes to its target, or stays.
    ///
    /// # Errors
    /// If `dt` is not positive, a force makes no sense, the state is too short or holds a number
    /// that is not finite, or a target belongs to no vertex of this cloth with inverse mass 0. The
    /// state is as before.
    pub fn predict(
        &mut self,
        state: &mut State,
        dt: f64,
        forces: &Forces,
        targets: &[Target],
    ) -> Result<(), ClothError> {
        positive("time step", dt)?;
        forces.check()?;
        self.check_state(state)?;
        self.check_targets(state, targets)?;
        self.begin(state, dt);
        let range = self.vertices();
        let (x, v) = (&mut state.positions[range.clone()], &mut state.velocities[range]);
        let w = &self.step.inverse_masses;
        let mut bodies = Bodies { positions: x, velocities: v, inverse_masses: w };
        // Damping comes before the forces: after them it would take away a part of the weight.
        self.settings.damping.apply(dt, &mut bodies);
        if self.step.has_viscosity {
            for target in targets {
                let i = target.vertex.index() - self.first;
                bodies.velocities[i] = (target.position - bodies.positions[i]) / dt;
            }
            self.membrane.slow(&mut bodies);
            self.bending.iter_mut().for_each(|set| set.slow(&mut bodies));
            self.own.slow(&mut bodies);
        }
        if let Some(wind) = &forces.wind {
            let density = self.fabric.density;
            Sail { faces: &self.faces, density, positions: x, inverse_masses: w }.blow(wind, v, dt);
        }
        for (v, w) in v.iter_mut().zip(w) {
            *v = if *w > 0.0 { *v + dt * forces.gravity } else { DVec3::ZERO };
        }
        for (x, v) in x.iter_mut().zip(&*v) {
            *x += dt * *v;
        }
        for target in targets {
            x[target.vertex.index() - self.first] = target.position;
        }
        Ok(())
    }

    /// Makes one Gauss–Seidel sweep over all constraints: stretch and shear, bending, those that
    /// were added, and last the strain limit.
    ///
    /// # Errors
    /// If the state is shorter than at the last [`PositionBasedCloth::predict`], or there was none.
    pub fn sweep(&mut self, state: &mut State) -> Result<(), ClothError> {
        self.check_begun(state)?;
        let range = self.vertices();
        let mut vertices = Vertices {
            positions: &mut state.positions[range],
            inverse_masses: &self.step.inverse_masses,
        };
        self.membrane.sweep(&mut vertices);
        for set in &mut self.bending {
            set.sweep(&mut vertices);
        }
        self.own.sweep(&mut vertices);
        if let Some(limit) = &self.strain_limit {
            limit.sweep(&mut vertices);
        }
        Ok(())
    }

    /// Ends the step: velocities are displacements since its start, divided by `dt`.
    ///
    /// # Errors
    /// As [`PositionBasedCloth::sweep`].
    pub fn update_velocities(&self, state: &mut State) -> Result<(), ClothError> {
        self.check_begun(state)?;
        let range = self.vertices();
        let ends = state.positions[range.clone()].iter().zip(&self.step.start);
        for (v, (end, start)) in state.velocities[range].iter_mut().zip(ends) {
            *v = (*end - *start) / self.step.dt;
        }
        Ok(())
    }

    /// Elastic energy (J) of the cloth at the positions of `state`, as its constraints see it.
    ///
    /// # Errors
    /// If the state is too short.
    pub fn elastic_energy(&self, state: &State) -> Result<f64, ClothError> {
        self.check_lengths(state)?;
        let x = &state.positions[self.vertices()];
        let bending: f64 = self.bending.iter().map(|set| set.energy(x)).sum();
        Ok(self.membrane.energy(x) + bending + self.own.energy(x))
    }

    /// Number of vertices of the last prediction: 0 before the first.
    pub(super) fn predicted_count(&self) -> usize {
        self.step.start.len()
    }

    fn begin(&mut self, state: &State, dt: f64) {
        let range = self.vertices();
        let step = &mut self.step;
        step.start.clear();
        step.start.extend_from_slice(&state.positions[range.clone()]);
        let w = &state.inverse_masses[range];
        if step.stale || step.dt != dt || step.inverse_masses != w {
            step.inverse_masses.clear();
            step.inverse_masses.extend_from_slice(w);
            step.dt = dt;
            step.stale = false;
            let [stretch, bend] = gains(self.settings.method, dt, self.fabric.damping_time);
            step.has_viscosity = stretch.viscosity > 0.0;
            self.membrane.prepare(w, stretch);
            for set in &mut self.bending {
                set.prepare(w, bend);
            }
            self.own.prepare(w, stretch);
        }
        self.membrane.reset();
        self.bending.iter_mut().for_each(|set| set.reset());
        self.own.reset();
    }
}

/// Gains of the membrane and of bending.
fn gains(method: Method, dt: f64, damping_time: f64) -> [Gains; 2] {
    match method {
        Method::Compliant => [Gains::compliant(dt, damping_time); 2],
        Method::Stiffness { stretch, bending, sweeps } => {
            [stretch, bending].map(|k| Gains::stiff(k, sweeps))
        }
    }
}
