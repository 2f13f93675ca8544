//! The force on a vertex whose path goes through a face.
//!
//! The path is a ray `o + t d`, `t ∈ [0, 1]`, from the vertex's position to its predicted one. If
//! it meets a face at `t`,
//!
//! ```text
//! F = −c (1 − t)² d/|d|
//! ```
//!
//! pushes the vertex back along its own path: hardest if the face is right ahead, and falls
//! smoothly to 0 at the end of the path.
//!
//! **Strengths.** It needs one ray per vertex and no state, the rays are independent of each other,
//! and the force stops motion along the normal of a face.
//!
//! **Limits.** It acts along the path, not along the normal: a vertex that slides down a slope is
//! pushed up the slope, as if by friction without bound. It acts on vertex–face pairs only; edges
//! pass edges. It vanishes for a path that ends at the surface, so that a resting vertex has to
//! sink until its path is long enough for the force to carry it, and with the constant `c` too
//! large it is thrown back. A vertex whose path ends a little behind the face is hardly pushed and
//! may tunnel: the ray should reach some steps ahead. A vertex that is already behind the face
//! meets nothing. Nothing is guaranteed.

use glam::DVec3;

/// The force (N) on a vertex whose path over a step, `displacement` (m), meets a face at
/// `time ∈ [0, 1]`; `strength` is `c` (N). 0 for a path of no length.
#[must_use]
pub fn ray_force(displacement: DVec3, time: f64, strength: f64) -> DVec3 {
    debug_assert!((0.0..=1.0).contains(&time), "a time within the step, not {time}");
    let rest = 1.0 - time;
    -strength * rest * rest * displacement.normalize_or_zero()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn against_the_path_and_fading_towards_its_end() {
        let d = DVec3::new(0.0, 3.0, -4.0);
        let back = DVec3::new(0.0, -1.2, 1.6);
        assert!((ray_force(d, 0.0, 2.0) - back).length() < 1e-15);
        assert!((ray_force(d, 0.5, 2.0) - 0.25 * back).length() < 1e-15);
        assert_eq!(ray_force(d, 1.0, 2.0).length(), 0.0);
        assert_eq!(ray_force(DVec3::ZERO, 0.3, 2.0).length(), 0.0);
        // Smoothly: the slope vanishes at the end as well.
        assert!(ray_force(d, 1.0 - 1e-6, 2.0).length() < 1e-11);
    }

    /// The lowest height in five seconds of a point of 1 g that falls from 2 cm on the plane z = 0;
    /// its ray reaches `steps` of 1 ms ahead.
    fn lowest(steps: f64) -> f64 {
        let (dt, mass, gravity, strength) = (1e-3, 1e-3, DVec3::new(0.0, 0.0, -9.81), 10.0);
        let (mut x, mut v) = (DVec3::new(0.0, 0.0, 0.02), DVec3::ZERO);
        let mut lowest = x.z;
        for _ in 0..5000 {
            v += dt * gravity;
            let path = steps * dt * v;
            let time = if path.z < 0.0 { -x.z / path.z } else { f64::INFINITY };
            if (0.0..=1.0).contains(&time) {
                v += dt / mass * ray_force(path, time, strength);
            }
            x += dt * v;
            lowest = lowest.min(x.z);
        }
        lowest
    }

    #[test]
    fn a_ray_that_reaches_ahead_stops_a_point_and_one_that_does_not_may_not() {
        let ahead = lowest(10.0);
        assert!(ahead > 0.0 && ahead < 0.02, "{ahead}");
        assert!(lowest(1.0) < -1.0, "the limit that the documentation names");
    }
}
