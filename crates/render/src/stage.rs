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

impl Stage<'_> {
    /// Appearance of the surface of a vertex.
    pub(crate) fn appearance(&self, vertex: u32) -> Option<&Appearance> {
        self.appearances.get(self.mesh.surfaces()[vertex as usize].index())
    }

    /// The faces that are drawn, with the appearances of their surfaces.
    pub(crate) fn drawn_faces(&self) -> impl Iterator<Item = ([u32; 3], &Appearance)> {
        self.mesh.faces().iter().filter_map(|face| {
            let corners = face.map(|vertex| vertex.0);
            let appearance = self
                .appearance(corners[0])
                .filter(|appearance| appearance.finish != Finish::Hidden)?;
            Some((corners, appearance))
        })
    }
}
