//! Looks of a run: colours of its surfaces, the ground, the camera.

use anyhow::{Result, ensure};
use glam::{DVec2, DVec3};
use ripstop_geometry::mesh::Role;
use ripstop_geometry::{Aabb, FaceId};
use ripstop_pipeline::World;
use ripstop_pipeline::scene::Scene;
use ripstop_render::camera::{Axes, Camera, View, turned};
use ripstop_render::color::hex;
use ripstop_render::coloring::{fabric, layer};
use ripstop_render::player::{PlayerScene, PlayerSurface};
use ripstop_render::{Appearance, Coloring, Finish, Ground, Light, Stage};
use ripstop_run::RecordedRun;

use super::extents::Extent;
use super::room::rooms;
use crate::surface_names::named;

/// Colour of obstacles.
pub(crate) const SOLID: u32 = 0xC9_C6_C0;

/// First direction of pages: degrees around the scene and above the ground.
pub(crate) const DEFAULT_VIEW: [f64; 2] = [-62.0, 24.0];

/// Angle from the lower to the upper edge of the picture (degrees).
pub(crate) const DEFAULT_FIELD_OF_VIEW: f64 = 28.0;

/// Threads of the pattern along the longer edge of a cloth.
const THREADS: f64 = 30.0;

/// Size up to which an obstacle is framed, compared to the motion of the cloth: a body is, a hall
/// is not.
const FRAMED: f64 = 4.0;

/// Looks of a run, the same for every frame.
#[derive(Debug)]
pub(crate) struct Staging {
    pub(crate) up: DVec3,
    pub(crate) ground: f64,
    /// Edge of what the pictures show (m).
    pub(crate) size: f64,
    /// Its middle (m).
    pub(crate) center: DVec3,
    /// One for each surface.
    parts: Vec<Part>,
}

/// Place of a surface in the pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Not drawn: hidden, or drawn as the ground.
    Absent,
    /// Drawn, and the camera has to see it.
    Framed(Finish),
    /// Drawn, but too large to be seen whole.
    Around(Finish),
}

impl Staging {
    /// Reads all frames of the run. Surfaces of the names in `hidden` are not there.
    pub(crate) fn scout(run: &mut RecordedRun, hidden: &[String]) -> Result<Self> {
        let is_shown = shown(run, hidden)?;
        let gravity = DVec3::from(run.scene.settings.gravity);
        let up = (-gravity).try_normalize().unwrap_or(DVec3::Z);
        let extents = Extent::of_run(run, up)?;
        let shown: Vec<usize> = (0..extents.len()).filter(|&i| is_shown[i]).collect();
        let cloths: Vec<usize> =
            shown.iter().copied().filter(|&i| extents[i].role == Role::Cloth).collect();
        let around =
            |list: &[usize]| list.iter().map(|&i| extents[i].bounds).fold(Aabb::EMPTY, Aabb::union);
        let reach = around(if cloths.is_empty() { &shown } else { &cloths }).extent().max_element();
        let lowest = lowest(&extents, &shown);
        let lowest_cloth = self::lowest(&extents, &cloths);
        // What reaches below a floor must be hidden by it.
        let is_floor = |i: usize| {
            let floor = &extents[i];
            let is_level = floor.height() <= 1e-9 * reach && floor.low() <= lowest_cloth;
            let is_below = |other: &Extent| other.low() < floor.low();
            let mut others = shown.iter().map(|&k| &extents[k]);
            floor.role == Role::Obstacle
                && is_level
                && others.all(|other| !is_below(other) || floor.covers(other))
        };
        let is_room = rooms(run, &cloths)?;
        let part = |i: usize| match extents[i].role {
            _ if !is_shown[i] || is_floor(i) => Part::Absent,
            Role::Cloth => Part::Framed(Finish::Cloth),
            Role::Obstacle => {
                let finish = if is_room[i] { Finish::Room } else { Finish::Solid };
                let is_small = extents[i].bounds.extent().max_element() <= FRAMED * reach;
                if is_small { Part::Framed(finish) } else { Part::Around(finish) }
            }
        };
        let parts: Vec<Part> = (0..extents.len()).map(part).collect();
        let framed: Vec<usize> =
            (0..parts.len()).filter(|&i| matches!(parts[i], Part::Framed(_))).collect();
        let bounds = around(if framed.is_empty() { &shown } else { &framed });
        let (size, center) = (bounds.extent().max_element().max(1e-6), bounds.center());
        let floors = shown.iter().filter(|&&i| is_floor(i)).map(|&i| extents[i].low());
        let ground = floors.reduce(f64::max).unwrap_or(lowest - 0.02 * size);
        Ok(Self { up, ground, size, center, parts })
    }

