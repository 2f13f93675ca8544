//! What is printed when a run has ended.

#![expect(clippy::cast_precision_loss, reason = "shown with few digits")]

use std::fmt::{self, Display, Formatter};

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
        let Totals { steps, .. } = *self.recorder.totals();
        let shown = self.recorder.directory().path().display();
        let simulated = steps as f64 * self.settings.frame_time();
        match self.ending {
            Ending::Finished => writeln!(f, "{steps} frames, {simulated:.2} s simulated")?,
            Ending::Interrupted => writeln!(
                f,
                "stopped after {steps} of {} frames; go on by `ripstop resume {shown}`",
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
        let (sums, peaks) = (&self.sums, &self.peaks);
        let stages = [
            ("dynamics", sums.times.dynamics),
            ("finding contacts", sums.times.contacts),
            ("contact sweeps", sums.times.response),
            ("certifying", sums.times.certify),
            ("freezing", sums.times.freeze),
            ("counting intersections", sums.check_time),
        ];
        let total: f64 = stages.iter().map(|(_, seconds)| seconds).sum();
        writeln!(f, "  time           {total:.2} s")?;
        for (name, seconds) in stages {
            let part = if total > 0.0 { 100.0 * seconds / total } else { 0.0 };
            writeln!(f, "    {name:<24} {seconds:>8.2} s {part:>4.0} %")?;
        }
        if self.least_distance.is_some() && sums.newton_iterations > 0 {
            let inside = [
                ("contacts", sums.times.barrier_contacts),
                ("derivatives", sums.times.derivatives),
                ("linear systems", sums.times.linear),
                ("energies", sums.times.search),
                ("safe steps", sums.times.safe_steps),
            ];
            write!(f, "    of the dynamics         ")?;
            for (name, seconds) in inside {
                write!(f, " {name} {seconds:.2} s")?;
            }
            writeln!(f)?;
        }
        if sums.newton_iterations > 0 {
            writeln!(
                f,
                "  Newton         {:.1} iterations per frame, {} at most; {} solves did not converge",
                sums.newton_iterations as f64 / self.steps.max(1) as f64,
                peaks.newton_iterations,
                sums.unsolved
            )?;
        }
        if sums.friction_unsettled > 0 {
            writeln!(f, "  friction       lagged behind in {} solves", sums.friction_unsettled)?;
        }
        if let Some(least) = self.least_distance {
            writeln!(f, "  least distance {:.4} mm", 1e3 * least)?;
        }
        let mean = sums.contacts as f64 / self.steps.max(1) as f64;
        writeln!(
            f,
            "  contacts       {mean:.0} per frame, {} at most; {} pairs of boxes at most",
            peaks.contacts, peaks.candidates
        )?;
        if sums.answered > 0 {
            writeln!(f, "  impulses       {} impacts answered", sums.answered)?;
        }
        write!(f, "  fail-safe      ")?;
        if [sums.impacts, sums.zones, sums.rigid_zones, sums.halvings, sums.carried, sums.frozen]
            == [0; 6]
        {
            writeln!(f, "was not needed")?;
        } else {
            writeln!(
                f,
                "{} impacts left by the response, {} zones, {} of them rigid, {} steps halved, {} vertices carried, {} frozen",
                sums.impacts,
                sums.zones + sums.rigid_zones,
                sums.rigid_zones,
                sums.halvings,
                sums.carried,
                sums.frozen
            )?;
        }
        match peaks.unchecked_pairs {
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
        writeln!(f, "  intersections  {} (exact, all frames)", sums.intersections)
    }
}
