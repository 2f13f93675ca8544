//! Seams of a scene: what they pull on, and how close cloth may come where it is sewn.
//!
//! Two panels that are sewn together are one cloth, and across the seam two points are as far apart without stress as the way over the seam is
//! long. As for two parts of one cloth, a pair wants no more separation than that, and never less than the seam's gap. Pairs at a seam stay in the
//! certified check like all others: what is sewn together comes close, and does not pass.

use glam::DVec3;
use ripstop_dynamics::{ClothError, Seam as SeamPotential};
use ripstop_geometry::VertexId;

use crate::SceneError;
use crate::scene::{DynamicsMethod, Scene, Seam};
use crate::world::ClothPart;

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
    /// Separation wanted of what is sewn together (m).
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

/// How far vertices are from stitches without stress.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeamDistances {
    /// For every vertex the stitches near it, ascending, each with its distance (m); empty without seams.
    near: Vec<Vec<(u32, f64)>>,
    /// Of every stitch (m).
    gaps: Vec<f64>,
}

impl SeamDistances {
    /// Stitches within `reach` (m) of the vertices of their cloths.
    pub(crate) fn new(
        seams: &[SeamPart],
        cloths: &[ClothPart],
        rest: &[DVec3],
        reach: f64,
    ) -> Self {
        if seams.is_empty() {
            return Self::default();
        }
        let mut distances = Self { near: vec![Vec::new(); rest.len()], gaps: Vec::new() };
        for seam in seams {
            for ends in &seam.stitches {
                let stitch = distances.gaps.len() as u32;
                distances.gaps.push(seam.gap);
                for end in ends {
                    distances.add(stitch, *end, (cloths, rest, reach));
                }
            }
        }
        distances
    }

    fn add(
        &mut self,
        stitch: u32,
        end: VertexId,
        (cloths, rest, reach): (&[ClothPart], &[DVec3], f64),
    ) {
        let own = cloths.iter().find(|cloth| cloth.vertices().contains(&end.index()));
        for vertex in own.map_or(0..0, ClothPart::vertices) {
            let distance = rest[vertex].distance(rest[end.index()]);
            if distance > reach {
                continue;
            }
            match self.near[vertex].last_mut() {
                Some((last, least)) if *last == stitch => *least = least.min(distance),
                _ => self.near[vertex].push((stitch, distance)),
            }
        }
    }

    /// The least way (m) over a seam from one primitive to another, but not less than the seam's gap; if there is one.
    pub(crate) fn across(&self, first: &[VertexId], second: &[VertexId]) -> Option<f64> {
        if self.near.is_empty() {
            return None;
        }
        let stitches = |vertices: &[VertexId]| -> Vec<(u32, f64)> {
            vertices.iter().flat_map(|vertex| &self.near[vertex.index()]).copied().collect()
        };
        let (first, second) = (stitches(first), stitches(second));
        let ways = first.iter().flat_map(|(stitch, way)| {
            let gap = self.gaps[*stitch as usize];
            let others = second.iter().filter(move |(other, _)| other == stitch);
            others.map(move |(_, rest)| (way + rest).max(gap))
        });
        ways.min_by(f64::total_cmp)
    }
}
