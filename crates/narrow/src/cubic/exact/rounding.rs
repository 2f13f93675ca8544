//! The largest `f64` that is not later than a root.
//!
//! The floats in `[0, 1]` are ordered like their bit patterns, so the result is found by bisection
//! on these, with exact signs: at most 62 evaluations. A guess in floating point saves nearly all
//! of them; it may be arbitrarily wrong.

use std::cmp::Ordering;

use ripstop_geometry::exact::{Integer, Rounding};

use super::form::{Form, Moment};
use super::roots::Root;

/// The largest `f64` that is not later than the root of `form`, and whether it is the root.
pub(super) fn floor(root: &Root, form: &Form) -> (f64, Ordering) {
    let side = |bits: u64| root.side_of(&Moment::of(f64::from_bits(bits)), form);
    let late = |bits: u64| side(bits) == Ordering::Greater;
    let last = 1.0_f64.to_bits();
    // Invariant: lo is not late, hi is late or beyond the step.
    let (mut lo, mut hi) = (0, last + 1);
    let guess = guess(root, form).to_bits().min(last);
    let mut reach = 1;
    if late(guess) {
        hi = guess;
        while hi > lo + 1 {
            let probe = guess.saturating_sub(reach);
            if !late(probe) {
                lo = probe;
                break;
            }
            hi = probe;
            reach = reach.saturating_mul(16);
        }
    } else {
        lo = guess;
        while hi > lo + 1 {
            let probe = guess.saturating_add(reach).min(last);
            if late(probe) {
                hi = probe;
                break;
            }
            lo = probe;
            if probe == last {
                break;
            }
            reach = reach.saturating_mul(16);
        }
    }
    while hi - lo > 1 {
        let middle = lo + (hi - lo) / 2;
        if late(middle) {
            hi = middle;
        } else {
            lo = middle;
        }
    }
    (f64::from_bits(lo), side(lo))
}

/// Somewhere near the root, by bisection in floating point.
fn guess(root: &Root, form: &Form) -> f64 {
    match root {
        Root::At(moment) => time_of(moment),
        Root::Between { lo, hi, before } => {
            let size = form.coefficients.iter().map(Integer::bit_length).max().unwrap_or(0);
            let exponent = -i32::try_from(size).unwrap_or(i32::MAX);
            let c: [f64; 4] = std::array::from_fn(|i| {
                form.coefficients.get(i).map_or(0.0, |c| c.to_f64(exponent, Rounding::Nearest))
            });
            let degree = form.degree();
            let value = |t: f64| {
                let s = 1.0 - t;
                let lift = [1.0, s, s * s, s * s * s];
                (0..=degree).rev().fold(0.0, |sum, i| sum * t + c[i] * lift[degree - i])
            };
            let sign = f64::from(*before as i8);
            let (mut lo, mut hi) = (time_of(lo), time_of(hi));
            for _ in 0..64 {
                let middle = 0.5 * (lo + hi);
                if middle <= lo || middle >= hi {
                    break;
                }
                if sign * value(middle) > 0.0 {
                    lo = middle;
                } else {
                    hi = middle;
                }
            }
            lo
        }
    }
}

/// A moment as a time, to about 50 bits; in `[0, 1]`.
fn time_of(moment: &Moment) -> f64 {
    let sum = &moment.start + &moment.end;
    let exponent = -i32::try_from(sum.bit_length()).unwrap_or(i32::MAX);
    let [end, sum] = [&moment.end, &sum].map(|x| x.to_f64(exponent, Rounding::Nearest));
    (end / sum).clamp(0.0, 1.0)
}
