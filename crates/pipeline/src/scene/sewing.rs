//! Sewing in a scene: forces of stitches, and the time in which seams are closed.

use serde::{Deserialize, Serialize};

/// Most refinement of substeps.
const MOST_REFINEMENT: usize = 1000;

/// Stitches and their closing, `[settings.sewing]` in a file.
///
/// A stitch is soft until its gap is closed for the first time, then it is held.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct SewingSettings {
    /// Longest time (s) that a scene takes at its start to close its seams: without gravity and
    /// wind, with everything that has a path standing as it starts. It ends as soon as all stitches
    /// are held. 0 for a scene whose seams close while it plays.
    pub time: f64,
    /// Gap at which a stitch is closed (m).
    pub closed: f64,
    /// Force per length with which open seams are drawn together (N/m).
    pub force: f64,
    /// Distance within which that force falls off (m).
    pub reach: f64,
    /// Speed at which seams close at most (m/s).
    pub speed: f64,
    /// Stiffness per length of stitches that are held (N/m²).
    pub stiffness: f64,
    /// Factor of the number of substeps of position-based cloth in a scene with seams.
    pub refinement: usize,
    /// Rate at which velocities fade while seams are closed at the start (1/s).
    pub damping: f64,
    /// Depth (m) by which the bodies, obstacles that are meshes, are thinner while seams are closed
    /// at the start; thin parts of them lose less.
    pub thinner: f64,
    /// Time (s) in which they grow back to their size once seams are closed, before gravity.
    pub growth: f64,
}

impl Default for SewingSettings {
    fn default() -> Self {
        Self {
            time: 0.0,
            closed: 1e-3,
            force: 5.0,
            reach: 1e-3,
            speed: 0.2,
            stiffness: 1e6,
            refinement: 2,
            damping: 5.0,
            thinner: 0.0,
            growth: 1.0,
        }
    }
}

impl SewingSettings {
    /// First setting that is out of range: its name, its value, its range.
    #[must_use]
    pub fn fault(&self) -> Option<(&'static str, f64, &'static str)> {
        let Self { time, closed, force, reach, speed, stiffness, refinement, damping, .. } = *self;
        let positive = [
            ("sewing.closed", closed),
            ("sewing.force", force),
            ("sewing.reach", reach),
            ("sewing.speed", speed),
            ("sewing.stiffness", stiffness),
            ("sewing.growth", self.growth),
        ];
        let not_negative =
            [("sewing.time", time), ("sewing.damping", damping), ("sewing.thinner", self.thinner)];
        let low = positive.into_iter().find(|&(_, value)| !(value > 0.0 && value.is_finite()));
        let negative =
            not_negative.into_iter().find(|&(_, value)| !(value >= 0.0 && value.is_finite()));
        low.map(|(name, value)| (name, value, "positive and finite"))
            .or_else(|| negative.map(|(name, value)| (name, value, "0 or more, and finite")))
            .or_else(|| {
                let value = refinement as f64;
                let is_sound = (1..=MOST_REFINEMENT).contains(&refinement);
                (!is_sound).then_some(("sewing.refinement", value, "from 1 to 1000"))
            })
    }
}
