//! One iteration: from crossings to displaced positions.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_geometry::crossing::{Contours, Strand, contours};
use ripstop_geometry::{CollisionMesh, Crossing, FaceId, VertexId};

use super::curve::Curve;
use super::decision::{Decision, Judge, Parting};
use super::depth::Opposite;
use super::field::{Fading, Field};
use super::flood::{Flood, Region};
use super::gradient::shared_gradient;
use super::relax::relax;
use super::smooth::smooth;
use super::{Parts, UntangleSettings};

/// Rings beyond which displacements have faded out.
const MOST_RINGS: usize = 40;

/// What is known of the surfaces that are untangled.
#[derive(Clone, Copy, Debug)]
pub struct TangledCloth<'a> {
    /// Lengths of all edges without stress (m).
    pub rest_lengths: &'a [f64],
    /// Inverse masses of all vertices (1/kg); 0 for what must not move.
    pub inverse_masses: &'a [f64],
    /// Layers by surface: of two surfaces with different layers the one with the higher number belongs on the positive side of the other's faces.
    pub layers: &'a [Option<i32>],
}

/// Untangles iteration by iteration; keeps memory between them.
#[derive(Clone, Debug)]
pub struct Untangler {
    /// How to untangle.
    pub settings: UntangleSettings,
    parts: Parts,
    /// Mean length of an edge without stress (m).
    edge: f64,
    /// One for each task that judges contours.
    floods: Vec<Flood>,
    field: Field,
    involved: Vec<VertexId>,
}

/// What an iteration saw.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seen {
    /// Contours of crossings.
    pub contours: usize,
    /// Their lengths together (m).
    pub length: f64,
    /// Contours for which nobody knew where to go.
    pub undecided: usize,
}

impl Untangler {
    /// Prepares for a mesh; which of its parts are volumes is decided at these positions.
    #[must_use]
    pub fn new(
        mesh: &CollisionMesh,
        positions: &[DVec3],
        rest_lengths: &[f64],
        settings: UntangleSettings,
    ) -> Self {
        let edge = rest_lengths.iter().sum::<f64>() / rest_lengths.len().max(1) as f64;
        let parts = Parts::new(mesh, positions);
        Self {
            settings,
            parts,
            edge,
            floods: Vec::new(),
            field: Field::default(),
            involved: Vec::new(),
        }
    }

    /// The connected parts of the mesh.
    #[must_use]
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The vertices that the contours of the last iteration concern: those around them, and of regions on the wrong side and opposite to them.
    /// Ascending.
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
    ) -> Seen {
        let Contours { contours, .. } = contours(mesh, crossings);
        let curves: Vec<Curve> = contours
            .par_iter()
            .map(|contour| Curve::new(contour, crossings, mesh, positions))
            .collect();
        let mut seen = Seen { contours: curves.len(), ..Seen::default() };
        self.field.clear(mesh.vertex_count());
        let judge = Judge {
            mesh,
            positions,
            parts: &self.parts,
            layers: cloth.layers,
            method: self.settings.method,
            edge: self.edge,
        };
        let barriers = judge.barriers(&curves);
        let mut creases = Vec::new();
        self.involved.clear();
        let task = curves.len().div_ceil(TASKS).max(1);
        self.floods.resize_with(TASKS, Flood::default);
        let tasks = curves.par_chunks(task).zip(&mut self.floods);
        let decided = tasks.flat_map_iter(|(curves, flood)| {
            curves.iter().map(|curve| judge.decide(curve, flood, &barriers))
        });
        let decisions: Vec<Option<Decision>> = decided.collect();
        for (curve, decision) in curves.iter().zip(decisions) {
            seen.length += curve.length;
            let Some(decision) = decision else {
                seen.undecided += 1;
                continue;
            };
            let mut pusher = Pusher {
                mesh,
                positions,
                cloth,
                settings: &self.settings,
                edge: self.edge,
                field: &mut self.field,
            };
            pusher.push(curve, &decision);
            let both = Strand::BOTH.map(|strand| pusher.corners(curve, strand));
            self.involved.extend(both.iter().flatten());
            match decision {
                Decision::Part(Parting { wrong, cut_off, .. }) => {
                    let regions = wrong.iter().chain(&cut_off).flatten();
                    self.involved.extend(regions.flat_map(|region| &region.vertices));
                }
                Decision::Smooth => creases.extend(both.iter().flatten()),
                Decision::Shrink(_) => {}
            }
        }
        self.involved.sort_unstable();
        self.involved.dedup();
        let moved = self.field.apply(positions, cloth.inverse_masses);
        let material = (cloth.rest_lengths, cloth.inverse_masses);
        relax(mesh, material, &moved, self.settings.elastic_sweeps, positions);
        smooth(mesh, cloth.inverse_masses, &creases, positions);
        seen
    }
}

/// How many tasks judge contours; each keeps marks for the whole mesh.
const TASKS: usize = 8;

