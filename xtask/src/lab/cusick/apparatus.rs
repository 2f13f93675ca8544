//! Apparatus of a drape test.

/// Radii (m) of the disc and of the pedestal that it lies on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Apparatus {
    pub(super) disc: f64,
    pub(super) pedestal: f64,
}

impl Apparatus {
    /// 30 cm on 18 cm.
    pub(super) const CUSICK: Self = Self { disc: 0.15, pedestal: 0.09 };
    /// 25.4 cm on 12.7 cm.
    pub(super) const JAPANESE: Self = Self { disc: 0.127, pedestal: 0.0635 };
}

/// Rings that are held. A hinge stands for the curvature half a cell to either side, so that a disc
/// which is held up to a ring bends from half a cell before it on: the last ring that is held is
/// half a cell outside of the pedestal's edge.
#[derive(Clone, Copy)]
pub(super) struct Clamp {
    pub(super) apparatus: Apparatus,
    /// The last ring that is held.
    pub(super) held: u32,
    /// Radius of that ring (m).
    edge: f64,
    /// Distance of rings from there on (m).
    spacing: f64,
}

impl Clamp {
    #[expect(clippy::cast_sign_loss, reason = "a part of the rings")]
    pub(super) fn new(rings: u32, apparatus: Apparatus) -> Self {
        let Apparatus { disc, pedestal } = apparatus;
        let held = (f64::from(rings) * pedestal / disc).round() as u32;
        let spacing = (disc - pedestal) / (f64::from(rings - held) + 0.5);
        Self { apparatus, held, edge: pedestal + 0.5 * spacing, spacing }
    }

    /// Radius of a ring (m).
    pub(super) fn radius(self, ring: u32) -> f64 {
        if ring <= self.held {
            self.edge * f64::from(ring) / f64::from(self.held)
        } else {
            self.edge + self.spacing * f64::from(ring - self.held)
        }
    }
}
