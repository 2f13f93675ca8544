//! Collision response by rays: the path of every vertex of cloth, cast at the obstacles' faces.
//!
//! An SAH tree over the faces of the obstacles and one over the paths of the vertices, each within
//! its swept boxes, are descended together; the rays of the pairs that are left are cast, and the
//! nearest face pushes the vertex back along its path:
//!
//! ```text
//! d = k (x − x⁰ − s_f)                     path relative to the face, k substeps ahead
//! F = −c (1 − t)² d/|d|,                   c = s m |d|/(k Δt²)
//! ```
//!
//! The path from `x⁰` to `x` is that of a substep with everything else that moves the vertex, so
//! that elastic forces are felt; `s_f` is the way of the face. The force acts at the end of the
//! substep: `Δx = Δt² F/m`. With the strength `s = 1` a vertex right in front of a face is stopped,
//! and none is thrown back; a vertex at the distance `a` along its path comes nearer by at most
//! `2a/k`. The ray is longer than the path by the thickness, and `t` is measured to there: a vertex
//! that is within its thickness has `t = 0`.
//!
//! **Not guaranteed:** anything. A vertex that is held at its thickness by its own path may leave
//! it sideways, and edges pass edges; the certified check and the fail-safe see to these. Cloth and
//! cloth have their contact constraints with position-based dynamics, and springs of repulsion with
//! finite elements.

use glam::DVec3;
use ripstop_broad::bvh::{BuildMethod, Bvh};
use ripstop_broad::{BoxError, BroadPhase};
use ripstop_geometry::{Aabb, FaceId, Motion, MovingPoint, State, VertexId};
use ripstop_narrow::vertex_face_ray_cast;
use ripstop_response::penalty::ray_force;

use crate::scene::{RaySettings, ResponseMethod, Settings};
use crate::world::World;

/// The rays of a scene.
pub(crate) struct RayResponse {
    settings: RaySettings,
    /// The first vertex of an obstacle; those of cloths come before.
    first_of_obstacles: usize,
    /// Faces of obstacles.
    faces: Vec<FaceId>,
    /// Free vertices of cloths.
    vertices: Vec<VertexId>,
    /// Over the faces; refitted as they move.
    tree: Bvh,
}

/// The nearest face ahead of a vertex.
#[derive(Clone, Copy)]
struct Ahead {
    /// Distance along the path (m), without the thickness.
    distance: f64,
    /// Path relative to the face (m).
    path: DVec3,
}

impl RayResponse {
    /// The rays, if the settings ask for them.
    pub(crate) fn new(world: &World, settings: &Settings) -> Option<Box<Self>> {
        let is_free = |v: &VertexId| world.start.inverse_masses[v.index()] > 0.0;
        let first_of_obstacles = world.cloths.last().map_or(0, |cloth| cloth.vertices().end);
        let faces = (0..).map(FaceId).zip(world.mesh.faces());
        let of_obstacles = faces.filter(|(_, face)| face[0].index() >= first_of_obstacles);
        (settings.response() == ResponseMethod::Ray).then(|| {
            Box::new(Self {
                settings: settings.ray,
                first_of_obstacles,
                faces: of_obstacles.map(|(id, _)| id).collect(),
                vertices: (0..first_of_obstacles as u32).map(VertexId).filter(is_free).collect(),
                tree: Bvh::new(BuildMethod::SweepSah),
            })
        })
    }

    /// True if rays stand for a contact: one between cloth and obstacle.
    pub(crate) fn stands_for(&self, vertices: &[VertexId; 4]) -> bool {
        vertices.iter().any(|vertex| vertex.index() >= self.first_of_obstacles)
    }

    /// Changes positions by what the forces do in a substep of `dt` (s) from `before` (m), and
    /// velocities with them. Returns the number of vertices that were pushed.
    ///
    /// # Errors
    /// If a path is NaN.
    pub(crate) fn push(
        &mut self,
        world: &World,
        before: &[DVec3],
        state: &mut State,
        dt: f64,
    ) -> Result<usize, BoxError> {
        let ahead = self.cast(world, before, &state.positions)?;
        let RaySettings { reach, strength } = self.settings;
        let mut pushed = 0;
        for (&vertex, ahead) in self.vertices.iter().zip(ahead) {
            let Some(Ahead { distance, path }) = ahead else { continue };
            // Released vertices follow their obstacle.
            if state.inverse_masses[vertex.index()] == 0.0 {
                continue;
            }
            let length = path.length();
            // `Δt² F/m`, from which the mass has gone.
            let c = strength * length / reach;
            let change = ray_force(path, (distance / length).clamp(0.0, 1.0), c);
            state.positions[vertex.index()] += change;
            state.velocities[vertex.index()] += change / dt;
            pushed += usize::from(change != DVec3::ZERO);
        }
        Ok(pushed)
    }

    /// The nearest face ahead of every vertex.
    fn cast(
        &mut self,
        world: &World,
        before: &[DVec3],
        now: &[DVec3],
    ) -> Result<Vec<Option<Ahead>>, BoxError> {
        let reach = self.settings.reach;
        let far: Vec<DVec3> =
            before.iter().zip(now).map(|(x0, x)| *x0 + reach * (*x - *x0)).collect();
        let motion = Motion { start: before, end: &far };
        let corners = |face: FaceId| world.mesh.faces()[face.index()].map(|v| motion.vertex(v));
        let swept = |face: &FaceId| Aabb::of_moving(&corners(*face));
        let boxes: Vec<Aabb> = self.faces.iter().map(swept).collect();
        self.tree.update(&boxes)?;
        // A path relative to a face is longer than its box by the way of the face, which is in the
        // face's box, and by the thickness.
        let thickness = world.rules.surfaces.max_thickness();
        let paths: Vec<Aabb> = self
            .vertices
            .iter()
            .map(|vertex| Aabb::of_moving(&[motion.vertex(*vertex)]).inflated(thickness))
            .collect();
        let mut ahead: Vec<Option<Ahead>> = vec![None; paths.len()];
        for (ray, target) in self.tree.pairs_with(&paths)?.iter() {
            let (vertex, face) = (self.vertices[ray.index()], self.faces[target.index()]);
            let [a, b] = [vertex, world.mesh.faces()[face.index()][0]]
                .map(|v| world.mesh.surfaces()[v.index()]);
            if !world.filters.allow(a, b) {
                continue;
            }
            let thickness = world.rules.surfaces.pair(a, b).thickness;
            let found = hit(motion.vertex(vertex), corners(face), thickness);
            let nearest = &mut ahead[ray.index()];
            if let Some(found) = found
                && nearest.is_none_or(|nearest| found.distance < nearest.distance)
            {
                *nearest = Some(found);
            }
        }
        Ok(ahead)
    }
}

/// Casts the path of a vertex, and its thickness beyond, at a face.
fn hit(vertex: MovingPoint, face: [MovingPoint; 3], thickness: f64) -> Option<Ahead> {
    let drift = face.iter().map(|corner| corner.displacement()).sum::<DVec3>() / 3.0;
    let path = vertex.displacement() - drift;
    let length = path.length();
    let direction = path.try_normalize()?;
    let ray = MovingPoint { start: vertex.start, end: vertex.end + thickness * direction };
    let time = vertex_face_ray_cast(ray, face)?.time;
    Some(Ahead { distance: time * (length + thickness) - thickness, path })
}
