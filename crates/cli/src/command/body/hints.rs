//! Hints on the unit and the axes of a body, from its size.

use glam::DVec3;
use ripstop_io::{Convention, UpAxis};
use ripstop_pipeline::scene::LengthUnit;

/// Sizes of bodies that need no hint (m): from a doll to a statue.
const PLAUSIBLE: [f64; 2] = [0.3, 5.0];
/// Sizes of people, from children to arms held up (m).
pub(crate) const PEOPLE: [f64; 2] = [0.8, 2.6];
/// A body is so much higher than it is deep.
pub(crate) const TALL: f64 = 1.5;

/// Sentences on a body of this size (m, z up) in a file of this convention.
pub(super) fn hints(size: DVec3, convention: Convention) -> Vec<String> {
    unit_hint(size.max_element(), convention).into_iter().chain(up_hint(size, convention)).collect()
}

fn unit_hint(largest: f64, convention: Convention) -> Option<String> {
    if (PLAUSIBLE[0]..=PLAUSIBLE[1]).contains(&largest) {
        return None;
    }
    let in_file = largest / convention.metres_per_unit;
    let units = [
        (LengthUnit::M, "metres", "m"),
        (LengthUnit::Cm, "centimetres", "cm"),
        (LengthUnit::Mm, "millimetres", "mm"),
        (LengthUnit::In, "inches", "in"),
        (LengthUnit::Ft, "feet", "ft"),
    ];
    let as_person = |(unit, ..): &&(LengthUnit, &str, &str)| {
        (PEOPLE[0]..=PEOPLE[1]).contains(&(in_file * unit.metres()))
    };
    let size = format!("it is {largest:.3} m large");
    Some(match units.iter().find(as_person) {
        Some((_, word, unit)) => format!(
            "{size}; in {word}? then `import = {{ unit = \"{unit}\" }}` in a scene, `--unit {unit}` here"
        ),
        None => format!("{size}, and in no unit that is known here it is as large as a person"),
    })
}

fn up_hint(size: DVec3, convention: Convention) -> Option<String> {
    let (up, other) = match convention.up {
        UpAxis::Y => ("y", "z"),
        UpAxis::Z => ("z", "y"),
    };
    (size.y > TALL * size.z).then(|| {
        format!(
            "it is longer along the {other} axis of its file than along {up}, which is up; does it \
             lie? if not, `import = {{ up = \"{other}\" }}` in a scene, `--up {other}` here"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_by_the_size_of_people() {
        for (largest, unit) in [
            (170.0, Some("cm")),
            (1700.0, Some("mm")),
            (67.0, Some("in")),
            (5.6, Some("ft")),
            (1.7, None),
            (0.5, None),
        ] {
            let hint = unit_hint(largest, Convention::WORLD);
            let expected = unit.map(|unit| format!("--unit {unit}"));
            assert_eq!(hint.is_some(), expected.is_some(), "{largest}: {hint:?}");
            if let (Some(hint), Some(expected)) = (hint, expected) {
                assert!(hint.contains(&expected), "{largest}: {hint}");
            }
        }
        // Metres that were taken for centimetres.
        let hint = unit_hint(0.017, Convention::new(0.01, UpAxis::Z)).unwrap();
        assert!(hint.contains("--unit m`"), "{hint}");
        assert!(unit_hint(12_345.0, Convention::WORLD).unwrap().contains("no unit"));
    }
}
