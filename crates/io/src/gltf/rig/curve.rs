//! Curves of an animation: values at keys, and between them.
//!
//! ```text
//! step      v₀
//! linear    (1 − s) v₀ + s v₁, rotations along the shortest arc
//! cubic     (2s³ − 3s² + 1) v₀ + (s³ − 2s² + s) d b₀ + (3s² − 2s³) v₁ + (s³ − s²) d a₁
//! ```
//!
//! `d` is the time between the keys; `a` and `b` are tangents into and out of a key.

use crate::ReadError;
use crate::gltf::accessor::{Elements, Shape};
use crate::gltf::json::Json;
use crate::gltf::read::{Budget, File};

/// The way from key to key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interpolation {
    Step,
    Linear,
    Cubic,
}

/// Values at keys, `width` numbers each.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    times: Vec<f32>,
    /// Key by key; with cubic splines the tangent into it, the value, the tangent out of it.
    values: Vec<f32>,
    width: usize,
    interpolation: Interpolation,
    /// True if values are rotations.
    is_rotation: bool,
}

/// A sampler as the text has it: accessors of times and values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sampler<'a> {
    pub(super) input: u32,
    pub(super) output: u32,
    pub(super) interpolation: Interpolation,
    /// Its place.
    pub(super) at: Json<'a>,
}

impl<'a> Sampler<'a> {
    pub(super) fn read(json: &mut Json<'a>) -> Result<Self, ReadError> {
        let at = *json;
        let (mut input, mut output, mut interpolation) = (None, None, Interpolation::Linear);
        json.object(|json, key| match key {
            b"input" => json.index().map(|value| input = Some(value)),
            b"output" => json.index().map(|value| output = Some(value)),
            b"interpolation" => {
                let start = *json;
                interpolation = match json.string()? {
                    b"STEP" => Interpolation::Step,
                    b"LINEAR" => Interpolation::Linear,
                    b"CUBICSPLINE" => Interpolation::Cubic,
                    _ => return Err(start.error("STEP, LINEAR or CUBICSPLINE")),
                };
                Ok(())
            }
            _ => json.skip(),
        })?;
        match (input, output) {
            (Some(input), Some(output)) => Ok(Self { input, output, interpolation, at }),
            _ => Err(at.error("a sampler with an input and an output")),
        }
    }

    /// The curve of it, with values of a shape; `width` numbers at each key.
    pub(super) fn curve(
        &self,
        file: &File,
        shape: Shape,
        width: usize,
        budget: &mut Budget,
    ) -> Result<Curve, ReadError> {
        let find = |accessor, shape| Elements::find(file.document, file.buffers, accessor, shape);
        let (input, output) = (find(self.input, Shape::Scalar)?, find(self.output, shape)?);
        let per_key = if self.interpolation == Interpolation::Cubic { 3 } else { 1 };
        let numbers = match shape {
            Shape::Vec3 => 3,
            Shape::Vec4 => 4,
            _ => 1,
        };
        let expected = u128::from(input.count()) * (per_key * width) as u128;
        if input.count() == 0 || u128::from(output.count()) * numbers as u128 != expected {
            let expected = format!("a key or more, and {per_key} × {width} numbers at each");
            let found = format!("{} keys and {} elements", input.count(), output.count());
            return Err(ReadError::unexpected(self.at.byte(), expected, found));
        }
        budget.take(input.count(), size_of::<f32>())?;
        budget.take(output.count(), numbers * size_of::<f32>())?;
        input.check_sparse(file.document)?;
        output.check_sparse(file.document)?;
        let times: Vec<f32> =
            (0..input.count() as usize).map(|key| input.get::<1>(key)[0] as f32).collect();
        let is_fine = |pair: &[f32]| pair[0] < pair[1];
        if !times.iter().all(|time| time.is_finite()) || !times.windows(2).all(is_fine) {
            return Err(self.at.error("keys at finite times, one after the other"));
        }
        let mut values = Vec::with_capacity(times.len() * per_key * width);
        for element in 0..output.count() as usize {
            match shape {
                Shape::Vec3 => values.extend(output.get::<3>(element).map(|x| x as f32)),
                Shape::Vec4 => values.extend(output.get::<4>(element).map(|x| x as f32)),
                _ => values.push(output.get::<1>(element)[0] as f32),
            }
        }
        if let Some(bad) = values.iter().position(|value| !value.is_finite()) {
            let key = bad / (per_key * width).max(1);
            return Err(self.at.error(format!("finite values, unlike those of key {key}")));
        }
        let (interpolation, is_rotation) = (self.interpolation, shape == Shape::Vec4);
        Ok(Curve { times, values, width, interpolation, is_rotation })
    }
}

impl Curve {
    /// Times of the first key and the last (s).
    pub(super) fn range(&self) -> [f64; 2] {
        let last = self.times[self.times.len() - 1];
        [self.times[0], last].map(f64::from)
    }

    /// Numbers at a key: from a place in what is kept of it.
    fn at(&self, key: usize, part: usize) -> &[f32] {
        let per_key = if self.interpolation == Interpolation::Cubic { 3 } else { 1 };
        &self.values[(key * per_key + part) * self.width..][..self.width]
    }

