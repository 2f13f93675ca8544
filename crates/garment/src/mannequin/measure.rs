//! Measures that a tailor takes, from the field of a body in its A-pose.

use std::f64::consts::PI;

use glam::{DVec2, DVec3, dvec2};

use super::{BodyField, Bone, Mannequin};

/// Rays around a section.
const RAYS: u32 = 96;
/// Length of a ray (m); no torso is wider.
const FARTHEST: f64 = 1.0;

impl Mannequin {
    /// Girth of the torso at a height (m): the length of a tape around it.
    #[must_use]
    pub fn girth(&self, height: f64) -> f64 {
        length_of_loop(&hull(&self.section(height, 0.0)))
    }

    /// Points at a distance (m) from the torso and the legs at a height (m), counter-clockwise
    /// from the left.
    pub(crate) fn section(&self, height: f64, distance: f64) -> Vec<DVec2> {
        let field = self.field.of_bones(|bone| !is_of_arm(bone));
        section(&field, height, distance)
    }

    /// Height of the upper outline of the torso, the neck and the arms at a place across (m).
    pub(crate) fn outline_above(&self, x: f64) -> f64 {
        let scale = self.settings.scale();
        let top = DVec3::new(x, 0.0, 1.75 * scale);
        let bottom = DVec3::new(x, 0.0, 1.2 * scale);
        let field = self.field.of_bones(|bone| bone != Bone::Head);
        let t = first_inside([top, bottom], |x| field.value(x));
        top.lerp(bottom, t).z
    }

    pub(crate) const fn field(&self) -> &BodyField {
        &self.field
    }
}

pub(crate) const fn is_of_arm(bone: Bone) -> bool {
    matches!(bone, Bone::UpperArm(_) | Bone::Forearm(_) | Bone::Hand(_))
}

fn section(field: &BodyField, height: f64, distance: f64) -> Vec<DVec2> {
    let point = |ray: u32| {
        let angle = 2.0 * PI * f64::from(ray) / f64::from(RAYS);
        let direction = dvec2(libm::cos(angle), libm::sin(angle));
        let ends = [FARTHEST * direction, DVec2::ZERO].map(|p| p.extend(height));
        let t = first_inside(ends, |x| field.value(x) - distance);
        ends[0].lerp(ends[1], t).truncate()
    };
    (0..RAYS).map(point).collect()
}

/// Part of a segment before it enters the inside of a field; 1 if it does not.
pub(crate) fn first_inside([a, b]: [DVec3; 2], value: impl Fn(DVec3) -> f64) -> f64 {
    /// Least step (m), and the part of the distance that a step may go: the field is close to a
    /// distance, but for slopes of the torso.
    const STEPS: [f64; 2] = [1e-3, 0.8];
    let length = a.distance(b);
    let (mut before, mut at) = (0.0, 0.0);
    while at < 1.0 {
        let distance = value(a.lerp(b, at));
        if distance < 0.0 {
            return bisected([before, at], |t| value(a.lerp(b, t)));
        }
        before = at;
        at += (STEPS[1] * distance).max(STEPS[0]) / length;
    }
    if value(b) < 0.0 { bisected([before, 1.0], |t| value(a.lerp(b, t))) } else { 1.0 }
}

/// The place between two at which a function changes its sign, on the side of the first.
fn bisected([mut low, mut high]: [f64; 2], value: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..30 {
        let middle = 0.5 * (low + high);
        if value(middle) < 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
    low
}

/// Convex hull of points that go around the origin counter-clockwise.
pub(crate) fn hull(points: &[DVec2]) -> Vec<DVec2> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut lower = half_hull(sorted.iter().copied());
    let mut upper = half_hull(sorted.iter().rev().copied());
    lower.pop();
    upper.pop();
    lower.append(&mut upper);
    lower
}

fn half_hull(points: impl Iterator<Item = DVec2>) -> Vec<DVec2> {
    let mut chain: Vec<DVec2> = Vec::new();
    for p in points {
        while let [.., a, b] = chain[..]
            && (b - a).perp_dot(p - b) <= 0.0
        {
            chain.pop();
        }
        chain.push(p);
    }
    chain
}

/// Length of a closed polygon.
fn length_of_loop(points: &[DVec2]) -> f64 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| a.distance(*b)).sum()
}
