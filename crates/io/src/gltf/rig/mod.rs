//! Characters: meshes of a glTF file that move with its nodes, its skins and its morph targets.
//!
//! ```text
//! p   = x + Σ_t w_t Δ_t                          morph targets, with the weights of its node
//! x'  = Σ_j w_j G_j B_j p / Σ_j w_j              with a skin: joints j, inverse binds B_j
//! x'  = G p                                      without: G is the transform of its node
//! G   = G_parent · T · R · S
//! ```
//!
//! Animations change `T`, `R`, `S` and the weights `w_t` by keys: in steps, linearly (rotations
//! along the shortest arc, at constant speed), or by cubic splines of Hermite's form. Before its
//! first key a curve has the value of that key, after its last the value of the last.
//!
//! | read | not read |
//! |---|---|
//! | `JOINTS_n`, `WEIGHTS_n`, for n from 0 to 7 | normals and tangents of targets |
//! | targets with `POSITION`, sparse or not | `KHR_animation_pointer` |
//! | channels of nodes of the scene | channels without a node, or of nodes outside of the scene |
//!
//! Weights of a vertex that do not sum to 1 are divided by their sum; a vertex whose weights are
//! all 0 follows the first joint that it names. Without a scene nothing moves.

mod animation;
mod curve;
mod influences;
mod list;
mod nodes;
mod part;
mod skin;

use std::io::Read;

use glam::DVec3;

use super::buffers::{BufferLoader, Buffers};
use super::document::Document;
use super::read::{File, read_mesh};
use crate::whole_file::read_whole;
use crate::{Imported, ReadError};
use nodes::Nodes;
use part::Part;
use skin::Skin;

pub use animation::Animation;

/// A mesh that moves as a glTF file says.
#[derive(Clone, Debug)]
pub struct Character {
    imported: Imported,
    nodes: Nodes,
    skins: Vec<Skin>,
    parts: Vec<Part>,
    animations: Vec<Animation>,
}

/// Reads a character from a glTF file, `.gltf` or `.glb`; `load` gets the addresses of buffers in
/// files of their own.
///
/// Memory stays below 1 MiB + 8 × the size of the file and those buffers, whatever they are.
///
/// # Errors
/// As [`read_gltf_with`](super::read_gltf_with), and if joints, weights, targets or animations are
/// not where the file says, do not fit each other, or have numbers that are not finite.
pub fn read_character(reader: impl Read, load: &mut BufferLoader) -> Result<Character, ReadError> {
    let bytes = read_whole(reader)?;
    let document = Document::parse(&bytes)?;
    let buffers = Buffers::load(&document, load)?;
    let file = File { document: &document, buffers: &buffers };
    let (mut imported, mut budget) = read_mesh(&file, bytes.len())?;
    let mut nodes = Nodes::read(&document, &mut budget)?;
    let skins = skin::read(&file, &nodes, &mut budget)?;
    let parts = part::read(&file, &mut nodes, &skins, &mut budget)?;
    let animations = animation::read(&file, &nodes, &mut budget)?;
    if !parts.is_empty() {
        imported.mesh.positions = Vec::new();
    }
    let mut character = Character { imported, nodes, skins, parts, animations };
    if !character.parts.is_empty() {
        character.imported.mesh.positions = character.rest_pose();
    }
    Ok(character)
}

impl Character {
    /// The mesh, with the vertices and faces of [`read_gltf`](super::read_gltf), in the pose in
    /// which its nodes stand; and what had to be done to make triangles of it.
    #[must_use]
    pub const fn imported(&self) -> &Imported {
        &self.imported
    }

    /// The mesh alone.
    #[must_use]
    pub fn into_imported(self) -> Imported {
        self.imported
    }

    /// Its animations, in the order of the file.
    #[must_use]
    pub fn animations(&self) -> &[Animation] {
        &self.animations
    }

    /// Number of skins.
    #[must_use]
    pub const fn skin_count(&self) -> usize {
        self.skins.len()
    }

    /// Number of joints, of all skins together.
    #[must_use]
    pub fn joint_count(&self) -> usize {
        self.skins.iter().map(Skin::joint_count).sum()
    }

    /// Number of vertices that follow joints.
    #[must_use]
    pub fn skinned_vertex_count(&self) -> usize {
        self.parts.iter().filter(|part| part.has_skin()).map(Part::vertex_count).sum()
    }

    /// Number of morph targets of the mesh that has most.
    #[must_use]
    pub fn morph_target_count(&self) -> usize {
        self.parts.iter().map(Part::target_count).max().unwrap_or_default()
    }

    /// Positions of all vertices with the nodes as they stand in the file.
    #[must_use]
    pub fn rest_pose(&self) -> Vec<DVec3> {
        self.posed(&self.nodes)
    }

    /// Positions of all vertices at a time (s) after the first key of an animation; the time may be
    /// anything, the animation is at rest before and after.
    ///
    /// # Panics
    /// If there is no animation of this number.
    #[must_use]
    pub fn pose(&self, animation: usize, time: f64) -> Vec<DVec3> {
        let animation = &self.animations[animation];
        let mut nodes = self.nodes.clone();
        animation.apply(animation.first_key() + time, &mut nodes);
        self.posed(&nodes)
    }

    fn posed(&self, nodes: &Nodes) -> Vec<DVec3> {
        if self.parts.is_empty() {
            return self.imported.mesh.positions.clone();
        }
        let places = nodes.places();
        let joints: Vec<_> = self.skins.iter().map(|skin| skin.matrices(&places)).collect();
        let count = self.parts.iter().map(Part::vertex_count).sum();
        let mut positions = Vec::with_capacity(count);
        for part in &self.parts {
            part.pose(nodes, &places, &joints, &mut positions);
        }
        positions
    }
}
