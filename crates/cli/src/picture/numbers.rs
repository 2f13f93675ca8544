//! Arguments that are several numbers.

use std::str::FromStr;

use glam::DVec3;

/// Pixels: `1280x720`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PictureSize(pub(crate) [u32; 2]);

/// Two angles in degrees: `-60,25`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Angles(pub(crate) [f64; 2]);

/// A point: `1,2.5,0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point(pub(crate) DVec3);

/// Pixels along an edge at most.
const LARGEST: u32 = 16_384;

impl FromStr for PictureSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Option<Vec<u32>> =
            text.split(['x', 'X', '×']).map(|part| part.trim().parse().ok()).collect();
        match parts.as_deref() {
            Some(&[width, height])
                if (1..=LARGEST).contains(&width) && (1..=LARGEST).contains(&height) =>
            {
                Ok(Self([width, height]))
            }
            _ => {
                Err(format!("a size is WIDTHxHEIGHT in pixels, such as 1280x720, up to {LARGEST}"))
            }
        }
    }
}

impl FromStr for Angles {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match numbers(text).as_deref() {
            Some(&[around, above]) if above.abs() <= 89.0 => Ok(Self([around, above])),
            _ => {
                Err("a view is two angles in degrees, AROUND,ABOVE, the second at most 89"
                    .to_owned())
            }
        }
    }
}

impl FromStr for Point {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match numbers(text).as_deref() {
            Some(&[x, y, z]) => Ok(Self(DVec3::new(x, y, z))),
            _ => Err("a point is three numbers, X,Y,Z".to_owned()),
        }
    }
}

/// An angle of view in degrees.
pub(crate) fn field_of_view(text: &str) -> Result<f64, String> {
    match numbers(text).as_deref() {
        Some(&[degrees]) if (1.0..=150.0).contains(&degrees) => Ok(degrees),
        _ => Err("an angle between 1 and 150 degrees is needed".to_owned()),
    }
}

/// Finite numbers between commas.
fn numbers(text: &str) -> Option<Vec<f64>> {
    let number = |part: &str| part.trim().parse().ok().filter(|x: &f64| x.is_finite());
    text.split(',').map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_write_them() {
        assert_eq!("640x480".parse(), Ok(PictureSize([640, 480])));
        assert_eq!("-60, 25.5".parse(), Ok(Angles([-60.0, 25.5])));
        assert_eq!("1,-2,3e1".parse(), Ok(Point(DVec3::new(1.0, -2.0, 30.0))));
        assert_eq!(field_of_view("40"), Ok(40.0));
    }

    #[test]
    fn what_makes_no_sense_is_an_error() {
        for text in ["", "640", "0x480", "640x-1", "1x2x3", "99999x1"] {
            assert!(text.parse::<PictureSize>().is_err(), "{text}");
        }
        for text in ["", "1,2,3", "1,90", "nan,3", "inf,0"] {
            assert!(text.parse::<Angles>().is_err(), "{text}");
        }
        for text in ["1,2", "1,2,x", "1,2,NaN"] {
            assert!(text.parse::<Point>().is_err(), "{text}");
        }
        for text in ["0", "180", "x", "1,2"] {
            assert!(field_of_view(text).is_err(), "{text}");
        }
    }
}
