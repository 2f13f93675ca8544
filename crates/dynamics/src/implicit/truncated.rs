//! Directions that a hook shortens vertex by vertex.

use glam::DVec3;
use ripstop_linear::dot;

use super::hook::StepHook;

/// Lets the hook shorten a direction vertex by vertex, and brings the slope along it up to date. A direction that would not descend any more is
/// shortened as a whole instead, by as much as the hook has shortened the worst vertex.
pub(super) fn truncated(
    hook: &mut dyn StepHook,
    x: &[DVec3],
    direction: &mut [DVec3],
    (right, slope): (&[DVec3], &mut f64),
) -> bool {
    let whole = direction.to_vec();
    if !hook.truncate(x, direction) {
        return false;
    }
    let along = -dot(right, direction);
    if along < 0.0 {
        *slope = along;
        return true;
    }
    let share = |(cut, whole): (&DVec3, &DVec3)| {
        if cut == whole { 1.0 } else { cut.length() / whole.length() }
    };
    let least = direction.iter().zip(&whole).map(share).fold(1.0, f64::min);
    for (direction, whole) in direction.iter_mut().zip(&whole) {
        *direction = least * *whole;
    }
    *slope *= least;
    true
}

#[cfg(test)]
mod tests {
    use glam::dvec3;
    use ripstop_geometry::Potential;

    use super::*;

    /// Cuts every vertex down to a length of its own.
    struct Limits([f64; 2]);

    impl StepHook for Limits {
        fn refresh(&mut self, _: &[DVec3]) {}

        fn potentials(&self) -> Vec<&dyn Potential> {
            Vec::new()
        }

        fn max_step(&mut self, _: &[DVec3], _: &[DVec3]) -> f64 {
            1.0
        }

        fn truncate(&mut self, _: &[DVec3], displacement: &mut [DVec3]) -> bool {
            let mut any = false;
            for (d, limit) in displacement.iter_mut().zip(self.0) {
                if d.length() > limit {
                    *d = limit * d.normalize();
                    any = true;
                }
            }
            any
        }

        fn is_done(&mut self, _: &[DVec3]) -> bool {
            true
        }
    }

    /// The first vertex climbs and the second descends more: `right` is minus the gradient.
    const RIGHT: [DVec3; 2] = [dvec3(-1.0, 0.0, 0.0), dvec3(0.0, 3.0, 0.0)];
    const WAYS: [DVec3; 2] = [dvec3(1.0, 0.0, 0.0), dvec3(0.0, 1.0, 0.0)];

    fn cut(limits: [f64; 2]) -> (bool, [DVec3; 2], f64) {
        let (mut ways, mut slope) = (WAYS, -2.0);
        let is_cut =
            truncated(&mut Limits(limits), &[DVec3::ZERO; 2], &mut ways, (&RIGHT, &mut slope));
        (is_cut, ways, slope)
    }

    #[test]
    fn what_is_short_enough_stays() {
        assert_eq!(cut([2.0, 2.0]), (false, WAYS, -2.0));
    }

    #[test]
    fn what_still_descends_is_cut_vertex_by_vertex() {
        assert_eq!(cut([0.5, 2.0]), (true, [0.5 * WAYS[0], WAYS[1]], -2.5));
    }

    /// With a quarter of the second way the direction would climb: all of it is a quarter then.
    #[test]
    fn what_would_climb_is_shortened_as_a_whole() {
        assert_eq!(cut([2.0, 0.25]), (true, WAYS.map(|d| 0.25 * d), -0.5));
    }
}
