//! Pictures for the documentation: PNG files of several images side by side, none too large.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// White pixels between two images.
const GAP: usize = 4;

/// Image of eight-bit RGB, row by row.
pub(crate) struct Rgb {
    pub(crate) width: u32,
    pub(crate) bytes: Vec<u8>,
}

impl Rgb {
    /// Reads a PNG file.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let file = std::io::BufReader::new(fs::File::open(path)?);
        let mut reader = png::Decoder::new(file).read_info()?;
        let mut bytes = vec![0; reader.output_buffer_size().context("a picture is too large")?];
        let info = reader.next_frame(&mut bytes)?;
        ensure!(info.color_type == png::ColorType::Rgb, "{} is not RGB", path.display());
        bytes.truncate(info.buffer_size());
        Ok(Self { width: info.width, bytes })
    }
}

/// Writes images of the same height side by side, with white gaps between them.
pub(crate) fn write_beside(path: &Path, images: &[Rgb]) -> Result<()> {
    let mut rows: Vec<Vec<u8>> = Vec::new();
    for (k, image) in images.iter().enumerate() {
        let lines = image.bytes.chunks(3 * image.width as usize);
        rows.resize(lines.len(), Vec::new());
        for (row, line) in rows.iter_mut().zip(lines) {
            if k > 0 {
                row.extend([255; 3 * GAP]);
            }
            row.extend_from_slice(line);
        }
    }
    let width = rows.first().map_or(0, Vec::len) / 3;
    let file = fs::File::create(path).with_context(|| path.display().to_string())?;
    let mut encoder = png::Encoder::new(file, u32::try_from(width)?, u32::try_from(rows.len())?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rows.concat())?;
    Ok(writer.finish()?)
}

/// Place of a picture in a folder of the documentation, which is made if it has to be.
pub(crate) fn place(folder: &str, name: &str) -> Result<PathBuf> {
    fs::create_dir_all(folder)?;
    Ok(Path::new(folder).join(format!("{name}.png")))
}

/// Size of a file (bytes); an error if it is too large for the repository.
pub(crate) fn checked_size(path: &Path, largest: u64) -> Result<u64> {
    let bytes = fs::metadata(path)?.len();
    ensure!(bytes <= largest, "{} is too large: {bytes} bytes", path.display());
    Ok(bytes)
}
