//! Small numbers in few bytes.
//!
//! | number | bytes |
//! |---|---|
//! | 0 … 191 | 1 |
//! | 192 … 16 319 | 2: `192 + (n − 192) / 256`, `(n − 192) mod 256` |
//! | up to 2³² − 1 | 5: `255`, then the number, low byte first |
//!
//! Signed differences are zigzag-coded, `0, −1, 1, −2, …`, so that small ones stay small.

const ONE: u32 = 192;
const TWO: u32 = ONE + 63 * 256;

/// Appends a number.
pub(crate) fn push(bytes: &mut Vec<u8>, n: u32) {
    if n < ONE {
        bytes.push(n as u8);
    } else if n < TWO {
        bytes.extend([(ONE + ((n - ONE) >> 8)) as u8, ((n - ONE) & 0xFF) as u8]);
    } else {
        bytes.push(255);
        bytes.extend(n.to_le_bytes());
    }
}

/// Bytes that a number takes.
pub(crate) const fn length(n: u32) -> usize {
    if n < ONE {
        1
    } else if n < TWO {
        2
    } else {
        5
    }
}

/// A difference as a number, zigzag-coded.
pub(crate) const fn zigzag(difference: i32) -> u32 {
    (difference << 1 ^ difference >> 31).cast_unsigned()
}

/// Reads numbers back.
#[cfg(test)]
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

#[cfg(test)]
impl Reader<'_> {
    pub(crate) fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().expect("more bytes");
        self.0 = rest;
        *first
    }

    pub(crate) fn number(&mut self) -> u32 {
        let first = u32::from(self.byte());
        match first {
            255 => u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()]),
            192.. => ONE + ((first - ONE) << 8) + u32::from(self.byte()),
            _ => first,
        }
    }

    pub(crate) fn difference(&mut self) -> i32 {
        let n = self.number();
        (n >> 1).cast_signed() ^ -(n & 1).cast_signed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_back() {
        let numbers = [0, 1, 191, 192, 193, 447, 448, 16_319, 16_320, 65_535, u32::MAX];
        let mut bytes = Vec::new();
        for n in numbers {
            push(&mut bytes, n);
        }
        assert_eq!(bytes.len(), numbers.iter().map(|&n| length(n)).sum::<usize>());
        let mut reader = Reader(&bytes);
        assert_eq!(numbers.map(|_| reader.number()), numbers);
        let differences = [0, -1, 1, 95, -96, 40_000, i32::MIN, i32::MAX];
        let mut bytes = Vec::new();
        for difference in differences {
            push(&mut bytes, zigzag(difference));
        }
        let mut reader = Reader(&bytes);
        assert_eq!(differences.map(|_| reader.difference()), differences);
        assert_eq!([0, -1, 1, -2].map(zigzag), [0, 1, 2, 3]);
    }
}
