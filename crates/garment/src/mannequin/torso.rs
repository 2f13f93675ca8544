//! The torso: strips across, rounded, whose width and radius follow a smooth profile along z.

use glam::{DVec3, dvec3};

use super::MannequinSettings;
use super::anatomy::{Bone, Part};
use super::field::FieldSample;

/// A section across: all points within `radius` of a strip from −`half_width` to `half_width`.
#[derive(Clone, Copy, Debug)]
struct Section {
    height: f64,
    radius: f64,
    half_width: f64,
}

impl Section {
    /// A section with a girth (m): `2π r + 4 w` with `w = flatness · r`.
    fn new(height: f64, girth: f64, flatness: f64) -> Self {
        let radius = girth / (2.0 * std::f64::consts::PI + 4.0 * flatness);
        Self { height, radius, half_width: flatness * radius }
    }
}

/// The torso from hips to shoulders.
#[derive(Clone, Debug)]
pub(crate) struct Torso {
    sections: Vec<Section>,
}

/// Radius and half width at a height, with their slopes.
struct Profile {
    radius: [f64; 2],
    half_width: [f64; 2],
}

impl Torso {
    pub(crate) fn new(settings: &MannequinSettings) -> Self {
        let scale = settings.scale();
        let (hips, waist, chest) = (settings.hips, settings.waist, settings.chest);
        let sections = vec![
            Section::new(0.885 * scale, hips, 0.55),
            Section::new(0.96 * scale, 0.55 * hips + 0.45 * waist, 0.55),
            Section::new(1.06 * scale, waist, 0.5),
            Section::new(1.16 * scale, 0.5 * waist + 0.5 * chest, 0.5),
            Section::new(1.26 * scale, chest, 0.6),
            Section::new(1.35 * scale, 0.84 * chest, 0.95),
        ];
        Self { sections }
    }

    /// The same as capsules, a bone each, for weights of the skin.
    pub(crate) fn parts(&self) -> Vec<Part> {
        let bones = [Bone::Pelvis, Bone::Pelvis, Bone::Abdomen, Bone::Chest, Bone::Chest];
        let part = |(pair, bone): (&[Section], Bone)| Part {
            bone,
            ends: [pair[0], pair[1]].map(|section| section.height * DVec3::Z),
            radii: [pair[0].radius, pair[1].radius],
            half_widths: [pair[0].half_width, pair[1].half_width],
        };
        self.sections.windows(2).zip(bones).map(part).collect()
    }

    /// Distance to the torso (m), a little too large where it slopes, and its gradient.
    pub(crate) fn sample(&self, x: DVec3) -> FieldSample {
        let [bottom, top] =
            [self.sections[0].height, self.sections[self.sections.len() - 1].height];
        let height = x.z.clamp(bottom, top);
        let profile = self.profile(height);
        let ([radius, slope], [half_width, spread]) = (profile.radius, profile.half_width);
        let across = x.x - x.x.clamp(-half_width, half_width);
        let off = dvec3(across, x.y, x.z - height);
        let length = off.length();
        let mut gradient = if length > 0.0 { off / length } else { DVec3::Y };
        if height == x.z {
            // Outside the strip its end moves along x.
            gradient.z = -slope - spread * gradient.x.abs();
        }
        let steepness = gradient.length();
        FieldSample { value: (length - radius) / steepness, gradient: gradient / steepness }
    }

    /// Cubic interpolation through the sections, level at both ends.
    fn profile(&self, height: f64) -> Profile {
        let last = self.sections.len() - 2;
        let inner = &self.sections[1..=last];
        let i = inner.iter().take_while(|section| section.height < height).count();
        let at = |i: usize| self.sections[i];
        let (a, b) = (at(i), at(i + 1));
        let step = b.height - a.height;
        let t = (height - a.height) / step;
        let slope = |i: usize, of: fn(&Section) -> f64| {
            if i == 0 || i == last + 1 {
                return 0.0;
            }
            (of(&at(i + 1)) - of(&at(i - 1))) / (at(i + 1).height - at(i - 1).height)
        };
        let value = |of: fn(&Section) -> f64| {
            let ends = [of(&a), of(&b)];
            hermite(t, ends, [step * slope(i, of), step * slope(i + 1, of)], step)
        };
        Profile {
            radius: value(|section| section.radius),
            half_width: value(|section| section.half_width),
        }
    }
}

/// Value and slope of the cubic with given values and slopes (per unit of `t`) at 0 and 1.
fn hermite(t: f64, [a, b]: [f64; 2], [da, db]: [f64; 2], step: f64) -> [f64; 2] {
    let c2 = 3.0 * (b - a) - 2.0 * da - db;
    let c3 = 2.0 * (a - b) + da + db;
    [a + t * (da + t * (c2 + t * c3)), (da + t * (2.0 * c2 + 3.0 * t * c3)) / step]
}
