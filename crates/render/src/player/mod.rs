//! One page of HTML that plays a run in a browser, offline: numbers, code and all in a single file.
//!
//! Positions are quantised to 16 bits along each axis of the box around the motion, a hundredth of
//! a millimetre or so, and stored as residuals of a simple predictor (`trajectory`). Quantities by
//! which cloth can be coloured are computed here, from the exact positions, and quantised to seven
//! bits (`track`): from rounded positions strains would be noise. Surfaces that never move are kept
//! once.
//!
//! The page is never larger than the text of 6 bytes a vertex and frame, and [`ROOM`] bytes: if
//! levels do not fit, which takes a motion without any regularity, they are left out and the page
//! offers fewer colourings. Topology without regularity needs part of what the prediction saves;
//! only where it saves nothing either, and the mesh is large, is the page larger.

mod base64;
mod faces;
mod numerals;
mod page;
mod survey;
mod track;
mod trajectory;

pub use page::{ROOM, ReportColumn};
pub use survey::Survey;

use std::ops::Range;

use glam::DVec3;
use ripstop_geometry::{Aabb, CollisionMesh};

use crate::normals::is_sharp;
use crate::stage::outward_rooms;
use crate::{Camera, Coloring, SnapshotError};
use track::TrackWriter;
use trajectory::{FrameWriter, Grid};

/// Colours and finish of a surface in the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSurface {
    /// Colour of the front, as `0xRRGGBB`.
    pub front: u32,
    /// Colour of the back.
    pub back: u32,
    /// Colour if layers are told apart.
    pub layer: u32,
    /// Material of the surface.
    pub finish: crate::Finish,
}

/// Content of a page that is the same at every frame.
#[derive(Clone, Debug)]
pub struct PlayerScene<'a> {
    /// Text above the picture.
    pub title: &'a str,
    /// A line below it.
    pub description: &'a str,
    /// All surfaces.
    pub mesh: &'a CollisionMesh,
    /// One for each surface; surfaces beyond the end of the list are not drawn.
    pub surfaces: Vec<PlayerSurface>,
    /// Up direction, of length 1.
    pub up: DVec3,
    /// Height of the ground along it (m).
    pub ground: f64,
    /// Middle of what is to be seen (m).
    pub center: DVec3,
    /// Edge of what is to be seen (m).
    pub size: f64,
    /// The camera of the start.
    pub camera: Camera,
    /// Width over height of a picture that the camera was made for.
    pub aspect: f64,
    /// Frames per second (1/s).
    pub frame_rate: f64,
}

/// A page in the making: frames are given one after another.
#[derive(Debug)]
pub struct Player<'a> {
    scene: PlayerScene<'a>,
    /// Around everything that is drawn, at all times.
    bounds: Aabb,
    grid: Grid,
    /// Vertices that move, as ranges.
    moving: Vec<Range<u32>>,
    still: Vec<Range<u32>>,
    cloth: Vec<Range<u32>>,
    /// True for each surface that has edges that are to stay sharp.
    is_sharp: Vec<bool>,
    /// True for each room whose faces point outwards.
    is_outward: Vec<bool>,
    frames: FrameWriter,
    /// Encoded vertices that do not move, and all encoded frames.
    still_bytes: Vec<u8>,
    frame_bytes: Vec<u8>,
    frame_count: usize,
    tracks: [Track; 2],
}

/// Levels of one colouring.
#[derive(Debug)]
struct Track {
    coloring: Coloring,
    writer: TrackWriter,
    bytes: Vec<u8>,
}

impl Track {
    fn new(coloring: Coloring) -> Self {
        Self { coloring, writer: TrackWriter::default(), bytes: Vec::new() }
    }
}

/// Levels of all vertices in one frame, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct FrameLevels<'a> {
    /// Of strain.
    pub strain: &'a [f64],
    /// Of contact.
    pub contact: &'a [f64],
}

