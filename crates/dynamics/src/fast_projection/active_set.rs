//! The constraints that were active, from one iteration to the next.

use ripstop_geometry::Candidate;

use super::rows::{Constraint, Rows};

/// Ropes that were tight and contacts that were pressed.
#[derive(Debug, Default)]
pub(super) struct ActiveSet {
    /// False as long as nothing is known.
    is_known: bool,
    /// Ascending.
    ropes: Vec<usize>,
    /// In canonical order.
    contacts: Vec<Candidate>,
}

impl ActiveSet {
    /// Rows that are likely to be active: those that were, or else those that are violated.
    pub(super) fn start(&self, rows: &Rows) -> Vec<bool> {
        let is_active = |row: &super::rows::Row| match row.constraint {
            Constraint::Stitch => true,
            _ if !self.is_known => row.target < 0.0,
            Constraint::Rope(rope) => self.ropes.binary_search(&rope).is_ok(),
            Constraint::Contact(candidate) => self.contacts.binary_search(&candidate).is_ok(),
        };
        rows.list.iter().map(is_active).collect()
    }

    /// Remembers the rows that are active.
    pub(super) fn remember(&mut self, rows: &Rows, is_active: &[bool]) {
        self.is_known = true;
        self.ropes.clear();
        self.contacts.clear();
        for (row, _) in rows.list.iter().zip(is_active).filter(|(_, is_active)| **is_active) {
            match row.constraint {
                Constraint::Stitch => {}
                Constraint::Rope(rope) => self.ropes.push(rope),
                Constraint::Contact(candidate) => self.contacts.push(candidate),
            }
        }
    }
}
