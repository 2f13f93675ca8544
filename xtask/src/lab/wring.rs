//! A strip that can be wrung many times round.
//!
//! The strip of `twist` cannot: wrung into a rope of radius `R = √(w t L/(π L′))`, layers `t`
//! apart, its outermost threads are `√(L′² + (2πnR)²)` long after `n` turns. With `L = 0.8`,
//! `w = 0.25` and `t = 3 mm` that is at least 1.6 times `L` for ten turns, however its ends are
//! drawn together. A strip of 1 m by 12 cm has nearly room for them: 1.12.

use anyhow::{Context as _, bail};
use ripstop_pipeline::scene::{ClothShape, Path, PinSelection, Scene};

const LENGTH: f64 = 1.0;
const WIDTH: f64 = 0.12;

/// Distance by which the ends come together (m).
const APPROACH: f64 = 0.2;

/// Makes the scene `twist` turn its ends by `turns` against each other in a time, on a slender
/// strip of about as many vertices as `resolution` squared.
pub(super) fn wring(
    scene: &mut Scene,
    resolution: u32,
    turns: f64,
    seconds: f64,
) -> anyhow::Result<()> {
    let cloth = scene.cloths.first_mut().context("a scene without cloth cannot be wrung")?;
    // Cells are squares: the width is 12 hundredths of the length.
    let rows = (12 * resolution * resolution / 100).isqrt().max(2);
    let columns = (resolution * resolution).div_ceil(rows);
    cloth.shape = ClothShape::Grid { size: [LENGTH, WIDTH], resolution: [columns, rows] };
    for (pin, side) in cloth.pins.iter_mut().zip([-1.0, 1.0]) {
        let x = 0.5 * side * LENGTH;
        pin.select =
            PinSelection::Inside { min: [x - 1e-6, -1.0, -1.0], max: [x + 1e-6, 1.0, 1.0] };
        let Path::Steady { velocity, degrees_per_second, .. } = &mut pin.path else {
            bail!("only the ends of `twist` can be wrung");
        };
        *velocity = [-0.5 * side * APPROACH / seconds, 0.0, 0.0];
        *degrees_per_second = 0.5 * side * 360.0 * turns / seconds;
    }
    Ok(())
}
