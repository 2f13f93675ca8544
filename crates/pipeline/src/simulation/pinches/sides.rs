//! The side of obstacles on which a point is, by signed crossings of rays.
//!
//! ```text
//! s = Σ ±1 over the faces that the ray from x along d meets, + if it leaves through the face
//! ```
//!
//! For closed surfaces that is the winding number of `x`, whatever the direction, and whether they
//! cross themselves or each other: 0 outside, 1 inside of one part, 2 where two overlap. For open
//! ones it changes by 1 where `x` passes through, and seldom else. The signs of an edge seen from
//! its two faces are exact opposites, also as rounded, so that a ray near an edge meets one of
//! them; one that meets an edge exactly says nothing, and there are three.

use glam::DVec3;

/// Directions of the rays, of no particular angles.
const DIRECTIONS: [DVec3; 3] = [
    DVec3::new(0.297_145_1, 0.412_087_3, 0.861_333_9),
    DVec3::new(-0.871_212_3, 0.218_114_7, -0.439_734_1),
    DVec3::new(0.155_819_3, -0.934_418_9, 0.320_261_7),
];

/// Signed crossings of the rays from a point; `None` where a ray meets an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sides(pub(crate) [Option<i32>; 3]);

impl Sides {
    /// Counts the crossings of rays from `x` with some triangles.
    pub(crate) fn of(x: DVec3, triangles: &(impl Iterator<Item = [DVec3; 3]> + Clone)) -> Self {
        Self(DIRECTIONS.map(|direction| {
            triangles.clone().map(|triangle| crossing(x, direction, triangle)).sum()
        }))
    }

    /// True if the first ray that says something about both says the same.
    pub(crate) fn agree(self, other: Self) -> bool {
        let both = self.0.into_iter().zip(other.0).find_map(|(a, b)| Some((a?, b?)));
        both.is_some_and(|(a, b)| a == b)
    }
}

/// The sign with which a ray meets a triangle, 0 if it does not.
fn crossing(x: DVec3, direction: DVec3, triangle: [DVec3; 3]) -> Option<i32> {
    let [a, b, c] = triangle.map(|corner| corner - x);
    let signs = [(a, b), (b, c), (c, a)].map(|(p, q)| direction.dot(p.cross(q)));
    let (positive, negative) = (signs.iter().any(|s| *s > 0.0), signs.iter().any(|s| *s < 0.0));
    if positive && negative {
        return Some(0);
    }
    let volume = a.dot(b.cross(c));
    // Behind the point nothing is met, not even an edge.
    let ahead = if negative { volume < 0.0 } else { volume > 0.0 };
    match (positive || negative, signs.contains(&0.0)) {
        (true, false) => Some(if ahead { if positive { 1 } else { -1 } } else { 0 }),
        (true, true) => {
            if ahead {
                None
            } else {
                Some(0)
            }
        }
        // The triangle is seen from its edge, or has no area.
        (false, _) => Some(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;
    use ripstop_geometry::tessellate;

    #[test]
    fn winding_numbers_of_overlapping_spheres() {
        let sphere = tessellate::sphere(1.0, 12);
        let at = |shift: DVec3| {
            let corners = |face: &[u32; 3]| face.map(|i| sphere.positions[i as usize] + shift);
            sphere.faces.iter().map(corners).collect::<Vec<_>>()
        };
        let both = [at(DVec3::ZERO), at(1.2 * DVec3::X)].concat();
        for (x, expected) in [
            (dvec3(-2.0, 0.1, 0.2), 0),
            (dvec3(-0.5, 0.1, 0.0), 1),
            (dvec3(0.6, 0.0, 0.0), 2),
            (dvec3(1.7, 0.0, -0.2), 1),
            (dvec3(0.6, 0.0, 0.9), 0),
        ] {
            let found = Sides::of(x, &both.iter().copied());
            assert_eq!(found, Sides([Some(expected); 3]), "{x}");
        }
    }

    #[test]
    fn a_ray_through_an_edge_says_nothing_and_another_does() {
        let [d, e, _] = DIRECTIONS;
        // The edge from a to b is met exactly by the first ray.
        let triangle = [d - e, d + e, d + dvec3(1.0, 2.0, 3.0)];
        assert_eq!(crossing(DVec3::ZERO, d, triangle), None);
        let none = Sides([None, Some(1), Some(0)]);
        assert!(none.agree(Sides([Some(2), Some(1), Some(7)])));
        assert!(!none.agree(Sides([Some(2), Some(0), Some(0)])));
        assert!(!Sides([None; 3]).agree(Sides([None; 3])));
    }
}
