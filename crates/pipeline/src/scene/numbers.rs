//! Checks of numbers in a scene, and their text in messages.

use glam::DVec3;

/// `[1, 0, -2.5]`; zero has no sign.
pub(crate) fn shown(values: &[f64]) -> String {
    let values: Vec<String> = values.iter().map(|value| (value + 0.0).to_string()).collect();
    format!("[{}]", values.join(", "))
}

/// A fault if a value is NaN or infinite.
pub(super) fn not_finite(name: &str, values: &[f64]) -> Option<String> {
    let is_finite = values.iter().all(|value| value.is_finite());
    (!is_finite).then(|| {
        let given = if let [value] = values { value.to_string() } else { shown(values) };
        format!("`{name}` is {given}, but has to be finite")
    })
}

/// A fault if a value is not positive, or NaN or infinite.
pub(super) fn not_positive(name: &str, values: &[f64]) -> Option<String> {
    let is_positive = values.iter().all(|value| *value > 0.0 && value.is_finite());
    (!is_positive).then(|| match values {
        [value] => format!("`{name}` is {}, but has to be positive", value + 0.0),
        _ => format!("`{name}` is {}, but all of it has to be positive", shown(values)),
    })
}

/// A fault if an axis has no direction.
pub(super) fn no_direction(name: &str, axis: [f64; 3]) -> Option<String> {
    let has_direction = DVec3::from(axis).try_normalize().is_some();
    (!has_direction).then(|| format!("`{name}` is {}, which is no direction", shown(&axis)))
}

/// A fault if a count is out of its range.
pub(super) fn not_within(name: &str, counts: &[u32], [low, high]: [u32; 2]) -> Option<String> {
    let is_within = counts.iter().all(|count| (low..=high).contains(count));
    (!is_within).then(|| {
        let given: Vec<String> = counts.iter().map(u32::to_string).collect();
        let given = given.join(", ");
        let given = if counts.len() == 1 { given } else { format!("[{given}]") };
        format!("`{name}` is {given}, but has to be from {low} to {high}")
    })
}
