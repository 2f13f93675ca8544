//! Constants of all pictures of a run: topology, colours, ground.

use glam::{DVec2, DVec3};
use ripstop_geometry::CollisionMesh;

use crate::Color;

/// Appearance of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Appearance {
    /// Colour of the side from which faces are counter-clockwise.
    pub front: Color,
    /// Colour of the other side.
    pub back: Color,
    /// Its material.
    pub finish: Finish,
}

/// Material of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Woven: smooth normals, light comes through a little, threads at rest coordinates.
    Cloth,
    /// Solid: edges stay sharp.
    Solid,
    /// Closed walls around what is to be seen: solid, but drawn only where they are seen from
    /// inside, and light comes in through them. Its faces may point to either side.
    Room,
    /// Not drawn, as a floor that is drawn as the ground.
    Hidden,
}

/// A plane without end below everything.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Height along [`Stage::up`] (m).
    pub height: f64,
}

/// Constants of all pictures of a run.
#[derive(Clone, Debug)]
pub struct Stage<'a> {
    /// All surfaces.
    pub mesh: &'a CollisionMesh,
    /// One for each surface; surfaces beyond the end of the list are not drawn.
    pub appearances: Vec<Appearance>,
    /// For each vertex a place in the cloth, in cells of the pattern of thicker threads; empty for
    /// no pattern.
    pub weave: Vec<DVec2>,
    /// Up direction, of length 1.
    pub up: DVec3,
    /// The ground, if there is one.
    pub ground: Option<Ground>,
    /// Middle of what the pictures show (m).
    pub center: DVec3,
    /// Edge length of what the pictures show (m); ambient occlusion reaches over a part of it.
    pub size: f64,
}

impl Finish {
    /// True for what is not woven: edges stay sharp.
    pub(crate) const fn is_solid(self) -> bool {
        matches!(self, Self::Solid | Self::Room)
    }
}

impl Stage<'_> {
    /// Appearance of the surface of a vertex.
    pub(crate) fn appearance(&self, vertex: u32) -> Option<&Appearance> {
        self.appearances.get(self.mesh.surfaces()[vertex as usize].index())
    }

    /// The faces that are drawn, with the appearances of their surfaces; those of rooms have their
    /// front inside.
    pub(crate) fn drawn_faces<'a>(
        &'a self,
        positions: &[DVec3],
    ) -> impl Iterator<Item = ([u32; 3], &'a Appearance)> {
        let finish = |surface: usize| Some(self.appearances.get(surface)?.finish);
        let outward = outward_rooms(self.mesh, positions, finish);
        self.mesh.faces().iter().filter_map(move |face| {
            let corners = face.map(|vertex| vertex.0);
            let appearance = self
                .appearance(corners[0])
                .filter(|appearance| appearance.finish != Finish::Hidden)?;
            let [a, b, c] = corners;
            let surface = self.mesh.surfaces()[a as usize].index();
            let is_outward = outward.get(surface).is_some_and(|&is_outward| is_outward);
            Some((if is_outward { [a, c, b] } else { corners }, appearance))
        })
    }
}

/// Finds the rooms whose faces point outwards: those around a positive volume.
pub(crate) fn outward_rooms(
    mesh: &CollisionMesh,
    positions: &[DVec3],
    finish: impl Fn(usize) -> Option<Finish>,
) -> Vec<bool> {
    let surface_count = mesh.surfaces().last().map_or(0, |last| last.index() + 1);
    let mut volumes = vec![0.0; surface_count];
    // Near the middle of the numbers, so that little is lost to rounding.
    let origin = positions.first().copied().unwrap_or_default();
    for face in mesh.faces() {
        let surface = mesh.surfaces()[face[0].index()].index();
        if finish(surface) == Some(Finish::Room) {
            let [a, b, c] = face.map(|vertex| positions[vertex.index()] - origin);
            volumes[surface] += a.dot(b.cross(c));
        }
    }
    volumes.into_iter().map(|volume| volume > 0.0).collect()
}
