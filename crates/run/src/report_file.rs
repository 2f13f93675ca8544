//! `report.jsonl`: a line of JSON per frame, and the totals of all lines.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use ripstop_pipeline::FrameReport;
use serde::{Deserialize, Serialize};

/// Line of a frame. All but `times` and `check_time` is the same in every run of a scene.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ReportLine {
    /// Report of the simulation.
    #[serde(flatten)]
    pub report: FrameReport,
    /// Crossings of edges and faces at the end of the frame, counted exactly.
    pub intersections: usize,
    /// Crossings of pairs that a pinch has disabled, which are not among the others.
    #[serde(default)]
    pub released_intersections: usize,
    /// Time of counting them (s).
    pub check_time: f64,
}

impl ReportLine {
    /// Line of a frame with so many intersections, counted in `check_time` seconds.
    #[must_use]
    pub const fn new(report: FrameReport, intersections: usize, check_time: f64) -> Self {
        Self { report, intersections, released_intersections: 0, check_time }
    }
}

/// Sums and peaks over all frames of a run.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Totals {
    /// Number of frames.
    pub frames: usize,
    /// Reports of all frames, merged.
    pub merged: FrameReport,
    /// Sum of the contacts of all frames.
    pub contacts: usize,
    /// Newton iterations of the frame with most of them.
    pub most_newton_iterations: usize,
    /// Sum of the intersections of all frames.
    pub intersections: usize,
    /// Frames with intersections.
    pub crossed: CrossedFrames,
    /// Frames in which something was pinched.
    pub pinched: PinchedFrames,
    /// Time of counting them (s).
    pub check_time: f64,
}

/// Frames with intersections, from frame 1 on; those of the start are
/// [`Simulation::start_tangle`](ripstop_pipeline::Simulation::start_tangle).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CrossedFrames {
    /// Number of frames that have any.
    pub count: usize,
    /// Most intersections of a frame.
    pub worst: usize,
    /// First frame that has as many.
    pub worst_frame: usize,
    /// Last frame that has any.
    pub last_frame: usize,
    /// Intersections of the last frame so far.
    pub at_end: usize,
}

/// Frames in which a pinch had released something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PinchedFrames {
    /// The frames, as ranges of consecutive ones: their first and their last.
    pub ranges: Vec<[usize; 2]>,
    /// Number of frames.
    pub count: usize,
    /// Crossings of released pairs in the last frame so far.
    pub at_end: usize,
}

impl PinchedFrames {
    fn add(&mut self, line: &ReportLine) {
        self.at_end = line.released_intersections;
        let frame = line.report.frame;
        if line.report.response.released_vertices == 0 && self.at_end == 0 {
            return;
        }
        self.count += 1;
        match self.ranges.last_mut() {
            Some(range) if range[1] + 1 == frame => range[1] = frame,
            _ => self.ranges.push([frame; 2]),
        }
    }
}

impl CrossedFrames {
    fn add(&mut self, frame: usize, intersections: usize) {
        self.at_end = intersections;
        if intersections > 0 {
            self.count += 1;
            self.last_frame = frame;
        }
        if intersections > self.worst {
            self.worst = intersections;
            self.worst_frame = frame;
        }
    }
}

impl Totals {
    /// Adds a frame.
    pub fn add(&mut self, line: &ReportLine) {
        let ReportLine { report, intersections, check_time, .. } = line;
        self.frames += 1;
        self.merged.merge(report);
        self.contacts += report.response.contacts;
        self.most_newton_iterations =
            self.most_newton_iterations.max(report.solve.newton_iterations);
        self.intersections += intersections;
        self.crossed.add(report.frame, *intersections);
        self.pinched.add(line);
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

/// A report that cannot be continued.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReportError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("it has only {found} of the {expected} lines up to the checkpoint")]
    TooShort { found: usize, expected: usize },
    #[error("line {number} is damaged")]
    Damaged { number: usize, source: serde_json::Error },
}

impl ReportFile {
    /// A file without lines.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        Ok(Self { file: File::create(path)?, length: 0, totals: Totals::default() })
    }

    /// A file of which the first lines are kept.
    pub(crate) fn keep(path: &Path, line_count: usize) -> Result<Self, ReportError> {
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        let mut totals = Totals::default();
        let mut length = 0;
        let mut reader = BufReader::new(&file);
        let mut line = String::new();
        for number in 1..=line_count {
            line.clear();
            length += reader.read_line(&mut line)? as u64;
            if !line.ends_with('\n') {
                return Err(ReportError::TooShort { found: number - 1, expected: line_count });
            }
            let line = serde_json::from_str(&line);
            totals.add(&line.map_err(|source| ReportError::Damaged { number, source })?);
        }
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok(Self { file, length, totals })
    }

    /// Appends a line, or leaves the file as it was.
    pub(crate) fn append(&mut self, line: &ReportLine) -> io::Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        if let Err(error) = self.file.write_all(text.as_bytes()) {
            // If this fails as well, half a line is left behind, which resuming cuts off.
            let _ = self.file.set_len(self.length);
            return Err(error);
        }
        self.length += text.len() as u64;
        self.totals.add(line);
        Ok(())
    }

    /// Waits until all lines are on the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    pub(crate) const fn totals(&self) -> &Totals {
        &self.totals
    }
}
