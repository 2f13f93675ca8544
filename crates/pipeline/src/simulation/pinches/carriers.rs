//! The obstacles that vertices of cloth follow, at one moment.
//!
//! The side of a point is the exact winding number of the obstacles around it: 0 outside, 1 inside
//! of one part, 2 where two overlap, whether they cross themselves or not. Open surfaces have no
//! such number; what is counted along a ray then changes by 1 where the point passes through, and
//! where the ray comes to pass by a border. Rays are tilted, so that they are not parallel to walls
//! that stand upright.

use glam::{DQuat, DVec3};
use ripstop_geometry::sdf::winding_number;
use ripstop_geometry::{SurfaceId, VertexId};

use crate::world::{Bond, World};

/// Turns positions such that rays, which go along z, are tilted; of no particular angle.
const TILT: DQuat = DQuat::from_xyzw(0.25, 0.375, -0.125, 0.883_883_476_483_184_4);

/// Obstacles at some positions.
pub(super) struct Carriers<'a> {
    world: &'a World,
    faces: &'a [([usize; 3], SurfaceId)],
    /// Positions of all vertices (m).
    positions: &'a [DVec3],
    tilted: Vec<DVec3>,
}

impl<'a> Carriers<'a> {
    /// Faces of obstacles, with their surfaces, among all positions (m).
    pub(super) fn new(
        world: &'a World,
        faces: &'a [([usize; 3], SurfaceId)],
        positions: &'a [DVec3],
    ) -> Self {
        let tilted = positions.iter().map(|x| TILT * *x).collect();
        Self { world, faces, positions, tilted }
    }

    /// Binds a vertex to the nearest face that it collides with, if there is one with an area.
    pub(super) fn nearest(&self, vertex: VertexId) -> Option<Bond> {
        Bond::nearest(self.positions[vertex.index()], self.faces_for(vertex), self.positions)
    }

    /// Binds a vertex to the face that is reached from the one of another bond by going to nearer
    /// ones, as long as there are any around: the nearest of the same part of a body.
    pub(super) fn nearest_from(&self, vertex: VertexId, bond: &Bond) -> Option<Bond> {
        let mesh = &self.world.mesh;
        let x = self.positions[vertex.index()];
        let nearest_around = |bond: &Bond| {
            let faces = bond.corners.iter().flat_map(|&corner| mesh.vertex_faces().row(corner));
            let faces = faces.map(|face| mesh.face(*face).map(VertexId::index));
            Bond::nearest_with_square(x, faces, self.positions)
        };
        let mut reached = nearest_around(bond)?;
        while let Some(next) = nearest_around(&reached.1)
            && next.0 < reached.0
        {
            reached = next;
        }
        Some(reached.1)
    }

    /// The side on which a vertex is.
    pub(super) fn side(&self, vertex: VertexId) -> i32 {
        self.side_at(vertex, self.positions[vertex.index()])
    }

    /// The side on which a vertex with a bond would be.
    pub(super) fn side_by(&self, vertex: VertexId, bond: &Bond) -> i32 {
        self.side_at(vertex, bond.at(self.positions))
    }

    fn side_at(&self, vertex: VertexId, x: DVec3) -> i32 {
        let faces = self.faces_for(vertex);
        winding_number(faces.map(|face| face.map(|corner| self.tilted[corner])), TILT * x)
    }

    /// Faces of the obstacles that a vertex collides with.
    fn faces_for(&self, vertex: VertexId) -> impl Iterator<Item = [usize; 3]> {
        let own = self.world.mesh.surfaces()[vertex.index()];
        let faces = self.faces.iter();
        faces.filter(move |(_, other)| self.world.filters.allow(own, *other)).map(|(face, _)| *face)
    }
}
