//! A walk: footprints along a path, and what the rest of the body does meanwhile.
//!
//! Everything is a function of the distance `s` that the hips have gone along the path. With the
//! stride `S` the left foot stands around `s = 0, S, 2S, …` and the right foot around `s = 0,
//! S/2, 3S/2, …`; a foot stays on its footprint while the hips are within 0.3 `S` of it, rolls over
//! the heel first and over the toes last, and swings to the next footprint in between. The first
//! step of the right foot is half as long and begins at once.

use std::f64::consts::PI;

use glam::{DVec3, dvec3};

use super::MannequinSettings;
use super::anatomy::{Joints, Side};
use super::pose::{Motion, turn};

/// A walk that begins from the A-pose.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct WalkSettings {
    /// Time in the A-pose before the first step (s).
    pub rest: f64,
    /// Speed once it walks (m/s); 0 stands still.
    pub speed: f64,
    /// Distance between two footprints of one foot, as a part of the body's height.
    pub stride: f64,
    /// Turn to the left along the way (degrees per metre).
    pub turn: f64,
}

impl Default for WalkSettings {
    fn default() -> Self {
        Self { rest: 1.0, speed: 0.75, stride: 0.56, turn: 0.0 }
    }
}

/// Part of a stride for which a foot stands before and after the hips pass it.
const STANDING: f64 = 0.3;
/// Time in which the walk reaches its speed (s).
const START: f64 = 1.2;
/// Lift of the heel before the foot leaves, and of the toes as it arrives (radians).
const ROLL: [f64; 2] = [0.42, 0.2];

/// The body at one moment of the walk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stance {
    /// Displacement of the hips from where they are at rest (m).
    pub(crate) hips: DVec3,
    /// Direction of the walk, to the left of −y (radians).
    pub(crate) heading: f64,
    /// Turn of the pelvis beyond it.
    pub(crate) twist: f64,
    /// Lean of the torso to the front.
    pub(crate) lean: f64,
    /// Arms by [`Side`].
    pub(crate) arms: [Arm; 2],
    /// Feet by [`Side`].
    pub(crate) feet: [Foot; 2],
}

/// Angles of an arm (radians).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arm {
    pub(crate) lowered: f64,
    pub(crate) swing: f64,
    pub(crate) bend: f64,
}

/// A foot: the ground below it and its roll.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Foot {
    /// Place of the origin if the body stood on this footprint, with the lift above it (m).
    ground: DVec3,
    heading: f64,
    /// Pitch: heel up if positive, toes up if negative.
    roll: f64,
}

impl Foot {
    /// Motion from the A-pose: about the toes if the heel is up, else about the heel.
    pub(crate) fn motion(&self, joints: &Joints, side: Side) -> Motion {
        let pivot = side.place(if self.roll > 0.0 { joints.toe } else { joints.heel });
        let heading = turn(DVec3::Z, self.heading);
        let rotation = heading * turn(DVec3::X, self.roll);
        Motion::carrying(rotation, pivot, self.ground + heading * pivot)
    }
}

/// The walk of a body with certain measures.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk {
    rest: f64,
    speed: f64,
    /// Stride (m).
    stride: f64,
    /// Curvature of the path (radians per metre).
    curvature: f64,
    /// Height as a multiple of 1.7 m.
    scale: f64,
    /// Angle of the arms below the horizontal in the A-pose (radians).
    arm_angle: f64,
}

impl Walk {
    pub(crate) fn new(settings: &MannequinSettings) -> Self {
        let WalkSettings { rest, speed, stride, turn } = settings.walk;
        Self {
            rest,
            speed,
            stride: stride * settings.height,
            curvature: turn.to_radians(),
            scale: settings.scale(),
            arm_angle: settings.arm_angle.to_radians(),
        }
    }

