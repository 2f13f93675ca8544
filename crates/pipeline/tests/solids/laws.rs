//! Penalty laws by fields: linear, exponential, cubic, on every obstacle that has a field.
//!
//! At rest the push of a vertex is its weight. With the pressure `p = ρ g` of the sheet the three
//! laws say how deep it lies, whatever the mesh:
//!
//! ```text
//! linear  δ = p/k      exponential  δ = ℓ ln(1 + p/(k ℓ))      cubic  δ = √(p D/k)
//! ```

use ripstop_pipeline::scene::{
    Cloth, ClothShape, DynamicsMethod, Obstacle, ObstacleShape, PenaltyForm, PenaltySettings,
    Scene, Settings,
};

use crate::{crossing_count, mesh, simulation};

const STIFFNESS: f64 = 1e5;
const THICKNESS: f64 = 3e-3;

fn expected(law: PenaltyForm, length: f64, density: f64) -> f64 {
    let pressure = 9.81 * density;
    match law {
        PenaltyForm::Linear => pressure / STIFFNESS,
        PenaltyForm::Exponential => length * (1.0 + pressure / (STIFFNESS * length)).ln(),
        PenaltyForm::Cubic => (pressure * THICKNESS / STIFFNESS).sqrt(),
    }
}

fn grounds() -> [Obstacle; 3] {
    let mut cuboid = Obstacle::new(ObstacleShape::Cuboid { size: [3.0, 2.0, 0.5] });
    let mut sampled = mesh("box");
    for ground in [&mut cuboid, &mut sampled] {
        ground.transform.translate[2] = -0.25;
    }
    [Obstacle::new(ObstacleShape::Plane { size: 3.0 }), cuboid, sampled]
}

fn settings(law: PenaltyForm) -> Settings {
    let mut settings = Settings::default();
    settings.dynamics = DynamicsMethod::Fem;
    settings.damping = 30.0;
    settings.solids.push_out = true;
    settings.solids.field_resolution = 24;
    (settings.penalty.law, settings.penalty.stiffness) = (law, Some(STIFFNESS));
    settings
}

#[test]
fn a_sheet_lies_as_deep_as_its_law_says_on_every_flat_field() {
    for law in [PenaltyForm::Linear, PenaltyForm::Exponential, PenaltyForm::Cubic] {
        for ground in grounds() {
            let what = format!("{law:?} {:?}", ground.shape);
            let mut cloth = Cloth::new(ClothShape::Grid { size: [0.2, 0.2], resolution: [4; 2] });
            let length = PenaltySettings::default().length * THICKNESS;
            let depth = expected(law, length, cloth.fabric.density);
            cloth.transform.translate = [0.1, 0.05, THICKNESS - 0.8 * depth];
            let scene = Scene::new(settings(law), vec![cloth], vec![ground]);
            let mut simulation = simulation(&scene);
            let mut pushed = 0;
            for _ in 0..25 {
                pushed = simulation.advance_frame().expect("room enough").response.active_contacts;
            }
            assert_eq!(pushed, 16, "{what}");
            for x in &simulation.state().positions[..16] {
                let found = THICKNESS - x.z;
                assert!((found / depth - 1.0).abs() < 0.02, "{what}: {found} m, not {depth} m");
            }
            assert_eq!(crossing_count(&simulation), 0);
        }
    }
}

/// Round fields: a sheet falls on a ball or a capsule, and every law holds it.
#[test]
fn every_law_holds_a_sheet_on_round_fields() {
    for law in [PenaltyForm::Linear, PenaltyForm::Exponential, PenaltyForm::Cubic] {
        let sphere = Obstacle::new(ObstacleShape::Sphere { radius: 0.1, rings: 8 });
        let capsule = Obstacle::new(ObstacleShape::Capsule { radius: 0.1, length: 0.1, rings: 4 });
        for (mut ground, top) in [(sphere, 0.1), (capsule, 0.15), (mesh("ball"), 0.1)] {
            let what = format!("{law:?} {:?}", ground.shape);
            ground.transform.translate[2] = -top;
            let mut cloth = Cloth::new(ClothShape::Grid { size: [0.15, 0.15], resolution: [6; 2] });
            cloth.transform.translate = [2e-3, 1e-3, 3.5e-3];
            let mut settings = settings(law);
            settings.penalty.stiffness = Some(5e6);
            let mut simulation = simulation(&Scene::new(settings, vec![cloth], vec![ground]));
            let mut pushed = 0;
            for _ in 0..15 {
                let report = simulation.advance_frame().expect("room enough");
                pushed += report.response.active_contacts;
                assert!(report.response.deepest < 0.7 * THICKNESS, "{what}: {report:?}");
            }
            assert!(pushed > 10, "{what}: {pushed}");
            assert_eq!(crossing_count(&simulation), 0, "{what}");
        }
    }
}
