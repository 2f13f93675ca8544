//! A ray against a triangle [Möller 1997].
//!
//! ```text
//! o + t d = a + β ab + γ ac,    β, γ ≥ 0,  β + γ ≤ 1
//! ```
//!
//! Cramer's rule on three determinants. Weights are allowed to be negative by [`CLOSED`], so that
//! rounding leaves no gap between two triangles with a common edge. A triangle without area is
//! never hit.

use glam::DVec3;
use ripstop_broad::bvh::Ray;
use ripstop_geometry::Aabb;

/// Tolerance of a hit outside the triangle, as a weight.
const CLOSED: f64 = 1e-9;

/// A triangle, as a corner and the edges from it.
#[derive(Clone, Copy, Debug)]
pub struct Triangle {
    /// The corner (m).
    pub a: DVec3,
    /// From it to the second (m).
    pub ab: DVec3,
    /// From it to the third (m).
    pub ac: DVec3,
}

/// Parameter and barycentric weights of a hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleHit {
    /// Parameter on the ray.
    pub t: f64,
    /// Barycentric weights of the corners; they sum to 1.
    pub weights: [f64; 3],
}

impl Triangle {
    /// The triangle with three corners.
    #[must_use]
    pub fn new([a, b, c]: [DVec3; 3]) -> Self {
        Self { a, ab: b - a, ac: c - a }
    }

    /// Twice the area, along the normal (m²).
    #[must_use]
    pub fn area_normal(&self) -> DVec3 {
        self.ab.cross(self.ac)
    }

    /// The box around it.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        Aabb::of_points(&[self.a, self.a + self.ab, self.a + self.ac])
    }

    /// Intersects a ray with the triangle, from either side.
    #[must_use]
    #[inline]
    pub fn hit(&self, ray: &Ray) -> Option<TriangleHit> {
        let p = ray.direction.cross(self.ac);
        let determinant = self.ab.dot(p);
        let (sign, size) = (determinant.signum(), determinant.abs());
        let s = ray.origin - self.a;
        // Numerators of the weights; most triangles are missed, and need no division.
        let beta = sign * s.dot(p);
        let slack = CLOSED * size;
        if !(beta >= -slack && beta <= size + slack) {
            return None;
        }
        let q = s.cross(self.ab);
        let gamma = sign * ray.direction.dot(q);
        if !(gamma >= -slack && beta + gamma <= size + slack) || size == 0.0 {
            return None;
        }
        let inverse = 1.0 / size;
        let t = sign * self.ac.dot(q) * inverse;
        let [beta, gamma] = [beta * inverse, gamma * inverse];
        (0.0..=ray.t_max)
            .contains(&t)
            .then_some(TriangleHit { t, weights: [1.0 - beta - gamma, beta, gamma] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = DVec3> {
        prop::array::uniform3(-1.0..1.0).prop_map(DVec3::from_array)
    }

    proptest! {
        #[test]
        fn a_ray_to_a_point_inside_hits_it(
            corners in prop::array::uniform3(point()), origin in point(),
            b in 0.01..0.49_f64, c in 0.01..0.49_f64,
        ) {
            let triangle = Triangle::new(corners);
            let target = triangle.a + b * triangle.ab + c * triangle.ac;
            let ray = Ray { origin, direction: target - origin, t_max: 2.0 };
            let height = triangle.area_normal().dot(origin - target).abs();
            prop_assume!(height > 1e-3);
            let hit = triangle.hit(&ray).expect("a hit");
            prop_assert!((hit.t - 1.0).abs() < 1e-9);
            prop_assert!((hit.weights[1] - b).abs() < 1e-9 && (hit.weights[2] - c).abs() < 1e-9);
            let short = Ray { t_max: 0.9, ..ray };
            prop_assert_eq!(triangle.hit(&short), None);
            // Beyond the edge opposite to the first corner there is nothing.
            let outside = triangle.a + (1.0 - c + 0.01) * triangle.ab + c * triangle.ac;
            let ray = Ray { origin, direction: outside - origin, t_max: 2.0 };
            prop_assert_eq!(triangle.hit(&ray), None);
        }
    }

    #[test]
    fn no_ray_slips_between_two_triangles() {
        let [a, b, c, d] =
            [DVec3::ZERO, dvec3(1.0, 0.3, 0.1), dvec3(0.4, 1.1, -0.2), dvec3(1.3, 1.2, 0.3)];
        let pair = [Triangle::new([a, b, c]), Triangle::new([b, d, c])];
        let eye = dvec3(0.3, 0.2, 5.0);
        for i in 1..10_000_u32 {
            let target = b.lerp(c, f64::from(i) / 10_000.0);
            let ray = Ray { origin: eye, direction: target - eye, t_max: 2.0 };
            assert!(pair.iter().any(|triangle| triangle.hit(&ray).is_some()), "{i}");
        }
    }

    #[test]
    fn degenerate_triangles_and_rays_hit_nothing() {
        let flat = [
            Triangle::new([DVec3::ZERO; 3]),
            Triangle::new([DVec3::ZERO, DVec3::X, 2.0 * DVec3::X]),
        ];
        let rays = [
            Ray { origin: DVec3::Z, direction: DVec3::NEG_Z, t_max: f64::INFINITY },
            Ray { origin: DVec3::X, direction: DVec3::ZERO, t_max: f64::INFINITY },
        ];
        for ray in rays {
            assert!(flat.iter().all(|triangle| triangle.hit(&ray).is_none()));
        }
        let triangle = Triangle::new([DVec3::ZERO, DVec3::X, DVec3::Y]);
        let along = Ray { origin: DVec3::NEG_X, direction: DVec3::X, t_max: f64::INFINITY };
        assert_eq!(triangle.hit(&along), None);
    }
}
