//! Ambient occlusion: the part of the sky that a place sees.
//!
//! ```text
//! openness(x, n) = 1 − ∫ (1 − t(ω)/R)² (n·ω) dω / ∫ (n·ω) dω
//! ```
//!
//! over the half-sphere around `n`, with `t(ω)` the distance to what is there, nothing beyond the
//! range `R`. It varies slowly, so it is sampled at few places and interpolated: at both sides of
//! every vertex; on a lattice in faces that are long compared to the picture; on a grid on the
//! ground. Every place uses the same directions, so that neighbours differ smoothly and nothing is
//! noisy.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_broad::bvh::Ray;

use crate::ground_map::GroundMap;
use crate::lattice::Lattice;
use crate::normals::FacesAround;
use crate::sampling;
use crate::snapshot::{Hit, Snapshot};

/// Directions per place.
const DIRECTIONS: usize = 48;

/// Occlusion by the ground, compared to a surface: it is bright itself.
const GROUND_WEIGHT: f64 = 0.5;

/// The openness of all surfaces of a frame.
#[derive(Debug, Default)]
pub(crate) struct Openness {
    /// Of the front and the back of each vertex.
    vertices: Vec<[f64; 2]>,
    /// Of each face that is too long for its corners to tell.
    lattices: Vec<Option<Lattice>>,
    pub(crate) ground: Option<GroundMap>,
    /// Rays that were cast.
    pub(crate) rays: u64,
}

/// Looks around from places of a frame.
pub(crate) struct Lookout<'s, 'a> {
    snapshot: &'s Snapshot<'a>,
    directions: Vec<DVec3>,
    /// `R` (m).
    pub(crate) range: f64,
}

impl Openness {
    pub(crate) fn of(snapshot: &Snapshot) -> Self {
        let range = 0.3 * snapshot.stage.size;
        let directions = sampling::half_sphere(DIRECTIONS);
        let lookout = Lookout { snapshot, directions, range };
        let spacing = 0.02 * snapshot.stage.size;
        let lattices: Vec<Option<Lattice>> = (0..snapshot.faces.len())
            .into_par_iter()
            .map(|face| Lattice::of(&lookout, face, spacing))
            .collect();
        let around = FacesAround::new(&snapshot.faces, snapshot.positions.len());
        let vertices: Vec<[f64; 2]> = (0..snapshot.positions.len() as u32)
            .into_par_iter()
            .map(|vertex| {
                let faces = around.of(vertex);
                let needed = faces.iter().find(|&&face| lattices[face as usize].is_none());
                let Some(&face) = needed else { return [1.0; 2] };
                let corners = snapshot.faces[face as usize];
                let place = corners.iter().position(|&corner| corner == vertex).unwrap_or(0);
                let normal = snapshot.normals[face as usize][place];
                let position = snapshot.positions[vertex as usize];
                let front = lookout.openness(position, normal);
                let is_solid = snapshot.appearances[face as usize].finish.is_solid();
                [front, if is_solid { front } else { lookout.openness(position, -normal) }]
            })
            .collect();
        let ground = GroundMap::of(&lookout);
        let points = lattices.iter().flatten().map(Lattice::len).sum::<usize>()
            + 2 * snapshot.positions.len()
            + ground.as_ref().map_or(0, GroundMap::len);
        Self { vertices, lattices, ground, rays: (points * DIRECTIONS) as u64 }
    }

    /// The openness of a place in a face, on its front or back.
    pub(crate) fn at(&self, snapshot: &Snapshot, hit: &Hit, is_front: bool) -> f64 {
        if let Some(lattice) = &self.lattices[hit.face] {
            return lattice.at(hit.weights);
        }
        let side = usize::from(!is_front);
        let corners = snapshot.faces[hit.face].map(|vertex| self.vertices[vertex as usize][side]);
        corners.iter().zip(hit.weights).map(|(open, weight)| open * weight).sum()
    }
}

impl<'s, 'a> Lookout<'s, 'a> {
    pub(crate) fn snapshot(&self) -> &'s Snapshot<'a> {
        self.snapshot
    }

    /// The openness of a place with a unit normal.
    pub(crate) fn openness(&self, position: DVec3, normal: DVec3) -> f64 {
        let side = normal.any_orthonormal_vector();
        let other = normal.cross(side);
        let origin = position + self.snapshot.offset * normal;
        let mut taken = 0.0;
        for direction in &self.directions {
            let direction = direction.x * side + direction.y * other + direction.z * normal;
            let ray = Ray { origin, direction, t_max: self.range };
            let surface = self.snapshot.first_blocker(&ray).map_or(0.0, |t| self.closeness(t));
            taken += surface.max(GROUND_WEIGHT * self.ground_closeness(&ray));
        }
        1.0 - taken / self.directions.len() as f64
    }

    fn closeness(&self, t: f64) -> f64 {
        let left = (1.0 - t / self.range).clamp(0.0, 1.0);
        left * left
    }

    fn ground_closeness(&self, ray: &Ray) -> f64 {
        let stage = self.snapshot.stage;
        let Some(ground) = stage.ground else { return 0.0 };
        let descent = -ray.direction.dot(stage.up);
        let height = ray.origin.dot(stage.up) - ground.height;
        // A place on the ground itself does not see it.
        if descent <= 0.0 || height <= 2.0 * self.snapshot.offset {
            return 0.0;
        }
        self.closeness(height / descent)
    }
}
