//! Kinematic (scripted) vertices: pins, obstacles on a path, obstacles that change their shape.
//!
//! ```text
//! x(t) = path(t) ∘ sample(t)      sample(t) linear between the frames of a file, or the start
//! ```
//!
//! A step of the simulation sees a straight line from x at its start to x at its end. Frames of a
//! file in between, if it has more than the simulation, are not seen, which is warned of.

use glam::DVec3;
use ripstop_geometry::VertexId;

use crate::scene::{Frames, Path};

/// Vertices that follow a path.
#[derive(Clone, Debug)]
pub struct Kinematic {
    /// The vertices.
    pub vertices: Vec<VertexId>,
    /// Their positions at time 0 (m).
    pub start: Vec<DVec3>,
    /// Their motion.
    pub path: Path,
    /// Their positions at many times, instead of `start`, before the path is applied.
    pub samples: Option<Samples>,
    /// Time (s) by which all of this comes later; infinite if it has not begun.
    pub delay: f64,
    /// Offsets of a body that is thinner before that.
    pub inset: Option<Inset>,
}

/// Offsets of a body that grows to its size before it moves.
#[derive(Clone, Debug, Default)]
pub struct Inset {
    /// Offset of every vertex while the body is thin (m).
    pub offsets: Vec<DVec3>,
    /// Time (s) that it takes to grow, until everything that comes later begins.
    pub growth: f64,
}

impl Inset {
    /// The part of the offsets that is left at a time (s).
    fn part(&self, time: f64, delay: f64) -> f64 {
        if delay.is_infinite() { 1.0 } else { ((delay - time) / self.growth).clamp(0.0, 1.0) }
    }
}

/// Positions of the same vertices at equal intervals of time; there is at least one.
#[derive(Clone, Debug)]
pub struct Samples {
    frames: Vec<Vec<DVec3>>,
    /// Frames per second of the simulation (1/s), with the factor of speed.
    rate: f64,
    from: f64,
    lead_in: f64,
}

impl Kinematic {
    /// Positions at a time (s), in the order of `vertices`.
    #[must_use]
    pub fn at(&self, time: f64) -> Vec<DVec3> {
        let part = self.inset.as_ref().map(|inset| inset.part(time, self.delay));
        let time = delayed(time, self.delay);
        let samples = self.samples.as_ref().map(|samples| samples.at(time));
        let mut positions = samples.unwrap_or_else(|| self.start.clone());
        if let (Some(part), Some(inset)) = (part.filter(|part| *part > 0.0), &self.inset) {
            for (x, offset) in positions.iter_mut().zip(&inset.offsets) {
                *x += part * *offset;
            }
        }
        if !self.path.is_rest() {
            let placement = self.path.at(time);
            for x in &mut positions {
                *x = placement.apply(*x);
            }
        }
        positions
    }
}

impl Kinematic {
    /// Position of one of the vertices at a time (s).
    pub(crate) fn position(&self, index: usize, time: f64) -> DVec3 {
        let inset = self.inset.as_ref();
        let offset = inset.map(|inset| inset.part(time, self.delay) * inset.offsets[index]);
        let time = delayed(time, self.delay);
        let sample = self.samples.as_ref().map(|samples| samples.position(index, time));
        let place = sample.unwrap_or(self.start[index]) + offset.unwrap_or_default();
        self.path.at(time).apply(place)
    }
}

impl Samples {
    /// Frames of a file, as a scene wants them to be played; `frame_rate` (1/s) is that of the
    /// simulation, or of the file if it is not for the scene to say.
    ///
    /// # Errors
    /// If there is no frame, if a frame has another number of vertices than the one before it or a
    /// coordinate that is NaN or infinite, or if a number makes no sense.
    pub fn new(
        mut frames: Vec<Vec<DVec3>>,
        timing: &Frames,
        frame_rate: f64,
    ) -> Result<Self, String> {
        let Frames { from, speed, lead_in, .. } = *timing;
        let rate = timing.rate.unwrap_or(frame_rate);
        if !(rate > 0.0 && rate.is_finite() && from.is_finite()) {
            return Err(format!("no frames can be shown at a rate of {rate} from {from} s on"));
        }
        let count = frames.len();
        if count > 0 && timing.first as usize >= count {
            let first = timing.first;
            return Err(format!(
                "`shape.mesh.frames.first` is {first}, but there are {count} frames, from 0 on"
            ));
        }
        frames.drain(..timing.first as usize);
        let Some(first) = frames.first() else { return Err("there are no frames".to_owned()) };
        let count = first.len();
        for (number, frame) in frames.iter().enumerate() {
            if frame.len() != count {
                let found = frame.len();
                return Err(format!("frame {number} has {found} vertices, frame 0 has {count}"));
            }
            if let Some(vertex) = frame.iter().position(|x| !x.is_finite()) {
                return Err(format!("frame {number}, vertex {vertex}: it is not finite"));
            }
        }
        Ok(Self { frames, rate: rate * speed, from, lead_in })
    }

