//! Rules of contact, pair by pair: thickness, friction, sides, rest distance and distance over
//! seams, as plain data.

use glam::DVec3;
use ripstop_geometry::mesh::Role;
use ripstop_geometry::{
    Candidate, CollisionMesh, FaceId, Filters, RestPlaces, SurfaceId, VertexId,
};
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
    /// Pairs of a surface and a closed one that it is inside of, with the sides from which it
    /// touches that one's faces; ascending.
    pub within: Vec<([SurfaceId; 2], Sides)>,
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
        let (within, places) = (Vec::new(), None);
        Self { surfaces, sides, within, rest, places, seams, stitched }
    }

    /// The sides from which vertices of one surface touch the faces of another.
    ///
    /// # Panics
    /// If there is no such surface.
    #[must_use]
    pub fn sides(&self, of_vertex: SurfaceId, of_face: SurfaceId) -> Sides {
        let sides = self.sides[of_face.index()];
        match sides {
            Sides::Both => sides,
            _ => self.sides_within(of_vertex, of_face).unwrap_or(sides),
        }
    }

    /// The sides from which a surface touches a closed one that it is inside of, if it is.
    #[must_use]
    pub fn sides_within(&self, surface: SurfaceId, body: SurfaceId) -> Option<Sides> {
        let found = self.within.binary_search_by_key(&[surface, body], |(pair, _)| *pair);
        found.ok().map(|place| self.within[place].1)
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

    /// A bound of the thickness of a pair, but for rounding, and the thickness of its surfaces,
    /// without closest points: those of the rest configuration are no farther than two vertices.
    ///
    /// # Panics
    /// If the candidate is not one of the mesh.
    #[must_use]
    pub fn most_thickness(&self, mesh: &CollisionMesh, candidate: Candidate) -> (f64, f64) {
        let stencil = mesh.stencil(candidate);
        let (one, other) = candidate.kind().split(&stencil);
        let surface = |vertices: &[VertexId]| mesh.surfaces()[vertices[0].index()];
        let (first, second) = (surface(one), surface(other));
        let of_surfaces = self.surfaces.pair(first, second).thickness;
        if first != second || self.places.is_some() {
            return (of_surfaces, of_surfaces);
        }
        let mut least = of_surfaces * of_surfaces;
        for a in one.iter().map(|a| self.rest[a.index()]) {
            for b in other {
                least = least.min(a.distance_squared(self.rest[b.index()]));
            }
        }
        (least.sqrt(), of_surfaces)
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

#[cfg(test)]
mod tests {
    use glam::{DVec3, dvec3};
    use ripstop_geometry::{Candidate, CollisionMesh, FaceId, Filters, VertexId};
    use ripstop_response::{SurfaceContact, SurfaceTable};

    use super::PairRules;

    #[test]
    fn the_bound_of_a_thickness_is_one() {
        let n = 7;
        let places: Vec<DVec3> = (0..n * n)
            .map(|i| {
                let [x, y] = [i % n, i / n].map(f64::from);
                dvec3(x, y + 0.3 * (1.7 * x).sin(), 0.4 * (x * y).cos())
            })
            .collect();
        let cells = (0..(n - 1) * (n - 1)).map(|cell| cell % (n - 1) + n * (cell / (n - 1)));
        let faces: Vec<[u32; 3]> =
            cells.flat_map(|c| [[c, c + 1, c + n], [c + 1, c + n + 1, c + n]]).collect();
        let mesh = CollisionMesh::new(&places, &faces).expect("a grid");
        let surface = SurfaceContact { thickness: 2.0, friction: 0.0 };
        let surfaces = SurfaceTable::new(vec![surface]);
        let rules = PairRules::new(&mesh, &Filters::default(), surfaces, places);
        let mut lowered = 0;
        for vertex in (0..n * n).map(VertexId) {
            for face in (0..mesh.faces().len() as u32).map(FaceId) {
                let pair = Candidate::VertexFace { vertex, face };
                let (most, of_surfaces) = rules.most_thickness(&mesh, pair);
                let thickness = rules.rule(&mesh, pair).thickness;
                assert!(
                    thickness <= most + 1e-12 && most <= of_surfaces,
                    "{pair:?} {thickness} {most}"
                );
                lowered += usize::from(most < of_surfaces);
            }
        }
        assert!(lowered > 100, "{lowered}");
    }
}
