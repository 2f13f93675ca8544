//! Garments on a mannequin: what is true of each of them at its start.

mod checks;

use checks::Worn;
use glam::DVec3;
use ripstop_garment::wear::{ShirtSettings, SkirtSettings, shirt, skirt};
use ripstop_garment::{GarmentError, Mannequin, MannequinSettings};

fn bodies() -> [Mannequin; 2] {
    let mut other = MannequinSettings::default();
    (other.height, other.chest, other.waist, other.hips) = (1.82, 1.0, 0.84, 1.0);
    other.edge_length = 0.025;
    [MannequinSettings::default(), other]
        .map(|settings| Mannequin::new(&settings).expect("measures are in range"))
}

#[test]
fn skirts_start_closed_and_clear_of_the_body() {
    for mannequin in bodies() {
        for (edge_length, gather, flare) in
            [(0.022, 1.25, 180.0), (0.03, 1.0, 240.0), (0.015, 1.6, 300.0)]
        {
            let mut settings = SkirtSettings::default();
            (settings.edge_length, settings.gather, settings.flare) = (edge_length, gather, flare);
            let sewn = skirt(&mannequin, &settings).unwrap();
            let worn = Worn { mannequin: &mannequin, sewn: &sewn, edge_length, gather };
            worn.check_panels();
            worn.check_seams(0.002);
            worn.check_crossings();
        }
    }
}

#[test]
fn a_skirt_is_hardly_strained_but_for_its_gathers() {
    let [mannequin, _] = bodies();
    let settings = SkirtSettings::default();
    let sewn = skirt(&mannequin, &settings).unwrap();
    let SkirtSettings { edge_length, gather, .. } = settings;
    let worn = Worn { mannequin: &mannequin, sewn: &sewn, edge_length, gather };
    let strains = worn.strains();
    assert!(strains[strains.len() - 1] < 0.08, "{}", strains[strains.len() - 1]);
    assert!(strains[strains.len() / 20] > -0.06, "{}", strains[strains.len() / 20]);
    // The hem hangs around the knees, the band is at the waist.
    let lowest = sewn.mesh.positions.iter().fold(9.0, |z: f64, x| z.min(x.z));
    let highest = sewn.mesh.positions.iter().fold(0.0, |z: f64, x| z.max(x.z));
    assert!((0.5..0.7).contains(&lowest) && (1.05..1.15).contains(&highest), "{lowest} {highest}");
}

#[test]
fn shirts_start_closed_and_clear_of_the_body() {
    for mannequin in bodies() {
        for (edge_length, sleeve, ease) in
            [(0.022, 0.22, 0.1), (0.03, 0.48, 0.15), (0.015, 0.3, 0.08)]
        {
            let mut settings = ShirtSettings::default();
            (settings.edge_length, settings.sleeve, settings.ease) = (edge_length, sleeve, ease);
            let sewn = shirt(&mannequin, &settings).unwrap();
            let worn = Worn { mannequin: &mannequin, sewn: &sewn, edge_length, gather: 1.0 };
            worn.check_panels();
            worn.check_seams(0.002);
            worn.check_crossings();
        }
    }
}

#[test]
fn a_shirt_is_drawn_on_without_much_strain() {
    let [mannequin, _] = bodies();
    let settings = ShirtSettings::default();
    let sewn = shirt(&mannequin, &settings).unwrap();
    let ShirtSettings { edge_length, .. } = settings;
    let worn = Worn { mannequin: &mannequin, sewn: &sewn, edge_length, gather: 1.0 };
    let strains = worn.strains();
    let few = strains.len() / 50;
    let [low, high] = [strains[few], strains[strains.len() - few]];
    assert!(low > -0.08 && high < 0.08, "{low} {high}");
    // Arms are in the sleeves: cloth is above and below the upper arm, before it and behind it.
    let elbow = sewn.mesh.positions.iter().filter(|x| x.x > 0.26);
    let least = elbow.clone().copied().reduce(DVec3::min).unwrap();
    let most = elbow.copied().reduce(DVec3::max).unwrap();
    assert!(most.z - least.z > 0.12 && least.y < -0.04 && most.y > 0.05, "{least} {most}");
}

#[test]
fn a_measure_out_of_range_is_named() {
    let [mannequin, _] = bodies();
    let mut settings = SkirtSettings::default();
    settings.gather = 0.5;
    let error = skirt(&mannequin, &settings).unwrap_err();
    assert!(matches!(error, GarmentError::OutOfRange { name: "gather", .. }), "{error}");
}

/// Bits of all positions, mixed (FNV-1a).
fn digest<'a>(positions: impl IntoIterator<Item = &'a DVec3>) -> u64 {
    let bits = positions.into_iter().flat_map(DVec3::to_array).map(f64::to_bits);
    bits.fold(0xcbf2_9ce4_8422_2325, |hash, bits| (hash ^ bits).wrapping_mul(0x100_0000_01b3))
}

#[test]
fn garments_and_bodies_are_the_same_bits_everywhere() {
    let [mannequin, _] = bodies();
    let skirt = skirt(&mannequin, &SkirtSettings::default()).unwrap();
    let shirt = shirt(&mannequin, &ShirtSettings::default()).unwrap();
    let found = [&mannequin.positions(2.5), &skirt.mesh.positions, &shirt.mesh.positions]
        .map(|positions| format!("{:016x}", digest(positions)));
    assert_eq!(found, ["b07927e85142bbf2", "1fa62c74ce6c2a86", "f0978d531a4196a4"]);
}
