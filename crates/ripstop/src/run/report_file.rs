//! `report.jsonl`: a line of JSON per frame, and the totals of all lines.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use ripstop_pipeline::FrameReport;
use serde::{Deserialize, Serialize};

/// Line of a frame. All but `times` and `check_time` is the same in every run of a scene.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct ReportLine {
    /// Report of the simulation.
    #[serde(flatten)]
    pub(crate) report: FrameReport,
    /// Crossings of edges and faces at the end of the frame, counted exactly.
    pub(crate) intersections: usize,
    /// Time of counting them (s).
    pub(crate) check_time: f64,
}

/// Sums and peaks over all frames of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Totals {
    pub(crate) frames: usize,
    /// Reports of all frames, merged.
    pub(crate) merged: FrameReport,
    /// Sum of the contacts of all frames.
    pub(crate) contacts: usize,
    /// Newton iterations of the frame with most of them.
    pub(crate) most_newton_iterations: usize,
    /// Sum of the intersections of all frames.
    pub(crate) intersections: usize,
    /// Time of counting them (s).
    pub(crate) check_time: f64,
}

impl Totals {
    fn add(&mut self, line: &ReportLine) {
        let ReportLine { report, intersections, check_time } = line;
        self.frames += 1;
        self.merged.merge(report);
        self.contacts += report.response.contacts;
        self.most_newton_iterations =
            self.most_newton_iterations.max(report.solve.newton_iterations);
        self.intersections += intersections;
        self.check_time += check_time;
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
            let line = serde_json::from_str(&line);
            totals.add(&line.with_context(|| format!("line {number} is damaged"))?);
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
        self.totals.add(line);
        Ok(())
    }

    /// Waits until all lines are on the disk.
    pub(crate) fn sync(&self) -> Result<()> {
        Ok(self.file.sync_data()?)
    }

    pub(crate) fn totals(&self) -> &Totals {
        &self.totals
    }
}
