//! Search directions that are shortened: as a whole, to the size of the scene, and by a hook vertex
//! by vertex, each at its trust radius.

use glam::DVec3;
use ripstop_linear::{dot, largest};

use super::hook::StepHook;

/// Shortens a direction as a whole, so that it leads no vertex farther than `reach` (m). Returns
/// the part of it that is left, 0 if it is not finite.
pub(super) fn capped(direction: &mut [DVec3], reach: f64) -> f64 {
    let longest = largest(direction);
    if longest <= reach {
        return 1.0;
    }
    let part = if longest.is_finite() { reach / longest } else { 0.0 };
    for d in direction {
        *d = if part > 0.0 { part * *d } else { DVec3::ZERO };
    }
    part
}

/// Lets the hook truncate a direction vertex by vertex. Returns the slope along it if it has
/// changed, from the `slope` before and `right`, minus the gradient. A direction that would not
/// descend any more is shortened as a whole instead, by as much as the hook has shortened the worst
/// vertex.
pub(super) fn truncated(
    hook: &mut dyn StepHook,
    x: &[DVec3],
    direction: &mut [DVec3],
    right: &[DVec3],
    slope: f64,
) -> Option<f64> {
    let whole = direction.to_vec();
    if !hook.truncate(x, direction) {
        return None;
    }
    let along = -dot(right, direction);
    if along < 0.0 {
        return Some(along);
    }
    let ratio = |(cut, whole): (&DVec3, &DVec3)| {
        if cut == whole { 1.0 } else { cut.length() / whole.length() }
    };
    let least = direction.iter().zip(&whole).map(ratio).fold(1.0, f64::min);
    for (direction, whole) in direction.iter_mut().zip(&whole) {
        *direction = least * *whole;
    }
    Some(slope * least)
}

#[cfg(test)]
mod tests {
    use glam::dvec3;
    use ripstop_geometry::Potential;

    use super::*;

    /// Cuts the displacement of every vertex down to a length of its own.
    struct Limits([f64; 2]);

    impl StepHook for Limits {
        fn refresh(&mut self, _: &[DVec3]) {}

        fn potentials(&self) -> Vec<&dyn Potential> {
            Vec::new()
        }

        fn step_limit(&mut self, _: &[DVec3], _: &[DVec3]) -> f64 {
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
    const DISPLACEMENTS: [DVec3; 2] = [dvec3(1.0, 0.0, 0.0), dvec3(0.0, 1.0, 0.0)];

    fn cut(limits: [f64; 2]) -> ([DVec3; 2], Option<f64>) {
        let mut direction = DISPLACEMENTS;
        let x = [DVec3::ZERO; 2];
        let slope = truncated(&mut Limits(limits), &x, &mut direction, &RIGHT, -2.0);
        (direction, slope)
    }

    #[test]
    fn long_directions_are_capped() {
        let mut direction = DISPLACEMENTS;
        assert_eq!((capped(&mut direction, 1.0), direction), (1.0, DISPLACEMENTS));
        assert_eq!(capped(&mut direction, 0.25), 0.25);
        assert_eq!(direction, DISPLACEMENTS.map(|d| 0.25 * d));
        for bad in [f64::NAN, f64::INFINITY] {
            let mut direction = [DVec3::X, DVec3::splat(bad)];
            assert_eq!((capped(&mut direction, 1.0), direction), (0.0, [DVec3::ZERO; 2]));
        }
    }

    #[test]
    fn what_is_short_enough_stays() {
        assert_eq!(cut([2.0, 2.0]), (DISPLACEMENTS, None));
    }

    #[test]
    fn what_still_descends_is_cut_vertex_by_vertex() {
        assert_eq!(cut([0.5, 2.0]), ([0.5 * DISPLACEMENTS[0], DISPLACEMENTS[1]], Some(-2.5)));
    }

    /// With a quarter of the second displacement the direction would climb: all of it is a quarter
    /// then.
    #[test]
    fn what_would_climb_is_shortened_as_a_whole() {
        assert_eq!(cut([2.0, 0.25]), (DISPLACEMENTS.map(|d| 0.25 * d), Some(-0.5)));
    }
}
