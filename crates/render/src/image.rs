//! Pixels.

/// A picture in sRGB, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Pixels per row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green, blue.
    pub pixels: Vec<[u8; 3]>,
}

impl Image {
    /// A picture of one colour.
    #[must_use]
    pub fn filled(width: u32, height: u32, pixel: [u8; 3]) -> Self {
        Self { width, height, pixels: vec![pixel; width as usize * height as usize] }
    }

    /// All bytes in a row, as most file formats want them.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.pixels.as_flattened()
    }

    /// The pixel in a column of a row.
    ///
    /// # Panics
    /// If there is no such pixel.
    #[must_use]
    pub fn pixel(&self, column: u32, row: u32) -> [u8; 3] {
        self.pixels[(row * self.width + column) as usize]
    }

    /// Copies another picture into this one; what does not fit is cut off.
    pub fn paste(&mut self, other: &Self, column: u32, row: u32) {
        let width = other.width.min(self.width.saturating_sub(column)) as usize;
        let rows = other.pixels.chunks(other.width.max(1) as usize);
        for (line, to) in rows.zip(row..self.height) {
            let start = (to * self.width + column) as usize;
            self.pixels[start..start + width].copy_from_slice(&line[..width]);
        }
    }

    /// Pictures of one size side by side, in rows of `columns`, on a ground of one colour.
    #[must_use]
    pub fn sheet(pictures: &[Self], columns: u32, gap: u32, ground: [u8; 3]) -> Self {
        let columns = columns.clamp(1, (pictures.len() as u32).max(1));
        let rows = (pictures.len() as u32).div_ceil(columns);
        let [width, height] = pictures.first().map_or([0, 0], |first| [first.width, first.height]);
        let span = |count: u32, size: u32| count * (size + gap) + gap;
        let mut sheet = Self::filled(span(columns, width), span(rows, height), ground);
        for (i, picture) in (0..).zip(pictures) {
            sheet.paste(picture, span(i % columns, width), span(i / columns, height));
        }
        sheet
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_holds_every_picture_once() {
        let pictures: Vec<Image> = (1..=5).map(|i| Image::filled(4, 3, [i; 3])).collect();
        let sheet = Image::sheet(&pictures, 2, 1, [0; 3]);
        assert_eq!([sheet.width, sheet.height], [11, 13]);
        for i in 0..=5 {
            let count = sheet.pixels.iter().filter(|pixel| **pixel == [i; 3]).count();
            assert_eq!(count, if i == 0 { 11 * 13 - 60 } else { 12 });
        }
        assert_eq!(
            [sheet.pixel(1, 1), sheet.pixel(6, 1), sheet.pixel(1, 5)],
            [[1; 3], [2; 3], [3; 3]]
        );
        assert_eq!(Image::sheet(&[], 3, 2, [9; 3]).pixels.len(), 4 * 2);
    }

    #[test]
    fn what_does_not_fit_is_cut_off() {
        let mut small = Image::filled(3, 3, [0; 3]);
        small.paste(&Image::filled(5, 5, [7; 3]), 2, 1);
        let set: Vec<usize> = (0..9).filter(|&i| small.pixels[i] == [7; 3]).collect();
        assert_eq!(set, [5, 8]);
        small.paste(&Image::filled(5, 5, [1; 3]), 9, 9);
        assert_eq!(small.pixels.iter().filter(|pixel| **pixel == [1; 3]).count(), 0);
    }
}
