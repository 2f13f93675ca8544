//! Seams of a scene, as stitches between vertices of the world.
//!
//! ```text
//! [[cloth]] stitches    of the mesh file, seam by seam, or a list
//! [[seam]]  stitches    a list
//! [[seam]]  first, second    two chains, matched by arc length       chains.rs
//! [[seam]]  groups      two lines of the files, or two panels        panels.rs
//! ```

mod chains;
mod panels;

use glam::DVec3;
use ripstop_detection::SpacedStitch;
use ripstop_dynamics::{ClothError, StitchLaw, Stitches as SewnStitches};
use ripstop_geometry::sew::Welded;
use ripstop_geometry::{Stitch, VertexId};

use super::ClothPart;
use crate::SceneError;
use crate::scene::{Chain, FaceGroup, Scene, Seam, SewingSettings, StitchEntry, Stitches};

/// A seam between vertices of the world.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SeamPart {
    /// Its name, for reports and errors.
    pub owner: String,
    /// Its stitches.
    pub stitches: Vec<Stitch>,
    /// Length of the seam that each of them stands for (m).
    pub lengths: Vec<f64>,
    /// Their forces.
    pub law: StitchLaw,
    /// Separation kept across it (m); without it, pairs around its stitches are not checked.
    pub gap: Option<f64>,
    /// Layer of the cloths that it sews, the higher one: at the start layers are sewn in turn.
    pub layer: i32,
}

/// Parts of a mesh file that seams refer to, numbered as in the cloth.
#[derive(Clone, Debug, Default)]
pub(super) struct FileParts {
    pub(super) seams: Vec<Vec<Stitch>>,
    /// Names of the seams, if they have any.
    pub(super) names: Vec<String>,
    pub(super) groups: Vec<FaceGroup>,
    pub(super) chains: Vec<Chain>,
}

/// Everything that seams are built from.
pub(super) struct SeamInput<'a> {
    pub(super) cloths: &'a [ClothPart],
    /// Those of every cloth.
    pub(super) files: &'a [FileParts],
    /// Positions at the start (m).
    pub(super) start: &'a [DVec3],
    /// Layers of the cloths, of those that have one.
    pub(super) layers: &'a [Option<i32>],
}

/// The seams of a scene: those of its cloths, then its own.
pub(super) fn of_scene(scene: &Scene, input: &SeamInput) -> Result<Vec<SeamPart>, SceneError> {
    let mut seams = Vec::new();
    for (index, cloth) in scene.cloths.iter().enumerate() {
        if let Some(stitches) = cloth.own_stitches().filter(|_| !cloth.weld_seams) {
            seams.extend(of_cloth(scene, input, index, stitches)?);
        }
    }
    for (index, seam) in scene.seams.iter().enumerate() {
        if welded_within(scene, seam).is_some() {
            continue;
        }
        let owner = owner(index, seam);
        let wrap = |what| SceneError::Part { owner: owner.clone(), what };
        let stitches = input.stitches(seam).map_err(wrap)?;
        let law = law(&scene.settings.sewing, seam).map_err(wrap)?;
        seams.push(input.seam(owner.clone(), stitches, law, seam.gap).map_err(wrap)?);
    }
    Ok(seams)
}

/// Names and stitches of the seams that are welded within a cloth; `input` has that cloth alone.
pub(super) fn within(
    scene: &Scene,
    input: &SeamInput,
    cloth: usize,
) -> Result<Vec<(String, Vec<Stitch>)>, SceneError> {
    let mut found = Vec::new();
    if let Some(stitches) = scene.cloths[cloth].own_stitches() {
        let seams = of_cloth(scene, input, 0, stitches)?;
        found.extend(seams.into_iter().map(|seam| (seam.owner, seam.stitches)));
    }
    for (index, seam) in scene.seams.iter().enumerate() {
        if welded_within(scene, seam) == Some(cloth) {
            let owner = owner(index, seam);
            let alone = Seam { cloths: [0; 2], ..seam.clone() };
            let stitches = input.stitches(&alone);
            let stitches =
                stitches.map_err(|what| SceneError::Part { owner: owner.clone(), what })?;
            found.push((owner, stitches));
        }
    }
    Ok(found)
}

