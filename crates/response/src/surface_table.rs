//! Thickness and friction, surface by surface.

use ripstop_geometry::SurfaceId;

/// Contact properties of one surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceContact {
    /// Thickness `h` (m): the separation from a surface of the same thickness.
    pub thickness: f64,
    /// Coulomb's coefficient against a surface of the same friction.
    pub friction: f64,
}

/// Thickness and friction of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactRule {
    /// Thickness `h`: the separation of the pair (m).
    pub thickness: f64,
    /// Coulomb's coefficient.
    pub friction: f64,
}

/// The contact properties of all surfaces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurfaceTable {
    /// Indexed by [`SurfaceId`].
    pub surfaces: Vec<SurfaceContact>,
    /// Coefficients of pairs that have one of their own: lesser surface first, in order.
    frictions: Vec<([SurfaceId; 2], f64)>,
}

impl SurfaceTable {
    /// A table in which no pair has a coefficient of its own.
    #[must_use]
    pub const fn new(surfaces: Vec<SurfaceContact>) -> Self {
        Self { surfaces, frictions: Vec::new() }
    }

    /// Gives a pair a coefficient of its own. False if it has one already, which stays.
    pub fn set_friction(&mut self, pair: [SurfaceId; 2], coefficient: f64) -> bool {
        match self.place(pair) {
            Ok(_) => false,
            Err(place) => {
                self.frictions.insert(place, (ordered(pair), coefficient));
                true
            }
        }
    }

    /// The mean of the thicknesses (half of each lies on either side of its surface), and the
    /// coefficient of the pair: its own, or the geometric mean of the coefficients, so that one
    /// smooth surface makes the pair smooth.
    ///
    /// # Panics
    /// If there is no such surface.
    #[must_use]
    pub fn pair(&self, a: SurfaceId, b: SurfaceId) -> ContactRule {
        let own = self.place([a, b]).ok().map(|place| self.frictions[place].1);
        let [a, b] = [a, b].map(|id| self.surfaces[id.index()]);
        ContactRule {
            thickness: 0.5 * (a.thickness + b.thickness),
            friction: own.unwrap_or_else(|| (a.friction * b.friction).sqrt()),
        }
    }

    /// The place of a pair among those with a coefficient of their own, or where it belongs.
    fn place(&self, pair: [SurfaceId; 2]) -> Result<usize, usize> {
        self.frictions.binary_search_by_key(&ordered(pair), |(pair, _)| *pair)
    }

    /// The largest thickness of any pair (m).
    #[must_use]
    pub fn max_thickness(&self) -> f64 {
        self.surfaces.iter().map(|surface| surface.thickness).fold(0.0, f64::max)
    }

    /// The smallest thickness of any pair (m).
    #[must_use]
    pub fn min_thickness(&self) -> f64 {
        self.surfaces.iter().map(|surface| surface.thickness).fold(f64::INFINITY, f64::min)
    }
}

/// A pair with the lesser surface first.
fn ordered([a, b]: [SurfaceId; 2]) -> [SurfaceId; 2] {
    [a.min(b), a.max(b)]
}

#[test]
fn a_pair_may_have_a_coefficient_of_its_own() {
    let surface = |friction| SurfaceContact { thickness: 0.002, friction };
    let mut table = SurfaceTable::new(vec![surface(0.25), surface(1.0), surface(0.0)]);
    let ids = [0, 1, 2].map(SurfaceId);
    let coefficient = |table: &SurfaceTable, a, b| table.pair(ids[a], ids[b]).friction;
    assert_eq!(coefficient(&table, 0, 1), 0.5);
    assert!(table.set_friction([ids[2], ids[0]], 0.7) && table.set_friction([ids[1]; 2], 0.1));
    assert!(!table.set_friction([ids[0], ids[2]], 0.8), "the first stays");
    let found = [(0, 0), (0, 1), (0, 2), (2, 0), (1, 1), (1, 2)];
    let found = found.map(|(a, b)| coefficient(&table, a, b));
    assert_eq!(found, [0.25, 0.5, 0.7, 0.7, 0.1, 0.0]);
}
