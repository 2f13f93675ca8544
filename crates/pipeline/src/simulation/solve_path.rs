//! The path of solves with contacts inside: straight from corner to corner.
//!
//! A solve asks CCD for the limit of every step before it takes it. A step that is then taken in
//! full has been certified, on the very positions that are its ends; one that is taken in part is
//! certified when it is taken. What could not be is checked again at the end.

use glam::DVec3;
use ripstop_detection::Query;
use ripstop_geometry::Motion;

/// Corners of a path, after its start.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolvePath {
    corners: Vec<Corner>,
    /// Ends of the last straight motion that was found free (m).
    free: Option<[Vec<DVec3>; 2]>,
}

#[derive(Clone, Debug)]
struct Corner {
    /// Positions (m).
    positions: Vec<DVec3>,
    /// Positions (m) from which the straight motion to here was found free.
    free_from: Option<Vec<DVec3>>,
}

/// A straight piece of a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'a> {
    pub(crate) start: &'a [DVec3],
    pub(crate) end: &'a [DVec3],
    /// True if it was found free when it was taken.
    pub(crate) is_certified: bool,
}

impl SolvePath {
    /// Remembers that no pair touches on a straight motion, its ends included.
    pub(crate) fn found_free(&mut self, start: &[DVec3], end: Vec<DVec3>) {
        self.free = Some([start.to_vec(), end]);
    }

    /// Goes straight on to some positions (m) from the last corner, or from `start`, and certifies
    /// that at once if it was not: candidates are at hand.
    pub(crate) fn go_on(&mut self, query: &mut Query, start: &[DVec3], positions: &[DVec3]) {
        if self.free.as_ref().is_none_or(|[_, end]| end != positions) {
            let from = self.last().unwrap_or(start);
            if query.first_impact(&Motion { start: from, end: positions }).is_none() {
                self.free = Some([from.to_vec(), positions.to_vec()]);
            }
        }
        self.go_to(positions);
    }

    /// Goes straight on to some positions (m).
    fn go_to(&mut self, positions: &[DVec3]) {
        let free = self.free.take().filter(|[_, end]| end == positions);
        let free_from = free.map(|[start, _]| start);
        self.corners.push(Corner { positions: positions.to_vec(), free_from });
    }

    /// Goes on along another path.
    pub(crate) fn append(&mut self, other: &mut Self) {
        self.corners.append(&mut other.corners);
    }

    /// Positions (m) of the last corner, if there is one.
    pub(crate) fn last(&self) -> Option<&[DVec3]> {
        self.corners.last().map(|corner| &*corner.positions)
    }

    /// Number of corners.
    pub(crate) const fn len(&self) -> usize {
        self.corners.len()
    }

    /// Gives up all corners but the first ones.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.corners.truncate(len);
    }

    /// Straight pieces from the start of the path to some end, but for those that lead nowhere.
    pub(crate) fn pieces<'a>(
        &'a self,
        start: &'a [DVec3],
        end: &'a [DVec3],
    ) -> impl Iterator<Item = Piece<'a>> {
        let starts = std::iter::once(start).chain(self.corners.iter().map(|c| &*c.positions));
        let ends = self.corners.iter().map(|c| (&*c.positions, c.free_from.as_deref()));
        let pieces = starts.zip(ends.chain(std::iter::once((end, None))));
        pieces.filter(|(start, (end, _))| start != end).map(|(start, (end, free_from))| Piece {
            start,
            end,
            is_certified: free_from == Some(start),
        })
    }
}

#[test]
fn only_what_was_found_free_is_certified() {
    let [a, b, c, d] = [0.0, 1.0, 2.0, 3.0].map(|x| vec![DVec3::splat(x)]);
    let mut path = SolvePath::default();
    path.found_free(&a, b.clone());
    path.go_to(&b);
    // Half of what was found free has another end.
    path.found_free(&b, d.clone());
    path.go_to(&c);
    // From elsewhere than the last corner.
    path.found_free(&a, d.clone());
    path.go_to(&d);
    path.go_to(&d);
    let certified = |start: &[DVec3], end: &[DVec3]| -> Vec<bool> {
        path.pieces(start, end).map(|piece| piece.is_certified).collect()
    };
    assert_eq!(certified(&a, &d), [true, false, false]);
    assert_eq!(certified(&c, &d), [false; 3], "it starts elsewhere");
    assert_eq!(certified(&a, &a), [true, false, false, false], "it goes on");
}
