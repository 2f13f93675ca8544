//! Since when a sheet has been at rest.

use std::fmt;

use serde_json::{Value, json};

use super::yardstick::Account;

/// A sheet whose fastest vertex is slower than this is at rest (m/s).
const SLOW: f64 = 1e-2;

/// How a sheet came to rest.
pub(super) struct Rest {
    /// The first frame from which on it was at rest (s); nothing if it still moves at the end.
    since: Option<f64>,
    /// Speed of the fastest vertex in the second half of the further time (m/s).
    fastest: f64,
    /// The end of all (s).
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

    pub(super) fn json(&self) -> Value {
        json!({
            "since_s": self.since,
            "end_s": self.end,
            "fastest_in_last_half": self.fastest,
            "all_frames": self.account.json(),
        })
    }
}

impl fmt::Display for Rest {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let limit = 1e2 * SLOW;
        match self.since {
            Some(since) => write!(out, "below {limit} cm/s from {since:.3} s on")?,
            None => write!(out, "still above {limit} cm/s at the end")?,
        }
        writeln!(
            out,
            ", to the end at {:.3} s; fastest in the last half of the further time: {:.3} mm/s",
            self.end,
            1e3 * self.fastest
        )?;
        write!(out, "{:>10} {:<9} {}", "all", "ripstop", self.account.cells("-"))
    }
}

/// The first frame, counted from 1, from which on all are slow; a speed that is no number is not.
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