    /// The part of a picture that is the same for every frame.
    pub(crate) fn stage<'a>(&self, world: &'a World, coloring: Coloring) -> Stage<'a> {
        let appearances = (0..self.parts.len()).map(|i| self.appearance(i, coloring)).collect();
        let weave = match coloring {
            Coloring::Fabric => weave(world),
            Coloring::Strain | Coloring::Contact | Coloring::Layer => Vec::new(),
        };
        let ground = Some(Ground { height: self.ground });
        let Self { up, center, size, .. } = *self;
        Stage { mesh: &world.mesh, appearances, weave, up, ground, center, size }
    }

    fn appearance(&self, surface: usize, coloring: Coloring) -> Appearance {
        let finish = match self.parts[surface] {
            Part::Absent => Finish::Hidden,
            Part::Framed(finish) | Part::Around(finish) => finish,
        };
        let [front, back] = match coloring {
            _ if finish != Finish::Cloth => [hex(SOLID); 2],
            Coloring::Fabric => fabric(surface).map(hex),
            Coloring::Layer => [hex(layer(surface)), 0.55 * hex(layer(surface)) + 0.2],
            Coloring::Strain | Coloring::Contact => [coloring.color(0.0); 2],
        };
        Appearance { front, back, finish }
    }

    /// A view from a direction given in degrees around the scene and above the ground.
    pub(crate) fn view(&self, [azimuth, elevation]: [f64; 2], fov: f64, aspect: f64) -> View {
        let [around, above] = [azimuth, elevation].map(f64::to_radians);
        let east = if self.up.cross(DVec3::X).length() > 0.1 { DVec3::X } else { DVec3::Y };
        let north = self.up.cross(east).normalize();
        let east = north.cross(self.up);
        let level = turned(east, north, around);
        let mut view = View::new(-turned(level, self.up, above), self.up);
        (view.field_of_view, view.aspect, view.margin) = (fov, aspect, 0.06);
        view
    }

    /// A camera that sees all framed surfaces in every one of these frames.
    pub(crate) fn camera(
        &self,
        run: &mut RecordedRun,
        frames: impl IntoIterator<Item = usize>,
        view: &View,
    ) -> Result<Camera> {
        let RecordedRun { world, frames: source, .. } = run;
        let owners = world.mesh.surfaces();
        let is_framed = |v: usize| matches!(self.parts[owners[v].index()], Part::Framed(_));
        let mut failure = None;
        let mut framed = |frame: usize| {
            let positions = source.read(frame);
            let positions = positions.map_err(|error| failure = Some(error)).unwrap_or_default();
            positions.into_iter().enumerate().filter(|(v, _)| is_framed(*v)).map(|(_, x)| x)
        };
        let camera = Camera::framing(frames.into_iter().flat_map(&mut framed), view);
        failure.map_or(Ok(camera), |error| Err(error.into()))
    }

    /// The part of a page that is the same for every frame; `view` is that of its first camera.
    pub(crate) fn player_scene<'a>(
        &self,
        scene: &'a Scene,
        world: &'a World,
        view: &View,
        camera: Camera,
    ) -> PlayerScene<'a> {
        let surface = |index: usize| {
            let Appearance { finish, .. } = self.appearance(index, Coloring::Fabric);
            let [front, back] = if finish == Finish::Cloth { fabric(index) } else { [SOLID; 2] };
            PlayerSurface { front, back, layer: layer(index), finish }
        };
        PlayerScene {
            title: &scene.name,
            description: &scene.description,
            mesh: &world.mesh,
            surfaces: (0..self.parts.len()).map(surface).collect(),
            up: self.up,
            ground: self.ground,
            center: self.center,
            size: self.size,
            camera,
            aspect: view.aspect,
            frame_rate: scene.settings.frame_rate,
        }
    }

    /// The light for a camera.
    pub(crate) fn light(&self, camera: &Camera) -> Light {
        Light::studio(&Axes::looking(camera.target - camera.eye, self.up), self.up)
    }
}

/// True for each surface that is not hidden.
fn shown(run: &RecordedRun, hidden: &[String]) -> Result<Vec<bool>> {
    let is_shown: Vec<bool> = named(run, hidden)?.into_iter().map(|is_hidden| !is_hidden).collect();
    ensure!(is_shown.contains(&true), "every surface is hidden: nothing is left to show");
    Ok(is_shown)
}

/// Lowest height of surfaces.
fn lowest(extents: &[Extent], surfaces: &[usize]) -> f64 {
    surfaces.iter().map(|&i| extents[i].low()).fold(f64::INFINITY, f64::min)
}

/// Places of all vertices in the pattern of their cloth; a cloth that is not flat at rest has none,
/// nor has one with seams in the pattern.
fn weave(world: &World) -> Vec<DVec2> {
    let mut has_seams = vec![false; world.names.len()];
    for (face, corners) in (0..).map(FaceId).zip(world.mesh.faces()) {
        let [a, b, c] = corners.map(|vertex| world.rules.rest[vertex.index()]);
        if world.rules.face_at_rest(&world.mesh, face) != [a, b, c] {
            has_seams[world.mesh.surfaces()[corners[0].index()].index()] = true;
        }
    }
    let mut places = vec![DVec2::splat(0.5); world.mesh.vertex_count()];
    let owners = world.mesh.surfaces();
    for part in (0..owners.len()).collect::<Vec<_>>().chunk_by(|&a, &b| owners[a] == owners[b]) {
        let (first, last) = (part[0], part[part.len() - 1]);
        let rest = &world.rules.rest[first..=last];
        let bounds = Aabb::of_points(rest);
        let extent = bounds.extent();
        let cell = extent.x.max(extent.y) / THREADS;
        if extent.z > 1e-9 * cell || cell <= 0.0 || has_seams[owners[first].index()] {
            continue;
        }
        for (place, x) in places[first..=last].iter_mut().zip(rest) {
            *place = (*x - bounds.min).truncate() / cell;
        }
    }
    places
}
