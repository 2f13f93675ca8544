//! Account of an engine: times of its turns, speeds, and the findings of the yardstick.

use serde_json::{Value, json};

use super::yardstick::Findings;

/// Times, speeds and findings of an engine.
#[derive(Clone)]
pub(super) struct Account {
    /// Simulated time of a frame (s).
    frame_time: f64,
    /// Processor time of every turn (s).
    pub(super) turns: Vec<f64>,
    /// Speed of the fastest vertex after each frame (m/s).
    pub(super) speeds: Vec<f64>,
    /// Nothing if the frames were only timed.
    pub(super) findings: Option<Findings>,
}

impl Account {
    /// Account of an engine that has not run yet.
    pub(super) const fn new(frame_time: f64) -> Self {
        Self { frame_time, turns: Vec::new(), speeds: Vec::new(), findings: None }
    }

    /// Simulated time of so many frames (s).
    pub(super) fn time_of(&self, frames: usize) -> f64 {
        frames as f64 * self.frame_time
    }

    /// Processor seconds per simulated second.
    pub(super) fn cost(&self) -> f64 {
        self.turns.iter().sum::<f64>() / self.time_of(self.speeds.len())
    }

    /// Takes the lesser time of every turn of two runs of the same frames.
    pub(super) fn take_least(&mut self, other: &Self) {
        for (time, other) in self.turns.iter_mut().zip(&other.turns) {
            *time = time.min(*other);
        }
    }

    /// Speed of the fastest vertex at the end (m/s).
    fn fastest(&self) -> f64 {
        self.speeds.last().copied().unwrap_or_default()
    }

    /// Cells of the table, from the cost on.
    pub(super) fn cells(&self, ratio: String) -> [String; 6] {
        let [stretch, threads, crossings] = match &self.findings {
            Some(found) => [
                format!("{:.2}", 100.0 * found.stretch),
                format!("{:.2}", 100.0 * found.thread_stretch),
                found.crossings().to_string(),
            ],
            None => ["-"; 3].map(str::to_owned),
        };
        let fastest = format!("{:.2}", 1e3 * self.fastest());
        [format!("{:.3}", self.cost()), ratio, stretch, threads, crossings, fastest]
    }

    /// The same in SI units.
    pub(super) fn json(&self) -> Value {
        let found = self.findings.as_ref();
        json!({
            "cpu_s_per_simulated_s": self.cost(),
            "largest_edge_stretch": found.map(|found| found.stretch),
            "largest_thread_stretch": found.map(|found| found.thread_stretch),
            "crossings": found.map(Findings::crossings),
            "crossings_with_itself": found.map(|found| found.self_crossings),
            "fastest_at_end": self.fastest(),
        })
    }
}
