//! The impacts of a motion whose end is changed again and again.
//!
//! The verdict on a pair depends on the motion of its four vertices alone. So after the first pass
//! only pairs with a vertex that ends elsewhere than before are queried again; the others keep
//! their verdict.

use glam::DVec3;
use ripstop_geometry::{Impact, Motion};

use crate::detector::has_moved;
use crate::{DetectionPasses, Detector};

/// All impacts of the motion of the last detection pass.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImpactWatch {
    /// End positions of the last pass; empty before the first.
    ends: Vec<DVec3>,
    impacts: Vec<Impact>,
    /// Detection passes and narrow-phase queries so far.
    pub detection: DetectionPasses,
}

impl ImpactWatch {
    /// Updates the impacts to those of the motion, in canonical order. The start must be the same
    /// in every call.
    pub fn update(&mut self, detector: &mut dyn Detector, motion: &Motion) -> &[Impact] {
        if self.ends.len() == motion.end.len() {
            self.refresh(detector, motion);
        } else {
            self.impacts = detector.impacts(motion);
            self.ends = motion.end.to_vec();
            self.detection.queries += detector.query_count();
            self.detection.passes += 1;
        }
        &self.impacts
    }

    fn refresh(&mut self, detector: &mut dyn Detector, motion: &Motion) {
        let moved: Vec<bool> =
            self.ends.iter().zip(motion.end).map(|(before, now)| before != now).collect();
        if !moved.contains(&true) {
            return;
        }
        let mesh = detector.mesh();
        self.impacts.retain(|impact| !has_moved(mesh, impact, &moved));
        self.impacts.extend(detector.impacts_among(motion, &moved));
        self.impacts.sort_by_key(|impact| impact.candidate);
        self.ends.copy_from_slice(motion.end);
        self.detection.repeated_queries += detector.query_count();
        self.detection.passes += 1;
    }

    /// The impacts of the last pass.
    #[must_use]
    pub fn impacts(&self) -> &[Impact] {
        &self.impacts
    }
}
