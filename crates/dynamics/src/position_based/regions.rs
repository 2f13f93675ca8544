//! Nested regions of a mesh, so that constraints of different regions are visited at the same time.
//!
//! ```text
//! all vertices ──┬── half ──┬── quarter      a constraint belongs to the smallest region that has
//!                │          └── quarter      all its vertices
//!                └── half ──┬── quarter
//!                           └── quarter      a sweep: halves side by side, then the region's own
//! ```
//!
//! Two regions without a common vertex do not see each other, so that the result is that of one
//! after the other, with any number of threads. Only constraints across the first cut are visited
//! by one thread alone: few, because a cut is as long as the square root of what it cuts.
//!
//! Places number the vertices so that every region is a run of consecutive places. They come from
//! breadth-first walks: the first half of such a walk from a vertex at the border is cut off from
//! the second by one front. Neighbours then have places close together, which memory likes.

use ripstop_geometry::{Topology, VertexId};

/// A region with fewer vertices is not cut: its own work would be too short for a thread.
const WHOLE: usize = 4096;

/// The vertices of a mesh by places.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// The vertex at every place.
    pub(super) vertices: Vec<u32>,
    /// The place of every vertex.
    places: Vec<u32>,
}

impl Places {
    pub(super) fn new(mesh: &Topology) -> Self {
        let mut vertices: Vec<u32> = (0..mesh.vertex_count() as u32).collect();
        // The part that a vertex belongs to, by number: a walk stays inside of its own.
        let mut parts = vec![0; vertices.len()];
        let mut part = 0;
        cut(mesh, &mut vertices, &mut parts, &mut part);
        let mut places = vec![0; vertices.len()];
        for (place, &v) in vertices.iter().enumerate() {
            places[v as usize] = place as u32;
        }
        Self { vertices, places }
    }

    pub(super) fn of(&self, vertex: VertexId) -> u32 {
        self.places[vertex.index()]
    }
}

/// Orders the vertices of a part, half by half.
fn cut(mesh: &Topology, vertices: &mut [u32], parts: &mut [u32], part: &mut u32) {
    walk(mesh, vertices, parts, part);
    if vertices.len() >= WHOLE {
        let (first, second) = vertices.split_at_mut(vertices.len() / 2);
        for half in [first, second] {
            *part += 1;
            for &v in half.iter() {
                parts[v as usize] = *part;
            }
            cut(mesh, half, parts, part);
        }
    }
}

/// Orders the vertices of a part by a walk from its border.
fn walk(mesh: &Topology, vertices: &mut [u32], parts: &mut [u32], part: &mut u32) {
    // The last vertex of a first walk is far from its first.
    for _ in 0..2 {
        let old = *part;
        *part += 1;
        let mut queue = Vec::with_capacity(vertices.len());
        for &seed in vertices.iter().rev() {
            if parts[seed as usize] != old {
                continue;
            }
            parts[seed as usize] = *part;
            let mut next = queue.len();
            queue.push(seed);
            while let Some(&v) = queue.get(next) {
                next += 1;
                for edge in mesh.vertex_edges().row(v as usize) {
                    for end in mesh.edges()[edge.index()] {
                        if parts[end.index()] == old {
                            parts[end.index()] = *part;
                            queue.push(end.0);
                        }
                    }
                }
            }
        }
        vertices.copy_from_slice(&queue);
    }
}

/// Something for every region: its constraints.
#[derive(Clone, Debug)]
pub(super) struct Regions<T> {
    own: T,
    halves: Option<Box<Halves<T>>>,
}

#[derive(Clone, Debug)]
struct Halves<T> {
    /// Place at which the second half begins, counted from the region's first.
    middle: usize,
    parts: [Regions<T>; 2],
}

impl<T: Send + Sync> Regions<T> {
    /// Regions of `count` places. Every item goes to the smallest region with all its places, and
    /// `own` gets the items of a region with places counted from its first.
    pub(super) fn new<const N: usize>(
        items: Vec<(usize, [u32; N])>,
        count: usize,
        own: &impl Fn(&[(usize, [u32; N])]) -> T,
    ) -> Self {
        if count < WHOLE {
            return Self { own: own(&items), halves: None };
        }
        let middle = count / 2;
        let (mut across, mut sides) = (Vec::new(), [Vec::new(), Vec::new()]);
        for (item, places) in items {
            let before = places.iter().filter(|place| (**place as usize) < middle).count();
            match before {
                _ if before == N => sides[0].push((item, places)),
                0 => sides[1].push((item, places.map(|place| place - middle as u32))),
                _ => across.push((item, places)),
            }
        }
        let [first, second] = sides;
        let parts = [Self::new(first, middle, own), Self::new(second, count - middle, own)];
        Self { own: own(&across), halves: Some(Box::new(Halves { middle, parts })) }
    }

    /// Visits the smallest regions first, each with its own part of the places.
    pub(super) fn visit<P: Send>(
        &mut self,
        points: &mut [P],
        visit: &(impl Fn(&mut T, &mut [P]) + Sync),
    ) {
        if let Some(halves) = &mut self.halves {
            let (first, second) = points.split_at_mut(halves.middle);
            let [a, b] = &mut halves.parts;
            rayon::join(|| a.visit(first, visit), || b.visit(second, visit));
        }
        visit(&mut self.own, points);
    }

    /// Visits the items of every region, one after another, with its first place.
    pub(super) fn for_each(&self, first: usize, visit: &mut impl FnMut(usize, &T)) {
        if let Some(halves) = &self.halves {
            let [a, b] = &halves.parts;
            a.for_each(first, visit);
            b.for_each(first + halves.middle, visit);
        }
        visit(first, &self.own);
    }

    /// Changes what every region has.
    pub(super) fn for_each_mut(&mut self, change: &mut impl FnMut(&mut T)) {
        if let Some(halves) = &mut self.halves {
            halves.parts.iter_mut().for_each(|part| part.for_each_mut(change));
        }
        change(&mut self.own);
    }
}
