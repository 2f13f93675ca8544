//! Two flat layers before and behind a body, lifted off it.

use glam::{DVec2, DVec3, dvec3};

use crate::mannequin::{BodyField, first_inside};

/// A drawing in the plane y = 0 that becomes two layers.
pub(crate) struct Layers<'a> {
    body: &'a BodyField,
    /// Lines along which both layers are joined, in x and z (m).
    folds: Vec<[DVec2; 2]>,
    clearance: f64,
}

/// Distance of a layer from the plane, per distance from the nearest fold, and at most (m).
const BULGE: [f64; 2] = [0.35, 0.03];
/// Greatest depth of a body (m).
const DEPTH: f64 = 0.6;

impl<'a> Layers<'a> {
    pub(crate) const fn new(body: &'a BodyField, folds: Vec<[DVec2; 2]>, clearance: f64) -> Self {
        Self { body, folds, clearance }
    }

    /// The place of a point of the drawing in the layer before or behind the body: as near to the
    /// plane as the body lets it, with room between the layers where there is no body.
    pub(crate) fn lifted(&self, p: DVec2, is_back: bool) -> DVec3 {
        let side = if is_back { 1.0 } else { -1.0 };
        let ends = [dvec3(p.x, side * DEPTH, p.y), dvec3(p.x, 0.0, p.y)];
        let t = first_inside(ends, |x| self.body.value(x) - self.clearance);
        let to_fold = self.folds.iter().map(|&[a, b]| {
            let t = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
            p.distance(a.lerp(b, t))
        });
        let to_fold = to_fold.fold(f64::INFINITY, f64::min);
        let bulge = (BULGE[0] * to_fold).min(BULGE[1]);
        dvec3(p.x, side * bulge.max((1.0 - t) * DEPTH), p.y)
    }
}
