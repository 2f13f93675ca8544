//! Legs by inverse kinematics: hip and ankle are given, the knee is found.

use glam::{DMat3, DQuat, DVec3};

use super::anatomy::{Joints, Side};
use super::pose::Motion;

/// A leg in the A-pose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leg {
    hip: DVec3,
    knee: DVec3,
    ankle: DVec3,
}

impl Leg {
    pub(crate) fn new(joints: &Joints, side: Side) -> Self {
        let [hip, knee, ankle] = [joints.hip, joints.knee, joints.ankle].map(|x| side.place(x));
        Self { hip, knee, ankle }
    }

    /// Motions of thigh and shin between a pelvis and a foot. Beyond its length the leg is
    /// straight and does not reach.
    pub(crate) fn reach(&self, pelvis: &Motion, foot: &Motion) -> [Motion; 2] {
        let (hip, ankle) = (pelvis.apply(self.hip), foot.apply(self.ankle));
        let forward = pelvis.rotation * DVec3::NEG_Y + foot.rotation * DVec3::NEG_Y;
        let knee = self.bent_knee([hip, ankle], forward);
        let lateral = pelvis.rotation * DVec3::X + foot.rotation * DVec3::X;
        let bone = |rest: [DVec3; 2], posed: [DVec3; 2]| {
            let turn = frame(posed, lateral) * frame(rest, DVec3::X).conjugate();
            Motion::carrying(turn, rest[0], posed[0])
        };
        [bone([self.hip, self.knee], [hip, knee]), bone([self.knee, self.ankle], [knee, ankle])]
    }

    /// The knee between a hip and an ankle, on the forward side.
    fn bent_knee(&self, [hip, ankle]: [DVec3; 2], forward: DVec3) -> DVec3 {
        let (upper, lower) = (self.hip.distance(self.knee), self.knee.distance(self.ankle));
        let reach = (ankle - hip).length().min(upper + lower);
        let down = (ankle - hip).normalize();
        let along = (reach * reach + upper * upper - lower * lower) / (2.0 * reach);
        let out = (upper * upper - along * along).max(0.0).sqrt();
        let forward = (forward - forward.dot(down) * down).normalize();
        hip + along * down + out * forward
    }
}

/// Axes of a bone: z from its lower to its upper end, x to the left.
fn frame([upper, lower]: [DVec3; 2], lateral: DVec3) -> DQuat {
    let z = (upper - lower).normalize();
    let x = (lateral - lateral.dot(z) * z).normalize();
    DQuat::from_mat3(&DMat3::from_cols(x, z.cross(x), z))
}
