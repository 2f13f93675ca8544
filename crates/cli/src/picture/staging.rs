//! Looks of a run: colours of its surfaces, the ground, the camera.

use anyhow::Result;
use glam::{DVec2, DVec3};
use ripstop_geometry::mesh::Role;
use ripstop_geometry::{Aabb, SurfaceId};
use ripstop_pipeline::World;
use ripstop_pipeline::scene::Scene;
use ripstop_render::camera::{Axes, Camera, View};
use ripstop_render::color::hex;
use ripstop_render::coloring::{fabric, layer};
use ripstop_render::player::{PlayerScene, PlayerSurface};
use ripstop_render::{Appearance, Coloring, Finish, Ground, Light, Stage};
use ripstop_run::RecordedRun;

use super::frame_list::spread;

/// Frames that are read to find out where the motion goes.
const SCOUTED: usize = 24;

/// Colour of obstacles.
pub(crate) const SOLID: u32 = 0xC9_C6_C0;

/// First direction of pages: degrees around the scene and above the ground.
pub(crate) const DEFAULT_VIEW: [f64; 2] = [-62.0, 24.0];

/// Angle from the lower to the upper edge of the picture (degrees).
pub(crate) const DEFAULT_FIELD_OF_VIEW: f64 = 28.0;

/// Threads of the pattern along the longer edge of a cloth.
const THREADS: f64 = 30.0;

/// Looks of a run, the same for every frame.
#[derive(Debug)]
pub(crate) struct Staging {
    pub(crate) up: DVec3,
    pub(crate) ground: f64,
    /// Edge of what the pictures show (m).
    pub(crate) size: f64,
    /// Its middle (m).
    pub(crate) center: DVec3,
    /// True if a surface is drawn as the ground, one for each.
    pub(crate) is_floor: Vec<bool>,
    /// True if the camera has to see a surface, one for each.
    framed: Vec<bool>,
    /// Points that the camera has to see (m).
    points: Vec<DVec3>,
}

impl Staging {
    /// Reads frames from all over the run.
    pub(crate) fn scout(run: &mut RecordedRun) -> Result<Self> {
        let gravity = DVec3::from(run.scene.settings.gravity);
        let up = (-gravity).try_normalize().unwrap_or(DVec3::Z);
        let mut frames = Vec::new();
        for frame in spread(run.frames.count(), SCOUTED) {
            frames.push(run.frames.read(frame)?);
        }
        let surfaces = Surfaces { world: &run.world, frames: &frames };
        let count = run.world.filters.surfaces.len();
        let cloth = (0..count).filter(|&i| surfaces.role(i) == Role::Cloth);
        let motion = cloth.map(|i| surfaces.bounds(i)).fold(Aabb::EMPTY, Aabb::union);
        let lowest = (0..count)
            .filter(|&i| surfaces.role(i) == Role::Cloth)
            .map(|i| surfaces.heights(i, up)[0])
            .fold(f64::INFINITY, f64::min);
        let reach = motion.extent().max_element();
        let is_floor: Vec<bool> = (0..count)
            .map(|i| {
                let [low, high] = surfaces.heights(i, up);
                let is_level = high - low <= 1e-9 * reach && low <= lowest;
                surfaces.role(i) == Role::Obstacle && is_level
            })
            .collect();
        let is_framed = |i: usize| {
            let small = || surfaces.bounds(i).extent().max_element() <= 2.0 * reach;
            !is_floor[i] && (surfaces.role(i) == Role::Cloth || small())
        };
        let framed: Vec<bool> = (0..count).map(is_framed).collect();
        let owners = run.world.mesh.surfaces();
        let points: Vec<DVec3> = frames.iter().flat_map(|x| seen(x, owners, &framed)).collect();
        let bounds = Aabb::of_points(&points);
        let (size, center) = (bounds.extent().max_element().max(1e-6), bounds.center());
        let floor = (0..count).filter(|&i| is_floor[i]).map(|i| surfaces.heights(i, up)[1]);
        let floor = floor.fold(f64::NEG_INFINITY, f64::max);
        let lowest = points.iter().map(|x| x.dot(up)).fold(f64::INFINITY, f64::min);
        let ground = if floor.is_finite() { floor } else { lowest - 0.02 * size };
        Ok(Self { up, ground, size, center, is_floor, framed, points })
    }

    /// Shows single frames from now on, not the whole motion.
    pub(crate) fn look_at(&mut self, run: &mut RecordedRun, frames: &[usize]) -> Result<()> {
        self.points.clear();
        for &frame in frames {
            let positions = run.frames.read(frame)?;
            self.points.extend(seen(&positions, run.world.mesh.surfaces(), &self.framed));
        }
        Ok(())
    }

