//! Bones of a mannequin, its joints, and the rounded parts that its surface is blended from.

use glam::{DVec3, dvec3};

use super::MannequinSettings;

/// A rigid part of the skeleton. The left side is at positive x: a mannequin looks along −y.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "names of bones")]
pub enum Bone {
    Pelvis,
    Abdomen,
    Chest,
    Neck,
    Head,
    UpperArm(Side),
    Forearm(Side),
    Hand(Side),
    Thigh(Side),
    Shin(Side),
    Foot(Side),
}

/// A side of the body, as its owner calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "left and right")]
pub enum Side {
    Left,
    Right,
}

impl Side {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// Sign of x on this side.
    #[must_use]
    pub const fn sign(self) -> f64 {
        match self {
            Self::Left => 1.0,
            Self::Right => -1.0,
        }
    }

    /// A point given for the left side.
    pub(crate) fn place(self, point: DVec3) -> DVec3 {
        dvec3(self.sign() * point.x, point.y, point.z)
    }
}

impl Bone {
    /// Number of bones.
    pub(crate) const COUNT: usize = 17;

    /// A number below [`Bone::COUNT`], different for each.
    pub(crate) const fn index(self) -> usize {
        const fn paired(first: usize, side: Side) -> usize {
            first + matches!(side, Side::Right) as usize
        }
        match self {
            Self::Pelvis => 0,
            Self::Abdomen => 1,
            Self::Chest => 2,
            Self::Neck => 3,
            Self::Head => 4,
            Self::UpperArm(side) => paired(5, side),
            Self::Forearm(side) => paired(7, side),
            Self::Hand(side) => paired(9, side),
            Self::Thigh(side) => paired(11, side),
            Self::Shin(side) => paired(13, side),
            Self::Foot(side) => paired(15, side),
        }
    }

    /// The bone that carries it.
    #[must_use]
    pub const fn parent(self) -> Option<Self> {
        match self {
            Self::Pelvis => None,
            Self::Abdomen | Self::Thigh(_) => Some(Self::Pelvis),
            Self::Chest => Some(Self::Abdomen),
            Self::Neck | Self::UpperArm(_) => Some(Self::Chest),
            Self::Head => Some(Self::Neck),
            Self::Forearm(side) => Some(Self::UpperArm(side)),
            Self::Hand(side) => Some(Self::Forearm(side)),
            Self::Shin(side) => Some(Self::Thigh(side)),
            Self::Foot(side) => Some(Self::Shin(side)),
        }
    }

    /// True if one of the two carries the other, or both are one.
    pub(crate) fn is_joined_to(self, other: Self) -> bool {
        self == other || self.parent() == Some(other) || other.parent() == Some(self)
    }
}

/// Joints of the left side and of the middle in the A-pose (m).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joints {
    pub(crate) waist: DVec3,
    pub(crate) ribs: DVec3,
    pub(crate) neck: DVec3,
    pub(crate) head: DVec3,
    pub(crate) shoulder: DVec3,
    pub(crate) elbow: DVec3,
    pub(crate) wrist: DVec3,
    pub(crate) finger: DVec3,
    pub(crate) hip: DVec3,
    pub(crate) knee: DVec3,
    pub(crate) ankle: DVec3,
    pub(crate) heel: DVec3,
    pub(crate) toe: DVec3,
}

impl Joints {
    pub(crate) fn new(settings: &MannequinSettings) -> Self {
        let scale = settings.scale();
        let at = |x: f64, y: f64, z: f64| scale * dvec3(x, y, z);
        let angle = settings.arm_angle.to_radians();
        let arm = dvec3(libm::cos(angle), 0.0, -libm::sin(angle));
        let shoulder = at(0.168, 0.008, 1.385);
        let (hip, ankle) = (at(0.09, 0.0, 0.885), at(0.102, 0.012, 0.085));
        let (front, down) = (DVec3::NEG_Y, (ankle - hip).normalize());
        Self {
            waist: at(0.0, 0.0, 1.03),
            ribs: at(0.0, 0.0, 1.12),
            neck: at(0.0, 0.012, 1.44),
            head: at(0.0, 0.004, 1.525),
            shoulder,
            elbow: shoulder + 0.275 * scale * arm,
            wrist: shoulder + 0.515 * scale * arm,
            finger: shoulder + 0.655 * scale * arm,
            hip,
            // Bent a little, so that the knee always knows which way to go; in the plane of hip,
            // ankle and front, in which legs bend.
            knee: hip.lerp(ankle, 0.512) + 0.018 * scale * (front - front.dot(down) * down),
            ankle,
            heel: at(0.102, 0.03, 0.036),
            toe: at(0.108, -0.145, 0.027),
        }
    }
}

