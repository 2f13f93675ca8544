//! The end of a run, as text and as JSON.

#![expect(clippy::cast_precision_loss, reason = "shown with few digits")]

mod json;
mod seams;
mod verdict;

use std::fmt::{self, Display, Formatter};

use ripstop_pipeline::{DetectionReport, FailSafeReport, FrameReport, SolveReport};
use ripstop_run::{Ending, Run, Totals};

use verdict::{Intersections, Verdict};

/// The end of a run in a few lines.
pub(crate) struct Summary<'a> {
    pub(crate) run: &'a Run,
    pub(crate) ending: Ending,
    /// True if a seam that is open at the end is a failure.
    pub(crate) sews: bool,
}

impl Summary<'_> {
    /// Exit code of the run, with its reason.
    pub(crate) fn verdict(&self) -> Verdict {
        let verdict = Verdict::new(Intersections::of(self.run), self.ending);
        let open = if self.sews { self.run.simulation().open_seams().len() } else { 0 };
        if open > 0 && verdict == Verdict::Clean { Verdict::Open(open) } else { verdict }
    }
}

impl Display for Summary<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let (totals, settings) = (self.run.totals(), &self.run.scene().settings);
        let frames = totals.frames;
        let shown = self.run.directory().path().display();
        let simulated = frames as f64 * settings.frame_time();
        match self.ending {
            Ending::Finished => writeln!(
                f,
                "{}, {simulated:.2} s simulated; with the start, frame 0, {}",
                counted(frames, "frame"),
                counted(frames + 1, "state")
            )?,
            Ending::AtRest => writeln!(
                f,
                "at rest after {simulated:.2} s, {} of at most {}",
                counted(frames, "frame"),
                settings.frames
            )?,
            Ending::Interrupted => writeln!(
                f,
                "stopped after {frames} of {} frames; go on by `ripstop resume {shown}`",
                settings.frames
            )?,
        }
        write_totals(f, totals)?;
        write_pinches(f, totals)?;
        write_bodies(f, self.run)?;
        seams::write_seams(f, self.run, totals)?;
        writeln!(f, "  intersections  {}", Intersections::of(self.run))?;
        let verdict = self.verdict();
        if let Verdict::Repaired(_) | Verdict::Tangled(_) | Verdict::Pinched(_) = verdict {
            writeln!(f, "  exit code      {}: {verdict}", verdict.code())?;
            writeln!(f, "                 `ripstop check {shown}` lists them")?;
        }
        if let Verdict::Open(_) = verdict {
            writeln!(f, "  exit code      {}: {verdict}", verdict.code())?;
        }
        let files = "scene.toml, mesh.obj, surfaces.json, positions.npy, report.jsonl, checkpoint";
        writeln!(f, "  files          {shown}: {files}")
    }
}

/// `1 frame`, `2 frames`.
fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn write_totals(f: &mut Formatter, totals: &Totals) -> fmt::Result {
    let FrameReport { detection, solve, response, fail_safe, .. } = &totals.merged;
    write_times(f, totals)?;
    write_solve(f, totals, solve)?;
    if let Some(least) = response.least_distance {
        writeln!(f, "  least distance {:.4} mm", 1e3 * least)?;
    }
    let mean = totals.contacts as f64 / totals.frames.max(1) as f64;
    writeln!(
        f,
        "  contacts       {mean:.0} per frame, {} at most; {} candidate pairs at most",
        response.contacts, detection.candidates
    )?;
    if response.resolved > 0 {
        writeln!(f, "  impulses       {} impacts resolved", response.resolved)?;
    }
    write_fail_safe(f, fail_safe)?;
    write_unchecked(f, detection)
}