    /// The same times with other positions, made from those of each frame.
    pub(super) fn mapped(&self, positions: impl Fn(&[DVec3]) -> Vec<DVec3>) -> Self {
        Self { frames: self.frames.iter().map(|frame| positions(frame)).collect(), ..*self }
    }

    /// Frames of the file that pass in a second (1/s).
    pub(crate) const fn rate(&self) -> f64 {
        self.rate
    }

    /// Number of frames that are played.
    pub(crate) const fn frame_count(&self) -> usize {
        self.frames.len()
    }

    /// Positions at a time (s).
    #[must_use]
    pub fn at(&self, time: f64) -> Vec<DVec3> {
        let (before, s) = self.place(time);
        let (a, b) = (&self.frames[before], self.frames.get(before + 1));
        match b {
            Some(b) if s > 0.0 => a.iter().zip(b).map(|(&x, &y)| between(x, y, s)).collect(),
            _ => a.clone(),
        }
    }

    /// Position of one vertex at a time (s).
    fn position(&self, index: usize, time: f64) -> DVec3 {
        let (before, s) = self.place(time);
        let (x, next) = (self.frames[before][index], self.frames.get(before + 1));
        next.filter(|_| s > 0.0).map_or(x, |next| between(x, next[index], s))
    }

    /// The frame before a time, and the part of the interval to the next that has passed.
    #[expect(clippy::cast_sign_loss, reason = "the place is clamped to the frames")]
    fn place(&self, time: f64) -> (usize, f64) {
        let last = self.frames.len() - 1;
        let played = delayed(time, self.lead_in) - self.from;
        let place = (played * self.rate).clamp(0.0, last as f64);
        let before = place as usize;
        (before, place - before as f64)
    }
}

/// The time (s) of something that comes later; it stands at its start before.
pub(super) fn delayed(time: f64, delay: f64) -> f64 {
    if delay > 0.0 { (time - delay).max(0.0) } else { time }
}

fn between(x: DVec3, y: DVec3, s: f64) -> DVec3 {
    (1.0 - s) * x + s * y
}

#[test]
fn linear_in_between_and_still_outside() {
    let frames = [0.0, 1.0, 3.0].map(|x| vec![DVec3::splat(x), DVec3::X]).to_vec();
    let timing = Frames { rate: Some(2.0), from: 1.0, ..Frames::new("walk") };
    let samples = Samples::new(frames, &timing, 60.0).unwrap();
    for (time, expected) in
        [(0.0, 0.0), (1.0, 0.0), (1.25, 0.5), (1.5, 1.0), (1.75, 2.0), (2.0, 3.0), (9.0, 3.0)]
    {
        assert_eq!(samples.at(time), [DVec3::splat(expected), DVec3::X], "{time}");
        assert_eq!(samples.position(0, time), DVec3::splat(expected), "{time}");
    }
}

#[test]
fn speed_lead_in_and_the_first_frame() {
    let frames: Vec<Vec<DVec3>> = (0..6).map(|x| vec![DVec3::splat(f64::from(x))]).collect();
    let at =
        |timing: &Frames, time| Samples::new(frames.clone(), timing, 2.0).unwrap().at(time)[0].x;
    // Two frames a second at half the speed, from the third on, after standing for a second.
    let timing = Frames { first: 2, speed: 0.5, lead_in: 1.0, ..Frames::new("walk") };
    for (time, expected) in [(0.0, 2.0), (1.0, 2.0), (1.5, 2.5), (2.0, 3.0), (4.0, 5.0), (9.0, 5.0)]
    {
        assert_eq!(at(&timing, time), expected, "{time}");
    }
    // It stands in the pose that it starts with, also in the middle of the file.
    let timing = Frames { from: -1.0, lead_in: 0.5, ..Frames::new("walk") };
    for (time, expected) in [(0.0, 2.0), (0.5, 2.0), (1.0, 3.0), (2.0, 5.0)] {
        assert_eq!(at(&timing, time), expected, "{time}");
    }
    let late = Frames { first: 6, ..Frames::new("walk") };
    let error = Samples::new(frames, &late, 2.0).unwrap_err();
    assert_eq!(error, "`shape.mesh.frames.first` is 6, but there are 6 frames, from 0 on");
}
