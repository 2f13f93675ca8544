//! The blended distance to the parts of a body.
//!
//! ```text
//! φ(x) = −k ln Σᵢ exp(−φᵢ(x) / k)
//! ```
//!
//! `φᵢ` is the distance to part `i`, `k` the width of the blend. Far from joints `φ` is the
//! distance to the nearest part; where two parts meet it rounds the crease. It is no true distance,
//! but its gradient is close to a unit vector near the surface, which is all that is needed here.

use glam::DVec3;

use super::anatomy::{Bone, Part};
use super::torso::Torso;

/// Value and gradient of a field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldSample {
    pub(crate) value: f64,
    pub(crate) gradient: DVec3,
}

/// The body as a field: negative inside, zero on the surface.
#[derive(Clone, Debug)]
pub(crate) struct BodyField {
    torso: Torso,
    parts: Vec<Part>,
    blend: f64,
}

/// Distances beyond the nearest, in widths of the blend, that no longer count: their weights are
/// below the rounding of a sum that begins with 1.
const FAR: f64 = 36.0;

impl BodyField {
    /// A torso with other parts.
    pub(crate) const fn new(torso: Torso, parts: Vec<Part>, blend: f64) -> Self {
        Self { torso, parts, blend }
    }

    /// The field of the torso and of some of the bones.
    pub(crate) fn of_bones(&self, wanted: impl Fn(Bone) -> bool) -> Self {
        let parts = self.parts.iter().copied().filter(|part| wanted(part.bone)).collect();
        Self { torso: self.torso.clone(), parts, blend: self.blend }
    }

    /// Blended distance (m).
    pub(crate) fn value(&self, x: DVec3) -> f64 {
        self.sample(x).value
    }

    pub(crate) fn sample(&self, x: DVec3) -> FieldSample {
        let torso = self.torso.sample(x);
        let mut blended = Blended { nearest: torso.value, sum: 1.0, gradient: torso.gradient };
        for part in &self.parts {
            blended.add(part.sample(x), self.blend);
        }
        let Blended { nearest, sum, gradient } = blended;
        FieldSample { value: nearest - self.blend * libm::log(sum), gradient: gradient / sum }
    }
}

/// Sums of the blend, relative to the smallest distance so far.
struct Blended {
    nearest: f64,
    sum: f64,
    gradient: DVec3,
}

impl Blended {
    fn add(&mut self, sample: FieldSample, blend: f64) {
        let beyond = (sample.value - self.nearest) / blend;
        if beyond >= FAR {
            return;
        }
        if beyond < 0.0 {
            let fade = libm::exp(beyond.max(-FAR));
            self.sum = self.sum * fade + 1.0;
            self.gradient = self.gradient * fade + sample.gradient;
            self.nearest = sample.value;
        } else {
            let weight = libm::exp(-beyond);
            self.sum += weight;
            self.gradient += weight * sample.gradient;
        }
    }
}

impl Part {
    /// Distance to this part alone (m), and its gradient.
    pub(crate) fn sample(&self, x: DVec3) -> FieldSample {
        let [a, b] = self.ends;
        let axis = b - a;
        let t = ((x - a).dot(axis) / axis.length_squared()).clamp(0.0, 1.0);
        let mix = |[from, to]: [f64; 2]| from + t * (to - from);
        let mut off = x - (a + t * axis);
        let half_width = mix(self.half_widths);
        off.x -= off.x.clamp(-half_width, half_width);
        let length = off.length();
        let gradient = if length > 0.0 { off / length } else { DVec3::Y };
        FieldSample { value: length - mix(self.radii), gradient }
    }
}
