//! All pairs, tested one by one.

use ripstop_geometry::Aabb;

use crate::error::check_boxes;
use crate::{BoxError, BoxId, BroadPhase, Row};

/// Tests all pairs. The oracle for the other methods, and good for a few dozen boxes.
#[derive(Clone, Debug, Default)]
pub struct BruteForce {
    boxes: Vec<Aabb>,
}

impl BroadPhase for BruteForce {
    fn rebuild(&mut self, boxes: &[Aabb]) -> Result<(), BoxError> {
        self.boxes.clear();
        check_boxes(boxes)?;
        self.boxes.extend_from_slice(boxes);
        Ok(())
    }

    fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    fn partners_from(&self, first: BoxId, query: &Aabb, row: &mut Row) {
        for (id, aabb) in (first.0..).map(BoxId).zip(&self.boxes[first.index()..]) {
            if aabb.overlaps(query) {
                row.push(id);
            }
        }
    }

    fn bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<Aabb>()
    }
}