/// The cloth that a seam is welded within, if it is.
fn welded_within(scene: &Scene, seam: &Seam) -> Option<usize> {
    let [first, second] = seam.cloths;
    let is_welded = scene.cloths.get(first).is_some_and(|cloth| cloth.weld_seams);
    (first == second && is_welded).then_some(first)
}

fn owner(index: usize, seam: &Seam) -> String {
    format!("seam {index} (`{}`)", seam.name)
}

/// Vertices of a mesh file, numbered as in the cloth: each once in a row.
pub(super) fn numbered(vertices: &[u32], welded: Option<&Welded>) -> Vec<u32> {
    let Some(welded) = welded else { return vertices.to_vec() };
    // A number that the file does not have stays one that the cloth does not have.
    let number = |vertex: &u32| welded.vertex_map.get(*vertex as usize).copied().unwrap_or(*vertex);
    let mut numbered: Vec<u32> = vertices.iter().map(number).collect();
    numbered.dedup();
    numbered
}

/// Seams of a cloth with itself.
fn of_cloth(
    scene: &Scene,
    input: &SeamInput,
    index: usize,
    stitches: &Stitches,
) -> Result<Vec<SeamPart>, SceneError> {
    let part = &input.cloths[index];
    let cloth = |what| SceneError::Part { owner: part.owner.clone(), what };
    let is_of_file = matches!(stitches, Stitches::File(_));
    let lists = match stitches {
        Stitches::File(_) => input.files[index].seams.clone(),
        Stitches::List(list) => {
            vec![list.iter().map(|&entry| stitch(entry)).collect()]
        }
    };
    if lists.iter().all(Vec::is_empty) {
        return Err(cloth("its mesh file has no `stitch` lines".to_owned()));
    }
    let law = law(&scene.settings.sewing, &Seam::default()).map_err(cloth)?;
    let seam = |(number, list): (usize, &Vec<Stitch>)| {
        let name = input.files[index].names.get(number).filter(|_| is_of_file);
        let name = name.map_or_else(String::new, |name| format!(" (`{name}`)"));
        let owner = format!("{}, seam {number}{name}", part.owner);
        let wrap = |what| SceneError::Part { owner: owner.clone(), what };
        let placed = list.iter().enumerate().map(|(place, stitch)| {
            let placed = input.placed([index; 2], *stitch);
            placed.map_err(|what| format!("stitch {place}: {what}"))
        });
        let placed = placed.collect::<Result<_, _>>().map_err(wrap)?;
        input.seam(owner.clone(), placed, law, None).map_err(wrap)
    };
    lists.iter().enumerate().map(seam).collect()
}

fn stitch((vertex, a, b, ratio): StitchEntry) -> Stitch {
    Stitch { vertex: VertexId(vertex), edge: [VertexId(a), VertexId(b)], ratio }
}

fn law(sewing: &SewingSettings, seam: &Seam) -> Result<StitchLaw, String> {
    let law = StitchLaw {
        force: seam.force.unwrap_or(sewing.force),
        reach: seam.reach.unwrap_or(sewing.reach),
        speed: sewing.speed,
        stiffness: seam.stiffness.unwrap_or(sewing.stiffness),
        closed: if seam.gap.is_some() { 0.0 } else { sewing.closed },
    };
    let numbers = [
        ("force", law.force),
        ("reach", law.reach),
        ("stiffness", law.stiffness),
        ("gap", seam.gap.unwrap_or(1.0)),
        ("within", seam.within),
    ];
    let bad = numbers.into_iter().find(|(_, value)| !(*value > 0.0 && value.is_finite()));
    match bad {
        Some((name, value)) => Err(format!("its {name} is {value}, but has to be positive")),
        None => Ok(law),
    }
}

