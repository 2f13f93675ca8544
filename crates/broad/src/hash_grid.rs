//! A hashed grid with levels [Teschner 2003] [Mirtich 1997].
//!
//! Level `ℓ` has cubic cells with edge `s 2^ℓ`. A box is stored once, at the lowest level whose
//! cells are as large as the box, in the cell of its lowest corner. So every box that overlaps `q`
//! and is stored at a level with edge `c` has its lowest corner in `[q.min − c, q.max]`, and these
//! are the cells that are looked up. Where they are more than the boxes of the level, all boxes of
//! the level are tested instead: memory and time stay bounded with one huge box among tiny ones,
//! and with one tiny cell in a huge query.
//!
//! Cells are hashed into buckets. Boxes of other cells in the same bucket are passed over, because
//! every entry carries its cell: a collision costs time, never correctness.

use glam::{DVec3, I64Vec3};
use ripstop_geometry::Aabb;

use crate::error::check_boxes;
use crate::{BoxError, BoxId, BroadPhase, Row};

/// Boxes that are sampled to choose the size of the smallest cells.
const SAMPLES: usize = 1024;
/// Levels; boxes too large for the highest are kept in a list.
const LEVELS: usize = 64;

/// A grid of cells of several sizes.
#[derive(Clone, Debug, Default)]
pub struct HashGrid {
    boxes: Vec<Aabb>,
    levels: Vec<Level>,
    /// Entries, bucket by bucket.
    entries: Vec<Entry>,
    /// Bucket `i` is `entries[buckets[i]..buckets[i + 1]]`.
    buckets: Vec<u32>,
    /// Boxes that fit into no cell.
    oversize: Vec<BoxId>,
}

/// A level that holds boxes.
#[derive(Clone, Debug)]
struct Level {
    number: usize,
    /// Edge of a cell (m).
    edge: f64,
    members: Vec<BoxId>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    cell: I64Vec3,
    level: usize,
    id: BoxId,
}

impl BroadPhase for HashGrid {
    fn rebuild(&mut self, boxes: &[Aabb]) -> Result<(), BoxError> {
        *self = Self { boxes: std::mem::take(&mut self.boxes), ..Self::default() };
        self.boxes.clear();
        check_boxes(boxes)?;
        self.boxes.extend_from_slice(boxes);
        self.make_levels();
        self.fill_buckets();
        Ok(())
    }

    fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    fn partners_from(&self, first: BoxId, query: &Aabb, row: &mut Row) {
        let mut test = |id: BoxId| {
            if id >= first && self.boxes[id.index()].overlaps(query) {
                row.push(id);
            }
        };
        self.oversize.iter().for_each(|&id| test(id));
        for level in &self.levels {
            let low = cell(query.min - DVec3::splat(level.edge), level.edge);
            let high = cell(query.max, level.edge);
            let count = (high - low).as_dvec3() + DVec3::ONE;
            if count.x * count.y * count.z > f64::from(level.members.len() as u32) {
                level.members.iter().for_each(|&id| test(id));
                continue;
            }
            for x in low.x..=high.x {
                for y in low.y..=high.y {
                    for z in low.z..=high.z {
                        let cell = I64Vec3::new(x, y, z);
                        self.bucket(cell, level.number)
                            .iter()
                            .filter(|entry| entry.cell == cell && entry.level == level.number)
                            .for_each(|entry| test(entry.id));
                    }
                }
            }
        }
    }

    fn bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<Aabb>()
            + self.entries.capacity() * size_of::<Entry>()
            + (self.buckets.capacity() + self.boxes.len()) * size_of::<u32>()
    }
}

impl HashGrid {
    fn make_levels(&mut self) {
        let smallest = smallest_edge(&self.boxes);
        let edge = |level: usize| smallest * 2.0_f64.powi((level as u32).cast_signed());
        let mut members: Vec<Vec<BoxId>> = vec![Vec::new(); LEVELS];
        for (id, aabb) in (0..).map(BoxId).zip(&self.boxes) {
            let extent = aabb.extent().max_element();
            let fits = |level: &usize| edge(*level) >= extent;
            match (0..LEVELS).find(fits) {
                Some(level) if aabb.min.is_finite() => members[level].push(id),
                _ => self.oversize.push(id),
            }
        }
        self.levels = (0..LEVELS)
            .zip(members)
            .filter(|(_, members)| !members.is_empty())
            .map(|(number, members)| Level { number, edge: edge(number), members })
            .collect();
    }

    fn fill_buckets(&mut self) {
        let bucket_count = self.boxes.len().next_power_of_two();
        let home = |level: &Level, id: BoxId| {
            let cell = cell(self.boxes[id.index()].min, level.edge);
            (Entry { cell, level: level.number, id }, hash(cell, level.number) & (bucket_count - 1))
        };
        let all = || {
            self.levels
                .iter()
                .flat_map(|level| level.members.iter().map(move |&id| home(level, id)))
        };
        let mut buckets = vec![0_u32; bucket_count + 2];
        for (_, bucket) in all() {
            buckets[bucket + 2] += 1;
        }
        for i in 2..buckets.len() {
            buckets[i] += buckets[i - 1];
        }
        // Filling moves the start of each bucket to that of the next.
        let mut entries = vec![Entry::default(); self.boxes.len() - self.oversize.len()];
        for (entry, bucket) in all() {
            entries[buckets[bucket + 1] as usize] = entry;
            buckets[bucket + 1] += 1;
        }
        buckets.pop();
        (self.entries, self.buckets) = (entries, buckets);
    }

    fn bucket(&self, cell: I64Vec3, level: usize) -> &[Entry] {
        let bucket = hash(cell, level) & (self.buckets.len() - 2);
        &self.entries[self.buckets[bucket] as usize..self.buckets[bucket + 1] as usize]
    }
}

/// Edge of the smallest cells: the median extent of some boxes, or their spacing if most are
/// points.
fn smallest_edge(boxes: &[Aabb]) -> f64 {
    let stride = boxes.len().div_ceil(SAMPLES).max(1);
    let mut extents: Vec<f64> =
        boxes.iter().step_by(stride).map(|aabb| aabb.extent().max_element()).collect();
    extents.sort_unstable_by(f64::total_cmp);
    let median = extents.get(extents.len() / 2).copied().unwrap_or(0.0);
    let finite = boxes.iter().filter(|aabb| aabb.min.is_finite());
    let hull = finite.fold(Aabb::EMPTY, |hull, aabb| hull.union(Aabb::of_point(aabb.min)));
    let spacing = hull.extent().max_element() / f64::from((boxes.len() as u32).max(1)).sqrt();
    // Cells must have an edge, and 2⁶⁴ of it must be finite.
    let edge = if median > 0.0 && median.is_finite() { median } else { spacing };
    if edge > 0.0 && edge < 1e280 { edge.max(1e-280) } else { 1.0 }
}

/// The cell of a point. Saturates far away, which is monotone, so no cell is missed.
fn cell(point: DVec3, edge: f64) -> I64Vec3 {
    /// Far below the largest i64, so that differences of cells do not overflow.
    const LIMIT: f64 = 1e18;
    (point / edge).floor().clamp(DVec3::splat(-LIMIT), DVec3::splat(LIMIT)).as_i64vec3()
}

fn hash(cell: I64Vec3, level: usize) -> usize {
    const PRIMES: [u64; 3] = [0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9];
    let mixed = cell.to_array().iter().zip(PRIMES).fold(level as u64, |hash, (&c, prime)| {
        (hash ^ c.cast_unsigned()).wrapping_mul(prime).rotate_left(23)
    });
    (mixed ^ (mixed >> 32)) as usize
}
