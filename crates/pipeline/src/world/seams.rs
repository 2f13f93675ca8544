//! Seams of a scene, as chains of stitches between vertices of the world.

use glam::DVec3;
use ripstop_detection::Stitch;
use ripstop_dynamics::{ClothError, Seam as SeamPotential};
use ripstop_geometry::VertexId;

use super::ClothPart;
use crate::SceneError;
use crate::scene::{DynamicsMethod, Scene, Seam};

/// A seam between vertices of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct SeamPart {
    /// Pairs of vertices that are sewn together, in a row.
    pub stitches: Vec<[VertexId; 2]>,
    /// Lengths of what is sewn between each two of them (m).
    pub lengths: Vec<f64>,
    /// Force per length (N/m).
    pub force: f64,
    /// The distance within which the force falls off (m).
    pub reach: f64,
    /// Separation kept across it (m).
    pub gap: f64,
}

impl SeamPart {
    /// The seams of a scene.
    pub(crate) fn of_scene(
        scene: &Scene,
        cloths: &[ClothPart],
        rest: &[DVec3],
    ) -> Result<Vec<Self>, SceneError> {
        let dynamics = scene.settings.dynamics;
        let seam = |(index, seam): (usize, &Seam)| {
            let built = if dynamics == DynamicsMethod::Fem {
                Self::new(seam, cloths, rest)
            } else {
                Err(format!("seams need `dynamics = \"fem\"`, not `{}`", dynamics.name()))
            };
            built.map_err(|what| {
                let owner = format!("seam {index} (`{}`)", seam.name);
                SceneError::Part { owner, what }
            })
        };
        scene.seams.iter().enumerate().map(seam).collect()
    }

    fn new(seam: &Seam, cloths: &[ClothPart], rest: &[DVec3]) -> Result<Self, String> {
        let numbers = [("force", seam.force), ("reach", seam.reach), ("gap", seam.gap)];
        if let Some((name, value)) = numbers.into_iter().find(|(_, v)| !(*v > 0.0 && v.is_finite()))
        {
            return Err(format!("its {name} is {value}, but has to be positive"));
        }
        let (first, second) = (seam.first.len(), seam.second.len());
        if first != second || first < 2 {
            return Err(format!(
                "it has to sew at least 2 vertices to as many, not {first} to {second}"
            ));
        }
        let [a, b] = [(seam.cloths[0], &seam.first), (seam.cloths[1], &seam.second)]
            .map(|(cloth, chain)| world_chain(cloths, cloth, chain));
        let (a, b) = (a?, b?);
        if let Some(vertex) = a.iter().find(|vertex| b.contains(vertex)) {
            return Err(format!(
                "vertex {} of the scene is sewn to itself or on both sides",
                vertex.0
            ));
        }
        let length = |chain: &[VertexId]| rest[chain[0].index()].distance(rest[chain[1].index()]);
        let pairs = a.windows(2).zip(b.windows(2));
        let lengths = pairs.map(|(a, b)| 0.5 * (length(a) + length(b))).collect();
        let stitches = a.into_iter().zip(b).map(|(a, b)| [a, b]).collect();
        let Seam { force, reach, gap, .. } = *seam;
        Ok(Self { stitches, lengths, force, reach, gap })
    }

    /// Its stitches, as detection sees them.
    pub(crate) fn stitches_with_gap(&self) -> impl Iterator<Item = Stitch> {
        self.stitches.iter().map(|&ends| Stitch { ends, gap: self.gap })
    }

    /// The energy that closes it.
    pub(crate) fn potential(&self) -> Result<SeamPotential, ClothError> {
        let edges: Vec<_> = self
            .stitches
            .windows(2)
            .map(|pair| [[pair[0][0], pair[1][0]], [pair[0][1], pair[1][1]]])
            .collect();
        SeamPotential::new(&edges, &self.lengths, self.force, self.reach)
    }
}

/// A chain of vertices of a cloth, numbered as in the world.
fn world_chain(cloths: &[ClothPart], cloth: usize, chain: &[u32]) -> Result<Vec<VertexId>, String> {
    let Some(part) = cloths.get(cloth) else {
        return Err(format!("it names cloth {cloth}, but there are {}", cloths.len()));
    };
    let count = part.topology.vertex_count();
    if let Some(vertex) = chain.iter().find(|vertex| **vertex as usize >= count) {
        return Err(format!("it names vertex {vertex} of {}, which has {count}", part.owner));
    }
    let is_edge = |ends: &[u32]| {
        let [a, b] = [VertexId(ends[0]), VertexId(ends[1])];
        part.topology.edges().iter().any(|edge| *edge == [a, b] || *edge == [b, a])
    };
    if let Some(ends) = chain.windows(2).find(|ends| !is_edge(ends)) {
        let [a, b] = [ends[0], ends[1]];
        return Err(format!("vertices {a} and {b} of {} are not an edge", part.owner));
    }
    Ok(chain.iter().map(|vertex| VertexId(part.first.0 + vertex)).collect())
}
