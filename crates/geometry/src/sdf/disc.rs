//! A flat cylinder around a triangle: a lower bound of its distance that is cheap and tight.
//!
//! The box of a tilted triangle is as thick as the triangle is long, so many triangles look nearer
//! than they are. A disc with the triangle's normal `n`, centre `c`, radius `r` and half thickness
//! `w` is not. For every point `q` of the triangle, taking `p − q` along `n` and across it:
//!
//! ```text
//! |p − q|² ≥ max(|n · (p − c)| − w, 0)² + max(l − r, 0)²,    l² = |p − c|² − (n · (p − c))²
//! ```
//!
//! This holds for *any* unit vector `n` if `w` is measured along it, so the normal of a sliver may
//! be as wrong as it likes. `r`, `w` and the bound itself are rounded to the safe side.

use glam::DVec3;

use super::polar::polar;

/// More than all rounding errors of the bound, relative to the lengths that cause them.
const SLACK: f64 = 1e-12;

/// A triangle lies within `radius` of `center`, and within `half_thickness` of the plane through
/// it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Disc {
    center: DVec3,
    normal: DVec3,
    radius: f64,
    half_thickness: f64,
}

impl Disc {
    /// The disc around a triangle.
    pub(super) fn around(corners: [DVec3; 3]) -> Self {
        let [a, b, c] = corners;
        let center = (a + b + c) / 3.0;
        let normal = polar((b - a).cross(c - a)).map_or(DVec3::Z, |normal| normal.direction);
        let largest = |of: &dyn Fn(DVec3) -> f64| corners.map(of).into_iter().fold(0.0, f64::max);
        let radius = largest(&|x| x.distance(center)) * (1.0 + SLACK);
        let half_thickness = largest(&|x| normal.dot(x - center).abs()) + SLACK * radius;
        Self { center, normal, radius, half_thickness }
    }

    /// At most the squared distance from `p` to the triangle (m²).
    #[inline]
    pub(super) fn bound_squared(&self, p: DVec3) -> f64 {
        let offset = p - self.center;
        let along = self.normal.dot(offset);
        let across = (offset.length_squared() - along * along).max(0.0).sqrt();
        let above = (along.abs() - self.half_thickness).max(0.0);
        let beside = (across - self.radius).max(0.0);
        (above * above + beside * beside) * (1.0 - SLACK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::closest::point_triangle;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = DVec3> {
        prop::array::uniform3(-1.0..1.0_f64).prop_map(DVec3::from_array)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn the_bound_is_below_the_distance(
            a in point(), b in point(), c in point(), p in point(),
            [flat, near] in prop::array::uniform2(0..16_i32), t in 0.0..1.0_f64,
        ) {
            // From ordinary to needle-like triangles, and from afar to almost on them.
            let c = a.lerp(b, t) + 0.1_f64.powi(flat) * c;
            let p = a.lerp(c, t) + 0.1_f64.powi(near) * p;
            let truth = point_triangle(p, [a, b, c]).distance_squared;
            prop_assert!(Disc::around([a, b, c]).bound_squared(p) <= truth);
            // Eight radii away or more, little is lost.
            let afar = p + DVec3::new(20.0, -10.0, 5.0);
            let truth = point_triangle(afar, [a, b, c]).distance_squared;
            let bound = Disc::around([a, b, c]).bound_squared(afar);
            prop_assert!(bound <= truth && bound >= 0.7 * truth);
        }
    }
}
