//! Units in descriptions: documentation comments have them in parentheses.

/// All units of scenes.
const UNITS: [&str; 20] = [
    "m",
    "s",
    "1/s",
    "1/m",
    "m/s",
    "m/s²",
    "1/s²",
    "degrees",
    "degrees/s",
    "degrees per metre",
    "kg/m²",
    "kg/m³",
    "N",
    "N/m",
    "N/m²",
    "N·m",
    "Pa",
    "Pa/m",
    "kg",
    "m²",
];

/// The unit of a description, and the description without it.
pub(super) fn split(description: &str) -> (&'static str, String) {
    let place = |unit: &&&str| description.find(&format!(" ({unit})"));
    let first = UNITS.iter().filter(|unit| place(unit).is_some()).min_by_key(place);
    let Some(unit) = first else { return ("", description.to_owned()) };
    (*unit, description.replacen(&format!(" ({unit})"), "", 1))
}

#[test]
fn the_first_unit_counts() {
    let (unit, rest) = split("Speed (m/s) of what falls (CCD) for a time (s).");
    assert_eq!((unit, rest.as_str()), ("m/s", "Speed of what falls (CCD) for a time (s)."));
    assert_eq!(split("Factor (of two).").0, "");
}
