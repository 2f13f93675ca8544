//! A skirt: a waistband, and a front and a back that are gathered into it.
//!
//! Front and back are sectors of a ring. Around the body the ring becomes a cone that clears the
//! hips, laid in as many waves as take up the rest of its length:
//!
//! ```text
//! x(f, d) = c(f, d sin α) + a(d) (1 + cos 2πkf) n(f),    z(d) = z₀ − d cos α
//! ```
//!
//! `c` is the loop at a distance outside of that of the band, with its normal `n`, `f` the part of
//! the way around, `d` the depth below the band, `k` the number of waves and `a(d)` such that the
//! line around at depth `d` is as long as in the pattern. So the start is closed, and hardly
//! strained but for the gathers.

use std::f64::consts::PI;

use glam::{DVec2, DVec3, dvec2};

use super::fit::Fit;
use super::girdle::Girdle;
use crate::error::check_range;
use crate::mannequin::smooth_step;
use crate::pattern::{EdgeShape, Panel, Pattern, Seam, SewnPattern};
use crate::{GarmentError, Mannequin};

/// Measures of a skirt.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SkirtSettings {
    /// Length of front and back from the band to the hem (m).
    pub length: f64,
    /// Height of the band (m).
    pub band: f64,
    /// Length of the upper edges of front and back, as a multiple of the band's.
    pub gather: f64,
    /// Angle of the sectors of front and back together (degrees): 360 is a circle skirt.
    pub flare: f64,
    /// Distance of the band from the body (m); it makes the band longer.
    pub ease: f64,
    /// Edge length of the triangles (m).
    pub edge_length: f64,
}

impl Default for SkirtSettings {
    fn default() -> Self {
        Self {
            length: 0.48,
            band: 0.04,
            gather: 1.1,
            flare: 210.0,
            ease: 0.004,
            edge_length: 0.022,
        }
    }
}

impl SkirtSettings {
    /// Checks every measure.
    ///
    /// # Errors
    /// Names the first measure that is out of its range.
    pub fn check(&self) -> Result<(), GarmentError> {
        check_range("length", self.length, [0.1, 1.2])?;
        check_range("band", self.band, [0.01, 0.1])?;
        check_range("gather", self.gather, [1.0, 2.0])?;
        check_range("flare", self.flare, [150.0, 360.0])?;
        check_range("ease", self.ease, [0.001, 0.05])?;
        check_range("edge_length", self.edge_length, [0.003, 0.035])
    }
}

/// Panels of the pattern, by number.
const BAND: usize = 0;
const BACK: usize = 1;
const FRONT: usize = 2;

/// Waves around the body.
const WAVES: f64 = 10.0;
/// Depth over which waves grow from the band (m).
const GATHERS: f64 = 0.05;
/// Points of a line around the body.
const SAMPLES: u32 = 240;
/// Depths at which waves are measured.
const LEVELS: u32 = 32;

/// A skirt that fits a mannequin in its A-pose.
///
/// # Errors
/// If a measure is out of its range.
pub fn skirt(mannequin: &Mannequin, settings: &SkirtSettings) -> Result<SewnPattern, GarmentError> {
    settings.check()?;
    let cut = Cut::new(mannequin, settings);
    let mut sewn = cut.pattern().sewn(settings.edge_length, |panel, p| cut.place(panel, p))?;
    let fit = Fit { body: mannequin.field(), clearance: settings.ease, sweeps: 40 };
    fit.apply(&mut sewn, |_, x| x);
    Ok(sewn)
}

/// A skirt with the measures of a body.
struct Cut {
    settings: SkirtSettings,
    girdle: Girdle,
    /// Height of the lower edge of the band (m).
    waist: f64,
    /// Sine and cosine of the angle of the cone.
    slope: [f64; 2],
    /// Amplitudes of the waves at [`LEVELS`] depths (m).
    waves: Vec<f64>,
}

impl Cut {
    fn new(mannequin: &Mannequin, settings: &SkirtSettings) -> Self {
        let waist = 1.055 * mannequin.settings().scale();
        let heights = [waist, waist + settings.band];
        let girdle = Girdle::new(mannequin, heights, settings.ease);
        let steepest = (1..=40)
            .map(|i| {
                let depth = settings.length * f64::from(i) / 40.0;
                // The cone is never flatter than this, so what is below is clear of it.
                let section = mannequin.section(waist - 0.9 * depth, settings.ease);
                girdle.excess(&section) / depth
            })
            .fold(0.2, f64::max);
        let sin = (1.1 * steepest).min(0.6);
        let mut cut = Self {
            settings: *settings,
            girdle,
            waist,
            slope: [sin, (1.0 - sin * sin).sqrt()],
            waves: vec![0.0; LEVELS as usize + 1],
        };
        cut.waves = (0..=LEVELS).map(|i| cut.amplitude(cut.depth(i))).collect();
        cut
    }

    fn depth(&self, level: u32) -> f64 {
        self.settings.length * f64::from(level) / f64::from(LEVELS)
    }

