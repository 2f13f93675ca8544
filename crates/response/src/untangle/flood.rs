//! Flood fill: the regions into which a curve cuts a surface [Baraff 2003].
//!
//! A curve in the material cuts edges. Vertices are reached from each other along edges that it
//! does not cut:
//!
//! ```text
//!    +  +  +  +          seeds: the ends of cut edges, + on the positive side of the other
//!    + ╭───────╮ +       strand's faces, − on the negative; both sides flood alternately, a
//!    + │ −   − │ +       vertex each, and the flood that ends first is the smaller region;
//!    + ╰───────╯ +       one that reaches the other's vertices: no separation (a slit)
//! ```
//!
//! A curve from the boundary of one sheet to that of another separates neither. Between the two
//! planes through its ends, across the chord from one to the other, it does: a flood that stays
//! between them finds the regions that it would cut off if it went on.
//!
//! Because the floods alternate, the cost is that of the smaller region, whatever the size of the
//! mesh.

use ripstop_geometry::exact::Sign;
use ripstop_geometry::{CollisionMesh, VertexId};

use super::curve::Cut;

/// A region of a surface on one side of a curve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its vertices, ascending.
    pub vertices: Vec<VertexId>,
    /// Side of the other strand's faces on which it lies, next to the curve.
    pub side: Sign,
}

/// Floods from curve to curve; keeps its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flood {
    /// Per vertex, the last flood that reached it.
    vertex_marks: Vec<u32>,
    /// Per edge, the last curve that cut it.
    edge_marks: Vec<u32>,
    epoch: u32,
}

/// Predicate of the vertices that a flood may reach.
pub(crate) type Inside<'a> = dyn Fn(VertexId) -> bool + 'a;

/// One of the two floods of a curve.
struct Front {
    reached: Vec<VertexId>,
    next: usize,
    mark: u32,
}

impl Flood {
    /// The smaller of the two regions into which cuts separate a surface; `None` if they do not, or
    /// there are none.
    pub(crate) fn smaller(&mut self, mesh: &CollisionMesh, cuts: &[Cut]) -> Option<Region> {
        self.smaller_within(mesh, cuts, &|_| true)
    }

    /// As [`Flood::smaller`], restricted to the vertices that are `inside`.
    pub(crate) fn smaller_within(
        &mut self,
        mesh: &CollisionMesh,
        cuts: &[Cut],
        inside: &Inside,
    ) -> Option<Region> {
        let [mut positive, mut negative] = self.begin(mesh, cuts)?;
        let marks = [positive.mark, negative.mark];
        loop {
            for (front, other, side) in [
                (&mut positive, marks[1], Sign::Positive),
                (&mut negative, marks[0], Sign::Negative),
            ] {
                if front.next == front.reached.len() {
                    return Some(region(std::mem::take(&mut front.reached), side));
                }
                self.advance(mesh, front, other, inside)?;
            }
        }
    }

    /// The whole region on one side of a curve, up to all cuts of a barrier; `None` if that does
    /// not separate it from the curve's other side.
    pub(crate) fn on_side(
        &mut self,
        mesh: &CollisionMesh,
        cuts: &[Cut],
        barrier: &[Cut],
        side: Sign,
    ) -> Option<Region> {
        let [positive, negative] = self.begin(mesh, cuts)?;
        for cut in barrier {
            self.edge_marks[cut.edge.index()] = self.epoch;
        }
        let (mut front, other) = match side {
            Sign::Positive => (positive, negative.mark),
            _ => (negative, positive.mark),
        };
        while front.next < front.reached.len() {
            self.advance(mesh, &mut front, other, &|_| true)?;
        }
        Some(region(front.reached, side))
    }

    /// Marks cuts and seeds; `None` if a seed is on both sides.
    fn begin(&mut self, mesh: &CollisionMesh, cuts: &[Cut]) -> Option<[Front; 2]> {
        if cuts.is_empty() {
            return None;
        }
        if self.vertex_marks.len() != mesh.vertex_count() || self.epoch > u32::MAX - 4 {
            self.vertex_marks = vec![0; mesh.vertex_count()];
            self.edge_marks = vec![0; mesh.edges().len()];
            self.epoch = 0;
        }
        self.epoch += 2;
        let marks = [self.epoch, self.epoch + 1];
        let mut fronts = marks.map(|mark| Front { reached: Vec::new(), next: 0, mark });
        for cut in cuts {
            self.edge_marks[cut.edge.index()] = self.epoch;
            for (k, vertex) in [cut.positive, cut.negative].into_iter().enumerate() {
                let mark = &mut self.vertex_marks[vertex.index()];
                if *mark == marks[1 - k] {
                    return None;
                }
                if *mark != marks[k] {
                    *mark = marks[k];
                    fronts[k].reached.push(vertex);
                }
            }
        }
        Some(fronts)
    }

