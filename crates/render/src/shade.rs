//! From a hit to the light that reaches the eye.
//!
//! ```text
//! L = ρ (V k max(0, n·l) + A a(n)) + thin: ρ_t V′ k max(0, −n·l) + sheen
//! ```
//!
//! `ρ` colour of the side that is seen, `V` visibility of the disc, `k` its light, `A` openness
//! with the light that neighbours throw back, `a` ambient light; cloth lets a little through from
//! its other side, and is brighter where it is seen at a low angle.
//!
//! Shadow rays start from the smooth surface that the normals suggest, not from the flat face
//! [Hanika 2021]: the place is moved to the mean of its projections on the tangent planes of the
//! corners that are above it, or faces would shade each other at the edge of the light.

use glam::DVec3;
use ripstop_broad::bvh::Ray;

use crate::color::Color;
use crate::light::{Light, ShadowReach};
use crate::snapshot::{Hit, Snapshot};
use crate::stage::Finish;
use crate::weave;

/// Light that comes through cloth, as a part of what falls on its other side.
const THROUGH: f64 = 0.22;

/// Brightness of cloth that is seen along its surface.
const SHEEN: f64 = 0.10;

/// Result of one ray from the eye.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub(crate) color: Color,
    /// Face that was hit, or one of the numbers below.
    pub(crate) what: u32,
    /// Visible part of the disc, if that was asked.
    pub(crate) lit: f64,
    pub(crate) rays: u32,
}

/// Numbers of what is not a face.
pub(crate) const GROUND: u32 = u32::MAX;
pub(crate) const BACKGROUND: u32 = u32::MAX - 1;

/// Sees along rays.
pub(crate) struct Shader<'s, 'a> {
    snapshot: &'s Snapshot<'a>,
    light: Light,
    shadows: ShadowReach,
    /// Edge of a pixel at distance 1.
    pixel: f64,
}

impl<'s, 'a> Shader<'s, 'a> {
    pub(crate) fn new(snapshot: &'s Snapshot<'a>, light: &Light, pixel: f64) -> Self {
        let shadows = ShadowReach::of(snapshot.blocking_points(), light);
        Self { snapshot, light: *light, shadows, pixel }
    }

    /// Traces and shades a ray of length 1; `lights` are directions towards points of the disc.
    pub(crate) fn see(&self, eye: DVec3, direction: DVec3, lights: &[DVec3]) -> Seen {
        let ray = Ray { origin: eye, direction, t_max: f64::INFINITY };
        let hit = self.snapshot.trace(&ray);
        let ground = self.ground_distance(&ray);
        match (hit, ground) {
            (Some(hit), ground) if ground.is_none_or(|t| hit.t <= t) => {
                self.surface(&ray, &hit, lights)
            }
            (_, Some(t)) => self.ground(eye + t * direction, lights),
            _ => {
                let color = self.light.background(direction, self.snapshot.stage.up);
                Seen { color, what: BACKGROUND, lit: 1.0, rays: 1 }
            }
        }
    }

    fn ground_distance(&self, ray: &Ray) -> Option<f64> {
        let stage = self.snapshot.stage;
        let height = ray.origin.dot(stage.up) - stage.ground?.height;
        let descent = -ray.direction.dot(stage.up);
        (descent > 0.0 && height > 0.0).then(|| height / descent)
    }

    fn surface(&self, ray: &Ray, hit: &Hit, lights: &[DVec3]) -> Seen {
        let snapshot = self.snapshot;
        let (stage, appearance) = (snapshot.stage, snapshot.appearances[hit.face]);
        let is_front = snapshot.triangles[hit.face].area_normal().dot(ray.direction) <= 0.0;
        let side = if is_front { 1.0 } else { -1.0 };
        let normals = snapshot.normals[hit.face].map(|normal| side * normal);
        let blend =
            |v: [DVec3; 3]| hit.weights[0] * v[0] + hit.weights[1] * v[1] + hit.weights[2] * v[2];
        let normal = facing(blend(normals), -ray.direction);
        let place = smooth_place(snapshot.corners(hit.face), normals, hit.weights);

        let cosine = normal.dot(-ray.direction).max(0.05);
        let albedo = self.albedo(hit, is_front, hit.t * self.pixel / cosine);
        let is_cloth = appearance.finish == Finish::Cloth;
        let mut key = Color::ZERO;
        let mut lit = 0.0;
        for &toward in lights {
            let slope = normal.dot(toward);
            if slope <= 0.0 && !is_cloth {
                continue;
            }
            if self.is_in_shadow(&place, slope.signum() * normal, toward) {
                continue;
            }
            lit += 1.0;
            key += if slope > 0.0 { slope * albedo } else { -slope * THROUGH * albedo };
        }
        let share = 1.0 / lights.len().max(1) as f64;
        let open = snapshot.openness.at(snapshot, hit, is_front);
        let ambient = self.light.ambient(normal, stage.up) * albedo * thrown_back(open, albedo);
        let graze = 1.0 - cosine;
        let sheen = if is_cloth { SHEEN * graze * graze * graze * open } else { 0.0 };
        let color = share * key * self.light.key + ambient + sheen * self.light.sky;
        Seen { color, what: hit.face as u32, lit: share * lit, rays: 1 + lights.len() as u32 }
    }

