//! Intersections of a run, and the exit code that follows from them.

use std::fmt::{self, Display, Formatter};
use std::process::ExitCode;

use ripstop_run::{Ending, Run};

use crate::interruption::INTERRUPTED;

/// Exit code of a run in which something crosses, or is not sewn.
const CROSSED: u8 = 1;

/// Crossings of edges and faces from the start to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Intersections {
    /// In the scene as it was given, before untangling.
    pub(super) given: usize,
    /// In frame 0.
    pub(super) start: usize,
    /// In the frame that has most.
    pub(super) worst: usize,
    /// That frame.
    pub(super) worst_frame: usize,
    /// In the last frame.
    pub(super) end: usize,
    /// Those of the last frame that belong to pairs which a pinch has disabled.
    pub(super) pinched_end: usize,
    /// Frames that have any, frame 0 included.
    pub(super) frames: usize,
    /// The last of them.
    pub(super) last_frame: usize,
    /// All frames, frame 0 included.
    pub(super) states: usize,
}

impl Intersections {
    pub(crate) fn of(run: &Run) -> Self {
        let (start, totals) = (run.simulation().start_tangle(), run.totals());
        let later = totals.crossed;
        let starts_worst = start.left >= later.worst;
        Self {
            given: start.given,
            start: start.left,
            worst: later.worst.max(start.left),
            worst_frame: if starts_worst { 0 } else { later.worst_frame },
            end: if totals.frames == 0 { start.left } else { later.at_end },
            pinched_end: totals.pinched.at_end,
            frames: later.count + usize::from(start.left > 0),
            last_frame: later.last_frame,
            states: totals.frames + 1,
        }
    }
}

impl Display for Intersections {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Self { given, start, worst, worst_frame, end, frames, last_frame, states, .. } = *self;
        if frames == 0 {
            if given > 0 {
                write!(f, "{given} in the scene as given, untangled before frame 0; ")?;
            }
            return write!(f, "0 in all {states} frames, the start included (exact)");
        }
        if given != start {
            write!(f, "{given} in the scene as given; ")?;
        }
        write!(
            f,
            "{start} at the start, {worst} at worst (frame {worst_frame}), {end} at the end;\n\
             {:17}in {frames} of {states} frames, the last of them frame {last_frame} (exact)",
            ""
        )
    }
}

/// Exit code of a run and the reason for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// All frames are there, and nothing crosses.
    Clean,
    /// All frames are there; in some of them something crosses, but not in the last.
    Repaired(Intersections),
    /// All frames are there; something crosses in the last.
    Tangled(Intersections),
    /// All frames are there; in the last of them something is pinched and crosses.
    Pinched(Intersections),
    /// Nothing crosses, but so many seams are open that were to be sewn.
    Open(usize),
    /// The run was asked to end.
    Interrupted,
}

impl Verdict {
    pub(crate) fn new(intersections: Intersections, ending: Ending) -> Self {
        match ending {
            Ending::Interrupted => Self::Interrupted,
            _ if intersections.end > 0 => Self::Tangled(intersections),
            _ if intersections.pinched_end > 0 => Self::Pinched(intersections),
            _ if intersections.frames > 0 => Self::Repaired(intersections),
            Ending::Finished | Ending::AtRest => Self::Clean,
        }
    }

    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Repaired(_) | Self::Tangled(_) | Self::Pinched(_) | Self::Open(_) => CROSSED,
            Self::Interrupted => INTERRUPTED,
        }
    }
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        Self::from(verdict.code())
    }
}

/// The reason.
impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::Clean => write!(f, "no frame has intersections"),
            Self::Repaired(Intersections { frames, last_frame, .. }) => write!(
                f,
                "{}; untangling was done by frame {}",
                with_intersections(*frames),
                last_frame + 1
            ),
            Self::Tangled(Intersections { frames, end, .. }) => write!(
                f,
                "{}; untangling has not ended: the last frame has {end}",
                with_intersections(*frames)
            ),
            Self::Pinched(Intersections { pinched_end, .. }) => write!(
                f,
                "cloth is pinched in the last frame, which has {pinched_end} intersections there"
            ),
            Self::Open(1) => write!(f, "a seam is not closed"),
            Self::Open(count) => write!(f, "{count} seams are not closed"),
            Self::Interrupted => write!(f, "the run was asked to end"),
        }
    }
}

fn with_intersections(frames: usize) -> String {
    match frames {
        1 => "1 frame has intersections".to_owned(),
        n => format!("{n} frames have intersections"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLEAN: Intersections = Intersections {
        given: 0,
        start: 0,
        worst: 0,
        worst_frame: 0,
        end: 0,
        pinched_end: 0,
        frames: 0,
        last_frame: 0,
        states: 31,
    };

    fn told(intersections: Intersections) -> (u8, String, String) {
        let verdict = Verdict::new(intersections, Ending::Finished);
        (verdict.code(), intersections.to_string(), verdict.to_string())
    }

    #[test]
    fn a_clean_run_says_so_in_few_words() {
        let (code, text, reason) = told(CLEAN);
        assert_eq!(code, 0);
        assert_eq!(text, "0 in all 31 frames, the start included (exact)");
        assert_eq!(reason, "no frame has intersections");
    }

    #[test]
    fn a_start_that_was_untangled_at_once_is_no_failure_but_told() {
        let (code, text, _) = told(Intersections { given: 59, ..CLEAN });
        assert_eq!(code, 0);
        assert!(text.starts_with("59 in the scene as given, untangled before frame 0; 0 in all"));
    }

    #[test]
    fn frames_that_cross_are_a_failure_even_if_the_end_is_clean() {
        let tangled = Intersections { given: 59, start: 12, worst: 14, worst_frame: 3, ..CLEAN };
        let repaired = Intersections { frames: 9, last_frame: 8, ..tangled };
        let (code, text, reason) = told(repaired);
        assert_eq!(code, 1);
        assert_eq!(
            text,
            "59 in the scene as given; 12 at the start, 14 at worst (frame 3), 0 at the end;\n                 \
             in 9 of 31 frames, the last of them frame 8 (exact)"
        );
        assert_eq!(reason, "9 frames have intersections; untangling was done by frame 9");
        let (code, _, reason) =
            told(Intersections { frames: 31, last_frame: 30, end: 2, ..tangled });
        assert_eq!(code, 1);
        assert!(reason.ends_with("untangling has not ended: the last frame has 2"), "{reason}");
    }

    #[test]
    fn a_pinch_that_lasts_to_the_end_is_a_failure() {
        let (code, _, reason) = told(Intersections { pinched_end: 7, ..CLEAN });
        let expected = "cloth is pinched in the last frame, which has 7 intersections there";
        assert_eq!((code, reason.as_str()), (1, expected));
    }

    #[test]
    fn an_interrupted_run_has_a_code_of_its_own() {
        assert_eq!(Verdict::new(CLEAN, Ending::Interrupted).code(), 130);
    }
}
