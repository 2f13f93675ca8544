//! The energy per area of a deformed sheet is that of the fabric, however the sheet is meshed.

mod sheet;

use glam::DVec3;
use ripstop_dynamics::{Bending, ElementSettings, Fabric, Forces, Membrane, Method, Settings};
use sheet::{Rhythm, Sheet, run};

fn energy(sheet: &Sheet, membrane: Membrane, place: impl Fn(DVec3) -> DVec3) -> f64 {
    energy_of(fabric(), sheet, membrane, place)
}

fn energy_of(
    fabric: Fabric,
    sheet: &Sheet,
    membrane: Membrane,
    place: impl Fn(DVec3) -> DVec3,
) -> f64 {
    let settings = Settings::with_membrane(membrane);
    let cloth = sheet.cloth(fabric, settings);
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

/// A fabric that is five times as stiff along the weft.
fn two_ways() -> Fabric {
    let (stretch_stiffness, bending_stiffness) = ([400.0, 2000.0], [2e-3, 1e-2]);
    Fabric { stretch_stiffness, bending_stiffness, poisson_ratio: 0.2, ..Fabric::plain() }
}

#[test]
fn triangles_tell_warp_from_weft() {
    let Fabric { stretch_stiffness: [y1, y2], poisson_ratio: nu, .. } = two_ways();
    let (e, sheet) = (1e-5, Sheet::new(9));
    let [first, second] = [nu * (y1 / y2).sqrt(), nu * (y2 / y1).sqrt()];
    let warp = |x: DVec3| DVec3::new(x.x * (1.0 + e), x.y * (1.0 - first * e), 0.0);
    close(energy_of(two_ways(), &sheet, Membrane::Triangles, warp), 0.5 * y1 * e * e, 1e-4);
    let weft = |x: DVec3| DVec3::new(x.x * (1.0 - second * e), x.y * (1.0 + e), 0.0);
    close(energy_of(two_ways(), &sheet, Membrane::Triangles, weft), 0.5 * y2 * e * e, 1e-4);
}

/// As far as a grid allows: with its diagonals slack, it has what the threads have.
#[test]
fn springs_and_hinges_tell_warp_from_weft() {
    let Fabric { stretch_stiffness: [y1, y2], bending_stiffness: [b1, b2], .. } = two_ways();
    let (e, sheet) = (1e-5, Sheet::new(33));
    let warp = |x: DVec3| DVec3::new(x.x * (1.0 + e) - e * x.y, x.y, 0.0);
    let weft = |x: DVec3| DVec3::new(x.x, x.y * (1.0 + e) - e * x.x, 0.0);
    for membrane in [Membrane::Threads, Membrane::Edges] {
        close(energy_of(two_ways(), &sheet, membrane, warp), 0.5 * y1 * e * e, 1e-3);
        close(energy_of(two_ways(), &sheet, membrane, weft), 0.5 * y2 * e * e, 1e-3);
    }
    let radius = 2.0;
    let arc = |s: f64| (radius * libm::sin(s / radius), radius * (1.0 - libm::cos(s / radius)));
    let bent = |along: fn(DVec3) -> [f64; 2], back: fn([f64; 3]) -> DVec3| {
        let place = move |x: DVec3| {
            let [s, t] = along(x);
            let (u, z) = arc(s);
            back([u, t, z])
        };
        let soft = Fabric { bending_stiffness: [1e-30; 2], ..two_ways() };
        let [with, without] =
            [two_ways(), soft].map(|fabric| energy_of(fabric, &sheet, Membrane::Triangles, place));
        with - without
    };
    let wanted = |b: f64| 0.5 * b / (radius * radius);
    close(bent(|x| [x.x, x.y], |[u, t, z]| DVec3::new(u, t, z)), wanted(b1), 0.05);
    close(bent(|x| [x.y, x.x], |[u, t, z]| DVec3::new(t, u, z)), wanted(b2), 0.05);
}

#[test]
fn what_is_not_modelled_is_named() {
    let threads = Settings::default();
    let faces = Settings::with_membrane(Membrane::Triangles);
    let round = Fabric { poisson_ratio: 0.0, ..two_ways() };
    assert!(threads.unmodelled(&round).is_empty(), "{:?}", threads.unmodelled(&round));
    assert_eq!(threads.unmodelled(&two_ways()), ["poisson_ratio"]);
    assert!(faces.unmodelled(&two_ways()).is_empty());
    for (name, fabric) in Fabric::PRESETS.into_iter().filter(|(name, _)| *name != "plain") {
        let all = ["poisson_ratio", "twist_ratio", "bending_friction"];
        let last = if fabric.bending_friction.is_some() { 3 } else { 2 };
        assert_eq!(threads.unmodelled(&fabric), all[..last], "{name}");
        assert_eq!(faces.unmodelled(&fabric), all[1..last], "{name}");
    }
    assert!(
        Fabric::cotton().bending_friction.is_some() && Fabric::silk().bending_friction.is_none()
    );
    let elements = ElementSettings::with_bending;
    assert!(elements(Bending::Curvature).unmodelled(&Fabric::denim()).is_empty());
    assert!(elements(Bending::Hinges).unmodelled(&Fabric::plain()).is_empty());
    assert_eq!(elements(Bending::Hinges).unmodelled(&Fabric::denim()), ["twist_ratio"]);
    let mut factors = threads;
    factors.method = Method::Stiffness { stretch: 1.0, bending: 0.1, sweeps: 1 };
    let all = ["stretch_stiffness", "shear_stiffness", "poisson_ratio", "bending_stiffness"];
    assert_eq!(factors.unmodelled(&Fabric::plain()), all);
    let viscous = Fabric { damping_time: 1e-3, twist_ratio: 0.5, ..Fabric::plain() };
    assert_eq!(factors.unmodelled(&viscous)[4..], ["twist_ratio", "damping_time"]);
}

/// The names are true: a property that is named changes no bit of a cloth, another one does.
#[test]
fn properties_that_are_not_named_have_an_effect() {
    type Change = fn(&mut Fabric);
    let changes: [(&str, Change); 7] = [
        ("stretch_stiffness", |f| f.stretch_stiffness[1] *= 2.0),
        ("shear_stiffness", |f| f.shear_stiffness *= 2.0),
        ("poisson_ratio", |f| f.poisson_ratio = 0.3),
        ("bending_stiffness", |f| f.bending_stiffness[0] *= 2.0),
        ("twist_ratio", |f| f.twist_ratio = 0.5),
        ("damping_time", |f| f.damping_time = 2e-3),
        ("bending_friction", |f| f.bending_friction = Fabric::cotton().bending_friction),
    ];
    let factors = Method::Stiffness { stretch: 1.0, bending: 0.1, sweeps: 1 };
    for membrane in [Membrane::Threads, Membrane::Edges, Membrane::Triangles] {
        for method in [Method::Compliant, factors] {
            let mut settings = Settings::with_membrane(membrane);
            settings.method = method;
            let sheet = Sheet::new(6);
            let moved = |fabric: Fabric| {
                let mut cloth = sheet.cloth(fabric, settings);
                let bent =
                    |x: DVec3| DVec3::new(1.01 * x.x, x.y, 0.1 * x.x * x.x + 0.02 * x.y * x.y);
                let positions = sheet.flat().into_iter().map(bent).collect();
                let mut state = cloth.state_at_rest(positions, &[]).expect("good input");
                run(
                    &mut cloth,
                    &mut state,
                    &Forces::EARTH,
                    Rhythm { steps: 3, sweeps: 1, dt: 1e-3 },
                );
                state.positions
            };
            for (name, change) in changes {
                let mut fabric = two_ways();
                change(&mut fabric);
                let has_effect = moved(fabric) != moved(two_ways());
                let is_named = settings.unmodelled(&fabric).contains(&name);
                assert_ne!(has_effect, is_named, "{name}, {membrane:?}, {method:?}");
            }
        }
    }
}
