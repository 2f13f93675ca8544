//! Numbers of the command line, with refusals in plain words.

/// Parser of whole numbers in a range.
pub(crate) fn whole(low: u32, high: u32) -> impl Fn(&str) -> Result<u32, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| (low..=high).contains(number));
        let range = if high == u32::MAX {
            format!("{low} or more")
        } else {
            format!("from {low} to {high}")
        };
        number.ok_or_else(|| format!("it has to be a whole number, {range}"))
    }
}

/// Parser of distances; those that make no sense are refused together with the file.
pub(crate) fn distance(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "it has to be a number".to_owned())
}

/// Parser of rates.
pub(crate) fn rate(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|rate: &f64| *rate > 0.0 && rate.is_finite());
    number.ok_or_else(|| "it has to be a positive number".to_owned())
}

#[test]
fn refusals_are_plain() {
    let count = whole(2, 4096);
    assert_eq!(count("64"), Ok(64));
    for text in ["1", "4097", "-3", "2.5", "ten", "99999999999"] {
        assert_eq!(count(text).unwrap_err(), "it has to be a whole number, from 2 to 4096");
    }
    assert_eq!(distance("1e-4"), Ok(1e-4));
    assert_eq!(rate("29.97"), Ok(29.97));
    for text in ["0", "-25", "nan", "inf", "pal"] {
        assert_eq!(rate(text).unwrap_err(), "it has to be a positive number");
    }
    assert_eq!(distance("thin").unwrap_err(), "it has to be a number");
}
