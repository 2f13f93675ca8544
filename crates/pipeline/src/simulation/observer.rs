//! Many frames at a time, with an observer who may end it.

use std::ops::ControlFlow;

use crate::{FrameReport, Simulation, StepError};

impl Simulation {
    /// Simulates up to a frame. After each, `observe` gets the simulation and the report of the
    /// frame; if it breaks, the simulation stops and returns the value of the break. It can go on
    /// from there, with the same bits as if nobody had asked.
    ///
    /// # Errors
    /// As [`Simulation::advance_frame`]; the state is then that of the last frame, which was
    /// observed.
    pub fn run_until<B>(
        &mut self,
        frame: usize,
        mut observe: impl FnMut(&mut Self, &FrameReport) -> ControlFlow<B>,
    ) -> Result<Option<B>, StepError> {
        while self.frame() < frame {
            let report = self.advance_frame()?;
            if let ControlFlow::Break(end) = observe(self, &report) {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }
}
