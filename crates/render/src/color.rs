//! Colours in linear light, and their bytes.
//!
//! Light adds up linearly; screens expect the curve of sRGB [IEC 1999]:
//!
//! ```text
//! s(x) = 12.92 x                      x ≤ 0.0031308
//! s(x) = 1.055 x^(1/2.4) − 0.055      above
//! ```

use glam::{DVec3, dvec3};

/// Red, green and blue in linear light; 1 is white.
pub type Color = DVec3;

/// The colour that a page would write as `#rrggbb`.
#[must_use]
pub fn hex(rgb: u32) -> Color {
    let part = |shift: u32| decode(f64::from(rgb >> shift & 0xFF) / 255.0);
    dvec3(part(16), part(8), part(0))
}

/// The inverse of the curve.
fn decode(s: f64) -> f64 {
    if s <= 0.04045 { s / 12.92 } else { libm::pow((s + 0.055) / 1.055, 2.4) }
}

/// Turns colours into bytes.
#[derive(Clone, Debug)]
pub(crate) struct Encoder {
    /// The least light of every byte but 0.
    steps: Vec<f64>,
    /// The byte at the start of each of equal parts of [0, 1].
    starts: Vec<u8>,
}

/// Parts into which [0, 1] is cut; fine enough that few hold more than one step.
const PARTS: usize = 1024;

impl Encoder {
    pub(crate) fn new() -> Self {
        let steps: Vec<f64> =
            (1..=255).map(|byte| decode((f64::from(byte) - 0.5) / 255.0)).collect();
        let byte_at = |x: f64| steps.partition_point(|&step| step <= x) as u8;
        let starts = (0..=PARTS).map(|part| byte_at(part as f64 / PARTS as f64)).collect();
        Self { steps, starts }
    }

    /// The bytes of a colour: rounded to the nearest, what is too bright bent below white.
    pub(crate) fn bytes(&self, color: Color) -> [u8; 3] {
        color.to_array().map(|x| self.byte(shoulder(x)))
    }

    fn byte(&self, x: f64) -> u8 {
        if x.is_nan() || x <= 0.0 {
            return 0;
        }
        let x = x.min(1.0);
        let mut byte = self.starts[(x * PARTS as f64) as usize];
        while byte < 255 && self.steps[usize::from(byte)] <= x {
            byte += 1;
        }
        byte
    }
}

/// Keeps what is below the knee and bends what is above, smoothly, so that it approaches 1.
fn shoulder(x: f64) -> f64 {
    const KNEE: f64 = 0.75;
    if x <= KNEE {
        return x;
    }
    let above = (x - KNEE) / (1.0 - KNEE);
    KNEE + (1.0 - KNEE) * above / (1.0 + above)
}

/// A colour between the colours of a ramp; `x` runs from 0 to 1 over all of them.
#[must_use]
pub fn ramp(colors: &[Color], x: f64) -> Color {
    let Some(last) = colors.len().checked_sub(1) else { return Color::ZERO };
    let place = if x > 0.0 { x.min(1.0) * last as f64 } else { 0.0 };
    let index = (place as usize).min(last.saturating_sub(1));
    let next = colors[(index + 1).min(last)];
    colors[index].lerp(next, place - index as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encode(x: f64) -> f64 {
        if x <= 0.003_130_8 { 12.92 * x } else { 1.055 * libm::pow(x, 1.0 / 2.4) - 0.055 }
    }

    #[test]
    fn bytes_are_those_of_the_curve() {
        let encoder = Encoder::new();
        for i in 0..=20_000_u32 {
            let x = f64::from(i) / 20_000.0;
            let expected = 255.0 * encode(x);
            let byte = f64::from(encoder.byte(x));
            assert!((byte - expected).abs() <= 0.5 + 1e-6, "{x}: {byte} {expected}");
        }
        for (x, byte) in [(f64::NAN, 0), (-1.0, 0), (7.0, 255), (f64::INFINITY, 255)] {
            assert_eq!(encoder.byte(x), byte);
        }
    }

    #[test]
    fn a_hex_colour_comes_back() {
        let encoder = Encoder::new();
        for byte in 0..=255_u32 {
            assert_eq!(u32::from(encoder.byte(hex(byte).z)), byte);
        }
    }

    #[test]
    fn a_ramp_passes_through_its_colours() {
        let colors = [Color::X, Color::Y, Color::Z];
        assert_eq!([-1.0, 0.5, 1.0].map(|x| ramp(&colors, x)), colors);
        assert_eq!(ramp(&colors, 0.25), Color::new(0.5, 0.5, 0.0));
        assert_eq!(ramp(&[Color::ONE], 0.3), Color::ONE);
        assert_eq!(ramp(&colors, f64::NAN), Color::X);
    }
}