    /// The part of a picture that is the same for every frame.
    pub(crate) fn stage<'a>(&self, world: &'a World, coloring: Coloring) -> Stage<'a> {
        let appearances =
            (0..self.is_floor.len()).map(|i| self.appearance(world, i, coloring)).collect();
        let weave = match coloring {
            Coloring::Fabric => weave(world),
            Coloring::Strain | Coloring::Contact | Coloring::Layer => Vec::new(),
        };
        let ground = Some(Ground { height: self.ground });
        let Self { up, center, size, .. } = *self;
        Stage { mesh: &world.mesh, appearances, weave, up, ground, center, size }
    }

    fn appearance(&self, world: &World, surface: usize, coloring: Coloring) -> Appearance {
        if world.filters.surfaces[surface].role == Role::Obstacle {
            let finish = if self.is_floor[surface] { Finish::Hidden } else { Finish::Solid };
            return Appearance { front: hex(SOLID), back: hex(SOLID), finish };
        }
        let [front, back] = match coloring {
            Coloring::Fabric => fabric(surface).map(hex),
            Coloring::Layer => [hex(layer(surface)), 0.55 * hex(layer(surface)) + 0.2],
            Coloring::Strain | Coloring::Contact => [coloring.color(0.0); 2],
        };
        Appearance { front, back, finish: Finish::Cloth }
    }

    /// A camera that sees the whole motion, from a direction given in degrees around and above the
    /// ground.
    pub(crate) fn camera(&self, [azimuth, elevation]: [f64; 2], fov: f64, aspect: f64) -> Camera {
        let [around, above] = [azimuth, elevation].map(f64::to_radians);
        let east = if self.up.cross(DVec3::X).length() > 0.1 { DVec3::X } else { DVec3::Y };
        let north = self.up.cross(east).normalize();
        let east = north.cross(self.up);
        let level = ripstop_render::camera::turned(east, north, around);
        let forward = -ripstop_render::camera::turned(level, self.up, above);
        let mut view = View::new(forward, self.up);
        (view.field_of_view, view.aspect, view.margin) = (fov, aspect, 0.06);
        Camera::framing(self.points.iter().copied(), &view)
    }

    /// The part of a page that is the same for every frame.
    pub(crate) fn player_scene<'a>(
        &self,
        scene: &'a Scene,
        world: &'a World,
        aspect: f64,
    ) -> PlayerScene<'a> {
        let surface = |index: usize| {
            let Appearance { finish, .. } = self.appearance(world, index, Coloring::Fabric);
            let [front, back] = if finish == Finish::Cloth { fabric(index) } else { [SOLID; 2] };
            PlayerSurface { front, back, layer: layer(index), finish }
        };
        PlayerScene {
            title: &scene.name,
            description: &scene.description,
            mesh: &world.mesh,
            surfaces: (0..self.is_floor.len()).map(surface).collect(),
            up: self.up,
            ground: self.ground,
            center: self.center,
            size: self.size,
            camera: self.camera(DEFAULT_VIEW, DEFAULT_FIELD_OF_VIEW, aspect),
            aspect,
            frame_rate: scene.settings.frame_rate,
        }
    }

    /// The light for a camera.
    pub(crate) fn light(&self, camera: &Camera) -> Light {
        Light::studio(&Axes::looking(camera.target - camera.eye, self.up), self.up)
    }
}

/// The positions of surfaces that the camera has to see.
fn seen(positions: &[DVec3], owners: &[SurfaceId], framed: &[bool]) -> impl Iterator<Item = DVec3> {
    let pairs = positions.iter().zip(owners);
    pairs.filter(|(_, owner)| framed[owner.index()]).map(|(&x, _)| x)
}

/// Places of all vertices in the pattern of their cloth; a cloth that is not flat at rest has none.
fn weave(world: &World) -> Vec<DVec2> {
    let mut places = vec![DVec2::splat(0.5); world.mesh.vertex_count()];
    let owners = world.mesh.surfaces();
    for part in (0..owners.len()).collect::<Vec<_>>().chunk_by(|&a, &b| owners[a] == owners[b]) {
        let (first, last) = (part[0], part[part.len() - 1]);
        let rest = &world.rules.rest[first..=last];
        let bounds = Aabb::of_points(rest);
        let extent = bounds.extent();
        let cell = extent.x.max(extent.y) / THREADS;
        if extent.z > 1e-9 * cell || cell <= 0.0 {
            continue;
        }
        for (place, x) in places[first..=last].iter_mut().zip(rest) {
            *place = (*x - bounds.min).truncate() / cell;
        }
    }
    places
}

/// The surfaces of a run in several frames.
struct Surfaces<'a> {
    world: &'a World,
    frames: &'a [Vec<DVec3>],
}

impl Surfaces<'_> {
    fn role(&self, surface: usize) -> Role {
        self.world.filters.surfaces[surface].role
    }

    fn points(&self, surface: usize) -> impl Iterator<Item = DVec3> {
        let owners = self.world.mesh.surfaces();
        self.frames.iter().flat_map(move |frame| {
            frame.iter().zip(owners).filter(move |(_, o)| o.index() == surface).map(|(&x, _)| x)
        })
    }

    fn bounds(&self, surface: usize) -> Aabb {
        self.points(surface).fold(Aabb::EMPTY, |hull, x| hull.union(Aabb::of_point(x)))
    }

    /// Lowest and highest.
    fn heights(&self, surface: usize, up: DVec3) -> [f64; 2] {
        self.points(surface).fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
            let height = x.dot(up);
            [low.min(height), high.max(height)]
        })
    }
}
