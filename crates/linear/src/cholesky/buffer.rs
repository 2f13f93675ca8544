//! Memory for numbers that is kept, not cleared, and begins with a cache line.

/// Numbers of a cache line.
const LINE: usize = 8;

/// Numbers that are written before they are read.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    memory: Vec<f64>,
}

impl Buffer {
    /// Returns so many numbers with any values; none if memory does not suffice.
    pub(super) fn numbers(&mut self, count: usize) -> Option<&mut [f64]> {
        let needed = count.checked_add(LINE)?;
        if needed > self.memory.len() {
            // What is there need not be moved.
            self.memory.clear();
            self.memory.try_reserve_exact(needed).ok()?;
            self.memory.resize(needed, 0.0);
        }
        let first = self.first();
        self.memory.get_mut(first..first + count)
    }

    /// The same numbers, to be read.
    pub(super) fn written(&self) -> &[f64] {
        self.memory.get(self.first()..).unwrap_or(&[])
    }

    /// First number that is aligned.
    fn first(&self) -> usize {
        self.memory.as_ptr().align_offset(LINE * size_of::<f64>()).min(LINE)
    }
}
