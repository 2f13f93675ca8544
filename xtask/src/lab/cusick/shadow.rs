//! A draped disc seen from above.

use glam::{DVec2, DVec3};

use super::apparatus::Apparatus;
use super::disc::Disc;

/// Part of the overhang that still casts a shadow from above, on a grid of half a millimetre.
#[expect(clippy::cast_sign_loss, reason = "pixels are clamped to the picture")]
pub(super) fn coefficient(disc: &Disc, apparatus: Apparatus, positions: &[DVec3]) -> f64 {
    const CELL: f64 = 5e-4;
    let radius = apparatus.disc;
    let size = (2.2 * radius / CELL) as usize;
    let mut dark = vec![false; size * size];
    let place = |x: DVec3| (x.truncate() + DVec2::splat(1.1 * radius)) / CELL;
    for face in disc.mesh.faces() {
        let [a, b, c] = face.map(|v| place(positions[v.index()]));
        let low = a.min(b).min(c).max(DVec2::ZERO);
        let high = a.max(b).max(c).min(DVec2::splat(size as f64 - 1.0));
        for y in low.y as usize..=high.y as usize {
            for x in low.x as usize..=high.x as usize {
                let p = DVec2::new(x as f64 + 0.5, y as f64 + 0.5);
                let sides = [(a, b), (b, c), (c, a)].map(|(s, e)| (e - s).perp_dot(p - s));
                let inside = sides.iter().all(|s| *s >= 0.0) || sides.iter().all(|s| *s <= 0.0);
                dark[y * size + x] |= inside;
            }
        }
    }
    let shadow = dark.iter().filter(|dark| **dark).count() as f64 * CELL * CELL;
    let area = |radius: f64| std::f64::consts::PI * radius * radius;
    (shadow - area(apparatus.pedestal)) / (area(radius) - area(apparatus.pedestal))
}

/// Maxima of the rim's distance from the axis.
pub(super) fn folds(disc: &Disc, positions: &[DVec3]) -> usize {
    let rim: Vec<f64> = Disc::ring(disc.rings).map(|v| positions[v].truncate().length()).collect();
    let mean = rim.iter().sum::<f64>() / rim.len() as f64;
    (0..rim.len()).filter(|&i| rim[i] <= mean && rim[(i + 1) % rim.len()] > mean).count()
}
