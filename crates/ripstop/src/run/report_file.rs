//! `report.jsonl`: a line of JSON per step, and what all lines come to.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use ripstop_pipeline::StepReport;
use serde::{Deserialize, Serialize};

/// What is written about a step. All but `times` and `check_time` is the same in every run of a scene.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct ReportLine {
    /// What the pipeline says.
    #[serde(flatten)]
    pub(crate) step: StepReport,
    /// Crossings of edges and faces at the end of the step, counted exactly.
    pub(crate) intersections: usize,
    /// What counting them took (s).
    pub(crate) check_time: f64,
}

/// What all steps of a run come to.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Totals {
    pub(crate) steps: usize,
    /// Sums over all steps.
    pub(crate) sums: Counts,
    /// Largest values of any step.
    pub(crate) peaks: Counts,
    /// Least distance at the end of a step with barriers (m), if there was one.
    pub(crate) least_distance: Option<f64>,
}

/// The part of a line that is added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Counts {
    pub(crate) candidates: usize,
    pub(crate) active_contacts: usize,
    pub(crate) contacts: usize,
    pub(crate) answered: usize,
    pub(crate) impacts: usize,
    pub(crate) zones: usize,
    pub(crate) rigid_zones: usize,
    pub(crate) halvings: usize,
    pub(crate) carried: usize,
    pub(crate) frozen: usize,
    pub(crate) intersections: usize,
    pub(crate) unchecked_pairs: usize,
    pub(crate) newton_iterations: usize,
    pub(crate) unsolved: usize,
    pub(crate) friction_unsettled: usize,
    pub(crate) check_time: f64,
    pub(crate) times: Times,
}

/// Times of the stages (s).
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Times {
    pub(crate) dynamics: f64,
    pub(crate) contacts: f64,
    pub(crate) response: f64,
    pub(crate) certify: f64,
    pub(crate) freeze: f64,
    pub(crate) derivatives: f64,
    pub(crate) linear: f64,
    pub(crate) search: f64,
    pub(crate) barrier_contacts: f64,
    pub(crate) safe_steps: f64,
}

/// The part of a line of which the least counts.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
struct Distance {
    least_distance: Option<f64>,
}

impl Totals {
    /// Adds a step, given as its line.
    fn add(&mut self, line: &str) -> Result<()> {
        let step: Counts = serde_json::from_str(line)?;
        self.steps += 1;
        self.sums = self.sums.join(step, usize::saturating_add, |a, b| a + b);
        self.peaks = self.peaks.join(step, usize::max, f64::max);
        let Distance { least_distance } = serde_json::from_str(line)?;
        if let Some(least) = least_distance {
            let before = self.least_distance.unwrap_or(f64::INFINITY);
            self.least_distance = Some(before.min(least));
        }
        Ok(())
    }
}

impl Counts {
    fn join(
        self,
        other: Self,
        count: impl Fn(usize, usize) -> usize,
        time: impl Fn(f64, f64) -> f64,
    ) -> Self {
        let (a, b) = (self.times, other.times);
        Self {
            candidates: count(self.candidates, other.candidates),
            active_contacts: count(self.active_contacts, other.active_contacts),
            contacts: count(self.contacts, other.contacts),
            answered: count(self.answered, other.answered),
            impacts: count(self.impacts, other.impacts),
            zones: count(self.zones, other.zones),
            rigid_zones: count(self.rigid_zones, other.rigid_zones),
            halvings: count(self.halvings, other.halvings),
            carried: count(self.carried, other.carried),
            frozen: count(self.frozen, other.frozen),
            intersections: count(self.intersections, other.intersections),
            unchecked_pairs: count(self.unchecked_pairs, other.unchecked_pairs),
            newton_iterations: count(self.newton_iterations, other.newton_iterations),
            unsolved: count(self.unsolved, other.unsolved),
            friction_unsettled: count(self.friction_unsettled, other.friction_unsettled),
            check_time: time(self.check_time, other.check_time),
            times: Times {
                dynamics: time(a.dynamics, b.dynamics),
                contacts: time(a.contacts, b.contacts),
                response: time(a.response, b.response),
                certify: time(a.certify, b.certify),
                freeze: time(a.freeze, b.freeze),
                derivatives: time(a.derivatives, b.derivatives),
                linear: time(a.linear, b.linear),
                search: time(a.search, b.search),
                barrier_contacts: time(a.barrier_contacts, b.barrier_contacts),
                safe_steps: time(a.safe_steps, b.safe_steps),
            },
        }
    }
}

/// The file, open for the next line.
#[derive(Debug)]
pub(crate) struct ReportFile {
    file: File,
    length: u64,
    totals: Totals,
}

impl ReportFile {
    /// A file without lines.
    pub(crate) fn create(path: &Path) -> Result<Self> {
        Ok(Self { file: File::create(path)?, length: 0, totals: Totals::default() })
    }

    /// A file of which the first lines are kept.
    pub(crate) fn keep(path: &Path, line_count: usize) -> Result<Self> {
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        let mut totals = Totals::default();
        let mut length = 0;
        let mut reader = BufReader::new(&file);
        let mut line = String::new();
        for number in 1..=line_count {
            line.clear();
            length += reader.read_line(&mut line)? as u64;
            ensure!(
                line.ends_with('\n'),
                "it has only {} of the {line_count} lines up to the checkpoint",
                number - 1
            );
            totals.add(&line).with_context(|| format!("line {number} is damaged"))?;
        }
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok(Self { file, length, totals })
    }

    /// Appends a line, or leaves the file as it was.
    pub(crate) fn append(&mut self, line: &ReportLine) -> Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        if let Err(error) = self.file.write_all(text.as_bytes()) {
            // If this fails as well, half a line is left behind, which resuming cuts off.
            let _ = self.file.set_len(self.length);
            return Err(error.into());
        }
        self.length += text.len() as u64;
        self.totals.add(&text)
    }

    /// Waits until all lines are on the disk.
    pub(crate) fn sync(&self) -> Result<()> {
        Ok(self.file.sync_data()?)
    }

    pub(crate) fn totals(&self) -> &Totals {
        &self.totals
    }
}
