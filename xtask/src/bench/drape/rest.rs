//! Time since when a sheet has been at rest.

use serde_json::{Value, json};

use super::account::Account;
use crate::table::Table;

/// A sheet whose fastest vertex is slower than this is at rest (m/s).
const SLOW: f64 = 1e-2;

/// The end of a sheet's motion.
pub(super) struct Rest {
    /// The first frame from which on it was at rest (s); nothing if it still moves at the end.
    since: Option<f64>,
    /// Speed of the fastest vertex in the second half of the further time (m/s).
    fastest: f64,
    /// Simulated time at the end (s).
    end: f64,
    /// All frames together, the further ones included.
    account: Account,
}

impl Rest {
    /// `account` holds all frames, `before` of which came before the further time.
    pub(super) fn new(account: Account, before: usize) -> Self {
        let speeds = &account.speeds;
        let late = &speeds[usize::midpoint(before, speeds.len())..];
        Self {
            since: first_slow_frame(speeds).map(|frame| account.time_of(frame)),
            fastest: late.iter().copied().fold(0.0, f64::max),
            end: account.time_of(speeds.len()),
            account,
        }
    }

    /// Prints a sentence, and a row with all frames.
    pub(super) fn print(&self, table: &Table) {
        let limit = 1e2 * SLOW;
        let since = match self.since {
            Some(since) => format!("below {limit} cm/s from {since:.3} s on"),
            None => format!("still above {limit} cm/s at the end"),
        };
        println!(
            "{since}, to the end at {:.3} s; fastest in the last half of the further time: {:.3} mm/s",
            self.end,
            1e3 * self.fastest
        );
        let names = ["all", "ripstop"].map(str::to_owned);
        table.row(names.into_iter().chain(self.account.cells("-".to_owned())));
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "since_s": self.since,
            "end_s": self.end,
            "fastest_in_last_half": self.fastest,
            "all_frames": self.account.json(),
        })
    }
}

/// The first frame, counted from 1, from which on all are slow; a NaN is not.
fn first_slow_frame(speeds: &[f64]) -> Option<usize> {
    let slow = speeds.iter().rev().take_while(|&&speed| speed < SLOW).count();
    (slow > 0).then_some(speeds.len() - slow + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rest_begins_after_the_last_fast_frame() {
        assert_eq!(first_slow_frame(&[1.0, 1e-3, 0.5, 9e-3, 1e-3]), Some(4));
        assert_eq!(first_slow_frame(&[1e-3, 1e-3]), Some(1));
        assert_eq!(first_slow_frame(&[1e-3, 1e-2]), None);
        assert_eq!(first_slow_frame(&[f64::NAN, 1e-3]), Some(2));
        assert_eq!(first_slow_frame(&[f64::NAN]), None);
        assert_eq!(first_slow_frame(&[]), None);
    }

    #[test]
    fn the_last_half_leaves_out_what_came_before() {
        let mut account = Account::new(0.5);
        account.speeds = vec![5.0, 4.0, 3.0, 2.0, 1e-3, 2e-3];
        let rest = Rest::new(account, 2);
        assert_eq!((rest.since, rest.fastest, rest.end), (Some(2.5), 2e-3, 3.0));
    }
}