fn write_times(f: &mut Formatter, totals: &Totals) -> fmt::Result {
    let FrameReport { solve, response, times, .. } = &totals.merged;
    let stages = [
        ("dynamics", times.dynamics),
        ("finding contacts", times.contacts),
        ("contact sweeps", times.response),
        ("certifying", times.certify),
        ("freezing", times.freeze),
        ("counting intersections", totals.check_time),
    ];
    let total: f64 = stages.iter().map(|(_, seconds)| seconds).sum();
    writeln!(f, "  time           {total:.2} s")?;
    for (name, seconds) in stages {
        let part = if total > 0.0 { 100.0 * seconds / total } else { 0.0 };
        writeln!(f, "    {name:<24} {seconds:>8.2} s {part:>4.0} %")?;
    }
    if response.least_distance.is_some() && solve.newton_iterations > 0 {
        let inside = [
            ("contacts", times.barrier_contacts),
            ("derivatives", times.derivatives),
            ("linear systems", times.linear),
            ("energies", times.search),
            ("step limits", times.step_limits),
        ];
        write!(f, "    of the dynamics         ")?;
        for (name, seconds) in inside {
            write!(f, " {name} {seconds:.2} s")?;
        }
        writeln!(f)?;
    }
    Ok(())
}

fn write_solve(f: &mut Formatter, totals: &Totals, solve: &SolveReport) -> fmt::Result {
    if solve.newton_iterations > 0 {
        writeln!(
            f,
            "  Newton         {:.1} iterations per frame, {} at most; {} solves did not converge",
            solve.newton_iterations as f64 / totals.frames.max(1) as f64,
            totals.most_newton_iterations,
            solve.unsolved
        )?;
    }
    if solve.friction_unsettled > 0 {
        writeln!(f, "  friction       lagged behind in {} solves", solve.friction_unsettled)?;
    }
    Ok(())
}

fn write_fail_safe(f: &mut Formatter, fail_safe: &FailSafeReport) -> fmt::Result {
    write!(f, "  fail-safe      ")?;
    if fail_safe.was_not_needed() {
        return writeln!(f, "was not needed");
    }
    writeln!(
        f,
        "{} impacts left by the response, {} zones, {} of them rigid, {} steps halved, \
         {} vertices carried, {} frozen",
        fail_safe.impacts,
        fail_safe.zones + fail_safe.rigid_zones,
        fail_safe.rigid_zones,
        fail_safe.halvings,
        fail_safe.carried,
        fail_safe.frozen
    )
}

fn write_unchecked(f: &mut Formatter, detection: &DetectionReport) -> fmt::Result {
    let rest = match detection.unchecked_pairs {
        0 => return Ok(()),
        1 => "1 pair of surfaces is not checked: groups take it out".to_owned(),
        n => format!("{n} pairs of surfaces are not checked: groups take them out"),
    };
    writeln!(f, "  not checked    {rest}")
}

/// Ranges of frames that are shown.
const RANGES: usize = 8;

fn write_pinches(f: &mut Formatter, totals: &Totals) -> fmt::Result {
    let pinched = &totals.pinched;
    if pinched.count == 0 {
        return Ok(());
    }
    let range = |&[first, last]: &[usize; 2]| {
        if first == last { first.to_string() } else { format!("{first}–{last}") }
    };
    let mut ranges: Vec<String> = pinched.ranges.iter().take(RANGES).map(range).collect();
    if pinched.ranges.len() > RANGES {
        ranges.push("…".to_owned());
    }
    let response = &totals.merged.response;
    writeln!(
        f,
        "  pinches        in {} of {}, {}: at most {} vertices followed an obstacle, and\n\
         {:17}{} pairs were disabled; {} of these at the end",
        pinched.count,
        counted(totals.frames, "frame"),
        ranges.join(", "),
        response.released_vertices,
        "",
        response.released,
        counted(pinched.at_end, "intersection"),
    )
}

fn write_bodies(f: &mut Formatter, run: &Run) -> fmt::Result {
    let simulation = run.simulation();
    for found in simulation.obstacle_crossings() {
        let name = &simulation.world().names[found.surface.index()];
        let times = counted(found.count, "time");
        writeln!(f, "  bodies         {name} crosses itself {times} at the start, as bodies do")?;
    }
    Ok(())
}