impl SeamInput<'_> {
    /// The stitches of a seam, numbered as in the world.
    fn stitches(&self, seam: &Seam) -> Result<Vec<Stitch>, String> {
        for &cloth in &seam.cloths {
            if cloth >= self.cloths.len() {
                return Err(format!("it names cloth {cloth}, but there are {}", self.cloths.len()));
            }
        }
        let seam = &self.numbered(seam);
        let has_chains = !(seam.first.is_empty() && seam.second.is_empty());
        let ways = [has_chains, !seam.stitches.is_empty(), seam.groups.is_some()];
        if ways.iter().filter(|is_given| **is_given).count() != 1 {
            return Err(
                "it has to have `first` and `second`, or `stitches`, or `groups`".to_owned()
            );
        }
        if !seam.stitches.is_empty() {
            let placed = seam.stitches.iter().enumerate().map(|(place, &entry)| {
                let placed = self.placed(seam.cloths, stitch(entry));
                placed.map_err(|what| format!("stitch {place}: {what}"))
            });
            return placed.collect();
        }
        match &seam.groups {
            None => self.chain_stitches(seam.cloths, [&seam.first, &seam.second]),
            Some(groups) => self.group_stitches(seam, groups),
        }
    }

    /// The seam with its vertices numbered as in the cloths: in a scene they have the numbers of
    /// the files.
    fn numbered(&self, seam: &Seam) -> Seam {
        let [first, second] = seam.cloths.map(|cloth| self.cloths[cloth].welded.as_ref());
        let one = |vertex: u32, welded| numbered(&[vertex], welded)[0];
        let stitch = |&(vertex, a, b, ratio): &StitchEntry| {
            (one(vertex, first), one(a, second), one(b, second), ratio)
        };
        Seam {
            first: numbered(&seam.first, first),
            second: numbered(&seam.second, second),
            stitches: seam.stitches.iter().map(stitch).collect(),
            ..seam.clone()
        }
    }

    fn group_stitches(&self, seam: &Seam, groups: &[String; 2]) -> Result<Vec<Stitch>, String> {
        let chain = |side: usize| {
            let chains = &self.files[seam.cloths[side]].chains;
            chains.iter().find(|chain| chain.name == groups[side])
        };
        match (chain(0), chain(1)) {
            (Some(first), Some(second)) => {
                self.chain_stitches(seam.cloths, [&first.vertices, &second.vertices])
            }
            (None, None) => self.panel_stitches(seam, groups),
            (first, _) => {
                let [line, other] = if first.is_some() { [0, 1] } else { [1, 0] };
                self.check_panel(seam.cloths[other], &groups[other])?;
                Err(format!("`{}` is a line, but `{}` is a panel", groups[line], groups[other]))
            }
        }
    }

    /// A stitch between two cloths, checked, numbered as in the world.
    fn placed(&self, cloths: [usize; 2], stitch: Stitch) -> Result<Stitch, String> {
        let [first, second] = cloths.map(|cloth| &self.cloths[cloth]);
        let Stitch { vertex, edge: [a, b], ratio } = stitch;
        if !(0.0..=1.0).contains(&ratio) {
            return Err(format!("its ratio is {ratio}, but has to be from 0 to 1"));
        }
        for (part, id) in [(first, vertex), (second, a), (second, b)] {
            let count = part.topology.vertex_count();
            if id.index() >= count {
                return Err(format!(
                    "it names vertex {} of {}, which has {count}",
                    id.0, part.owner
                ));
            }
        }
        if second.topology.edge_between([a, b]).is_none() {
            return Err(format!(
                "vertices {} and {} of {} are not an edge",
                a.0, b.0, second.owner
            ));
        }
        if cloths[0] == cloths[1] && [a, b].contains(&vertex) {
            return Err(format!("vertex {} is sewn to an edge of which it is an end", vertex.0));
        }
        let edge = [a, b].map(|end| VertexId(second.first.0 + end.0));
        Ok(Stitch { vertex: VertexId(first.first.0 + vertex.0), edge, ratio })
    }

    /// A seam of stitches of the world.
    fn seam(
        &self,
        owner: String,
        stitches: Vec<Stitch>,
        law: StitchLaw,
        gap: Option<f64>,
    ) -> Result<SeamPart, String> {
        if stitches.is_empty() {
            return Err("it has no stitch".to_owned());
        }
        let lengths = self.lengths(&stitches);
        let layer = self.layer(&stitches);
        Ok(SeamPart { owner, stitches, lengths, law, gap, layer })
    }

    /// Highest layer of the cloths that stitches sew; one without a layer is the lowest.
    fn layer(&self, stitches: &[Stitch]) -> i32 {
        let of_vertex = |vertex: VertexId| {
            let cloth = self.cloths.iter().position(|c| c.vertices().contains(&vertex.index()));
            cloth.and_then(|cloth| self.layers.get(cloth).copied().flatten())
        };
        let ends = stitches.iter().flat_map(Stitch::vertices);
        ends.filter_map(of_vertex).max().unwrap_or(i32::MIN)
    }

    /// Length (m) of the seam that each stitch stands for: half of the edges between vertices that
    /// are sewn, or half of its own edge where there is none.
    fn lengths(&self, stitches: &[Stitch]) -> Vec<f64> {
        let mut sewn: Vec<VertexId> = stitches.iter().map(|stitch| stitch.vertex).collect();
        sewn.sort_unstable();
        let is_sewn = |vertex: VertexId| sewn.binary_search(&vertex).is_ok();
        let length = |stitch: &Stitch| {
            let count = sewn.partition_point(|vertex| *vertex <= stitch.vertex)
                - sewn.partition_point(|vertex| *vertex < stitch.vertex);
            let along: f64 = self
                .edges_at(stitch.vertex)
                .filter(|(other, _)| is_sewn(*other))
                .map(|(_, length)| 0.5 * length)
                .sum();
            let length = if along > 0.0 { along } else { 0.5 * self.edge_length(stitch.edge) };
            length / count as f64
        };
        stitches.iter().map(length).collect()
    }

    /// Rest length (m) of an edge of the world.
    fn edge_length(&self, edge: [VertexId; 2]) -> f64 {
        let part = self.cloths.iter().find(|part| part.vertices().contains(&edge[0].index()));
        let length = part.and_then(|part| {
            let ends = edge.map(|end| VertexId(end.0 - part.first.0));
            Some(part.shape.lengths()[part.topology.edge_between(ends)?.index()])
        });
        length.unwrap_or_default()
    }

    /// Edges of the boundary at a vertex of the world: their other ends and rest lengths (m).
    fn edges_at(&self, vertex: VertexId) -> impl Iterator<Item = (VertexId, f64)> {
        let part = self.cloths.iter().find(|part| part.vertices().contains(&vertex.index()));
        let edges = part.into_iter().flat_map(move |part| {
            let own = VertexId(vertex.0 - part.first.0);
            let ids = part.topology.vertex_edges().row(own.index());
            ids.iter().map(move |edge| (part, own, edge.index()))
        });
        edges.filter_map(|(part, own, edge)| {
            let [a, b] = part.topology.edges()[edge];
            let other = if a == own { b } else { a };
            let is_boundary = part.topology.edge_faces().row(edge).len() == 1;
            is_boundary.then(|| (VertexId(part.first.0 + other.0), part.shape.lengths()[edge]))
        })
    }
}

impl SeamPart {
    /// Its stitches, as detection sees them.
    pub(crate) fn spaced(&self) -> impl Iterator<Item = SpacedStitch> {
        let gap = self.gap.unwrap_or_default();
        self.stitches.iter().map(move |&stitch| SpacedStitch { stitch, gap })
    }
}

/// All stitches of some seams, none of them held.
pub(crate) fn sewn(seams: &[SeamPart]) -> Result<SewnStitches, ClothError> {
    let mut stitches = SewnStitches::default();
    for SeamPart { stitches: list, lengths, law, .. } in seams {
        stitches.add_seam(list, lengths, *law)?;
    }
    Ok(stitches)
}
