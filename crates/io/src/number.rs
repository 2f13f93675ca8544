//! Numbers in text.

/// A finite number, rounded to the nearest `f64`; otherwise what was expected.
pub(crate) fn finite(word: &[u8]) -> Result<f64, &'static str> {
    match str::from_utf8(word).ok().and_then(|text| text.parse::<f64>().ok()) {
        Some(x) if x.is_finite() => Ok(x),
        Some(_) => Err("a finite number"),
        None => Err("a number"),
    }
}

/// An integer; otherwise what was expected.
pub(crate) fn integer(word: &[u8]) -> Result<i64, &'static str> {
    str::from_utf8(word).ok().and_then(|text| text.parse().ok()).ok_or("an integer")
}