    /// Half of the angle of a panel.
    fn half_angle(&self) -> f64 {
        0.25 * self.settings.flare.to_radians()
    }

    /// Radius of the upper edge of a panel.
    fn upper_radius(&self) -> f64 {
        self.settings.gather * 0.5 * self.girdle.length() / (2.0 * self.half_angle())
    }

    /// Band, back and front. The band goes around from the left side, over the back first.
    fn pattern(&self) -> Pattern {
        let (length, height) = (self.girdle.length(), self.settings.band);
        let band = Panel::new("band")
            .edge(dvec2(0.0, 0.0), EdgeShape::Line)
            .edge(dvec2(0.5 * length, 0.0), EdgeShape::Line)
            .edge(dvec2(length, 0.0), EdgeShape::Line)
            .edge(dvec2(length, height), EdgeShape::Line)
            .edge(dvec2(0.0, height), EdgeShape::Line);
        let (angle, upper) = (self.half_angle(), self.upper_radius());
        let lower = upper + self.settings.length;
        let at = |radius: f64, angle: f64| radius * dvec2(libm::sin(angle), -libm::cos(angle));
        let sector = |name: &str| {
            Panel::new(name)
                .edge(at(lower, -angle), EdgeShape::Arc(DVec2::ZERO))
                .edge(at(lower, angle), EdgeShape::Line)
                .edge(at(upper, angle), EdgeShape::Arc(DVec2::ZERO))
                .edge(at(upper, -angle), EdgeShape::Line)
        };
        Pattern {
            panels: vec![band, sector("back"), sector("front")],
            seams: vec![
                Seam::new("band", [BAND, 2], [BAND, 4]),
                Seam::new("back gathers", [BAND, 0], [BACK, 2]),
                Seam::new("front gathers", [BAND, 1], [FRONT, 2]),
                Seam::new("right side", [BACK, 1], [FRONT, 3]),
                Seam::new("left side", [FRONT, 1], [BACK, 3]),
            ],
        }
    }

    fn place(&self, panel: usize, p: DVec2) -> DVec3 {
        if panel == BAND {
            let (x, _) = self.girdle.at(0.0, p.x / self.girdle.length());
            return x.extend(self.waist + p.y);
        }
        let angle = libm::atan2(p.x, -p.y) / self.half_angle();
        let half = if panel == BACK { 0.0 } else { 0.5 };
        let part = half + 0.25 * (angle + 1.0);
        let depth = (p.length() - self.upper_radius()).clamp(0.0, self.settings.length);
        let x = self.on_line(depth, part);
        x.extend(self.waist - self.slope[1] * depth)
    }

    /// Amplitude of the waves at a depth, between levels.
    #[expect(clippy::cast_sign_loss, reason = "depths are not negative")]
    fn wave(&self, depth: f64) -> f64 {
        let level = depth / self.settings.length * f64::from(LEVELS);
        let below = (level as usize).min(LEVELS as usize - 1);
        let t = level - below as f64;
        let between = self.waves[below] + t * (self.waves[below + 1] - self.waves[below]);
        between * smooth_step(depth / GATHERS)
    }

    /// The line around the body at a depth with waves of an amplitude, at a part of the way.
    fn wavy(&self, depth: f64, amplitude: f64, part: f64) -> DVec2 {
        let (x, normal) = self.girdle.at(self.slope[0] * depth, part);
        x + amplitude * (1.0 + libm::cos(2.0 * PI * WAVES * part)) * normal
    }

    /// Parts of the way around and lengths of the line before them.
    fn measured(&self, depth: f64, amplitude: f64) -> Vec<(f64, f64)> {
        let mut length = 0.0;
        let mut before = self.wavy(depth, amplitude, 0.0);
        (0..=SAMPLES)
            .map(|i| {
                let part = f64::from(i) / f64::from(SAMPLES);
                let x = self.wavy(depth, amplitude, part);
                length += x.distance(before);
                before = x;
                (part, length)
            })
            .collect()
    }

    /// Amplitude with which the line at a depth is as long as in the pattern.
    fn amplitude(&self, depth: f64) -> f64 {
        let wanted = 4.0 * self.half_angle() * (self.upper_radius() + depth);
        let (mut low, mut high) = (0.0, 0.15);
        for _ in 0..30 {
            let middle = 0.5 * (low + high);
            let measured = self.measured(depth, middle);
            if measured[SAMPLES as usize].1 < wanted {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }

    /// The point at a part of the length of the line at a depth.
    fn on_line(&self, depth: f64, part: f64) -> DVec2 {
        let amplitude = self.wave(depth);
        let measured = self.measured(depth, amplitude);
        let place = part * measured[SAMPLES as usize].1;
        let next = measured.partition_point(|known| known.1 <= place).clamp(1, SAMPLES as usize);
        let (from, to) = (measured[next - 1], measured[next]);
        let t = ((place - from.1) / (to.1 - from.1)).clamp(0.0, 1.0);
        self.wavy(depth, amplitude, from.0 + t * (to.0 - from.0))
    }
}
