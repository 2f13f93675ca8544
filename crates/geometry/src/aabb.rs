//! Axis-aligned bounding boxes (AABB).
//!
//! A box is closed: two boxes that share only a face, an edge or a corner overlap. Boxes of moving
//! primitives contain the whole straight path, because a linear motion stays in the hull of its two
//! ends. What is inflated is rounded outwards, so that no point is lost to the last bit.

use glam::DVec3;

use crate::MovingPoint;

/// A closed axis-aligned bounding box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Lowest corner (m).
    pub min: DVec3,
    /// Highest corner (m).
    pub max: DVec3,
}

impl Aabb {
    /// The box that contains nothing: the neutral element of [`Aabb::union`].
    pub const EMPTY: Self = Self { min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };

    /// The smallest box around one point.
    #[must_use]
    #[inline]
    pub const fn of_point(point: DVec3) -> Self {
        Self { min: point, max: point }
    }

    /// The smallest box around some points; [`Aabb::EMPTY`] if there are none.
    #[must_use]
    #[inline]
    pub fn of_points(points: &[DVec3]) -> Self {
        points
            .iter()
            .fold(Self::EMPTY, |hull, &p| Self { min: hull.min.min(p), max: hull.max.max(p) })
    }

    /// The smallest box around the whole path of some moving points.
    #[must_use]
    #[inline]
    pub fn of_moving(points: &[MovingPoint]) -> Self {
        points.iter().fold(Self::EMPTY, |hull, p| Self {
            min: hull.min.min(p.start).min(p.end),
            max: hull.max.max(p.start).max(p.end),
        })
    }

    /// The smallest box around two boxes.
    #[must_use]
    #[inline]
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// True if the closed boxes have a point in common.
    #[must_use]
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// True if `other` lies inside `self`.
    #[must_use]
    #[inline]
    pub fn contains(&self, other: &Self) -> bool {
        self.min.cmple(other.min).all() && other.max.cmple(self.max).all()
    }

    /// The box grown by `radius` (m) on every side, rounded outwards.
    ///
    /// The result contains every point within `radius` of the box, in exact arithmetic. A radius of
    /// zero changes nothing; an empty box stays empty.
    #[must_use]
    #[inline]
    pub fn inflated(self, radius: f64) -> Self {
        debug_assert!(radius >= 0.0, "a box is inflated by a radius, not by {radius}");
        Self {
            min: self.min.map(|x| sub_down(x, radius)),
            max: self.max.map(|x| add_up(x, radius)),
        }
    }

    /// Edge lengths (m).
    #[must_use]
    #[inline]
    pub fn extent(&self) -> DVec3 {
        self.max - self.min
    }

    /// Midpoint.
    #[must_use]
    #[inline]
    pub fn center(&self) -> DVec3 {
        0.5 * self.min + 0.5 * self.max
    }

    /// Area of the six sides (m²); 0 for an empty box.
    #[must_use]
    #[inline]
    pub fn surface_area(&self) -> f64 {
        let e = self.extent().max(DVec3::ZERO);
        2.0 * (e.x * e.y + e.y * e.z + e.z * e.x)
    }

    /// True if `min ≤ max` on every axis, which also says that no corner is NaN.
    #[must_use]
    #[inline]
    pub fn is_valid(&self) -> bool {
        self.min.cmple(self.max).all()
    }
}

/// A float that is not below the exact `x + r`, and is `x` for `r = 0`.
#[inline]
fn add_up(x: f64, r: f64) -> f64 {
    let sum = x + r;
    // Both differences are exact where it matters (Knuth's two-sum), so their sum is the error.
    let r_part = sum - x;
    let error = (x - (sum - r_part)) + (r - r_part);
    if error > 0.0 { sum.next_up() } else { sum }
}

/// A float that is not above the exact `x − r`, and is `x` for `r = 0`.
#[inline]
fn sub_down(x: f64, r: f64) -> f64 {
    -add_up(-x, r)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;
    use proptest::prelude::*;

    fn unit_box() -> Aabb {
        Aabb { min: DVec3::ZERO, max: DVec3::ONE }
    }

    #[test]
    fn touching_boxes_overlap() {
        let a = unit_box();
        for shift in [dvec3(1.0, 0.0, 0.0), dvec3(1.0, 1.0, 0.0), dvec3(1.0, -1.0, 1.0)] {
            let b = Aabb { min: a.min + shift, max: a.max + shift };
            assert!(a.overlaps(&b) && b.overlaps(&a));
        }
        let gap = dvec3(1.0_f64.next_up(), 0.0, 0.0);
        assert!(!a.overlaps(&Aabb { min: a.min + gap, max: a.max + gap }));
    }

    #[test]
    fn empty_is_neutral_and_overlaps_nothing() {
        assert_eq!(Aabb::EMPTY.union(unit_box()), unit_box());
        assert!(!Aabb::EMPTY.overlaps(&unit_box()) && !Aabb::EMPTY.is_valid());
        assert_eq!(Aabb::EMPTY.surface_area(), 0.0);
        assert_eq!(Aabb::of_points(&[]), Aabb::EMPTY);
        assert_eq!(unit_box().surface_area(), 6.0);
    }

    #[test]
    fn nan_is_not_valid() {
        let mut corner = DVec3::ONE;
        corner.z = f64::NAN;
        assert!(!Aabb { min: DVec3::ZERO, max: corner }.is_valid());
        assert!(!Aabb { min: corner, max: DVec3::ONE }.is_valid());
    }

    #[test]
    fn a_radius_too_small_to_add_still_grows_the_box() {
        let grown = unit_box().inflated(1e-30);
        assert_eq!(grown.max, DVec3::splat(1.0_f64.next_up()));
        assert_eq!(grown.min, DVec3::splat(-1e-30));
        assert_eq!(unit_box().inflated(0.0), unit_box());
        assert_eq!(Aabb::EMPTY.inflated(1.0), Aabb::EMPTY);
    }

    proptest! {
        #[test]
        fn inflation_rounds_outwards_and_by_at_most_one_ulp(
            x in any::<f64>().prop_filter("finite", |x| x.is_finite() && x.abs() < 1e300),
            r in 0.0..1e300_f64,
        ) {
            use dashu::rational::RBig;
            let exact = |x: f64| RBig::try_from(x).unwrap();
            let up = add_up(x, r);
            prop_assert!(exact(up) >= exact(x) + exact(r));
            prop_assert!(up.next_down() <= x + r);
            let down = sub_down(x, r);
            prop_assert!(exact(down) <= exact(x) - exact(r));
        }

        #[test]
        fn a_moving_box_contains_the_path(
            ends in prop::array::uniform2(prop::array::uniform3(-1e3..1e3_f64)), t in 0.0..=1.0_f64,
        ) {
            let [start, end] = ends.map(DVec3::from_array);
            let swept = Aabb::of_moving(&[MovingPoint { start, end }]).inflated(1e-12);
            let point = MovingPoint { start, end }.at(t);
            prop_assert!(swept.contains(&Aabb::of_point(point)));
        }
    }
}
