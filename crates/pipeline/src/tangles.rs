//! Tangled positions in a simulation: untangled at the start, and step by step where that was not enough.
//!
//! ```text
//! start      untangled as a mesh at rest, with pins and obstacles where they are
//! a step     crossings of its start ─▶ an iteration of untangling, added to what the dynamics propose
//!            vertices around contours and of regions on wrong sides: pairs of two primitives that both have one stand down
//! its end    crossings are looked for again; if there are none, everybody stands up
//! ```
//!
//! A pair that does not stand down is certified as ever: an edge and a face that did not cross at the start of the step, and of which one has no vertex
//! that is concerned, do not cross at its end. From the first clean state on no pair stands down, so that the guarantee holds for all.

use glam::DVec3;
use ripstop_geometry::{Crossing, State};
use ripstop_response::untangle::{TangledCloth, UntangleSettings, Untangled, Untangler, untangle};

use crate::names::{LISTED, Names};
use crate::scene::OnTangled;
use crate::world::World;
use crate::{CrossingSearch, MeshDetector, SceneError, crossings};

/// What is tangled in a simulation.
pub(crate) struct Tangles {
    on_tangled: OnTangled,
    /// Lengths of all edges without stress (m).
    rest_lengths: Vec<f64>,
    untangler: Untangler,
    /// The crossings at the end of the last step, once they are known.
    crossings: Option<Vec<Crossing>>,
    /// What untangling adds to the proposal of a whole step (m); empty if nothing is tangled.
    displacements: Vec<DVec3>,
}

impl Tangles {
    /// Looks at the start of a world, and untangles it if that is wanted.
    pub(crate) fn at_start(world: &mut World, on_tangled: OnTangled) -> Result<Self, SceneError> {
        let positions = &world.state.positions;
        let tangled = crossings(&world.mesh, &world.filters, positions)
            .map_err(|error| SceneError::Mesh { owner: "the scene".to_owned(), error })?;
        let ends = world.mesh.edges().iter();
        let rest_lengths: Vec<f64> = ends
            .map(|edge| edge.map(|vertex| world.rest[vertex.index()]))
            .map(|[a, b]| a.distance(b))
            .collect();
        let settings = UntangleSettings::default();
        let untangler = Untangler::new(&world.mesh, &world.rest, &rest_lengths, settings);
        let mut tangles = Self {
            on_tangled,
            rest_lengths,
            untangler,
            crossings: Some(Vec::new()),
            displacements: Vec::new(),
        };
        if tangled.is_empty() {
            return Ok(tangles);
        }
        if on_tangled == OnTangled::Error {
            let listed = tangled.iter().take(LISTED).map(|found| (found.edge, found.face));
            let named = Names { mesh: &world.mesh, surfaces: &world.names };
            let names = listed.clone().map(|(edge, face)| named.crossing(edge, face)).collect();
            let (count, crossings) = (tangled.len(), listed.collect());
            return Err(SceneError::Tangled { count, crossings, names });
        }
        let mut search = CrossingSearch::new(&world.mesh, &world.filters);
        let cloth = tangles.cloth(world);
        let Untangled { positions, crossings, .. } =
            untangle(&mut search, &world.state.positions, &cloth, &settings);
        world.state.positions = positions;
        tangles.crossings = Some(crossings);
        Ok(tangles)
    }

    fn cloth<'a>(&'a self, world: &'a World) -> TangledCloth<'a> {
        TangledCloth {
            rest_lengths: &self.rest_lengths,
            inverse_masses: &world.state.inverse_masses,
            layers: &world.layers,
        }
    }

    /// Positions have been changed from outside.
    pub(crate) fn forget(&mut self) {
        if self.on_tangled == OnTangled::Untangle {
            self.crossings = None;
        }
    }

    /// Crossings that were left at the end of the last step.
    pub(crate) fn count(&self) -> usize {
        self.crossings.as_ref().map_or(0, Vec::len)
    }

    /// Prepares a step: what is tangled stands down, and is displaced.
    pub(crate) fn begin_step(&mut self, world: &World, detector: &mut MeshDetector) {
        let known = self.crossings.take();
        let tangled = known.unwrap_or_else(|| found(world));
        self.displacements.clear();
        if tangled.is_empty() {
            detector.stand_down(Vec::new());
        } else {
            let start = &world.state.positions;
            let mut displaced = start.clone();
            let mut untangler = self.untangler.clone();
            untangler.iterate(&world.mesh, &self.cloth(world), &tangled, &mut displaced);
            let mut concerned = vec![false; start.len()];
            for vertex in untangler.involved() {
                concerned[vertex.index()] = true;
            }
            for crossing in &tangled {
                let (edge, face) = (world.mesh.edge(crossing.edge), world.mesh.face(crossing.face));
                edge.iter().chain(&face).for_each(|vertex| concerned[vertex.index()] = true);
            }
            detector.stand_down(concerned);
            self.displacements = displaced.iter().zip(start).map(|(x, y)| *x - *y).collect();
        }
        self.crossings = Some(tangled);
    }

    /// Adds a part of the step's displacements to proposed positions; velocities do not take part in them.
    pub(crate) fn displace(&self, state: &mut State, part: f64) {
        for (x, displacement) in state.positions.iter_mut().zip(&self.displacements) {
            *x += part * *displacement;
        }
    }

    /// Looks whether a tangled step has ended clean; nothing is to be done where nothing was tangled.
    pub(crate) fn end_step(&mut self, world: &World, detector: &mut MeshDetector) {
        if self.count() > 0 {
            let left = found(world);
            if left.is_empty() {
                self.displacements.clear();
                detector.stand_down(Vec::new());
            }
            self.crossings = Some(left);
        }
    }
}

/// The crossings of a world, whose positions are finite.
fn found(world: &World) -> Vec<Crossing> {
    crossings(&world.mesh, &world.filters, &world.state.positions).unwrap_or_default()
}
