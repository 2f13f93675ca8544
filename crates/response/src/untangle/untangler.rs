//! One iteration: from crossings to displaced positions.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_geometry::crossing::{Contours, contours};
use ripstop_geometry::{CollisionMesh, Crossing, VertexId};

use super::curve::Curve;
use super::decision::Decider;
use super::field::{Field, Rings};
use super::flood::Flood;
use super::push::{Correction, Pusher};
use super::relax::relax;
use super::smooth::smooth;
use super::{Components, UntangleSettings};

/// Rest lengths, masses and layers of the surfaces that are untangled.
#[derive(Clone, Copy, Debug)]
pub struct TangledCloth<'a> {
    /// Rest lengths of all edges (m).
    pub rest_lengths: &'a [f64],
    /// Inverse masses of all vertices (1/kg); 0 for kinematic ones.
    pub inverse_masses: &'a [f64],
    /// Layers by surface: of two surfaces with different layers the one with the higher number
    /// belongs on the positive side of the other's faces.
    pub layers: &'a [Option<i32>],
    /// By surface, whether it belongs inside of closed ones; a surface beyond the end does not.
    pub inside: &'a [bool],
}

/// Untangles iteration by iteration; keeps memory between them.
#[derive(Clone, Debug)]
pub struct Untangler {
    /// Settings.
    pub settings: UntangleSettings,
    components: Components,
    /// Mean rest length of an edge (m).
    edge: f64,
    /// One for each task over contours.
    scratches: Vec<Scratch>,
    field: Field,
    involved: Vec<VertexId>,
}

/// Contours of an iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct IterationReport {
    /// Contours of crossings.
    pub contours: usize,
    /// Their lengths together (m).
    pub length: f64,
    /// Contours that no criterion decided.
    pub undecided: usize,
}

impl Untangler {
    /// Prepares for a mesh; its components are classified as volumes or not at these positions.
    #[must_use]
    pub fn new(
        mesh: &CollisionMesh,
        positions: &[DVec3],
        rest_lengths: &[f64],
        settings: UntangleSettings,
    ) -> Self {
        let edge = rest_lengths.iter().sum::<f64>() / rest_lengths.len().max(1) as f64;
        let components = Components::new(mesh, positions);
        Self {
            settings,
            components,
            edge,
            scratches: Vec::new(),
            field: Field::default(),
            involved: Vec::new(),
        }
    }

    /// The connected components of the mesh.
    #[must_use]
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// Mean rest length of an edge (m).
    pub(crate) const fn edge(&self) -> f64 {
        self.edge
    }

    /// Vertices of the contours of the last iteration: those around them, and of regions on the
    /// wrong side and opposite to them. Ascending.
    #[must_use]
    pub fn involved(&self) -> &[VertexId] {
        &self.involved
    }

    /// Displaces positions so that contours shrink; the crossings must be those of the positions.
    pub fn iterate(
        &mut self,
        mesh: &CollisionMesh,
        cloth: &TangledCloth,
        crossings: &[Crossing],
        positions: &mut [DVec3],
    ) -> IterationReport {
        let Contours { contours, .. } = contours(mesh, crossings);
        let curves: Vec<Curve> = contours
            .par_iter()
            .map(|contour| Curve::new(contour, crossings, mesh, positions))
            .collect();
        let mut report = IterationReport { contours: curves.len(), ..IterationReport::default() };
        self.field.clear(mesh.vertex_count());
        let decider = Decider {
            mesh,
            positions,
            components: &self.components,
            layers: cloth.layers,
            inside: cloth.inside,
            method: self.settings.method,
            edge: self.edge,
        };
        let barriers = decider.barriers(&curves);
        let pusher = Pusher { mesh, positions, cloth, settings: &self.settings, edge: self.edge };
        let task = curves.len().div_ceil(TASKS).max(1);
        self.scratches.resize_with(TASKS, Scratch::default);
        let tasks = curves.par_chunks(task).zip(&mut self.scratches);
        let corrected = tasks.flat_map_iter(|(curves, scratch)| {
            curves.iter().map(|curve| {
                let decision = decider.decide(curve, &mut scratch.flood, &barriers)?;
                Some(pusher.correction(curve, decision, &mut scratch.rings))
            })
        });
        let corrections: Vec<Option<Correction>> = corrected.collect();
        let mut creases = Vec::new();
        self.involved.clear();
        for (curve, correction) in curves.iter().zip(corrections) {
            report.length += curve.length;
            let Some(correction) = correction else {
                report.undecided += 1;
                continue;
            };
            for (vertex, displacement) in correction.displacements {
                self.field.add(vertex, displacement);
            }
            self.involved.extend(correction.involved);
            creases.extend(correction.creases);
        }
        self.involved.sort_unstable();
        self.involved.dedup();
        let moved = self.field.apply(positions, cloth.inverse_masses);
        let material = (cloth.rest_lengths, cloth.inverse_masses);
        relax(mesh, material, &moved, self.settings.elastic_sweeps, positions);
        smooth(mesh, material, &creases, positions);
        report
    }
}

/// Number of tasks over contours; each keeps marks for the whole mesh.
const TASKS: usize = 8;

/// Memory of a task.
#[derive(Clone, Debug, Default)]
struct Scratch {
    flood: Flood,
    rings: Rings,
}
