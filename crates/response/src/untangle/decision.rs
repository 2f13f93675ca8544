//! Decides which regions have to move for a contour to vanish, and in which direction.
//!
//! | surfaces | region on the wrong side | known by |
//! |---|---|---|
//! | cloth in a volume | its inside | exact sides, flooded up to all contours with the volume |
//! | cloth that belongs inside, in a volume | its outside | the same |
//! | two volumes | the regions inside of each other | the same |
//! | layers | of the outer, on the inner side of the inner | the same, with the inner's sides |
//! | others | the smaller one cut off; of both if the contour is closed | flood fill |
//! | faces with a common vertex | none: a short contour there is a sharp crease | the vertex |
//! | no region cut off | the smaller one if the contour went on | flood fill between its ends |
//! | nor that | – | the direction in which the contour shrinks |
//!
//! One direction for a contour: that of the mean normal of the pierced surface, to the side where
//! the region belongs. Where these normals cancel (the end of a tube through a wall sees the wall's
//! normal, and the wall sees none), the other surface's decides; where both do, it is the direction
//! from the centroid of the region to that of the contour, and where the region surrounds the
//! latter (a sheet through the middle of a ball), that over the smaller region of the other
//! surface.

use glam::DVec3;
use ripstop_geometry::crossing::{ContourEnd, Strand};
use ripstop_geometry::exact::Sign;
use ripstop_geometry::{CollisionMesh, VertexId};

use super::curve::{Curve, Cut};
use super::flood::{Flood, Region};
use super::gradient::shared_gradient;
use super::{Components, UntangleMethod};

/// Mean normals shorter than this cancel, and regions less lopsided than this surround the contour.
const CANCELLED: f64 = 0.25;

/// A contour that ends in a common vertex and is longer than this, in edge lengths, is no crease.
const LONGEST_CREASE: f64 = 8.0;

/// The correction of a contour.
#[derive(Clone, Debug)]
pub(crate) enum Decision {
    /// Regions go to the other side.
    Part(Parting),
    /// The first strand's surface moves along this unit direction, the second's against it.
    Shrink(DVec3),
    /// A crease is smoothed.
    Smooth,
}

/// Regions on the wrong side, and the direction back.
#[derive(Clone, Debug)]
pub(crate) struct Parting {
    /// The region of each strand's surface that is on the wrong side, if it has to move.
    pub(crate) wrong: [Option<Region>; 2],
    /// The smaller region of each strand's surface that the contour cuts off, if it does.
    pub(crate) cut_off: [Option<Region>; 2],
    /// Unit direction in which the first strand's surface moves, and the second's against it.
    pub(crate) direction: DVec3,
}

/// Decides contours.
pub(crate) struct Decider<'a> {
    pub(crate) mesh: &'a CollisionMesh,
    pub(crate) positions: &'a [DVec3],
    pub(crate) components: &'a Components,
    /// Layers of surfaces, by id; a surface beyond the end has none.
    pub(crate) layers: &'a [Option<i32>],
    /// By surface, whether it belongs inside of volumes; a surface beyond the end does not.
    pub(crate) inside: &'a [bool],
    pub(crate) method: UntangleMethod,
    /// Mean length of an edge (m).
    pub(crate) edge: f64,
}

/// A pair of components, and all cuts of the first by contours with the second.
pub(crate) type Barrier = ([u32; 2], Cut);

