//! A body for garments: blended from capsules, skinned to a skeleton, and able to walk.

mod anatomy;
mod field;
mod flips;
mod leg;
mod measure;
mod pose;
mod skin;
mod surface;
mod torso;
mod walk;

use glam::{DVec3, dvec3};
use ripstop_geometry::tessellate::TriangleMesh;

use crate::GarmentError;
use crate::error::check_range;
use pose::Pose;
use skin::Skin;
use surface::Grid;
use torso::Torso;
use walk::Walk;

pub(crate) use anatomy::Joints;
pub use anatomy::{Bone, Side};
pub(crate) use field::BodyField;
pub(crate) use measure::{first_inside, hull};
pub use walk::WalkSettings;
pub(crate) use walk::smooth_step;

/// Measures of a mannequin. Its left side is at positive x and it looks along −y; z is up.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MannequinSettings {
    /// Height (m).
    pub height: f64,
    /// Girth of the chest (m), before parts are blended, which adds a few millimetres.
    pub chest: f64,
    /// Girth of the waist (m).
    pub waist: f64,
    /// Girth of the hips (m).
    pub hips: f64,
    /// Angle of the arms below the horizontal in the A-pose (degrees).
    pub arm_angle: f64,
    /// Length of the edges of its surface (m), about.
    pub edge_length: f64,
    /// Its walk.
    pub walk: WalkSettings,
}

impl Default for MannequinSettings {
    fn default() -> Self {
        Self {
            height: 1.7,
            chest: 0.86,
            waist: 0.68,
            hips: 0.92,
            arm_angle: 35.0,
            edge_length: 0.017,
            walk: WalkSettings::default(),
        }
    }
}

impl MannequinSettings {
    /// Height as a multiple of that for which all lengths of this module are written.
    pub(crate) fn scale(&self) -> f64 {
        self.height / 1.7
    }

    /// Checks every measure.
    ///
    /// # Errors
    /// Names the first measure that is out of its range.
    pub fn check(&self) -> Result<(), GarmentError> {
        let girth = [0.3 * self.height, 0.9 * self.height];
        check_range("height", self.height, [0.5, 3.0])?;
        check_range("chest", self.chest, girth)?;
        check_range("waist", self.waist, girth)?;
        check_range("hips", self.hips, girth)?;
        check_range("arm_angle", self.arm_angle, [20.0, 50.0])?;
        check_range("edge_length", self.edge_length, [0.005 * self.scale(), 0.03 * self.scale()])?;
        check_range("walk.rest", self.walk.rest, [0.0, 1e3])?;
        check_range("walk.speed", self.walk.speed, [0.0, 2.0])?;
        check_range("walk.stride", self.walk.stride, [0.1, 0.6])?;
        check_range("walk.turn", self.walk.turn, [-180.0, 180.0])
    }
}

/// A body in its A-pose, with a skeleton.
#[derive(Clone, Debug)]
pub struct Mannequin {
    settings: MannequinSettings,
    joints: Joints,
    field: BodyField,
    mesh: TriangleMesh,
    skin: Skin,
}

/// Width of the blend between parts (m), at a height of 1.7 m.
const BLEND: f64 = 0.01;

impl Mannequin {
    /// Builds the surface of a body with these measures.
    ///
    /// # Errors
    /// If a measure is out of its range, or the measures together do not make a body.
    pub fn new(settings: &MannequinSettings) -> Result<Self, GarmentError> {
        settings.check()?;
        let scale = settings.scale();
        let joints = Joints::new(settings);
        let torso = Torso::new(settings);
        let limbs = anatomy::parts(settings, &joints);
        let bony: Vec<_> = torso.parts().into_iter().chain(limbs.iter().copied()).collect();
        let field = BodyField::new(torso, limbs, BLEND * scale);
        let reach = joints.finger.x + 0.06 * scale;
        let grid = Grid {
            min: dvec3(-reach, -0.3 * scale, -0.03 * scale),
            max: dvec3(reach, 0.3 * scale, 1.75 * scale),
            // Smoothing and cells that the surface cuts at a corner make edges shorter than cells.
            cell: 1.1 * settings.edge_length,
        };
        let mesh = surface::surface(&field, &grid).ok_or(GarmentError::NoSurface)?;
        let skin = Skin::new(&bony, &mesh.positions, scale);
        Ok(Self { settings: *settings, joints, field, mesh, skin })
    }

    /// Its measures.
    #[must_use]
    pub const fn settings(&self) -> &MannequinSettings {
        &self.settings
    }

    /// Its surface in the A-pose: closed, looking outwards.
    #[must_use]
    pub const fn mesh(&self) -> &TriangleMesh {
        &self.mesh
    }

    /// Positions of its vertices at a time of its walk (s).
    #[must_use]
    pub fn positions(&self, time: f64) -> Vec<DVec3> {
        let stance = Walk::new(&self.settings).stance(time);
        self.skin.posed(&self.mesh.positions, &Pose::new(&self.joints, &stance))
    }
}
