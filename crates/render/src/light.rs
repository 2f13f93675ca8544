//! The light: a bright disc far away, a sky that is open everywhere, and the bounce from the
//! ground.

use glam::{DVec2, DVec3};
use ripstop_geometry::Aabb;

use crate::camera::Axes;
use crate::color::{Color, hex};

/// The light and the background of pictures.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Light {
    /// Towards the middle of the disc, of length 1.
    pub toward: DVec3,
    /// Tangent of the angle of the disc's radius: how soft shadows are.
    pub softness: f64,
    /// Light on a surface that faces the disc.
    pub key: Color,
    /// Light on a surface that looks up, from an open sky.
    pub sky: Color,
    /// Light on a surface that looks down.
    pub bounce: Color,
    /// Colour of the ground in the middle, where it is lit.
    pub ground: Color,
    /// Colour of the ground far away.
    pub horizon: Color,
    /// Colour of the background straight up.
    pub zenith: Color,
}

impl Light {
    /// A studio: the disc is above the camera's left shoulder, the background is light.
    #[must_use]
    pub fn studio(camera: &Axes, up: DVec3) -> Self {
        let right = camera.forward.cross(up).try_normalize().unwrap_or(camera.right);
        let towards_camera = up.cross(right) * -1.0;
        let toward = (-0.75 * right + 0.45 * towards_camera + 1.15 * up).normalize();
        Self {
            toward,
            softness: 0.06,
            key: Color::new(1.0, 0.95, 0.86) * 0.92,
            sky: Color::new(0.84, 0.92, 1.0) * 0.46,
            bounce: Color::new(1.0, 0.95, 0.88) * 0.34,
            ground: hex(0xF1_F0_ED),
            horizon: hex(0xC6_CE_D6),
            zenith: hex(0x9F_AE_BE),
        }
    }

    /// The background along a direction.
    pub(crate) fn background(&self, direction: DVec3, up: DVec3) -> Color {
        let rise = direction.dot(up).clamp(0.0, 1.0);
        self.horizon.lerp(self.zenith, rise.sqrt())
    }

    /// Ambient light on an open surface with a unit normal.
    pub(crate) fn ambient(&self, normal: DVec3, up: DVec3) -> Color {
        self.bounce.lerp(self.sky, 0.5 + 0.5 * normal.dot(up))
    }

    /// A direction towards a point of the disc, of length 1.
    pub(crate) fn toward_point(&self, point: DVec2) -> DVec3 {
        let side = self.toward.any_orthonormal_vector();
        let other = self.toward.cross(side);
        (self.toward + self.softness * (point.x * side + point.y * other)).normalize()
    }
}

/// Region in which shadows can fall at all: a cylinder along the light around what casts them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShadowReach {
    middle: DVec3,
    toward: DVec3,
    /// Radius at the middle (m), and how much it grows with the distance from there.
    radius: f64,
    spread: f64,
}

impl ShadowReach {
    pub(crate) fn of(points: impl Iterator<Item = DVec3> + Clone, light: &Light) -> Self {
        let hull = points.clone().fold(Aabb::EMPTY, |hull, x| hull.union(Aabb::of_point(x)));
        let middle = hull.center();
        let aside = points.map(|x| (x - middle).reject_from(light.toward).length_squared());
        let along = hull.extent().length();
        let radius = aside.fold(0.0, f64::max).sqrt() + light.softness * along;
        Self { middle, toward: light.toward, radius, spread: light.softness }
    }

    /// True if anything can be between a place and the light.
    pub(crate) fn may_reach(&self, place: DVec3) -> bool {
        let away = place - self.middle;
        let reach = self.radius + self.spread * away.dot(self.toward).abs();
        away.reject_from(self.toward).length_squared() <= reach * reach
    }
}