/// A capsule with two radii whose axis may be widened along x to a strip.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) bone: Bone,
    pub(crate) ends: [DVec3; 2],
    pub(crate) radii: [f64; 2],
    pub(crate) half_widths: [f64; 2],
}

impl Part {
    const fn limb(bone: Bone, ends: [DVec3; 2], radii: [f64; 2]) -> Self {
        Self { bone, ends, radii, half_widths: [0.0; 2] }
    }
}

/// All parts but the torso.
pub(crate) fn parts(settings: &MannequinSettings, joints: &Joints) -> Vec<Part> {
    let mut parts = head_and_shoulders(settings, joints);
    for side in Side::BOTH {
        parts.extend(arm(settings, joints, side));
        parts.extend(leg(settings, joints, side));
    }
    parts
}

fn head_and_shoulders(settings: &MannequinSettings, joints: &Joints) -> Vec<Part> {
    let scale = settings.scale();
    let at = |x: f64, y: f64, z: f64| scale * dvec3(x, y, z);
    let mut parts = vec![
        Part::limb(Bone::Neck, [joints.neck, joints.head], [0.053, 0.05].map(|r| scale * r)),
        Part::limb(
            Bone::Head,
            [at(0.0, -0.022, 1.538), at(0.0, 0.002, 1.61)],
            [0.06, 0.089].map(|r| scale * r),
        ),
        Part::limb(
            Bone::Head,
            [at(0.0, -0.068, 1.575), at(0.0, -0.077, 1.56)],
            [0.012, 0.014].map(|r| scale * r),
        ),
    ];
    for side in Side::BOTH {
        let slope = [at(0.02, 0.012, 1.43), at(0.15, 0.008, 1.392)].map(|x| side.place(x));
        parts.push(Part::limb(Bone::Chest, slope, [0.045, 0.042].map(|r| scale * r)));
    }
    parts
}

fn arm(settings: &MannequinSettings, joints: &Joints, side: Side) -> [Part; 3] {
    let scale = settings.scale();
    let limb = |bone, ends: [DVec3; 2], radii: [f64; 2]| {
        Part::limb(bone, ends.map(|x| side.place(x)), radii.map(|r| scale * r))
    };
    let palm = joints.wrist.lerp(joints.finger, 0.3);
    [
        limb(Bone::UpperArm(side), [joints.shoulder, joints.elbow], [0.049, 0.036]),
        limb(Bone::Forearm(side), [joints.elbow, joints.wrist], [0.038, 0.025]),
        limb(Bone::Hand(side), [palm, joints.finger], [0.034, 0.024]),
    ]
}

fn leg(settings: &MannequinSettings, joints: &Joints, side: Side) -> [Part; 4] {
    let scale = settings.scale();
    let limb = |bone, ends: [DVec3; 2], radii: [f64; 2]| {
        Part::limb(bone, ends.map(|x| side.place(x)), radii.map(|r| scale * r))
    };
    let calf = [0.25, 0.5].map(|t| joints.knee.lerp(joints.ankle, t) + 0.012 * scale * DVec3::Y);
    let foot = limb(Bone::Foot(side), [joints.heel, joints.toe], [0.036, 0.027]);
    [
        limb(Bone::Thigh(side), [joints.hip, joints.knee], [0.079, 0.05]),
        limb(Bone::Shin(side), [joints.knee, joints.ankle], [0.05, 0.035]),
        limb(Bone::Shin(side), calf, [0.049, 0.043]),
        Part { half_widths: [0.004, 0.015].map(|w| scale * w), ..foot },
    ]
}
