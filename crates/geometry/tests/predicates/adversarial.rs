//! Points that are hard to tell apart: lattices, last bits, planes, extreme and mixed scales.

use glam::DVec3;

/// A small deterministic generator (`SplitMix64`).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// An integer in `low..=high`, as a float.
    pub(crate) fn integer(&mut self, low: i32, high: i32) -> f64 {
        f64::from(low) + f64::from(self.below((high - low + 1).unsigned_abs().into()) as u32)
    }

    /// A number in `−1..1` with all its bits random.
    pub(crate) fn unit(&mut self) -> f64 {
        // The exponent of [2, 4) with a random mantissa.
        f64::from_bits((self.next() >> 12) | (1024 << 52)) - 3.0
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }

    fn vector(&mut self, mut coordinate: impl FnMut(&mut Self) -> f64) -> DVec3 {
        DVec3::from_array(std::array::from_fn(|_| coordinate(self)))
    }
}

/// Layout of the points of one case, before scaling.
#[derive(Clone, Copy, PartialEq)]
enum Layout {
    /// Multiples of 4 from −4 to 4: mostly coplanar, collinear or equal.
    TinyLattice,
    /// Multiples of 4 from −12 to 12; what is made from them by halves and quarters is exact.
    Lattice,
    /// Integers of 26 bits, whose determinants fill a double.
    WideLattice,
    /// Random points of the unit cube.
    General,
    /// Random points on a plane through the cube, rounded.
    NearlyCoplanar,
    /// Random points on a line through the cube, rounded.
    NearlyCollinear,
    /// Any finite bit pattern.
    AnyBits,
    /// A few units above zero or below the largest number.
    EndsOfTheRange,
}

const LAYOUTS: [Layout; 6] = [
    Layout::TinyLattice,
    Layout::Lattice,
    Layout::WideLattice,
    Layout::General,
    Layout::NearlyCoplanar,
    Layout::NearlyCollinear,
];

/// Drawn once in twenty cases: thousands of bits are slow to judge over the rationals.
const EXTREME_LAYOUTS: [Layout; 2] = [Layout::AnyBits, Layout::EndsOfTheRange];

/// `N` points that are hard to judge; half of the cases are scaled to the ends of the exponent
/// range.
pub(crate) fn points<const N: usize>(random: &mut Random) -> [DVec3; N] {
    let extreme = random.below(20) == 0;
    let layout = random.pick(if extreme { &EXTREME_LAYOUTS[..] } else { &LAYOUTS });
    let frame: [DVec3; 3] = std::array::from_fn(|_| random.vector(Random::unit));
    let mut points = [DVec3::ZERO; N];
    for i in 0..N {
        let fresh = place(random, layout, frame);
        points[i] = if i >= 2 { related(random, fresh, &points[..i]) } else { fresh };
    }
    if extreme {
        return points;
    }
    let scales = scales(random);
    let scaled = points.map(|p| p * scales);
    if random.below(3) == 0 { scaled.map(|p| nudged(random, p)) } else { scaled }
}

fn place(random: &mut Random, layout: Layout, frame: [DVec3; 3]) -> DVec3 {
    let [origin, u, v] = frame;
    match layout {
        Layout::TinyLattice => random.vector(|r| 4.0 * r.integer(-1, 1)),
        Layout::Lattice => random.vector(|r| 4.0 * r.integer(-3, 3)),
        Layout::WideLattice => random.vector(|r| r.integer(-(1 << 26), 1 << 26)),
        Layout::General => random.vector(Random::unit),
        Layout::NearlyCoplanar => origin + random.unit() * u + random.unit() * v,
        Layout::NearlyCollinear => origin + random.unit() * u,
        Layout::AnyBits => random.vector(|r| {
            let x = f64::from_bits(r.next());
            if x.is_finite() { x } else { 1.0 }
        }),
        Layout::EndsOfTheRange => random.vector(|r| {
            let k = r.below(4);
            let magnitude = if r.below(2) == 0 { f64::MAX.to_bits() - k } else { k };
            let x = f64::from_bits(magnitude);
            if r.below(2) == 0 { x } else { -x }
        }),
    }
}

/// A fresh point, or one that is made from earlier ones: equal, between, on their line, in their
/// plane.
fn related(random: &mut Random, fresh: DVec3, earlier: &[DVec3]) -> DVec3 {
    let first = random.below(earlier.len() as u64) as usize;
    let [a, b, c] = [0, 1, 2].map(|k| earlier[(first + k) % earlier.len()]);
    let made = match random.below(12) {
        0 => a,
        1 => 0.5 * a + 0.5 * b,
        2 => a + (b - a) * random.integer(-2, 3),
        3 => a + (b - a) * random.unit().abs(),
        4 => a + (b - c),
        5 => 0.25 * a + 0.5 * b + 0.25 * c,
        _ => fresh,
    };
    if made.is_finite() { made } else { fresh }
}

/// A power of two for every axis: all the same, or different ones, which keeps planes and lines
/// exact.
fn scales(random: &mut Random) -> DVec3 {
    let power =
        |exponent: i32| f64::powi(2.0, exponent / 2) * f64::powi(2.0, exponent - exponent / 2);
    // Where squares and cubes of coordinates begin to underflow and overflow, and further out.
    let uniform = [-1070, -537, -512, -400, -358, -341, -105, 105, 338, 340, 400, 511, 990];
    let mixed = [-520, -400, -105, 0, 105, 400];
    match random.below(8) {
        0..4 => DVec3::ONE,
        4..7 => DVec3::splat(power(random.pick(&uniform))),
        _ => random.vector(|r| power(r.pick(&mixed))),
    }
}

/// The point with its coordinates moved by a few units in the last place.
fn nudged(random: &mut Random, point: DVec3) -> DVec3 {
    // Next to zero is a subnormal number, again of a thousand bits beside the others.
    let mut nudge = |x: f64| match random.below(if x == 0.0 { 60 } else { 6 }) {
        0 => x.next_up(),
        1 => x.next_down(),
        2 => x.next_up().next_up(),
        _ => x,
    };
    DVec3::new(nudge(point.x), nudge(point.y), nudge(point.z))
}
