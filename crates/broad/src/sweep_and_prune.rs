//! Sweep and prune: boxes sorted along one axis [Baraff 1992].
//!
//! Boxes that overlap `q` begin, along the axis, not after `q` ends, and not earlier than one box
//! length before `q` begins. With one list for all, a single long box would stretch that window for
//! every query; so boxes are kept in classes of similar length, each with its own list and window:
//!
//! ```text
//! class c:  2ᶜ ≤ length < 2ᶜ⁺¹,    window [q.min − longest of the class, q.max]
//! ```
//!
//! The axis is the one along which centres vary most.

use glam::DVec3;
use ripstop_geometry::Aabb;

use crate::error::check_boxes;
use crate::{BoxError, BoxId, BroadPhase, Row};

/// Boxes sorted along an axis, in classes by length.
#[derive(Clone, Debug, Default)]
pub struct SweepAndPrune {
    boxes: Vec<Aabb>,
    axis: usize,
    classes: Vec<Class>,
    /// Lower end of each box along the axis, class by class, ascending.
    starts: Vec<f64>,
    /// The boxes in the order of `starts`, and their ids.
    sorted: Vec<(Aabb, BoxId)>,
}

/// Boxes of similar length: a range of the sorted boxes.
#[derive(Clone, Copy, Debug)]
struct Class {
    begin: usize,
    end: usize,
    longest: f64,
}

impl BroadPhase for SweepAndPrune {
    fn rebuild(&mut self, boxes: &[Aabb]) -> Result<(), BoxError> {
        *self = Self { boxes: std::mem::take(&mut self.boxes), ..Self::default() };
        self.boxes.clear();
        check_boxes(boxes)?;
        self.boxes.extend_from_slice(boxes);
        self.axis = axis_of_most_variance(boxes);
        self.sort();
        Ok(())
    }

    fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    fn partners_from(&self, first: BoxId, query: &Aabb, row: &mut Row) {
        let (low, high) = (query.min[self.axis], query.max[self.axis]);
        for class in &self.classes {
            // A window that is too long by rounding costs a test; one that is too short, a pair.
            let reach = (low - class.longest).next_down();
            let starts = &self.starts[class.begin..class.end];
            let begin = if reach.is_nan() { 0 } else { starts.partition_point(|&s| s < reach) };
            let window = starts[begin..].iter().take_while(|&&start| start <= high).count();
            let begin = class.begin + begin;
            for (aabb, id) in &self.sorted[begin..begin + window] {
                if *id >= first && aabb.overlaps(query) {
                    row.push(*id);
                }
            }
        }
    }

    fn bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<Aabb>()
            + self.starts.capacity() * size_of::<f64>()
            + self.sorted.capacity() * size_of::<(Aabb, BoxId)>()
    }
}

impl SweepAndPrune {
    fn sort(&mut self) {
        let axis = self.axis;
        let length = |aabb: &Aabb| aabb.max[axis] - aabb.min[axis];
        let mut order: Vec<(i32, f64, BoxId)> = (0..)
            .map(BoxId)
            .zip(&self.boxes)
            .map(|(id, aabb)| (exponent(length(aabb)), aabb.min[axis], id))
            .collect();
        order.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        self.starts = order.iter().map(|&(_, start, _)| start).collect();
        self.sorted = order.iter().map(|&(.., id)| (self.boxes[id.index()], id)).collect();
        let mut begin = 0;
        for class in order.chunk_by(|a, b| a.0 == b.0) {
            let end = begin + class.len();
            let lengths = self.sorted[begin..end].iter().map(|(aabb, _)| length(aabb));
            // The difference is rounded; the next number up is not below the exact length.
            let longest = lengths.fold(0.0, f64::max).next_up();
            self.classes.push(Class { begin, end, longest });
            begin = end;
        }
    }
}

/// The exponent of a length; one for all lengths below the smallest normal number.
fn exponent(length: f64) -> i32 {
    (length.to_bits() >> 52) as i32
}

fn axis_of_most_variance(boxes: &[Aabb]) -> usize {
    let share = 1.0 / f64::from((boxes.len() as u32).max(1));
    let mean = boxes.iter().map(|aabb| aabb.center() * share).sum::<DVec3>();
    let variance = boxes
        .iter()
        .map(|aabb| aabb.center() - mean)
        .map(|offset| offset * offset * share)
        .sum::<DVec3>();
    (1..3).fold(0, |best, k| if variance[k] > variance[best] { k } else { best })
}
