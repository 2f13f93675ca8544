//! From a frame and a camera to pixels.
//!
//! First every pixel gets one ray through its middle. Pixels that differ from a neighbour, in
//! content or in brightness, and those in a penumbra, are then refined with many rays. Every pixel
//! depends on its place alone, so the picture is the same at every thread count.

use std::ops::Range;

use glam::{DVec2, DVec3};
use rayon::prelude::*;

use crate::camera::{Camera, Lens};
use crate::color::{Color, Encoder};
use crate::image::Image;
use crate::light::Light;
use crate::sampling;
use crate::shade::{BACKGROUND, GROUND, Seen, Shader};
use crate::snapshot::Snapshot;

/// Size of a picture, and its rays per pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Quality {
    /// Pixels per row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Rays per pixel where one is not enough.
    pub samples: u32,
}

impl Quality {
    /// A picture of this size (pixels), with this number of rays per pixel where one is not enough.
    #[must_use]
    pub const fn new(width: u32, height: u32, samples: u32) -> Self {
        Self { width, height, samples }
    }
}

/// A picture, and the rays that it took.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Picture {
    /// The pixels.
    pub image: Image,
    /// Rays that were cast, those for ambient occlusion included.
    pub rays: u64,
}

/// Points on the rim of the disc that every pixel tests first, beside its middle: enough to notice
/// a penumbra.
const FIRST_LIGHTS: usize = 4;

/// Rows that are held at once, so that large pictures take little memory.
const BAND: u32 = 256;

/// Patterns among which pixels choose.
const TURNS: usize = 64;

impl Snapshot<'_> {
    /// Takes a picture.
    #[must_use]
    pub fn picture(&self, camera: &Camera, light: &Light, quality: &Quality) -> Picture {
        let size = [quality.width, quality.height];
        let lens = Lens::new(camera, size);
        let shader = Shader::new(self, light, lens.pixel);
        let painter = Painter { lens, shader, samples: Samples::new(quality.samples, light) };
        let encoder = Encoder::new();
        let mut pixels = Vec::with_capacity(quality.width as usize * quality.height as usize);
        let mut rays = self.openness.rays;
        for start in (0..quality.height).step_by(BAND as usize) {
            let rows = start..quality.height.min(start + BAND);
            let band = Band::first_look(&painter, size, &rows);
            let done: Vec<(Vec<[u8; 3]>, u64)> =
                rows.into_par_iter().map(|row| band.refined(&painter, row, &encoder)).collect();
            for (line, more) in done {
                pixels.extend(line);
                rays += more;
            }
        }
        Picture { image: Image { width: quality.width, height: quality.height, pixels }, rays }
    }
}

/// Results of the first rays in some rows, and in the rows beside them.
struct Band {
    width: usize,
    /// The first row that is held.
    start: u32,
    seen: Vec<Seen>,
}

impl Band {
    fn first_look(painter: &Painter, [width, height]: [u32; 2], rows: &Range<u32>) -> Self {
        let start = rows.start.saturating_sub(1);
        let count = (rows.end + 1).min(height) - start;
        let width = width as usize;
        let mut seen = vec![Seen::NOTHING; width * count as usize];
        let lines = seen.par_chunks_mut(width.max(1)).zip(start..start + count);
        lines.for_each(|(line, row)| {
            for (seen, column) in line.iter_mut().zip(0..) {
                *seen = painter.first_look(column, row);
            }
        });
        Self { width, start, seen }
    }

    /// The refined pixels of a row, and all rays that they took.
    fn refined(&self, painter: &Painter, row: u32, encoder: &Encoder) -> (Vec<[u8; 3]>, u64) {
        let here = (row - self.start) as usize;
        let mut rays = 0;
        let pixel = |column: usize| {
            let seen = &self.seen[here * self.width + column];
            let (color, more) =
                painter.refined(seen, self.doubt(column, here), [column as u32, row]);
            rays += u64::from(seen.rays) + more;
            encoder.bytes(color)
        };
        ((0..self.width).map(pixel).collect(), rays)
    }

