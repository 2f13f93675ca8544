//! Collision filters between surfaces: data, not closures.
//!
//! A pair that a filter takes out is also out of every guarantee; a report on a run names
//! [`Filters::excluded_pairs`]. Primitives with a common vertex are never a pair, with any filter.

use crate::SurfaceId;

/// The cause of a surface's motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Moved by the simulation.
    #[default]
    Cloth,
    /// Moved, if at all, by a prescription. Two obstacles are never a pair: nobody could part them.
    Obstacle,
}

/// Membership in up to 32 groups, one bit each.
///
/// Two surfaces may meet if each has a group that the other collides with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups {
    /// The groups of this surface.
    pub member_of: u32,
    /// The groups it collides with.
    pub collides_with: u32,
}

impl Groups {
    /// Member of every group, collides with every group.
    pub const ALL: Self = Self { member_of: u32::MAX, collides_with: u32::MAX };

    fn allow(self, other: Self) -> bool {
        self.member_of & other.collides_with != 0 && other.member_of & self.collides_with != 0
    }
}

impl Default for Groups {
    fn default() -> Self {
        Self::ALL
    }
}

/// The filter of one surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SurfaceFilter {
    /// Cloth or obstacle.
    pub role: Role,
    /// Groups; a surface whose groups do not allow itself has no self-contact.
    pub groups: Groups,
}

/// The filters of all surfaces. Surfaces beyond the end of the list have the default filter, so
/// that the empty list allows everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filters {
    /// Indexed by [`SurfaceId`].
    pub surfaces: Vec<SurfaceFilter>,
}

impl Filters {
    /// True if primitives of `a` and primitives of `b` may be pairs.
    #[must_use]
    pub fn allow(&self, a: SurfaceId, b: SurfaceId) -> bool {
        let [a, b] = [a, b].map(|id| self.surfaces.get(id.index()).copied().unwrap_or_default());
        (a.role, b.role) != (Role::Obstacle, Role::Obstacle) && a.groups.allow(b.groups)
    }

    /// Pairs of surfaces with at least one cloth that the groups take out of the guarantee.
    pub fn excluded_pairs(&self) -> impl Iterator<Item = (SurfaceId, SurfaceId)> {
        let surfaces = || (0..).map(SurfaceId).zip(&self.surfaces);
        surfaces().flat_map(move |(a, first)| {
            surfaces()
                .skip(a.index())
                .filter(move |(_, second)| {
                    let obstacles = [first.role, second.role] == [Role::Obstacle; 2];
                    !obstacles && !first.groups.allow(second.groups)
                })
                .map(move |(b, _)| (a, b))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_filter_allows_everything() {
        assert!(Filters::default().allow(SurfaceId(0), SurfaceId(7)));
        assert_eq!(Filters::default().excluded_pairs().count(), 0);
    }

    #[test]
    fn groups_and_roles_take_pairs_out() {
        let cloth = SurfaceFilter::default();
        let obstacle = SurfaceFilter { role: Role::Obstacle, ..cloth };
        let ghost =
            SurfaceFilter { groups: Groups { member_of: 0b10, collides_with: 0b01 }, ..cloth };
        let filters = Filters { surfaces: vec![cloth, obstacle, obstacle, ghost] };
        let allow = |a, b| filters.allow(SurfaceId(a), SurfaceId(b));
        assert!(allow(0, 0) && allow(0, 1) && allow(2, 0) && allow(0, 3));
        assert!(!allow(1, 1) && !allow(1, 2));
        assert!(!allow(3, 3), "a ghost does not meet itself");
        let excluded: Vec<_> = filters.excluded_pairs().collect();
        assert_eq!(excluded, [(SurfaceId(3), SurfaceId(3))]);
    }
}
