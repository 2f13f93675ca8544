//! A first pass over all frames: the bounds of the motion, and the vertices that never move.

use glam::DVec3;
use ripstop_geometry::Aabb;

/// Bounds of a motion: a box around every vertex at all times.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    boxes: Vec<Aabb>,
}

impl Survey {
    /// Adds a frame; all frames have the same number of vertices.
    pub fn add(&mut self, positions: &[DVec3]) {
        self.boxes.resize(positions.len(), Aabb::EMPTY);
        for (hull, &position) in self.boxes.iter_mut().zip(positions) {
            *hull = hull.union(Aabb::of_point(position));
        }
    }

    /// The box around some vertices at all times; around the origin if there are none.
    #[must_use]
    pub fn bounds(&self, is_in: impl Fn(usize) -> bool) -> Aabb {
        let chosen = self.boxes.iter().enumerate().filter(|(vertex, _)| is_in(*vertex));
        let hull = chosen.fold(Aabb::EMPTY, |hull, (_, aabb)| hull.union(*aabb));
        if hull.is_valid() && hull.extent().is_finite() {
            hull
        } else {
            Aabb::of_point(DVec3::ZERO)
        }
    }

    /// True if a vertex was ever elsewhere than at the start.
    #[must_use]
    pub fn moves(&self, vertex: usize) -> bool {
        self.boxes.get(vertex).is_none_or(|aabb| aabb.min != aabb.max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_back_has_moved() {
        let mut survey = Survey::default();
        for x in [0.0, 2.0, 0.0] {
            survey.add(&[DVec3::ZERO, DVec3::new(x, 1.0, 0.0), DVec3::splat(9.0)]);
        }
        assert_eq!([survey.moves(0), survey.moves(1), survey.moves(9)], [false, true, true]);
        assert_eq!(survey.bounds(|vertex| vertex < 2).max, DVec3::new(2.0, 1.0, 0.0));
        assert_eq!(survey.bounds(|_| false).extent(), DVec3::ZERO);
        assert_eq!(Survey::default().bounds(|_| true).extent(), DVec3::ZERO);
    }
}
