//! Indices as OBJ writes them: from 1 on, or negative and relative to what has been read.
//!
//! A positive index may name something that comes later, so whether it is in range is known at the
//! end of the file. One number is enough to decide it then: the largest.

use super::ObjError;

/// An index other than 0, as it is written.
pub(super) struct Index {
    pub(super) written: i64,
    pub(super) items: &'static str,
    pub(super) line: u64,
}

/// The largest index named so far, and where it was named first.
#[derive(Clone, Copy, Default)]
pub(super) struct Largest {
    index: u32,
    line: u64,
}

impl Index {
    /// The index from 0 on, if `count` items have been read so far.
    pub(super) fn resolve(self, count: usize, largest: &mut Largest) -> Result<u32, ObjError> {
        let Self { written, items, line } = self;
        let out_of_range = || ObjError::IndexOutOfRange { line, index: written, items, count };
        if written < 0 {
            let back = usize::try_from(written.unsigned_abs()).map_err(|_| out_of_range())?;
            return count.checked_sub(back).map(|index| index as u32).ok_or_else(out_of_range);
        }
        let index = u32::try_from(written).map_err(|_| out_of_range())?;
        if index > largest.index {
            *largest = Largest { index, line };
        }
        Ok(index - 1)
    }
}

impl Largest {
    /// Checks at the end of the file that there are as many items as were named.
    pub(super) fn check(self, count: usize, items: &'static str) -> Result<(), ObjError> {
        let Self { index, line } = self;
        if index as usize > count {
            return Err(ObjError::IndexOutOfRange { line, index: index.into(), items, count });
        }
        Ok(())
    }
}

/// Checks that one more item can still be numbered.
pub(super) fn check_count(count: usize, items: &'static str, line: u64) -> Result<(), ObjError> {
    const LIMIT: usize = u32::MAX as usize;
    if count < LIMIT { Ok(()) } else { Err(ObjError::TooMany { line, items, limit: LIMIT }) }
}

#[test]
fn the_limit_of_numbering() {
    assert!(check_count(u32::MAX as usize - 1, "vertices", 1).is_ok());
    let error = check_count(u32::MAX as usize, "vertices", 7).unwrap_err();
    assert_eq!(error.to_string(), "line 7: more than 4294967295 vertices");
}
