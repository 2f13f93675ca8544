//! From the decision about a contour to displacements of vertices.

use glam::DVec3;
use ripstop_geometry::crossing::Strand;
use ripstop_geometry::{CollisionMesh, FaceId, VertexId};

use super::curve::Curve;
use super::decision::{Decision, Parting};
use super::depth::Opposite;
use super::field::{Displacement, Fading, Rings};
use super::flood::Region;
use super::gradient::shared_gradient;
use super::{TangledCloth, UntangleSettings};

/// Rings beyond which displacements have faded out.
const MOST_RINGS: usize = 40;

/// Turns decisions into displacements.
pub(crate) struct Pusher<'a> {
    pub(crate) mesh: &'a CollisionMesh,
    pub(crate) positions: &'a [DVec3],
    pub(crate) cloth: &'a TangledCloth<'a>,
    pub(crate) settings: &'a UntangleSettings,
    /// Mean length of an edge (m).
    pub(crate) edge: f64,
}

/// The correction of a contour.
#[derive(Clone, Debug, Default)]
pub(crate) struct Correction {
    pub(crate) displacements: Vec<Displacement>,
    /// Vertices around the contour, of regions on the wrong side and opposite to them, in any
    /// order.
    pub(crate) involved: Vec<VertexId>,
    /// Vertices of a sharp crease.
    pub(crate) creases: Vec<VertexId>,
}

impl Pusher<'_> {
    /// The correction that follows from a decision.
    pub(crate) fn correction(
        &self,
        curve: &Curve,
        decision: Decision,
        rings: &mut Rings,
    ) -> Correction {
        let can_move = Strand::BOTH.map(|strand| {
            let faces = &curve.faces[strand.index()];
            let movable = |v: &VertexId| self.cloth.inverse_masses[v.index()] > 0.0;
            faces.iter().any(|&face| self.mesh.face(face).iter().any(movable))
        });
        let corners = Strand::BOTH.map(|strand| self.corners(curve, strand)).concat();
        match decision {
            Decision::Part(parting) => {
                let displacements = self.part(curve, &parting, can_move, rings);
                let regions = parting.wrong.into_iter().chain(parting.cut_off).flatten();
                let mut involved = corners;
                involved.extend(regions.flat_map(|region| region.vertices));
                Correction { displacements, involved, ..Correction::default() }
            }
            Decision::Shrink(direction) => {
                let displacements = self.shrink(curve, direction, can_move, rings);
                Correction { displacements, involved: corners, ..Correction::default() }
            }
            Decision::Smooth => {
                Correction { involved: corners.clone(), creases: corners, ..Correction::default() }
            }
        }
    }

    /// Moves regions that are on the wrong side to the other.
    fn part(
        &self,
        curve: &Curve,
        decision: &Parting,
        can_move: [bool; 2],
        rings: &mut Rings,
    ) -> Vec<Displacement> {
        let mut displacements = Vec::new();
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
            let distance = (deepest + gap).min(cap);
            // Tangentially a region is moved as a whole; along its normals every vertex moves by
            // its own depth.
            let alignment = curve.normals[k].dot(direction);
            let whole = ((1.0 - alignment * alignment) * distance).max(gap.min(distance));
            let width = self.width(3.0 * (deepest + gap));
            if moves[k] {
                for (&vertex, depth) in region.vertices.iter().zip(&depths) {
                    let amount = (depth + gap).min(cap).max(whole);
                    displacements.push((vertex, share * amount * direction));
                }
                let fading = Fading { displacement: share * whole * direction, rings: width };
                let start = if region.vertices.is_empty() {
                    self.corners(curve, strand)
                } else {
                    region.vertices.clone()
                };
                rings.add_around(self.mesh, &start, fading, &mut displacements);
            } else if !moves[1 - k] && can_move[1 - k] {
                // The wrong region is kinematic, so the pierced surface is moved instead.
                let band = self.corners(curve, strand.other());
                let fading = Fading { displacement: -distance * direction, rings: width };
                rings.add_with(self.mesh, &band, fading, &mut displacements);
            }
        }
        displacements
    }

    /// Moves both surfaces so that a contour shrinks.
    fn shrink(
        &self,
        curve: &Curve,
        direction: DVec3,
        can_move: [bool; 2],
        rings: &mut Rings,
    ) -> Vec<Displacement> {
        let mut displacements = Vec::new();
        let gradient = shared_gradient(curve, self.mesh, self.positions).length();
        let cap = self.settings.largest_step * self.edge;
        let distance = (curve.length / gradient.max(1.0)).min(cap).max(0.25 * cap);
        let share = if can_move == [true, true] { 0.5 } else { 1.0 };
        let width = self.width(3.0 * cap + curve.length);
        for strand in Strand::BOTH {
            if can_move[strand.index()] {
                let forward = if strand == Strand::First { share } else { -share };
                let fading = Fading { displacement: forward * distance * direction, rings: width };
                let band = self.corners(curve, strand);
                rings.add_with(self.mesh, &band, fading, &mut displacements);
            }
        }
        displacements
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

    /// Number of rings of neighbours that span `length` (m).
    fn width(&self, length: f64) -> usize {
        (2..MOST_RINGS).find(|&rings| rings as f64 * self.edge >= length).unwrap_or(MOST_RINGS)
    }
}
