//! Rules of contact, pair by pair: thickness, friction, sides, rest distance and distance over
//! seams, as plain data.

use glam::DVec3;
use ripstop_geometry::mesh::Role;
use ripstop_geometry::{Candidate, CollisionMesh, FaceId, Filters, RestPlaces, VertexId};
use ripstop_narrow::Sides;
use ripstop_response::{ContactRule, SurfaceTable};

use crate::{SeamDistances, StitchedPairs};

/// Rules of all pairs of a mesh.
#[derive(Clone, Debug, Default)]
pub struct PairRules {
    /// Thickness and friction of every surface.
    pub surfaces: SurfaceTable,
    /// Sides from which the faces of every surface can be touched.
    pub sides: Vec<Sides>,
    /// Rest configuration (m): a pair of one surface that is closer there than its thickness keeps
    /// no more than that distance.
    pub rest: Vec<DVec3>,
    /// All places of vertices in the rest configuration, if some have more than one.
    pub places: Option<RestPlaces>,
    /// Distances over seams, across which pairs may be closer than their thickness.
    pub seams: SeamDistances,
    /// Pairs at stitches, which no query returns.
    pub stitched: StitchedPairs,
}

impl PairRules {
    /// Rules without seams. Closed obstacles are touched from outside only, everything else from
    /// both sides.
    #[must_use]
    pub fn new(
        mesh: &CollisionMesh,
        filters: &Filters,
        surfaces: SurfaceTable,
        rest: Vec<DVec3>,
    ) -> Self {
        let sides = touchable_sides(mesh, filters, surfaces.surfaces.len());
        let (seams, stitched) = (SeamDistances::default(), StitchedPairs::default());
        Self { surfaces, sides, rest, places: None, seams, stitched }
    }

    /// Thickness and friction of a pair. A pair of one surface that is closer than the thickness in
    /// the rest configuration keeps no more than that, nor does one across a seam.
    ///
    /// # Panics
    /// If the candidate is not one of the mesh.
    #[must_use]
    pub fn rule(&self, mesh: &CollisionMesh, candidate: Candidate) -> ContactRule {
        let stencil = mesh.stencil(candidate);
        let (one, other) = candidate.kind().split(&stencil);
        let surface = |vertices: &[VertexId]| mesh.surfaces()[vertices[0].index()];
        let (first, second) = (surface(one), surface(other));
        let mut rule = self.surfaces.pair(first, second);
        if let Some(distance) = self.seams.across(one, other) {
            rule.thickness = rule.thickness.min(distance);
        }
        if first != second {
            return rule;
        }
        let at_rest = match &self.places {
            None => {
                let rest = stencil.map(|vertex| self.rest[vertex.index()]);
                candidate.kind().distance_squared(rest).sqrt()
            }
            Some(places) => places.distance(mesh, candidate),
        };
        ContactRule { thickness: rule.thickness.min(at_rest), ..rule }
    }

    /// The corners of a face in the rest configuration (m).
    ///
    /// # Panics
    /// If the mesh has no such face.
    #[must_use]
    pub fn face_at_rest(&self, mesh: &CollisionMesh, face: FaceId) -> [DVec3; 3] {
        match &self.places {
            None => mesh.face(face).map(|vertex| self.rest[vertex.index()]),
            Some(places) => places.face(face),
        }
    }

    /// Lengths of all edges in the rest configuration (m): the means over their faces where these
    /// lie in several places.
    #[must_use]
    pub fn edge_lengths(&self, mesh: &CollisionMesh) -> Vec<f64> {
        match &self.places {
            None => {
                let length =
                    |[a, b]: &[VertexId; 2]| self.rest[a.index()].distance(self.rest[b.index()]);
                mesh.edges().iter().map(length).collect()
            }
            Some(places) => places.edge_lengths(mesh),
        }
    }
}

fn touchable_sides(mesh: &CollisionMesh, filters: &Filters, surface_count: usize) -> Vec<Sides> {
    let is_obstacle = |surface: usize| {
        filters.surfaces.get(surface).is_some_and(|filter| filter.role == Role::Obstacle)
    };
    let mut sides: Vec<Sides> = (0..surface_count)
        .map(|surface| if is_obstacle(surface) { Sides::Outer } else { Sides::Both })
        .collect();
    for edge in mesh.boundary_edges() {
        sides[mesh.surfaces()[mesh.edge(edge)[0].index()].index()] = Sides::Both;
    }
    sides
}
