//! One frame, ready for ray casting: triangles in a tree, normals, openness.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_broad::bvh::{BuildMethod, Ray};
use ripstop_broad::{BoxId, BroadPhase, Bvh};
use ripstop_geometry::Aabb;

use crate::normals::corner_normals;
use crate::openness::Openness;
use crate::stage::{Appearance, Finish, Stage};
use crate::triangle::Triangle;
use crate::{Color, SnapshotError};

/// One frame of a [`Stage`].
#[derive(Debug)]
pub struct Snapshot<'a> {
    pub(crate) stage: &'a Stage<'a>,
    pub(crate) positions: &'a [DVec3],
    /// Faces that are drawn.
    pub(crate) faces: Vec<[u32; 3]>,
    pub(crate) appearances: Vec<&'a Appearance>,
    pub(crate) triangles: Vec<Triangle>,
    /// Unit normals at the corners of each face.
    pub(crate) normals: Vec<[DVec3; 3]>,
    pub(crate) tree: Bvh,
    pub(crate) openness: Openness,
    /// Colours of the vertices, if they are not those of their surfaces.
    pub(crate) paint: Option<&'a [Option<Color>]>,
    /// Distance by which rays start off a surface (m).
    pub(crate) offset: f64,
}

/// Hit of a ray on a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hit {
    pub(crate) face: usize,
    pub(crate) t: f64,
    pub(crate) weights: [f64; 3],
}

impl<'a> Snapshot<'a> {
    /// Builds the tree, the normals and the openness. `paint` overrides the colours of single
    /// vertices; it may be empty.
    ///
    /// # Errors
    /// If there is not a finite position, or a colour, for every vertex.
    pub fn new(
        stage: &'a Stage<'a>,
        positions: &'a [DVec3],
        paint: &'a [Option<Color>],
    ) -> Result<Self, SnapshotError> {
        let expected = stage.mesh.vertex_count();
        for (what, found) in
            [("positions", positions.len()), ("colours", paint.len()), ("weave", stage.weave.len())]
        {
            if found != expected && (found != 0 || what == "positions") {
                return Err(SnapshotError::Count { what, found, expected });
            }
        }
        if let Some(vertex) = positions.iter().position(|x| !x.is_finite()) {
            return Err(SnapshotError::NotFinite { vertex });
        }
        let (faces, appearances): (Vec<_>, Vec<_>) = stage.drawn_faces(positions).unzip();
        let triangles: Vec<Triangle> = faces
            .par_iter()
            .map(|face| Triangle::new(face.map(|vertex| positions[vertex as usize])))
            .collect();
        let boxes: Vec<Aabb> = triangles.par_iter().map(Triangle::bounds).collect();
        let mut tree = Bvh::new(BuildMethod::BinnedSah);
        tree.rebuild(&boxes)?;
        let normals = corner_normals(&faces, &appearances, &triangles, positions.len());
        let mut snapshot = Self {
            stage,
            positions,
            offset: 0.02 * mean_edge(&triangles),
            faces,
            appearances,
            triangles,
            normals,
            tree,
            openness: Openness::default(),
            paint: (!paint.is_empty()).then_some(paint),
        };
        snapshot.openness = Openness::of(&snapshot);
        Ok(snapshot)
    }

    /// The first face that an eye sees along a ray: walls of rooms from inside alone.
    pub(crate) fn trace(&self, ray: &Ray) -> Option<Hit> {
        let is_seen = |face: usize| {
            let is_front = || self.triangles[face].area_normal().dot(ray.direction) < 0.0;
            !self.is_wall(face) || is_front()
        };
        let hit = self.tree.nearest(ray, |id| {
            let hit = self.triangles[id.index()].hit(ray)?;
            is_seen(id.index()).then_some(hit.t)
        })?;
        let face = hit.id.index();
        let weights = self.triangles[face].hit(ray)?.weights;
        Some(Hit { face, t: hit.t, weights })
    }

    /// Distance of the first face along a ray that keeps light away.
    pub(crate) fn first_blocker(&self, ray: &Ray) -> Option<f64> {
        let hit = |id: BoxId| self.triangles[id.index()].hit(ray).map(|hit| hit.t);
        let blocks = |id: BoxId| hit(id).filter(|_| !self.is_wall(id.index()));
        self.tree.nearest(ray, blocks).map(|hit| hit.t)
    }

    /// True if the ray hits anything that keeps light away.
    pub(crate) fn is_blocked(&self, ray: &Ray) -> bool {
        let blocks = |face: usize| self.triangles[face].hit(ray).is_some() && !self.is_wall(face);
        self.tree.any_along(ray, |id| blocks(id.index()))
    }

    /// Positions of all corners of faces that keep light away.
    pub(crate) fn blocking_points(&self) -> impl Iterator<Item = DVec3> + Clone {
        let faces = self.faces.iter().enumerate().filter(|(face, _)| !self.is_wall(*face));
        faces.flat_map(|(_, corners)| corners.map(|vertex| self.positions[vertex as usize]))
    }

    fn is_wall(&self, face: usize) -> bool {
        self.appearances[face].finish == Finish::Room
    }

    /// Positions of the corners of a face.
    pub(crate) fn corners(&self, face: usize) -> [DVec3; 3] {
        self.faces[face].map(|vertex| self.positions[vertex as usize])
    }
}

fn mean_edge(triangles: &[Triangle]) -> f64 {
    let sum: f64 = triangles.iter().map(|triangle| triangle.ab.length()).sum();
    sum / triangles.len().max(1) as f64
}
