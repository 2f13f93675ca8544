//! Rows below the columns of fronts, found from children to parents.

use std::ops::Range;

/// The rows of all fronts so far.
#[derive(Debug)]
pub(super) struct RowsBelow {
    rows: Vec<u32>,
    /// End of the columns below which a row was found last.
    found: Vec<u32>,
}

/// The rows of one front.
pub(super) struct Rows<'a> {
    all: &'a mut RowsBelow,
    /// Rows before this belong to the front's columns or to earlier ones.
    end: u32,
    first: usize,
}

impl RowsBelow {
    /// No rows, for fronts of so many columns.
    pub(super) fn new(columns: usize) -> Self {
        Self { rows: Vec::new(), found: vec![u32::MAX; columns] }
    }

    /// Begins with the rows below the given columns.
    pub(super) fn below(&mut self, columns: &Range<usize>) -> Rows<'_> {
        Rows { end: columns.end as u32, first: self.rows.len(), all: self }
    }

    pub(super) fn into_rows(self) -> Vec<u32> {
        self.rows
    }
}

impl Rows<'_> {
    /// Adds the rows that come after the columns.
    pub(super) fn add(&mut self, rows: impl Iterator<Item = u32>) {
        for row in rows {
            self.add_one(row);
        }
    }

    /// Adds those of an earlier front.
    pub(super) fn add_of(&mut self, range: &Range<usize>) {
        for k in range.clone() {
            self.add_one(self.all.rows[k]);
        }
    }

    fn add_one(&mut self, row: u32) {
        // The last column of a front is its name: no other one has it.
        let found = &mut self.all.found[row as usize];
        if row >= self.end && *found != self.end {
            *found = self.end;
            self.all.rows.push(row);
        }
    }

    /// Puts them into order.
    pub(super) fn sorted(self) -> Range<usize> {
        let Self { all, first, .. } = self;
        all.rows[first..].sort_unstable();
        first..all.rows.len()
    }
}