    /// The values at a time (s).
    pub(super) fn value(&self, time: f64) -> Vec<f64> {
        // Keys have single precision: a time that rounds to one is that of the key, or a curve in
        // steps would go on a frame late.
        let after = self.times.partition_point(|&key| key <= time as f32);
        let middle = usize::from(self.interpolation == Interpolation::Cubic);
        let exact = |key: usize| self.at(key, middle).iter().copied().map(f64::from).collect();
        if after == 0 {
            return exact(0);
        }
        let before = after - 1;
        if after == self.times.len() {
            return exact(before);
        }
        let (from, to) = (f64::from(self.times[before]), f64::from(self.times[after]));
        let s = (time - from) / (to - from);
        if s <= 0.0 {
            return exact(before);
        }
        let numbers = |key, part| self.at(key, part).iter().copied().map(f64::from);
        match self.interpolation {
            Interpolation::Step => exact(before),
            Interpolation::Linear if self.is_rotation => {
                let quaternion = |key| -> [f64; 4] {
                    let mut numbers = numbers(key, 0);
                    std::array::from_fn(|_| numbers.next().unwrap_or_default())
                };
                arc(quaternion(before), quaternion(after), s).to_vec()
            }
            Interpolation::Linear => {
                let pairs = numbers(before, 0).zip(numbers(after, 0));
                pairs.map(|(a, b)| (1.0 - s) * a + s * b).collect()
            }
            Interpolation::Cubic => {
                let (s2, s3, d) = (s * s, s * s * s, to - from);
                let values = numbers(before, 1).zip(numbers(after, 1));
                let tangents = numbers(before, 2).zip(numbers(after, 0));
                let value = |((v0, v1), (out, into)): ((f64, f64), (f64, f64))| {
                    (2.0 * s3 - 3.0 * s2 + 1.0) * v0
                        + (s3 - 2.0 * s2 + s) * d * out
                        + (3.0 * s2 - 2.0 * s3) * v1
                        + (s3 - s2) * d * into
                };
                values.zip(tangents).map(value).collect()
            }
        }
    }
}

/// The rotation at a part of the shortest arc between two, at constant speed.
fn arc(from: [f64; 4], to: [f64; 4], s: f64) -> [f64; 4] {
    let unit = |q: [f64; 4]| {
        let length = libm::sqrt(q.iter().map(|x| x * x).sum());
        if length > 0.0 { q.map(|x| x / length) } else { [0.0, 0.0, 0.0, 1.0] }
    };
    let (a, b) = (unit(from), unit(to));
    let dot: f64 = a.iter().zip(&b).map(|(x, y)| x * y).sum();
    let b = if dot < 0.0 { b.map(|x| -x) } else { b };
    let length = |f: fn(f64, f64) -> f64| {
        libm::sqrt(a.iter().zip(&b).map(|(x, y)| f(*x, *y) * f(*x, *y)).sum())
    };
    // Half the angle, accurate for small ones.
    let angle = 2.0 * libm::atan2(length(|x, y| y - x), length(|x, y| x + y));
    let sine = libm::sin(angle);
    let [p, q] = if sine < 1e-12 {
        [1.0 - s, s]
    } else {
        [libm::sin((1.0 - s) * angle) / sine, libm::sin(s * angle) / sine]
    };
    std::array::from_fn(|i| p * a[i] + q * b[i])
}

#[test]
fn rotations_go_the_short_way_at_constant_speed() {
    let turn = |degrees: f64| {
        let half = degrees.to_radians() / 2.0;
        [0.0, 0.0, libm::sin(half), libm::cos(half)]
    };
    for (to, sign) in [(turn(80.0), 1.0), (turn(80.0).map(|x| -x), 1.0), (turn(-100.0), -1.25)] {
        for s in [0.25, 0.5, 0.9] {
            let (found, expected) = (arc(turn(0.0), to, s), turn(sign * 80.0 * s));
            let off = found.iter().zip(&expected).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
            assert!(off < 1e-15, "{found:?} instead of {expected:?}");
        }
    }
}

#[test]
fn a_step_is_taken_in_the_frame_of_its_key() {
    // The key at 13/24 s is rounded up.
    let times: Vec<f32> = [0.0, 13.0, 24.0].map(|frame: f32| frame / 24.0).to_vec();
    assert!(f64::from(times[1]) > 13.0 / 24.0);
    let (values, interpolation) = (vec![1.0, 2.0, 3.0], Interpolation::Step);
    let curve = Curve { times, values, width: 1, interpolation, is_rotation: false };
    for (frame, expected) in [(0.0, 1.0), (12.9, 1.0), (13.0, 2.0), (23.9, 2.0), (24.0, 3.0)] {
        assert_eq!(curve.value(frame / 24.0), [expected], "frame {frame}");
    }
}

#[test]
fn cubic_splines_follow_hermite() {
    // x³ from 1 to 3, of which the values and tangents are known.
    let values: Vec<f32> = [3.0, 1.0, 3.0, 27.0, 27.0, 27.0].to_vec();
    let (times, interpolation) = (vec![1.0, 3.0], Interpolation::Cubic);
    let curve = Curve { times, values, width: 1, interpolation, is_rotation: false };
    for time in [0.0, 1.0, 1.25, 2.0, 2.9, 3.0, 4.0_f64] {
        let expected = time.clamp(1.0, 3.0).powi(3);
        let found = curve.value(time)[0];
        assert!((found - expected).abs() < 1e-12, "{found} at {time} s instead of {expected}");
    }
}
