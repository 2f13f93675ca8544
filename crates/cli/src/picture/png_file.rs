//! Pictures as PNG files.

use std::path::Path;

use ripstop_render::Image;
use ripstop_run::{RunError, write_atomically};

/// Writes a picture, as a whole or not at all.
pub(crate) fn write_png(path: &Path, image: &Image) -> Result<(), RunError> {
    write_atomically(path, |writer| {
        let mut encoder = png::Encoder::new(writer, image.width, image.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(image.bytes())?;
        writer.finish()
    })
}