    /// Finds the reason why one ray is not enough for a pixel: its neighbours differ.
    fn doubt(&self, column: usize, row: usize) -> Doubt {
        let (width, height) = (self.width, self.seen.len() / self.width);
        let here = &self.seen[row * width + column];
        let mut doubt = if here.lit > 0.0 && here.lit < 1.0 { Doubt::Shadow } else { Doubt::None };
        for j in row.saturating_sub(1)..(row + 2).min(height) {
            for i in column.saturating_sub(1)..(column + 2).min(width) {
                let there = &self.seen[j * width + i];
                if is_edge(here, there) {
                    return Doubt::Edge;
                }
                if there.lit != here.lit {
                    doubt = Doubt::Shadow;
                }
            }
        }
        doubt
    }
}

impl Seen {
    const NOTHING: Self = Self { color: Color::ZERO, what: BACKGROUND, lit: 1.0, rays: 0 };
}

/// Reason why one ray is not enough for a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doubt {
    None,
    /// The place is in a penumbra.
    Shadow,
    /// There is an edge.
    Edge,
}

/// True if two neighbours show different things. Faces of one smooth surface differ little in
/// brightness.
fn is_edge(a: &Seen, b: &Seen) -> bool {
    const STEP: f64 = 0.06;
    let is_face = |seen: &Seen| seen.what != GROUND && seen.what != BACKGROUND;
    if is_face(a) != is_face(b) {
        return true;
    }
    let far = (a.color - b.color).abs().max_element();
    let bright = a.color.max(b.color).max_element().max(0.05);
    is_face(a) && a.what != b.what && far > STEP * bright
}

/// The patterns of rays.
struct Samples {
    places: Vec<DVec2>,
    /// Directions towards points of the disc, as many as places, in several turns.
    lights: Vec<Vec<DVec3>>,
    /// Directions towards the rim of the disc and its middle.
    first: Vec<DVec3>,
}

impl Samples {
    fn new(count: u32, light: &Light) -> Self {
        let count = count.max(1) as usize;
        let disc = sampling::disc(count);
        let toward = |point: DVec2| light.toward_point(point);
        let turned = |turn: DVec2| disc.iter().map(|p| toward(turn.rotate(*p))).collect();
        Self {
            places: sampling::pixel(count),
            lights: sampling::turns(TURNS).into_iter().map(turned).collect(),
            first: sampling::turns(FIRST_LIGHTS)
                .into_iter()
                .chain([DVec2::ZERO])
                .map(toward)
                .collect(),
        }
    }

    fn lights(&self, [column, row]: [u32; 2]) -> &[DVec3] {
        &self.lights[(sampling::scrambled(column, row) % TURNS as u64) as usize]
    }
}

struct Painter<'s, 'a> {
    lens: Lens,
    shader: Shader<'s, 'a>,
    samples: Samples,
}

impl Painter<'_, '_> {
    fn first_look(&self, column: u32, row: u32) -> Seen {
        let direction = self.lens.direction(f64::from(column) + 0.5, f64::from(row) + 0.5);
        self.shader.see(self.lens.eye, direction, &self.samples.first)
    }

    /// The refined colour of a pixel, and the rays it took.
    fn refined(&self, seen: &Seen, doubt: Doubt, pixel: [u32; 2]) -> (Color, u64) {
        let [x, y] = pixel.map(f64::from);
        let lights = self.samples.lights(pixel);
        match doubt {
            Doubt::None => (seen.color, 0),
            Doubt::Shadow => {
                let direction = self.lens.direction(x + 0.5, y + 0.5);
                let seen = self.shader.see(self.lens.eye, direction, lights);
                (seen.color, u64::from(seen.rays))
            }
            Doubt::Edge => {
                let mut sum = Color::ZERO;
                let mut rays = 0;
                for (place, light) in self.samples.places.iter().zip(lights) {
                    let direction = self.lens.direction(x + place.x, y + place.y);
                    let light = std::slice::from_ref(light);
                    let seen = self.shader.see(self.lens.eye, direction, light);
                    sum += seen.color;
                    rays += u64::from(seen.rays);
                }
                (sum / self.samples.places.len() as f64, rays)
            }
        }
    }
}