    /// The stance at a time (s).
    pub(crate) fn stance(&self, time: f64) -> Stance {
        let s = self.distance(time);
        let phase = 2.0 * PI * s / self.stride;
        let (sin, cos) = (libm::sin(phase), libm::cos(phase));
        // The body follows the first step, and a slow walk is a quiet one.
        let amount = if self.speed > 0.0 { smooth_step((time - self.rest) / START) } else { 0.0 };
        let reach = amount * self.stride / (0.95 * self.scale);
        let heading = self.heading(s);
        let sway = turn(DVec3::Z, heading) * dvec3(0.014 * amount * cos, 0.0, 0.0);
        let drop = self.scale * reach * (0.038 - 0.017 * libm::cos(2.0 * phase));
        let arm = |sign: f64| Arm {
            lowered: amount * (1.22 - self.arm_angle),
            swing: 0.3 * reach * sign * sin,
            bend: -amount * (0.22 - 0.1 * sign * sin),
        };
        Stance {
            hips: self.place(s) + sway - drop * DVec3::Z,
            heading,
            twist: -0.12 * reach * sin,
            lean: -0.03 * amount,
            arms: Side::BOTH.map(|side| arm(side.sign())),
            feet: Side::BOTH.map(|side| self.foot(side, s)),
        }
    }

    /// Distance that the hips have gone (m).
    fn distance(&self, time: f64) -> f64 {
        let t = ((time - self.rest) / START).max(0.0);
        let begun = t.min(1.0);
        // The speed rises as a smooth step, whose integral this is.
        self.speed * START * (begun * begun * begun * (1.0 - 0.5 * begun) + (t - begun))
    }

    fn heading(&self, s: f64) -> f64 {
        self.curvature * s
    }

    /// The point of the path at a distance.
    fn place(&self, s: f64) -> DVec3 {
        let angle = self.curvature * s;
        if angle.abs() < 1e-6 {
            return dvec3(0.5 * angle * s, -s, 0.0);
        }
        dvec3(1.0 - libm::cos(angle), -libm::sin(angle), 0.0) / self.curvature
    }

    /// Distances of the footprint of which a foot comes and of the one that it goes to or is on.
    fn footprints(&self, side: Side, s: f64) -> [f64; 2] {
        let shift = match side {
            Side::Left => 0.0,
            Side::Right => 0.5,
        };
        // Number of the footprint that the foot is on or leaves next.
        let number = (s / self.stride + shift - STANDING).floor();
        let at = |number: f64| (self.stride * (number - shift)).max(0.0);
        [at(number), at(number + 1.0)]
    }

    fn foot(&self, side: Side, s: f64) -> Foot {
        let [from, to] = self.footprints(side, s);
        let standing = STANDING * self.stride;
        // The first step is shorter, and begins at the start.
        let leaves = if from == 0.0 && side == Side::Right { 0.0 } else { from + standing };
        let arrives = to - standing;
        let u = ((s - leaves) / (arrives - leaves)).clamp(0.0, 1.0);
        let length = (to - from) / self.stride;
        let along = 0.4 * u + 0.6 * smooth_step(u);
        let lift = self.scale * length * 0.045 * 16.0 * (u * (1.0 - u)) * (u * (1.0 - u));
        let place = self.place(from).lerp(self.place(to), along);
        Foot {
            ground: place + lift * DVec3::Z,
            heading: self.heading(from) + along * (self.heading(to) - self.heading(from)),
            roll: self.roll([leaves, arrives], s, length),
        }
    }

    /// Roll of a foot that swings between two distances: over its heel once it has arrived, and
    /// over its toes before it leaves again.
    fn roll(&self, [leaves, arrives]: [f64; 2], s: f64, length: f64) -> f64 {
        let toes = ROLL[1] * length;
        if s < arrives {
            // The first step begins flat.
            let heel = if leaves > 0.0 { ROLL[0] } else { 0.0 };
            return heel - (heel + toes) * smooth_step((s - leaves) / (arrives - leaves));
        }
        let landed = smooth_step((s - arrives) / (0.1 * self.stride));
        let before = 0.25 * self.stride;
        let next = arrives + 2.0 * STANDING * self.stride;
        ROLL[0] * smooth_step((s - next + before) / before) - toes * (1.0 - landed)
    }
}

/// 0 below 0, 1 above 1, and smooth in between.
pub(crate) fn smooth_step(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
