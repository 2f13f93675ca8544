//! The arguments of `ripstop render` and `ripstop view`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ripstop_render::Coloring;

use super::FrameList;
use super::numbers::{Angles, PictureSize, Point, field_of_view};
use crate::arguments::SessionOptions;

#[derive(Debug, Args)]
pub(crate) struct RenderOptions {
    /// The run directory.
    #[arg(value_name = "RUN")]
    pub(crate) directory: PathBuf,
    /// Frames: numbers, FROM..TO, FROM..TO:STEP, `last`, separated by commas [default: last].
    #[arg(long, value_name = "LIST")]
    pub(crate) frames: Option<FrameList>,
    /// One picture that holds all of them, six evenly spread ones unless --frames says which.
    #[arg(long)]
    pub(crate) sheet: bool,
    /// Pictures in a row of the sheet [default: as square as it gets].
    #[arg(
        long,
        value_name = "N",
        requires = "sheet",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub(crate) columns: Option<u32>,
    /// Width and height of each picture in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x720")]
    pub(crate) size: PictureSize,
    /// Meaning of the colour of cloth.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) color: ColorBy,
    /// Folder for the pictures [default: RUN/pictures].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Direction to look from: degrees around the scene and above the ground; the distance is
    /// chosen to see the whole motion.
    #[arg(long, value_name = "AROUND,ABOVE", default_value = "-62,24", allow_hyphen_values = true)]
    pub(crate) view: Angles,
    /// Leaves a surface out, by its name; may be given several times.
    #[arg(long, value_name = "NAME")]
    pub(crate) hide: Vec<String>,
    /// Content that has to be in the picture.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) fit: Fit,
    /// Angle between the lower and the upper edge of the picture, in degrees.
    #[arg(long, value_name = "DEGREES", default_value_t = 28.0, value_parser = field_of_view)]
    pub(crate) fov: f64,
    /// Position of the camera, in metres, instead of what --view leads to.
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    pub(crate) eye: Option<Point>,
    /// Point that the camera looks at, in metres.
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    pub(crate) target: Option<Point>,
    /// Rays per pixel where one is not enough.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 16,
        value_parser = clap::value_parser!(u32).range(1..=1024)
    )]
    pub(crate) samples: u32,
    #[command(flatten)]
    pub(crate) session: SessionOptions,
}

#[derive(Debug, Args)]
pub(crate) struct ViewOptions {
    /// The run directory.
    #[arg(value_name = "RUN")]
    pub(crate) directory: PathBuf,
    /// File for the page [default: RUN/view.html].
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Leaves a surface out, by its name; may be given several times.
    #[arg(long, value_name = "NAME")]
    pub(crate) hide: Vec<String>,
    #[command(flatten)]
    pub(crate) session: SessionOptions,
}

/// Meaning of the colour of cloth.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum ColorBy {
    /// The two sides of the fabric.
    #[default]
    Fabric,
    /// Stretched red, compressed blue, 5 per cent at the ends.
    Strain,
    /// Red where it touches something.
    Contact,
    /// The surface that it belongs to.
    Layer,
}

/// Content that has to be in the picture.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Fit {
    /// All that ever moves: pictures of all frames have the same camera.
    #[default]
    Motion,
    /// All that the pictures show.
    Frames,
}

impl From<ColorBy> for Coloring {
    fn from(color: ColorBy) -> Self {
        match color {
            ColorBy::Fabric => Self::Fabric,
            ColorBy::Strain => Self::Strain,
            ColorBy::Contact => Self::Contact,
            ColorBy::Layer => Self::Layer,
        }
    }
}