    fn albedo(&self, hit: &Hit, is_front: bool, footprint: f64) -> Color {
        let snapshot = self.snapshot;
        let (corners, appearance) = (snapshot.faces[hit.face], snapshot.appearances[hit.face]);
        let plain = if is_front { appearance.front } else { appearance.back };
        let color = snapshot.paint.map_or(plain, |paint| {
            let parts = corners.map(|vertex| paint[vertex as usize].unwrap_or(plain));
            parts.iter().zip(hit.weights).map(|(&color, weight)| weight * color).sum()
        });
        if appearance.finish != Finish::Cloth || snapshot.stage.weave.is_empty() {
            return color;
        }
        let places = corners.map(|vertex| snapshot.stage.weave[vertex as usize]);
        color * weave::shade(places, snapshot.corners(hit.face), hit.weights, footprint)
    }

    /// True if the light is hidden from a place, on the side that `normal` looks to.
    ///
    /// The smooth surface may lie beyond another layer of cloth, which then must not cast its
    /// shadow.
    fn is_in_shadow(&self, place: &SmoothPlace, normal: DVec3, toward: DVec3) -> bool {
        let snapshot = self.snapshot;
        let [flat, smooth] =
            [place.flat, place.beside(normal)].map(|x| x + snapshot.offset * normal);
        let blocked =
            |origin| snapshot.is_blocked(&Ray { origin, direction: toward, t_max: f64::INFINITY });
        blocked(smooth)
            && (flat == smooth
                || !snapshot.is_blocked(&Ray::segment(flat, smooth))
                || blocked(flat))
    }

    fn ground(&self, place: DVec3, lights: &[DVec3]) -> Seen {
        let (snapshot, light) = (self.snapshot, &self.light);
        let stage = snapshot.stage;
        let origin = place + snapshot.offset * stage.up;
        let lights = if self.shadows.may_reach(place) { lights } else { &[] };
        let visible = lights
            .iter()
            .filter(|&&direction| {
                !snapshot.is_blocked(&Ray { origin, direction, t_max: f64::INFINITY })
            })
            .count();
        let lit = if lights.is_empty() { 1.0 } else { visible as f64 / lights.len() as f64 };
        let open = snapshot.openness.ground.as_ref().map_or(1.0, |map| map.at(place));
        let slope = light.toward.dot(stage.up).max(0.0);
        let full = slope * light.key + light.sky;
        let received = (lit * slope * light.key + open * light.sky) / full;
        // A pool of light in the middle; far away the ground is the horizon.
        let away = (place - stage.center).reject_from(stage.up).length() / stage.size;
        let far = 1.0 - 1.0 / (1.0 + 0.12 * away * away);
        let color = light.ground.lerp(light.horizon, far) * received;
        Seen { color, what: GROUND, lit, rays: 1 + lights.len() as u32 }
    }
}

/// Openness with the light that bright neighbours throw back.
fn thrown_back(open: f64, albedo: Color) -> Color {
    open / (Color::ONE - 0.8 * albedo.min(Color::ONE) * (1.0 - open))
}

/// A normal of length 1 that does not look away from the eye.
fn facing(normal: DVec3, toward_eye: DVec3) -> DVec3 {
    const LEAST: f64 = 0.02;
    let normal = normal.try_normalize().unwrap_or(toward_eye);
    let cosine = normal.dot(toward_eye);
    if cosine >= LEAST {
        return normal;
    }
    (normal + (LEAST - cosine) * toward_eye).normalize()
}

/// A place of a face, and where it is on the smooth surface for either side.
struct SmoothPlace {
    flat: DVec3,
    normal: DVec3,
    above: DVec3,
    below: DVec3,
}

impl SmoothPlace {
    /// The smooth place on the side that a direction looks to.
    fn beside(&self, direction: DVec3) -> DVec3 {
        if direction.dot(self.normal) > 0.0 { self.above } else { self.below }
    }
}

fn smooth_place(corners: [DVec3; 3], normals: [DVec3; 3], weights: [f64; 3]) -> SmoothPlace {
    let blend = |v: [DVec3; 3]| weights[0] * v[0] + weights[1] * v[1] + weights[2] * v[2];
    let flat = blend(corners);
    let mut place = SmoothPlace { flat, normal: blend(normals), above: flat, below: flat };
    for i in 0..3 {
        let height = (flat - corners[i]).dot(normals[i]);
        let shift = weights[i] * height * normals[i];
        if height < 0.0 {
            place.above -= shift;
        } else {
            place.below -= shift;
        }
    }
    place
}
