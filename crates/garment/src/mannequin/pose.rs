//! Rigid motions of all bones at one moment.

use glam::{DQuat, DVec3};

use super::anatomy::{Bone, Joints, Side};
use super::leg::Leg;
use super::walk::Stance;

/// A rotation, then a translation, from the A-pose to another pose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    pub(crate) rotation: DQuat,
    pub(crate) translation: DVec3,
}

impl Motion {
    const REST: Self = Self { rotation: DQuat::IDENTITY, translation: DVec3::ZERO };

    /// A rotation about a point that goes to another.
    pub(crate) fn carrying(rotation: DQuat, from: DVec3, to: DVec3) -> Self {
        Self { rotation, translation: to - rotation * from }
    }

    pub(crate) fn apply(&self, x: DVec3) -> DVec3 {
        self.rotation * x + self.translation
    }

    /// A child that turns about a joint by a rotation in the axes of the A-pose, and is carried.
    fn child(&self, joint: DVec3, turn: DQuat) -> Self {
        Self::carrying(self.rotation * turn, joint, self.apply(joint))
    }
}

/// A rotation about an axis; the angle is in radians.
pub(crate) fn turn(axis: DVec3, angle: f64) -> DQuat {
    let half = 0.5 * angle;
    DQuat::from_vec4((libm::sin(half) * axis).extend(libm::cos(half)))
}

/// Motions of all bones, by [`Bone::index`].
#[derive(Clone, Debug)]
pub(crate) struct Pose {
    pub(crate) bones: [Motion; Bone::COUNT],
}

impl Pose {
    /// The pose of a stance of the walk.
    pub(crate) fn new(joints: &Joints, stance: &Stance) -> Self {
        let mut pose = Self { bones: [Motion::REST; Bone::COUNT] };
        let hips = joints.hip.with_x(0.0);
        let pelvis_turn = turn(DVec3::Z, stance.heading + stance.twist);
        let pelvis = Motion::carrying(pelvis_turn, hips, hips + stance.hips);
        // Half of the twist back in the waist, and all of it and half more in the chest.
        let back = turn(DVec3::Z, -0.75 * stance.twist);
        let abdomen = pelvis.child(joints.waist, back * turn(DVec3::X, 0.5 * stance.lean));
        let chest = abdomen.child(joints.ribs, back * turn(DVec3::X, 0.5 * stance.lean));
        let neck = chest.child(joints.neck, turn(DVec3::Z, 0.5 * stance.twist));
        let head = neck.child(joints.head, turn(DVec3::X, -stance.lean));
        for (bone, motion) in [
            (Bone::Pelvis, pelvis),
            (Bone::Abdomen, abdomen),
            (Bone::Chest, chest),
            (Bone::Neck, neck),
            (Bone::Head, head),
        ] {
            pose.bones[bone.index()] = motion;
        }
        for side in Side::BOTH {
            pose.bend_arm(joints, stance, &chest, side);
            pose.bend_leg(joints, stance, &pelvis, side);
        }
        pose
    }

    fn bend_arm(&mut self, joints: &Joints, stance: &Stance, chest: &Motion, side: Side) {
        let [shoulder, elbow, wrist] =
            [joints.shoulder, joints.elbow, joints.wrist].map(|x| side.place(x));
        let arm = &stance.arms[side as usize];
        // Down to the side first, then forward or back.
        let lowered = turn(DVec3::Y, side.sign() * arm.lowered);
        let upper = chest.child(shoulder, turn(DVec3::X, arm.swing) * lowered);
        // The axis of the elbow of an arm that hangs, seen in the A-pose.
        let axis = lowered.conjugate() * DVec3::X;
        let forearm = upper.child(elbow, turn(axis, arm.bend));
        self.bones[Bone::UpperArm(side).index()] = upper;
        self.bones[Bone::Forearm(side).index()] = forearm;
        self.bones[Bone::Hand(side).index()] = forearm.child(wrist, DQuat::IDENTITY);
    }

    fn bend_leg(&mut self, joints: &Joints, stance: &Stance, pelvis: &Motion, side: Side) {
        let foot = stance.feet[side as usize].motion(joints, side);
        let leg = Leg::new(joints, side);
        let [thigh, shin] = leg.reach(pelvis, &foot);
        self.bones[Bone::Thigh(side).index()] = thigh;
        self.bones[Bone::Shin(side).index()] = shin;
        self.bones[Bone::Foot(side).index()] = foot;
    }
}
