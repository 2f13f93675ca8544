//! A body from pose to pose.

use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;

use anyhow::{Context, Result, ensure};
use glam::DVec3;
use ripstop_detection::CrossingSearch;
use ripstop_geometry::{CollisionMesh, Filters};
use ripstop_io::Convention;
use ripstop_run::Poses;
use serde_json::{Value, json};

use super::counted;
use crate::arguments::BodyOptions;

/// The poses of a body, at a rate.
pub(super) struct Motion {
    poses: usize,
    rate: f64,
    /// Time from the first pose to the last (s).
    duration: f64,
    fastest: Option<Fastest>,
    crossings: Crossings,
    /// Numbers of files that are missing.
    missing: Vec<RangeInclusive<u64>>,
}

/// The fastest vertex between two poses.
#[derive(Clone, Copy)]
struct Fastest {
    /// Speed (m/s).
    speed: f64,
    vertex: usize,
    /// The pose after it, and its time (s).
    pose: usize,
    time: f64,
}

/// Crossings of the poses that were looked at.
#[derive(Default)]
struct Crossings {
    checked: usize,
    /// Checked poses that cross themselves.
    crossed: usize,
    /// Pose and number of crossings of each that has any.
    each: Vec<[usize; 2]>,
    /// Number of crossings and pose, where they are fewest and where most.
    least: (usize, usize),
    most: (usize, usize),
}

impl Motion {
    pub(super) fn of(
        mesh: &CollisionMesh,
        poses: &mut Poses,
        convention: Convention,
        options: &BodyOptions,
    ) -> Result<Self> {
        let (count, rate) = (poses.count(), options.rate);
        ensure!(count > 0, "there are no poses");
        let filters = Filters::default();
        let mut search = CrossingSearch::new(mesh, &filters);
        let time = |frame: u64| frame as f64 / rate;
        let mut motion = Self {
            poses: count,
            rate,
            duration: time(poses.frame_of(count - 1)),
            fastest: None,
            crossings: Crossings::default(),
            missing: poses.missing(),
        };
        let mut before: Option<(Vec<DVec3>, f64)> = None;
        for pose in 0..count {
            let mut positions = poses.read(pose)?;
            for x in &mut positions {
                *x = convention.to_world(*x);
            }
            let now = time(poses.frame_of(pose));
            if let Some((before, then)) = &before {
                let faster = fastest_between(before, &positions).map(|(vertex, distance)| {
                    Fastest { speed: distance / (now - then), vertex, pose, time: now }
                });
                let best = motion.fastest.map_or(0.0, |fastest| fastest.speed);
                motion.fastest = faster.filter(|f| f.speed > best).or(motion.fastest);
            }
            if pose.is_multiple_of(options.every as usize) {
                let found = search.search(&positions);
                let found = found.with_context(|| format!("pose {pose}"))?.len();
                motion.crossings.add(pose, found);
            }
            before = Some((positions, now));
        }
        Ok(motion)
    }

    pub(super) fn json(&self) -> Value {
        let Crossings { checked, crossed, least, most, each } = &self.crossings;
        let extreme = |(count, pose): (usize, usize)| json!({ "crossings": count, "pose": pose });
        let fastest = self.fastest.map(|Fastest { speed, vertex, pose, time }| {
            json!({ "speed": speed, "vertex": vertex, "pose": pose, "time": time })
        });
        let missing: Vec<[u64; 2]> =
            self.missing.iter().map(|range| [*range.start(), *range.end()]).collect();
        json!({
            "poses": self.poses,
            "rate": self.rate,
            "duration": self.duration,
            "fastest": fastest,
            "checked_poses": checked,
            "crossed_poses": crossed,
            "least": extreme(*least),
            "most": extreme(*most),
            "crossings": each,
            "missing": missing,
        })
    }
}

impl Crossings {
    fn add(&mut self, pose: usize, count: usize) {
        if self.checked == 0 {
            (self.least, self.most) = ((count, pose), (count, pose));
        }
        self.checked += 1;
        self.crossed += usize::from(count > 0);
        if count > 0 {
            self.each.push([pose, count]);
        }
        if count < self.least.0 {
            self.least = (count, pose);
        }
        if count > self.most.0 {
            self.most = (count, pose);
        }
    }
}

/// The vertex that moves farthest, and how far; the first of several, none if all stand still.
fn fastest_between(before: &[DVec3], after: &[DVec3]) -> Option<(usize, f64)> {
    let mut fastest = None;
    for (vertex, (x, y)) in before.iter().zip(after).enumerate() {
        let distance = x.distance(*y);
        if distance > fastest.map_or(0.0, |(_, farthest)| farthest) {
            fastest = Some((vertex, distance));
        }
    }
    fastest
}

impl Display for Motion {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let (poses, rate) = (counted(self.poses, "pose"), self.rate);
        writeln!(f, "{poses}, {:.3} s at {rate} per second", self.duration)?;
        if !self.missing.is_empty() {
            let range = |range: &RangeInclusive<u64>| match (range.start(), range.end()) {
                (a, b) if a == b => a.to_string(),
                (a, b) => format!("{a}–{b}"),
            };
            let ranges: Vec<String> = self.missing.iter().map(range).collect();
            writeln!(f, "  no files with the numbers {}", ranges.join(", "))?;
        }
        match self.fastest {
            Some(Fastest { speed, vertex, pose, time }) => writeln!(
                f,
                "  fastest: {speed:.3} m/s, vertex {vertex}, before {time:.3} s (pose {pose})"
            )?,
            None => writeln!(f, "  stands still")?,
        }
        let Crossings { checked, crossed, least, most, .. } = &self.crossings;
        if *crossed == 0 {
            return write!(f, "  crosses itself in none of {}", counted(*checked, "checked pose"));
        }
        write!(
            f,
            "  crosses itself in {crossed} of {}: {} crossings (pose {}) to {} (pose {})",
            counted(*checked, "checked pose"),
            least.0,
            least.1,
            most.0,
            most.1
        )
    }
}
