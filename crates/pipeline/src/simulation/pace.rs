//! Parts of a step that are tried first.
//!
//! A step whose correction was rough, or that drew edges out, is done again in halves. The next one
//! is of the same cloth and the same body a moment later: it begins with as many parts, so that
//! nothing is done in vain. A correction shrinks with the square of a step's length as long as
//! speeds are steady; so parts are joined again after some steps whose corrections were so small
//! that they would not be rough in steps of twice the length.

/// Largest correction, in rough ones, after which steps of twice the length would not be rough.
const SMALL: f64 = 0.25;

/// Steps with small corrections before parts are joined.
const CALM: u32 = 3;

/// Most halvings that a step begins with.
const MOST: u32 = 2;

/// Halvings that a step begins with. The default begins with none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pace {
    depth: u32,
    calm: u32,
}

impl Pace {
    /// Halvings that the next step begins with.
    pub(crate) const fn depth(self) -> u32 {
        self.depth
    }

    /// Learns from a step whose shortest part was halved `deepest` times, and whose largest
    /// correction was `roughness` rough ones.
    pub(crate) fn learn(&mut self, deepest: u32, roughness: f64) {
        if deepest > self.depth {
            *self = Self { depth: deepest.min(MOST), calm: 0 };
        } else if roughness > SMALL {
            self.calm = 0;
        } else {
            self.calm += 1;
            if self.calm >= CALM {
                *self = Self { depth: self.depth.saturating_sub(1), calm: 0 };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_kept_until_steps_are_calm() {
        let mut pace = Pace::default();
        pace.learn(0, 9.0);
        assert_eq!(pace.depth(), 0);
        pace.learn(5, 2.0);
        assert_eq!(pace.depth(), MOST);
        for roughness in [0.1, 0.1, 0.5, 0.1, 0.1] {
            pace.learn(MOST, roughness);
            assert_eq!(pace.depth(), MOST);
        }
        pace.learn(MOST, 0.1);
        assert_eq!(pace.depth(), MOST - 1);
        (0..2 * CALM).for_each(|_| pace.learn(0, 0.0));
        assert_eq!(pace.depth(), 0);
    }
}
