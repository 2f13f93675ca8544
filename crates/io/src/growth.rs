//! Vectors that grow by a quarter.
//!
//! `Vec` doubles: at the moment of growing it holds the old and the new block, up to three times
//! what it has been given. A reader that promises a memory bound in terms of the file's size grows
//! by a quarter instead, 2.25 times at worst, and still copies each item only a constant number of
//! times (four on average).

/// Pushing with slow growth.
pub(crate) trait PushSlowly<T> {
    /// Appends an item; if there is no room left, makes room for a quarter more.
    fn push_slowly(&mut self, item: T);
}

impl<T> PushSlowly<T> for Vec<T> {
    #[inline]
    fn push_slowly(&mut self, item: T) {
        if self.len() == self.capacity() {
            self.reserve_exact((self.len() / 4).max(16));
        }
        self.push(item);
    }
}

#[test]
fn capacity_stays_within_a_quarter() {
    let mut items = Vec::new();
    for item in 0_u32..100_000 {
        items.push_slowly(item);
        assert!(items.capacity() <= items.len() + (items.len() / 4).max(16));
    }
    assert!(items.into_iter().eq(0..100_000));
}
