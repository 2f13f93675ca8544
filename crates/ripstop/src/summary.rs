//! What is printed when a run has ended.

#![expect(clippy::cast_precision_loss, reason = "shown with few digits")]

use std::fmt::{self, Display, Formatter};

use ripstop_pipeline::FrameReport;
use ripstop_pipeline::scene::Settings;

use crate::run::{Ending, Recorder, Totals};

/// The end of a run in a few lines.
#[derive(Debug)]
pub(crate) struct Summary<'a> {
    pub(crate) recorder: &'a Recorder,
    pub(crate) settings: &'a Settings,
    pub(crate) ending: Ending,
}

impl Display for Summary<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Totals { frames, .. } = *self.recorder.totals();
        let shown = self.recorder.directory().path().display();
        let simulated = frames as f64 * self.settings.frame_time();
        match self.ending {
            Ending::Finished => writeln!(f, "{frames} frames, {simulated:.2} s simulated")?,
            Ending::Interrupted => writeln!(
                f,
                "stopped after {frames} of {} frames; go on by `ripstop resume {shown}`",
                self.settings.frames
            )?,
        }
        self.recorder.totals().fmt(f)?;
        let files = "scene.toml, mesh.obj, positions.npy, report.jsonl, checkpoint";
        writeln!(f, "  files          {shown}: {files}")
    }
}

impl Display for Totals {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let FrameReport { detection, solve, response, fail_safe, times, .. } = &self.merged;
        let stages = [
            ("dynamics", times.dynamics),
            ("finding contacts", times.contacts),
            ("contact sweeps", times.response),
            ("certifying", times.certify),
            ("freezing", times.freeze),
            ("counting intersections", self.check_time),
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
                ("safe steps", times.safe_steps),
            ];
            write!(f, "    of the dynamics         ")?;
            for (name, seconds) in inside {
                write!(f, " {name} {seconds:.2} s")?;
            }
            writeln!(f)?;
        }
        if solve.newton_iterations > 0 {
            writeln!(
                f,
                "  Newton         {:.1} iterations per frame, {} at most; {} solves did not converge",
                solve.newton_iterations as f64 / self.frames.max(1) as f64,
                self.most_newton_iterations,
                solve.unsolved
            )?;
        }
        if solve.friction_unsettled > 0 {
            writeln!(f, "  friction       lagged behind in {} solves", solve.friction_unsettled)?;
        }
        if let Some(least) = response.least_distance {
            writeln!(f, "  least distance {:.4} mm", 1e3 * least)?;
        }
        let mean = self.contacts as f64 / self.frames.max(1) as f64;
        writeln!(
            f,
            "  contacts       {mean:.0} per frame, {} at most; {} pairs of boxes at most",
            response.contacts, detection.candidates
        )?;
        if response.resolved > 0 {
            writeln!(f, "  impulses       {} impacts resolved", response.resolved)?;
        }
        write!(f, "  fail-safe      ")?;
        if fail_safe.was_not_needed() {
            writeln!(f, "was not needed")?;
        } else {
            writeln!(
                f,
                "{} impacts left by the response, {} zones, {} of them rigid, {} steps halved, {} vertices carried, {} frozen",
                fail_safe.impacts,
                fail_safe.zones + fail_safe.rigid_zones,
                fail_safe.rigid_zones,
                fail_safe.halvings,
                fail_safe.carried,
                fail_safe.frozen
            )?;
        }
        match detection.unchecked_pairs {
            0 => {}
            1 => writeln!(
                f,
                "  not checked    1 pair of surfaces is not checked: groups take it out"
            )?,
            n => writeln!(
                f,
                "  not checked    {n} pairs of surfaces are not checked: groups take them out"
            )?,
        }
        writeln!(f, "  intersections  {} (exact, all frames)", self.intersections)
    }
}