    /// Reaches the neighbours of one vertex; `None` if one of them is the other flood's.
    fn advance(
        &mut self,
        mesh: &CollisionMesh,
        front: &mut Front,
        other: u32,
        inside: &Inside,
    ) -> Option<()> {
        let vertex = front.reached[front.next];
        front.next += 1;
        for &edge in mesh.vertex_edges().row(vertex.index()) {
            if self.edge_marks[edge.index()] == self.epoch {
                continue;
            }
            let [a, b] = mesh.edge(edge);
            let neighbour = if a == vertex { b } else { a };
            let mark = &mut self.vertex_marks[neighbour.index()];
            if *mark == other {
                return None;
            }
            if *mark != front.mark && inside(neighbour) {
                *mark = front.mark;
                front.reached.push(neighbour);
            }
        }
        Some(())
    }
}

fn region(mut vertices: Vec<VertexId>, side: Sign) -> Region {
    vertices.sort_unstable();
    Region { vertices, side }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;
    use ripstop_geometry::EdgeId;

    /// A sheet of 8 × 8 vertices, and the cuts between vertices inside of a set and those outside.
    fn cut_around(inside: impl Fn(u32, u32) -> bool) -> (CollisionMesh, Vec<Cut>) {
        let n = 8;
        let positions: Vec<DVec3> =
            (0..n * n).map(|k| DVec3::new(f64::from(k / n), f64::from(k % n), 0.0)).collect();
        let faces: Vec<[u32; 3]> = (0..n * n)
            .filter(|k| k % n != n - 1 && k / n != n - 1)
            .flat_map(|a| [[a, a + 1, a + n], [a + 1, a + n + 1, a + n]])
            .collect();
        let mesh = CollisionMesh::new(&positions, &faces).unwrap();
        let is_in = |vertex: VertexId| inside(vertex.0 / n, vertex.0 % n);
        let cuts = (0..).zip(mesh.edges()).filter(|(_, [a, b])| is_in(*a) != is_in(*b)).map(
            |(edge, &[a, b])| {
                let (negative, positive) = if is_in(a) { (a, b) } else { (b, a) };
                Cut { edge: EdgeId(edge), positive, negative }
            },
        );
        let cuts = cuts.collect();
        (mesh, cuts)
    }

    #[test]
    fn the_smaller_side_is_found_wherever_it_is() {
        let mut flood = Flood::default();
        let (mesh, cuts) = cut_around(|i, j| (2..5).contains(&i) && (3..6).contains(&j));
        let region = flood.smaller(&mesh, &cuts).unwrap();
        assert_eq!((region.vertices.len(), region.side), (9, Sign::Negative));
        let (_, cuts) = cut_around(|i, j| i + j > 2);
        let region = flood.smaller(&mesh, &cuts).unwrap();
        assert_eq!((region.vertices.len(), region.side), (6, Sign::Positive), "a corner");
        let whole = flood.on_side(&mesh, &cuts, &[], Sign::Negative).unwrap();
        assert_eq!(whole.vertices.len(), 58);
    }

    #[test]
    fn a_slit_separates_nothing_but_between_its_ends() {
        let mut flood = Flood::default();
        let (mesh, mut cuts) = cut_around(|i, _| i < 3);
        // The last two edges of the cut are left whole.
        cuts.retain(|cut| cut.positive.0 % 8 < 6);
        assert_eq!(flood.smaller(&mesh, &cuts), None);
        assert_eq!(flood.on_side(&mesh, &cuts, &[], Sign::Negative), None);
        let region = flood.smaller_within(&mesh, &cuts, &|vertex| vertex.0 % 8 < 6).unwrap();
        // Seeds may lie beyond: diagonals lead there.
        assert_eq!(region.side, Sign::Negative);
        assert!((18..=19).contains(&region.vertices.len()), "{region:?}");
    }
}
