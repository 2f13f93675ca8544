//! A sheet that hangs from its upper row: how far it stretches, and what it looks like.

mod sheet;

use glam::DVec3;
use ripstop_dynamics::{Damping, Fabric, Forces, Membrane, Method, Settings};
use sheet::{Rhythm, Sheet, run};

/// Fraction by which a sheet of one metre is longer at rest, after 150 frames at 60 per second.
fn stretch(side: u32, steps_per_frame: u16, sweeps: usize, mut settings: Settings) -> f64 {
    let sheet = Sheet::new(side);
    settings.damping = Damping { drag: 4.0, internal: 0.0 };
    let mut cloth = sheet.cloth(Fabric::plain(), settings);
    let mut state = cloth.state_at_rest(sheet.upright(), &sheet.upper_row()).expect("good input");
    let dt = 1.0 / (60.0 * f64::from(steps_per_frame));
    let rhythm = Rhythm { steps: 150 * usize::from(steps_per_frame), sweeps, dt };
    run(&mut cloth, &mut state, &Forces::EARTH, rhythm);
    assert!(state.velocities.iter().all(|v| v.length() < 1e-3), "still moving");
    -state.positions[(side * (side - 1) + side / 2) as usize].z - 1.0
}

/// With threads neither the sweeps, nor the steps, nor the resolution matter: the static stretch is
/// the fabric's, `ρ g L / 2Y`.
#[test]
fn threads_stretch_as_the_material_says() {
    let Fabric { density, stretch_stiffness: [stretch_stiffness, _], .. } = Fabric::plain();
    let wanted = density * 9.81 / (2.0 * stretch_stiffness);
    let base = stretch(16, 4, 1, Settings::default());
    for (side, steps, sweeps) in [(16, 4, 1), (16, 4, 2), (16, 8, 1), (32, 4, 1), (32, 4, 2)] {
        let found = stretch(side, steps, sweeps, Settings::default());
        assert!((found / base - 1.0).abs() < 0.1, "{side}, {steps}, {sweeps}: {found}, {base}");
        assert!(
            (found / wanted - 1.0).abs() < 0.01,
            "{side}, {steps}, {sweeps}: {found}, {wanted}"
        );
    }
}

/// For comparison: one by one, or by stiffness factors, sweeps and resolution do matter. Should
/// this test fail, the default should be thought over.
#[test]
fn others_stretch_by_sweeps_and_resolution() {
    let edges = Settings::with_membrane(Membrane::Edges);
    let plain = |sweeps| {
        let mut settings = Settings::default();
        settings.method = Method::Stiffness { stretch: 0.9, bending: 0.1, sweeps };
        settings
    };
    let [coarse, twice, fine] =
        [(8, 1), (8, 2), (16, 1)].map(|(side, sweeps)| stretch(side, 10, sweeps, edges));
    assert!(twice < 0.8 * coarse && fine > 1.5 * coarse, "{coarse} {twice} {fine}");
    let [coarse, fine] = [8, 16].map(|side| stretch(side, 10, 4, plain(4)));
    assert!(fine > 1.5 * coarse, "{coarse} {fine}");
}

#[test]
fn small_steps_beat_many_sweeps() {
    let edges = Settings::with_membrane(Membrane::Edges);
    let [steps, both, sweeps] =
        [(16, 1), (4, 4), (1, 16)].map(|(steps, sweeps)| stretch(12, steps, sweeps, edges));
    assert!(2.0 * steps < both && 2.0 * both < sweeps, "{steps} {both} {sweeps}");
}

/// Up is z, as in scenes.
#[test]
fn gravity_points_down_z() {
    assert_eq!(Forces::EARTH.gravity, DVec3::new(0.0, 0.0, -9.81));
    assert_eq!(Forces::default(), Forces::EARTH);
}

/// Pinned at two corners and let go from the horizontal.
#[test]
fn a_sheet_swings_down() {
    let sheet = Sheet::new(9);
    let fabric = Fabric { bending_stiffness: [1e-4; 2], ..Fabric::plain() };
    let mut cloth = sheet.cloth(fabric, Settings::default());
    let corners = [sheet.upper_row()[0], sheet.upper_row()[8]];
    let mut state = cloth.state_at_rest(sheet.flat(), &corners).unwrap();
    let heading = "time    middle of the far side       kinetic  elastic (mJ)".to_owned();
    let rows = (5..=30).step_by(5).map(|frame| {
        let rhythm = Rhythm { steps: 5 * 10, sweeps: 1, dt: 1.0 / 600.0 };
        run(&mut cloth, &mut state, &Forces::EARTH, rhythm);
        let DVec3 { x, y, z } = state.positions[76];
        let kinetic: f64 = state
            .velocities
            .iter()
            .zip(cloth.masses())
            .map(|(v, m)| 0.5 * m * v.length_squared())
            .sum();
        let elastic = cloth.elastic_energy(&state).unwrap();
        let time = f64::from(frame) / 60.0;
        let (kinetic, elastic) = (1e3 * kinetic, 1e3 * elastic);
        format!("{time:.3}   {x:7.3} {y:7.3} {z:7.3}   {kinetic:8.1} {elastic:8.2}")
    });
    let table = std::iter::once(heading).chain(rows).collect::<Vec<_>>().join("\n");
    insta::assert_snapshot!(table, @r"
    time    middle of the far side       kinetic  elastic (mJ)
    0.083     0.500  -0.998  -0.035       47.4     1.73
    0.167     0.503  -0.973  -0.138      169.2    15.46
    0.250     0.504  -0.891  -0.309      347.6     5.56
    0.333     0.507  -0.731  -0.548      533.5    16.95
    0.417     0.507  -0.419  -0.852      671.1    23.51
    0.500     0.501   0.180  -0.956      671.6    33.49
    ");
}
