//! The summary as one JSON object.

use serde_json::{Value, json};

use super::Summary;
use super::verdict::Intersections;
use ripstop_pipeline::SelfCrossings;
use ripstop_run::{Ending, Run};

/// Version of the object's layout.
const VERSION: u32 = 1;

impl Summary<'_> {
    /// All that the text says, and more digits.
    pub(crate) fn json(&self) -> Value {
        let (totals, verdict) = (self.run.totals(), self.verdict());
        let settings = &self.run.scene().settings;
        let merged = &totals.merged;
        let warnings = self.run.simulation().warnings().iter().map(ToString::to_string);
        let warnings: Vec<String> = warnings.chain(self.run.file_notes().iter().cloned()).collect();
        let mean_contacts = totals.contacts as f64 / totals.frames.max(1) as f64;
        json!({
            "version": VERSION,
            "ending": match self.ending {
                Ending::Finished => "finished",
                Ending::AtRest => "at_rest",
                Ending::Interrupted => "interrupted",
            },
            "exit_code": verdict.code(),
            "exit_reason": verdict.to_string(),
            "directory": self.run.directory().path().display().to_string(),
            "frames": totals.frames,
            "frames_asked_for": settings.frames,
            "states": totals.frames + 1,
            "warnings": warnings,
            "simulated_time": totals.frames as f64 * settings.frame_time(),
            "intersections": intersections(&Intersections::of(self.run), totals.intersections),
            "pinches": {
                "frames": totals.pinched.count,
                "ranges": totals.pinched.ranges,
                "intersections_at_end": totals.pinched.at_end,
            },
            "obstacle_crossings": obstacle_crossings(self.run),
            "open_seams": open_seams(self.run),
            "mean_contacts": mean_contacts,
            "most_newton_iterations": totals.most_newton_iterations,
            "check_time": totals.check_time,
            "detection": merged.detection,
            "solve": merged.solve,
            "response": merged.response,
            "fail_safe": merged.fail_safe,
            "times": merged.times,
        })
    }
}

/// Crossings of mesh obstacles with themselves, by name.
fn obstacle_crossings(run: &Run) -> Value {
    let simulation = run.simulation();
    let names = &simulation.world().names;
    let named = |found: &SelfCrossings| json!({ "name": names[found.surface.index()], "count": found.count });
    simulation.obstacle_crossings().iter().map(named).collect()
}

/// Seams with stitches that have not been closed.
fn open_seams(run: &Run) -> Value {
    let open = run.simulation().open_seams();
    let named = open.iter().map(
        |seam| json!({ "name": seam.owner, "stitches": seam.open, "widest_gap": seam.widest }),
    );
    named.collect()
}

fn intersections(counted: &Intersections, total: usize) -> Value {
    let Intersections { given, start, worst, worst_frame, end, frames, last_frame, .. } = *counted;
    json!({
        "given": given,
        "start": start,
        "worst": worst,
        "worst_frame": worst_frame,
        "end": end,
        "frames": frames,
        "last_frame": (frames > 0).then_some(last_frame),
        "total": total + start,
    })
}