/// Turns decisions into displacements.
struct Pusher<'a> {
    mesh: &'a CollisionMesh,
    positions: &'a [DVec3],
    cloth: &'a TangledCloth<'a>,
    settings: &'a UntangleSettings,
    edge: f64,
    field: &'a mut Field,
}

impl Pusher<'_> {
    fn push(&mut self, curve: &Curve, decision: &Decision) {
        let can_move = Strand::BOTH.map(|strand| {
            let faces = &curve.faces[strand.index()];
            let movable = |v: &VertexId| self.cloth.inverse_masses[v.index()] > 0.0;
            faces.iter().any(|&face| self.mesh.face(face).iter().any(movable))
        });
        match decision {
            Decision::Part(wrong) => self.part(curve, wrong, can_move),
            Decision::Shrink(direction) => self.shrink(curve, *direction, can_move),
            Decision::Smooth => {}
        }
    }

    /// Parts surfaces that are on wrong sides of each other.
    fn part(&mut self, curve: &Curve, decision: &Parting, can_move: [bool; 2]) {
        let (gap, cap) = (self.settings.gap * self.edge, self.settings.largest_step * self.edge);
        let moves = [0, 1].map(|k| decision.wrong[k].is_some() && can_move[k]);
        let share = if moves == [true, true] { 0.5 } else { 1.0 };
        for strand in Strand::BOTH {
            let k = strand.index();
            let Some(region) = &decision.wrong[k] else { continue };
            let direction = if k == 0 { decision.direction } else { -decision.direction };
            let faces = self.patch(curve, strand.other(), decision.cut_off[1 - k].as_ref());
            let opposite = Opposite {
                mesh: self.mesh,
                positions: self.positions,
                faces: &faces,
                center: curve.center,
                direction,
            };
            let depths = opposite.depths(&region.vertices);
            let deepest = depths.iter().copied().fold(0.0, f64::max);
            let way = (deepest + gap).min(cap);
            // Across its own surface a part is moved as it is; along its normals every vertex goes as far as it has to.
            let alignment = curve.normals[k].dot(direction);
            let whole = ((1.0 - alignment * alignment) * way).max(gap.min(way));
            let rings = self.rings(3.0 * (deepest + gap));
            if moves[k] {
                for (&vertex, depth) in region.vertices.iter().zip(&depths) {
                    let amount = (depth + gap).min(cap).max(whole);
                    self.field.add(vertex, share * amount * direction);
                }
                let fading = Fading { displacement: share * whole * direction, rings };
                let start = if region.vertices.is_empty() {
                    self.corners(curve, strand)
                } else {
                    region.vertices.clone()
                };
                self.field.add_around(self.mesh, &start, fading);
            } else if !moves[1 - k] && can_move[1 - k] {
                // What is wrong cannot move, so what it pierces makes way.
                self.move_band(curve, strand.other(), -way * direction, rings);
            }
        }
    }

    /// Moves both surfaces so that a contour shrinks.
    fn shrink(&mut self, curve: &Curve, direction: DVec3, can_move: [bool; 2]) {
        let gradient = shared_gradient(curve, self.mesh, self.positions).length();
        let cap = self.settings.largest_step * self.edge;
        let way = (curve.length / gradient.max(1.0)).min(cap).max(0.25 * cap);
        let share = if can_move == [true, true] { 0.5 } else { 1.0 };
        let rings = self.rings(3.0 * cap + curve.length);
        for strand in Strand::BOTH {
            if can_move[strand.index()] {
                let forward = if strand == Strand::First { share } else { -share };
                self.move_band(curve, strand, forward * way * direction, rings);
            }
        }
    }

    /// Moves the vertices next to a contour, and what is around them.
    fn move_band(&mut self, curve: &Curve, strand: Strand, displacement: DVec3, rings: usize) {
        let band = self.corners(curve, strand);
        for &vertex in &band {
            self.field.add(vertex, displacement);
        }
        self.field.add_around(self.mesh, &band, Fading { displacement, rings });
    }

    /// The corners of a strand's faces, ascending.
    fn corners(&self, curve: &Curve, strand: Strand) -> Vec<VertexId> {
        let faces = &curve.faces[strand.index()];
        let mut corners: Vec<VertexId> =
            faces.iter().flat_map(|&face| self.mesh.face(face)).collect();
        corners.sort_unstable();
        corners.dedup();
        corners
    }

    /// The faces that a contour surrounds or passes.
    fn patch(&self, curve: &Curve, strand: Strand, cut_off: Option<&Region>) -> Vec<FaceId> {
        let mut faces = curve.faces[strand.index()].clone();
        if let Some(region) = cut_off {
            for vertex in &region.vertices {
                faces.extend_from_slice(self.mesh.vertex_faces().row(vertex.index()));
            }
            faces.sort_unstable();
            faces.dedup();
        }
        faces
    }

    fn rings(&self, length: f64) -> usize {
        (2..MOST_RINGS).find(|&rings| rings as f64 * self.edge >= length).unwrap_or(MOST_RINGS)
    }
}