impl<'a> Player<'a> {
    /// An empty page for frames that have been surveyed.
    #[must_use]
    pub fn new(scene: PlayerScene<'a>, survey: &Survey) -> Self {
        let owners = scene.mesh.surfaces();
        let is_drawn = |v: usize| {
            let surface = scene.surfaces.get(owners[v].index());
            surface.is_some_and(|surface| surface.finish != crate::Finish::Hidden)
        };
        let is_cloth = |v: usize| {
            let surface = scene.surfaces.get(owners[v].index());
            surface.is_some_and(|surface| surface.finish == crate::Finish::Cloth)
        };
        let moves = |v: usize| survey.moves(v);
        let count = owners.len();
        let bounds = survey.bounds(is_drawn);
        Self {
            bounds,
            grid: Grid::over(&bounds),
            moving: ranges(count, |v| is_drawn(v) && moves(v)),
            still: ranges(count, |v| is_drawn(v) && !moves(v)),
            cloth: ranges(count, is_cloth),
            is_sharp: vec![false; scene.surfaces.len()],
            is_outward: Vec::new(),
            frames: FrameWriter::default(),
            still_bytes: Vec::new(),
            frame_bytes: Vec::new(),
            frame_count: 0,
            tracks: [Track::new(Coloring::Contact), Track::new(Coloring::Strain)],
            scene,
        }
    }

    /// Appends a frame.
    ///
    /// # Errors
    /// If there is not a finite position and a level for every vertex.
    pub fn push(&mut self, positions: &[DVec3], levels: FrameLevels) -> Result<(), SnapshotError> {
        let expected = self.scene.mesh.vertex_count();
        let counts = [
            ("positions", positions.len()),
            ("strain levels", levels.strain.len()),
            ("contact levels", levels.contact.len()),
        ];
        for (what, found) in counts {
            if found != expected {
                return Err(SnapshotError::Count { what, found, expected });
            }
        }
        if let Some(vertex) = positions.iter().position(|x| !x.is_finite()) {
            return Err(SnapshotError::NotFinite { vertex });
        }
        let rounded = |ranges: &[Range<u32>]| -> Vec<[u16; 3]> {
            vertices(ranges).map(|v| self.grid.round(positions[v])).collect()
        };
        if self.frame_count == 0 {
            self.still_bytes = FrameWriter::default().encode(rounded(&self.still));
            self.is_sharp = sharp_surfaces(&self.scene, positions);
            let finish = |surface: usize| Some(self.scene.surfaces.get(surface)?.finish);
            self.is_outward = outward_rooms(self.scene.mesh, positions, finish);
        }
        let frame = rounded(&self.moving);
        self.frame_bytes.extend(self.frames.encode(frame));
        for track in &mut self.tracks {
            let levels = match track.coloring {
                Coloring::Contact => levels.contact,
                _ => levels.strain,
            };
            let chosen: Vec<f64> = vertices(&self.cloth).map(|v| levels[v]).collect();
            track.bytes.extend(track.writer.encode(&chosen));
        }
        self.frame_count += 1;
        Ok(())
    }
}

/// Finds the solids that have edges that are to stay sharp.
fn sharp_surfaces(scene: &PlayerScene, positions: &[DVec3]) -> Vec<bool> {
    let mesh = scene.mesh;
    let mut found = vec![false; scene.surfaces.len()];
    for (edge, ends) in mesh.edges().iter().enumerate() {
        let owner = mesh.surfaces()[ends[0].index()].index();
        let solid = scene.surfaces.get(owner).is_some_and(|surface| surface.finish.is_solid());
        if solid && let [a, b] = *mesh.edge_faces().row(edge) {
            let corners = |face| mesh.face(face).map(|vertex| positions[vertex.index()]);
            found[owner] |= is_sharp(corners(a), corners(b));
        }
    }
    found
}

/// Neighbouring vertices of which something is true.
fn ranges(count: usize, is_in: impl Fn(usize) -> bool) -> Vec<Range<u32>> {
    let mut found: Vec<Range<u32>> = Vec::new();
    for v in (0..count).filter(|&v| is_in(v)) {
        match found.last_mut() {
            Some(last) if last.end == v as u32 => last.end += 1,
            _ => found.push(v as u32..v as u32 + 1),
        }
    }
    found
}

fn vertices(ranges: &[Range<u32>]) -> impl Iterator<Item = usize> {
    ranges.iter().cloned().flatten().map(|v| v as usize)
}
