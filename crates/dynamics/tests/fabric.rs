//! The energy per area of a deformed sheet is that of the fabric, however the sheet is meshed.

mod sheet;

use glam::DVec3;
use ripstop_dynamics::{Fabric, Membrane, Settings};
use sheet::Sheet;

fn energy(sheet: &Sheet, membrane: Membrane, place: impl Fn(DVec3) -> DVec3) -> f64 {
    let settings = Settings::with_membrane(membrane);
    let cloth = sheet.cloth(fabric(), settings);
    let positions = sheet.flat().into_iter().map(place).collect();
    let state = cloth.state_at_rest(positions, &[]).expect("good input");
    cloth.elastic_energy(&state).expect("good input") / sheet.rest().areas().iter().sum::<f64>()
}

fn fabric() -> Fabric {
    Fabric { bending_stiffness: [1e-3; 2], ..Fabric::plain() }
}

fn close(value: f64, wanted: f64, share: f64) {
    assert!((value / wanted - 1.0).abs() < share, "{value}, wanted {wanted}");
}

#[test]
fn triangles_know_the_fabric_on_every_mesh() {
    let Fabric { stretch_stiffness: [y, _], shear_stiffness: g, poisson_ratio: nu, .. } = fabric();
    for sheet in [Sheet::new(9), Sheet::equilateral(7)] {
        let e = 1e-5;
        let stretched = |x: DVec3| DVec3::new(x.x * (1.0 + e), x.y, 0.0);
        let wanted = 0.5 * y / (1.0 - nu * nu) * e * e;
        close(energy(&sheet, Membrane::Triangles, stretched), wanted, 1e-4);
        let narrowed = |x: DVec3| DVec3::new(x.x * (1.0 + e), x.y * (1.0 - nu * e), 0.0);
        close(energy(&sheet, Membrane::Triangles, narrowed), 0.5 * y * e * e, 1e-4);
        let sheared = |x: DVec3| DVec3::new(x.x + e * x.y, x.y, 0.0);
        close(energy(&sheet, Membrane::Triangles, sheared), 0.5 * g * e * e, 1e-4);
    }
}

/// Springs on a grid: `Y` along the threads with the diagonals slack, and `G` in shear. Border
/// edges have one face and half the stiffness, so that the sum over the sheet is exact.
#[test]
fn springs_know_the_fabric_on_a_grid() {
    let Fabric { stretch_stiffness: [y, _], shear_stiffness: g, .. } = fabric();
    let e = 1e-5;
    for side in [5, 17] {
        let sheet = Sheet::new(side);
        let sheared = |x: DVec3| DVec3::new(x.x + e * x.y, x.y, 0.0);
        // A diagonal runs towards (−1, −1) in the plane of the pattern: shear stretches it by e/2.
        let slack = |x: DVec3| DVec3::new(x.x * (1.0 + e) - e * x.y, x.y, 0.0);
        for membrane in [Membrane::Threads, Membrane::Edges] {
            close(energy(&sheet, membrane, sheared), 0.5 * g * e * e, 1e-4);
            close(energy(&sheet, membrane, slack), 0.5 * y * e * e, 1e-4);
        }
    }
}

/// Rolled onto a cylinder without stretch, the energy per area is `½ B κ²`. Only interior edges
/// bend, so the border costs a share that falls with the resolution.
#[test]
fn bending_knows_the_fabric() {
    let bending = fabric().mean_bending_stiffness();
    let radius = 2.0;
    let rolled = |cos: f64, sin: f64| {
        move |x: DVec3| {
            let (s, t) = (cos * x.x + sin * x.y, cos * x.y - sin * x.x);
            DVec3::new(radius * libm::sin(s / radius), t, radius * (1.0 - libm::cos(s / radius)))
        }
    };
    let wanted = 0.5 * bending / (radius * radius);
    let bent = |sheet: &Sheet, direction: f64| {
        let (sin, cos) = (libm::sin(direction), libm::cos(direction));
        let with = energy(sheet, Membrane::Triangles, rolled(cos, sin));
        let stiff = sheet.cloth(
            Fabric { bending_stiffness: [1e-30; 2], ..fabric() },
            Settings::with_membrane(Membrane::Triangles),
        );
        let positions = sheet.flat().into_iter().map(rolled(cos, sin)).collect();
        let state = stiff.state_at_rest(positions, &[]).unwrap();
        let membrane = stiff.elastic_energy(&state).unwrap();
        with - membrane / sheet.rest().areas().iter().sum::<f64>()
    };
    for direction in [0.0, 0.3, 0.9, 1.4] {
        close(bent(&Sheet::equilateral(65), direction), wanted, 0.05);
    }
    // The diagonals of the grid run along (1, 1): about the axis across them it is three times as
    // stiff.
    let quarter = std::f64::consts::FRAC_PI_4;
    for (direction, factor) in [(0.0, 1.0), (2.0 * quarter, 1.0), (-quarter, 1.0), (quarter, 3.0)] {
        close(bent(&Sheet::new(65), direction), factor * wanted, 0.05);
    }
}
