//! Linear-blend skinning: a vertex follows a few bones, more the closer it is to them.

use glam::DVec3;

use super::anatomy::{Bone, Part};
use super::pose::Pose;

/// Most bones that a vertex follows.
const MOST: usize = 4;

/// Distance (m, at a height of 1.7 m) over which the pull of a bone falls to 1/e.
const FALLOFF: f64 = 0.018;
/// Pull below which a bone has none, so that the sole of a foot is rigid.
const LEAST: f64 = 0.12;

/// Bones of a vertex, by number, and their weights, which sum to 1.
#[derive(Clone, Copy, Debug)]
struct Share {
    bones: [usize; MOST],
    weights: [f64; MOST],
}

/// A surface that follows a skeleton.
#[derive(Clone, Debug)]
pub(crate) struct Skin {
    shares: Vec<Share>,
}

impl Skin {
    pub(crate) fn new(parts: &[Part], positions: &[DVec3], scale: f64) -> Self {
        let falloff = FALLOFF * scale;
        Self { shares: positions.iter().map(|&x| share(parts, x, falloff)).collect() }
    }

    /// Positions of the vertices, whose places in the A-pose are given, in another pose.
    pub(crate) fn posed(&self, rest: &[DVec3], pose: &Pose) -> Vec<DVec3> {
        let at = |(&x, share): (&DVec3, &Share)| {
            let parts = share.bones.iter().zip(share.weights);
            parts.map(|(&bone, weight)| weight * pose.bones[bone].apply(x)).sum()
        };
        rest.iter().zip(&self.shares).map(at).collect()
    }
}

/// Weights by distance, of the nearest bone and of those that it is joined to.
fn share(parts: &[Part], x: DVec3, falloff: f64) -> Share {
    let mut distances = [(f64::INFINITY, Bone::Pelvis); Bone::COUNT];
    for part in parts {
        let slot = &mut distances[part.bone.index()];
        *slot = (slot.0.min(part.sample(x).value), part.bone);
    }
    distances.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let (nearest, owner) = distances[0];
    let mut share = Share { bones: [owner.index(); MOST], weights: [0.0; MOST] };
    let joined = distances.iter().filter(|(_, bone)| owner.is_joined_to(*bone));
    for (i, (distance, bone)) in joined.take(MOST).enumerate() {
        share.bones[i] = bone.index();
        share.weights[i] = (libm::exp((nearest - distance) / falloff) - LEAST).max(0.0);
    }
    let sum: f64 = share.weights.iter().sum();
    share.weights = share.weights.map(|weight| weight / sum);
    share
}
