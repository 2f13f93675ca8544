//! The root of a cubic in Bernstein form, between two values of opposite sign.

/// A root and the slope there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    /// Position, a fraction of the window.
    pub(super) position: f64,
    /// Derivative by the position.
    pub(super) slope: f64,
}

/// Roots in the window, according to the signs of Bernstein coefficients known up to an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Roots {
    /// None.
    No,
    /// Exactly one, simple.
    One,
    /// Not certain.
    Unknown,
}

/// Counts roots by Descartes' rule: the exact coefficients differ from `b` by at most `error`.
#[inline]
pub(super) fn count(b: [f64; 4], error: f64) -> Roots {
    let low = b[0].min(b[1]).min(b[2].min(b[3]));
    let high = b[0].max(b[1]).max(b[2].max(b[3]));
    if low > error || high < -error {
        return Roots::No;
    }
    // One change of sign, whatever an uncertain coefficient beside it turns out to be.
    let falling = b[0] > error && b[3] < -error && (b[1] > error || b[2] < -error);
    let rising = b[0] < -error && b[3] > error && (b[1] < -error || b[2] > error);
    if falling || rising { Roots::One } else { Roots::Unknown }
}

/// Newton's method kept in a bracket. Not certified: the caller checks signs around the result.
#[inline]
pub(super) fn find(b: [f64; 4]) -> Root {
    const STEPS: usize = 40;
    let c1 = 3.0 * (b[1] - b[0]);
    let c2 = 3.0 * ((b[2] - b[1]) - (b[1] - b[0]));
    let c3 = (b[3] - b[2]) - 2.0 * (b[2] - b[1]) + (b[1] - b[0]);
    let rising = b[0] < b[3];
    let (mut lo, mut hi) = (0.0, 1.0);
    let mut x = b[0] / (b[0] - b[3]);
    let mut slope = 0.0;
    for _ in 0..STEPS {
        let value = b[0] + x * (c1 + x * (c2 + x * c3));
        slope = c1 + x * (2.0 * c2 + x * (3.0 * c3));
        if (value < 0.0) == rising {
            lo = x;
        } else {
            hi = x;
        }
        let newton = x - value / slope;
        let next = if newton >= lo && newton <= hi { newton } else { 0.5 * (lo + hi) };
        let moved = (next - x).abs();
        x = next;
        if moved <= f64::EPSILON {
            break;
        }
    }
    Root { position: x, slope }
}
