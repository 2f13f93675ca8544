//! `sweep.toml`: a scene and the values of its keys.
//!
//! ```text
//! scene = "drape"            a built-in scene, or a .toml file beside this one
//! resolution = 16            of a built-in scene
//! set.frames = 30            values for all runs
//!
//! [[parameter]]              lists and ranges make a grid, in the order of the file
//! key = "cloth.0.friction"
//! values = [0.1, 0.3]        or: range = { from = 0.0, to = 1.0, count = 5 }
//!                            or: uniform = [0.1, 0.9], log_uniform = [1e-3, 1]
//! ```
//!
//! Sampled parameters vary together: with any of them every place of the grid has `samples` runs.

use serde::Deserialize;
use toml::{Table, Value};

use super::sampling::unit;
use super::{Keep, SweepError};

/// Most runs of a sweep.
const MOST_RUNS: usize = 1_000_000;

/// A sweep as its file says it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SweepFile {
    /// A built-in scene, or a `.toml` file relative to this one.
    pub scene: String,
    /// Vertices per side of a built-in scene.
    pub resolution: Option<u32>,
    /// Runs for each place of the grid, if parameters are sampled.
    #[serde(default = "one")]
    pub samples: usize,
    /// Seed of the samples.
    #[serde(default)]
    pub seed: u64,
    /// Values for all runs, by key.
    #[serde(default)]
    pub set: Table,
    /// The parameters.
    #[serde(default, rename = "parameter")]
    pub parameters: Vec<Parameter>,
    /// Choice of what is kept of a run.
    #[serde(default)]
    pub keep: Keep,
}

/// A key and its values.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Parameter {
    /// A key, as for `ripstop run --set`.
    pub key: String,
    /// Its values.
    pub values: Option<Vec<Value>>,
    /// Its values at equal intervals.
    pub range: Option<Spread>,
    /// Limits between which it is sampled.
    pub uniform: Option<[f64; 2]>,
    /// Limits between which its logarithm is sampled.
    pub log_uniform: Option<[f64; 2]>,
}

/// Values at equal intervals.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Spread {
    /// The first.
    pub from: f64,
    /// The last.
    pub to: f64,
    /// Their number.
    pub count: usize,
}

const fn one() -> usize {
    1
}

/// Values of the parameters of a run, in the order of the file.
pub(super) type Values = Vec<(String, Value)>;

impl SweepFile {
    /// Values for all runs, keys joined by dots.
    pub(super) fn fixed(&self) -> Values {
        let mut found = Vec::new();
        flatten(&self.set, "", &mut found);
        found
    }

    /// Values of the parameters of every run.
    pub(super) fn runs(&self) -> Result<Vec<Values>, SweepError> {
        let is_sampled = |parameter: &Parameter| parameter.sampled().is_some();
        let has_samples = self.parameters.iter().any(is_sampled);
        if self.samples == 0 || (self.samples > 1 && !has_samples) {
            let what = format!("`samples` is {}, but nothing is sampled", self.samples);
            return Err(SweepError::spec(what));
        }
        let lists: Vec<Option<Vec<Value>>> =
            self.parameters.iter().map(Parameter::listed).collect::<Result<_, _>>()?;
        let lengths = lists.iter().flatten().map(Vec::len);
        let places = lengths.clone().try_fold(1_usize, usize::checked_mul);
        let count = places.and_then(|places| places.checked_mul(self.samples));
        let Some(count) = count.filter(|count| *count <= MOST_RUNS) else {
            return Err(SweepError::spec(format!("there are more than {MOST_RUNS} runs")));
        };
        Ok((0..count).map(|run| self.values(run, &lists)).collect())
    }

    /// Values of a run: the last list changes fastest, samples faster still.
    fn values(&self, run: usize, lists: &[Option<Vec<Value>>]) -> Values {
        let mut place = run / self.samples;
        let mut values = Vec::new();
        for (number, parameter) in self.parameters.iter().enumerate().rev() {
            let value = match (&lists[number], parameter.sampled()) {
                (Some(list), _) => {
                    let value = list[place % list.len()].clone();
                    place /= list.len();
                    value
                }
                (None, Some(limits)) => Value::Float(limits.at(unit(self.seed, number, run))),
                (None, None) => continue,
            };
            values.push((parameter.key.clone(), value));
        }
        values.reverse();
        values
    }
}

fn flatten(table: &Table, prefix: &str, found: &mut Values) {
    for (key, value) in table {
        let key = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        match value {
            Value::Table(inner) => flatten(inner, &key, found),
            value => found.push((key, value.clone())),
        }
    }
}

/// Limits of samples.
#[derive(Clone, Copy)]
enum Limits {
    Uniform([f64; 2]),
    Logarithmic([f64; 2]),
}

impl Limits {
    fn at(self, unit: f64) -> f64 {
        match self {
            Self::Uniform([from, to]) => from + unit * (to - from),
            Self::Logarithmic([from, to]) => {
                let [low, high] = [libm::log(from), libm::log(to)];
                libm::exp(low + unit * (high - low)).clamp(from, to)
            }
        }
    }
}

impl Parameter {
    fn sampled(&self) -> Option<Limits> {
        let uniform = self.uniform.map(Limits::Uniform);
        uniform.or(self.log_uniform.map(Limits::Logarithmic))
    }

    /// Its values, if it is not sampled.
    fn listed(&self) -> Result<Option<Vec<Value>>, SweepError> {
        let fault = |what: &str| Err(SweepError::parameter(&self.key, what));
        let given = [
            self.values.is_some(),
            self.range.is_some(),
            self.uniform.is_some(),
            self.log_uniform.is_some(),
        ];
        if given.iter().filter(|given| **given).count() != 1 {
            return fault("it needs one of `values`, `range`, `uniform`, `log_uniform`");
        }
        let limits = self.range.map(|range| [range.from, range.to]);
        for [from, to] in [limits, self.uniform, self.log_uniform].into_iter().flatten() {
            if !(from.is_finite() && to.is_finite() && from <= to) {
                return fault("its limits have to be finite, the lower one first");
            }
        }
        if self.log_uniform.is_some_and(|[from, _]| from <= 0.0) {
            return fault("limits of a logarithm have to be positive");
        }
        if let Some(values) = &self.values {
            return if values.is_empty() {
                fault("it has no values")
            } else {
                Ok(Some(values.clone()))
            };
        }
        let Some(Spread { from, to, count }) = self.range else { return Ok(None) };
        if !(1..=MOST_RUNS).contains(&count) {
            return fault("the count of its range has to be 1 or more");
        }
        let last = (count - 1).max(1) as f64;
        let at = |i: usize| {
            if i + 1 == count && i > 0 { to } else { from + (i as f64 / last) * (to - from) }
        };
        Ok(Some((0..count).map(|i| Value::Float(at(i))).collect()))
    }
}
