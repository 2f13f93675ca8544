//! The rigid motion that some points share, if they share one.
//!
//! ```text
//! x ↦ R (x − p) + p′          R = F′ Fᵀ,   F, F′: frames of three of the points, before and after
//! ```
//!
//! A zone that touches an obstacle moves as it does. Straight paths of one such map are one-to-one
//! for rotations by less than `π` (see [`rigid`](super::rigid)), so that neither the zone nor the
//! zone and the obstacle collide along them.

use glam::{DMat3, DVec3};

use super::rigid::LARGEST_ROTATION;

/// Tolerance on the deviation from the common motion, relative to the largest distance between the
/// points and to the displacement.
const ROUNDING: f64 = 1e-9;

/// `x ↦ R (x − p) + p′`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CommonMotion {
    rotation: DMat3,
    from: DVec3,
    to: DVec3,
}

impl CommonMotion {
    /// The motion of points from `before` to `after`. `None` if they do not move as one body,
    /// rotate too far, or rotate while all of them are collinear: the rotation around the line is
    /// then undetermined.
    pub(super) fn of(before: &[DVec3], after: &[DVec3]) -> Option<Self> {
        let (&from, &to) = (before.first()?, after.first()?);
        let reach = before.iter().map(|x| x.distance(from)).fold(to.distance(from), f64::max);
        let fits = |motion: &Self| {
            before.iter().zip(after).all(|(x, y)| motion.at(*x).distance(*y) <= ROUNDING * reach)
        };
        let translation = Self { rotation: DMat3::IDENTITY, from, to };
        if fits(&translation) {
            return Some(translation);
        }
        let farthest = |measure: &dyn Fn(usize) -> f64| {
            (0..before.len()).max_by(|&i, &j| measure(i).total_cmp(&measure(j)))
        };
        let second = farthest(&|i| before[i].distance_squared(from))?;
        let along = before[second] - from;
        let third = farthest(&|i| along.cross(before[i] - from).length_squared())?;
        let [old, new] = [before, after].map(|x| frame([x[0], x[second], x[third]]));
        let motion = Self { rotation: new? * old?.transpose(), from, to };
        let trace = motion.rotation.x_axis.x + motion.rotation.y_axis.y + motion.rotation.z_axis.z;
        (fits(&motion) && trace > 1.0 + 2.0 * libm::cos(LARGEST_ROTATION)).then_some(motion)
    }

    /// End position of a point.
    pub(super) fn at(&self, x: DVec3) -> DVec3 {
        self.to + self.rotation * (x - self.from)
    }
}

/// The orthonormal frame of three points; `None` if they are collinear.
fn frame([a, b, c]: [DVec3; 3]) -> Option<DMat3> {
    let first = (b - a).try_normalize()?;
    let third = first.cross((c - a).try_normalize()?).try_normalize()?;
    Some(DMat3::from_cols(first, third.cross(first), third))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DQuat, dvec3};

    fn points() -> Vec<DVec3> {
        vec![
            dvec3(0.1, 0.2, 0.3),
            dvec3(1.0, 0.1, 0.0),
            dvec3(0.4, 0.9, 0.5),
            dvec3(-0.3, 0.2, 0.8),
        ]
    }

    #[test]
    fn turns_and_shifts_are_found() {
        for angle in [0.0, 1e-3, 0.7, 2.4] {
            let turn = DQuat::from_axis_angle(dvec3(1.0, 2.0, -2.0) / 3.0, angle);
            let map = |x: DVec3| turn * (x - DVec3::Y) + dvec3(0.3, 1.0, 0.2);
            let after: Vec<DVec3> = points().into_iter().map(map).collect();
            let motion = CommonMotion::of(&points(), &after).expect("one body");
            let x = dvec3(0.7, -0.4, 0.2);
            assert!(motion.at(x).distance(map(x)) < 1e-14, "{angle}");
        }
    }

    #[test]
    fn what_is_no_rigid_motion_is_none() {
        let mut after = points();
        after[2].x += 1e-3;
        assert_eq!(CommonMotion::of(&points(), &after), None);
        assert_eq!(CommonMotion::of(&[], &[]), None);
        let half = |x: DVec3| dvec3(-x.x, -x.y, x.z);
        let after: Vec<DVec3> = points().into_iter().map(half).collect();
        assert_eq!(CommonMotion::of(&points(), &after), None, "half a turn");
        let line = [DVec3::ZERO, DVec3::X, 2.0 * DVec3::X];
        let turned = [DVec3::ZERO, DVec3::Y, 2.0 * DVec3::Y];
        assert_eq!(CommonMotion::of(&line, &turned), None, "around a line");
        assert!(CommonMotion::of(&line, &line).is_some());
    }
}