impl Decider<'_> {
    /// The components of the two strands.
    pub(crate) fn components_of(&self, curve: &Curve) -> [u32; 2] {
        Strand::BOTH.map(|strand| self.components.of(curve.vertex(strand, self.mesh)))
    }

    fn layer_of(&self, curve: &Curve, strand: Strand) -> Option<i32> {
        let vertex = curve.vertex(strand, self.mesh);
        let surface = self.mesh.surfaces()[vertex.index()];
        self.layers.get(surface.index()).copied().flatten()
    }

    fn belongs_inside(&self, curve: &Curve, strand: Strand) -> bool {
        let vertex = curve.vertex(strand, self.mesh);
        let surface = self.mesh.surfaces()[vertex.index()];
        self.inside.get(surface.index()).copied().unwrap_or_default()
    }

    /// All cuts by contours between two different components, sorted by the components.
    pub(crate) fn barriers(&self, curves: &[Curve]) -> Vec<Barrier> {
        let mut all = Vec::new();
        for curve in curves {
            let components = self.components_of(curve);
            if components[0] == components[1] {
                continue;
            }
            for strand in Strand::BOTH {
                let pair = [components[strand.index()], components[strand.other().index()]];
                all.extend(curve.cuts[strand.index()].iter().map(|cut| (pair, *cut)));
            }
        }
        all.sort_unstable();
        all
    }

    /// Decides a contour; `None` if no criterion applies.
    pub(crate) fn decide(
        &self,
        curve: &Curve,
        flood: &mut Flood,
        barriers: &[Barrier],
    ) -> Option<Decision> {
        let cuts = &curve.cuts;
        if self.is_crease(curve) {
            return Some(Decision::Smooth);
        }
        if self.method == UntangleMethod::Contour || curve.is_twisted {
            return self.shrink_direction(curve).map(Decision::Shrink);
        }
        let cut_off = [0, 1].map(|k| flood.smaller(self.mesh, &cuts[k]));
        let mut wrong = self
            .known_sides(curve)
            .map(|sides| {
                let components = self.components_of(curve);
                [0, 1].map(|k| {
                    let pair = [components[k], components[1 - k]];
                    let barrier = barrier_of(barriers, pair);
                    flood.on_side(self.mesh, &cuts[k], &barrier, sides[k]?)
                })
            })
            .filter(|wrong| wrong.iter().any(Option::is_some))
            .unwrap_or_else(|| smaller_parts(curve, &cut_off));
        if wrong == [None, None] && self.method == UntangleMethod::Combined {
            wrong = self.between_ends(curve, flood);
        }
        if let Some(direction) = self.direction(curve, &wrong, &cut_off) {
            return Some(Decision::Part(Parting { wrong, cut_off, direction }));
        }
        if self.method == UntangleMethod::Flood {
            return None;
        }
        self.shrink_direction(curve).map(Decision::Shrink)
    }

    /// True if a contour is short and ends in a vertex of both of its faces.
    fn is_crease(&self, curve: &Curve) -> bool {
        let is_common = |end: &ContourEnd| matches!(end, ContourEnd::CommonVertex(_));
        curve.length <= LONGEST_CREASE * self.edge
            && curve.ends.as_ref().is_some_and(|ends| ends.iter().any(is_common))
    }

    /// The smaller region that an open contour would cut off if it went on, unless it is wider than
    /// the contour is long.
    fn between_ends(&self, curve: &Curve, flood: &mut Flood) -> [Option<Region>; 2] {
        let [.., last] = curve.points.as_slice() else { return [None, None] };
        let first = curve.points[0].position;
        let chord = last.position - first;
        if curve.is_closed() || chord.length() < 0.5 * curve.length || curve.length == 0.0 {
            return [None, None];
        }
        // Seeds next to the ends may lie a little beyond them.
        let inside = |vertex: VertexId| {
            let along = (self.positions[vertex.index()] - first).dot(chord);
            along >= 0.0 && along <= chord.length_squared()
        };
        let [a, b] = [0, 1].map(|k| flood.smaller_within(self.mesh, &curve.cuts[k], &inside));
        let count = |region: &Option<Region>| {
            region.as_ref().map_or(usize::MAX, |region| region.vertices.len())
        };
        let (count_a, count_b) = (count(&a), count(&b));
        // As many vertices per row as the contour has crossings on average.
        let widest = curve.points.len().pow(2) / 4;
        if count_a.min(count_b) > widest {
            return [None, None];
        }
        if count_a <= count_b { [a, None] } else { [None, b] }
    }

    /// For each strand, the side of the other on which it must not be, if volumes or layers
    /// determine it.
    fn known_sides(&self, curve: &Curve) -> Option<[Option<Sign>; 2]> {
        let components = self.components_of(curve);
        if components[0] == components[1] {
            return None;
        }
        let wrong = Strand::BOTH.map(|strand| {
            let outside = self.components.outside(components[strand.other().index()])?;
            Some(if self.belongs_inside(curve, strand) { outside } else { -outside })
        });
        if wrong != [None, None] {
            return Some(wrong);
        }
        let [a, b] = Strand::BOTH.map(|strand| self.layer_of(curve, strand));
        match a?.cmp(&b?) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some([Some(Sign::Negative), None]),
            std::cmp::Ordering::Less => Some([None, Some(Sign::Negative)]),
        }
    }

    /// The shared direction of regions on the wrong side.
    fn direction(
        &self,
        curve: &Curve,
        wrong: &[Option<Region>; 2],
        cut_off: &[Option<Region>; 2],
    ) -> Option<DVec3> {
        if wrong.iter().all(Option::is_none) {
            return None;
        }
        let [mut sum, mut retreat, mut over] = [DVec3::ZERO; 3];
        for (k, region) in wrong.iter().enumerate() {
            let Some(region) = region else { continue };
            let forward = if k == 0 { 1.0 } else { -1.0 };
            sum -= forward * f64::from(region.side as i8) * curve.normals[1 - k];
            retreat -= forward * self.lopsidedness(curve.center, &region.vertices);
            if let Some(other) = &cut_off[1 - k] {
                over += forward * self.lopsidedness(curve.center, &other.vertices);
            }
        }
        let clear =
            [sum, retreat, over].into_iter().find(|direction| direction.length() > CANCELLED);
        clear.unwrap_or(retreat).try_normalize()
    }

    /// The centroid of a region relative to a point, in units of the region's size.
    fn lopsidedness(&self, point: DVec3, vertices: &[VertexId]) -> DVec3 {
        let offsets = vertices.iter().map(|vertex| self.positions[vertex.index()] - point);
        let size = offsets.clone().map(DVec3::length).fold(0.0, f64::max);
        if size > 0.0 {
            offsets.sum::<DVec3>() / (vertices.len() as f64 * size)
        } else {
            DVec3::ZERO
        }
    }

    fn shrink_direction(&self, curve: &Curve) -> Option<DVec3> {
        shared_gradient(curve, self.mesh, self.positions).try_normalize()
    }
}

/// The cuts of one pair of components.
fn barrier_of(barriers: &[Barrier], pair: [u32; 2]) -> Vec<Cut> {
    let start = barriers.partition_point(|(other, _)| *other < pair);
    let end = barriers.partition_point(|(other, _)| *other <= pair);
    barriers[start..end].iter().map(|(_, cut)| *cut).collect()
}

/// The smaller regions: of both surfaces if their directions agree, otherwise the smaller of the
/// two.
fn smaller_parts(curve: &Curve, cut_off: &[Option<Region>; 2]) -> [Option<Region>; 2] {
    let [Some(first), Some(second)] = cut_off else { return cut_off.clone() };
    let to = |region: &Region, other: usize| -f64::from(region.side as i8) * curve.normals[other];
    let disagree = to(first, 1).dot(to(second, 0)) > CANCELLED * CANCELLED;
    if curve.is_closed() && !disagree {
        return cut_off.clone();
    }
    if first.vertices.len() <= second.vertices.len() {
        [Some(first.clone()), None]
    } else {
        [None, Some(second.clone())]
    }
}
