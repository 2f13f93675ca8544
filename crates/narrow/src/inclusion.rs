//! Inclusion: subdivision of time and of the primitives' parameters, with certified bounds
//! [Snyder 1992] [Wang 2021].
//!
//! A cell is a window of time, a part of one primitive and a part of the other. Over a cell the
//! vector between the two primitives is a convex combination of its values at the cell's corners:
//!
//! ```text
//! vertex–face   F(t, w) = p(t) − Σ wᵢ cᵢ(t)       two times × three corners of a part of the face
//! edge–edge     F(t, s, r) = b(r, t) − a(s, t)    two times × two × two ends
//! ```
//!
//! If along some direction all corner values are above `ξ`, the cell holds no contact. Directions
//! are the three axes, the normal in the cell's middle, and a few steps towards the corner hull's
//! closest point to the origin. Other cells are halved along the parameter over which `F` varies
//! most; a cell over which it varies less than the tolerance, and an eighth of it over time, is a
//! hit at its first moment. Cells are visited depth first, the earlier half of time first, and
//! cells that begin after the best hit are dropped.
//!
//! Memory is one stack of at most [`STACK`] cells; work is bounded by [`Inclusion::max_cells`],
//! after which the earliest time that is still open is reported. Independent of the coplanarity
//! cubic in every respect.
//!
//! **Not exact:** primitives closer than the tolerance may be reported as hits.

use glam::DVec3;
use ripstop_geometry::MovingPoint;

use crate::ccd::{Ccd, Decision, Verdict, all_finite};
use crate::cubic::primitives::{EdgeEdge, VertexFace};
use crate::separation::{Closest, MARGIN, ScaledStep};

/// Cells that can wait at a time: every halving leaves one, and no parameter can be halved more
/// than 52 times.
const STACK: usize = 4 * 52;

/// Steps towards the closest point of a cell's corners.
const APPROACHES: usize = 4;

/// The part of the tolerance that the variation over time may take up: what is left of it is how
/// early times are.
const TIME_FRACTION: f64 = 0.125;

/// Inclusion-based CCD with a minimum separation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inclusion {
    /// `ξ`: primitives closer than this count as touching (m).
    pub separation: f64,
    /// A cell over which the distance vector varies less than this, and less than an eighth of it
    /// over time, is a hit (fraction of the size of the query).
    pub tolerance: f64,
    /// Cells to examine before the method gives up and reports a hit.
    pub max_cells: u32,
}

impl Inclusion {
    /// Contact, without a minimum separation.
    #[must_use]
    pub const fn contact() -> Self {
        Self::with_separation(0.0)
    }

    /// Primitives closer than `separation` (m) count as touching.
    #[must_use]
    pub const fn with_separation(separation: f64) -> Self {
        Self { separation, tolerance: 1e-6, max_cells: 50_000 }
    }
}

impl Default for Inclusion {
    fn default() -> Self {
        Self::contact()
    }
}

impl Ccd for Inclusion {
    fn separation(&self) -> f64 {
        self.separation
    }

    fn vertex_face(
        &self,
        vertex: MovingPoint,
        [a, b, c]: [MovingPoint; 3],
        horizon: f64,
    ) -> Verdict {
        self.subdivide::<VertexFace>(&[vertex, a, b, c], horizon)
    }

    fn edge_edge(
        &self,
        [a0, a1]: [MovingPoint; 2],
        [b0, b1]: [MovingPoint; 2],
        horizon: f64,
    ) -> Verdict {
        self.subdivide::<EdgeEdge>(&[a0, a1, b0, b1], horizon)
    }
}

/// Primitives that can be cut into parts.
trait Parts: Closest {
    /// Corners of a part: weights of the separations, as many as needed, the last repeated.
    type Part: Copy;

    /// Both primitives whole.
    const WHOLE: Self::Part;

    /// The distance vector at the corners of a part.
    fn corners(part: &Self::Part, separations: &[DVec3; 4]) -> [DVec3; 4];

    /// Halves a part along its most variable parameter, given the corner values at one moment.
    fn halves(part: &Self::Part, values: &[DVec3; 4]) -> [Self::Part; 2];

    /// Largest variation over a parameter, given the corner values at one moment.
    fn variation(values: &[DVec3; 4]) -> f64;
}

/// A window of time and a part of the primitives.
#[derive(Clone, Copy)]
struct Cell<T> {
    lo: f64,
    hi: f64,
    part: T,
}

impl Parts for VertexFace {
    /// Barycentric weights of three corners of a part of the face.
    type Part = [DVec3; 3];
    const WHOLE: Self::Part = [DVec3::X, DVec3::Y, DVec3::Z];

    #[inline]
    fn corners(part: &Self::Part, d: &[DVec3; 4]) -> [DVec3; 4] {
        let [x, y, z] = part.map(|w| w.x * d[0] + w.y * d[1] + w.z * d[2]);
        [x, y, z, z]
    }

    #[inline]
    fn halves(part: &Self::Part, values: &[DVec3; 4]) -> [Self::Part; 2] {
        let side = |i: usize| values[i].distance_squared(values[(i + 1) % 3]);
        let longest = (0..3).fold(0, |best, i| if side(i) > side(best) { i } else { best });
        let next = (longest + 1) % 3;
        let middle = 0.5 * (part[longest] + part[next]);
        let (mut first, mut second) = (*part, *part);
        first[next] = middle;
        second[longest] = middle;
        [first, second]
    }

    #[inline]
    fn variation([x, y, z, _]: &[DVec3; 4]) -> f64 {
        largest(*x - *y).max(largest(*y - *z)).max(largest(*z - *x))
    }
}

impl Parts for EdgeEdge {
    /// Ranges of the parameters of the two edges.
    type Part = [[f64; 2]; 2];
    const WHOLE: Self::Part = [[0.0, 1.0], [0.0, 1.0]];

    #[inline]
    fn corners([s, r]: &Self::Part, d: &[DVec3; 4]) -> [DVec3; 4] {
        // d = b₀−a₀, b₀−a₁, b₁−a₀, b₁−a₁.
        let at = |s: f64, r: f64| {
            let from_b0 = (1.0 - s) * d[0] + s * d[1];
            let from_b1 = (1.0 - s) * d[2] + s * d[3];
            (1.0 - r) * from_b0 + r * from_b1
        };
        [at(s[0], r[0]), at(s[1], r[0]), at(s[0], r[1]), at(s[1], r[1])]
    }

    #[inline]
    fn halves(part: &Self::Part, v: &[DVec3; 4]) -> [Self::Part; 2] {
        let along = usize::from(v[0].distance_squared(v[2]) > v[0].distance_squared(v[1]));
        let middle = 0.5 * (part[along][0] + part[along][1]);
        let (mut first, mut second) = (*part, *part);
        first[along][1] = middle;
        second[along][0] = middle;
        [first, second]
    }

    #[inline]
    fn variation(v: &[DVec3; 4]) -> f64 {
        largest(v[0] - v[1]).max(largest(v[0] - v[2]))
    }
}

fn largest(v: DVec3) -> f64 {
    v.abs().max_element()
}

/// Outcome of a cell.
enum Examined<T> {
    Clear,
    Hit,
    Halved([Cell<T>; 2]),
}

impl Inclusion {
    fn subdivide<P: Parts>(&self, points: &[MovingPoint; 4], horizon: f64) -> Verdict {
        let finite = all_finite(points);
        debug_assert!(finite, "coordinates must be finite: {points:?}");
        let step = if finite { ScaledStep::<P>::new(points, self.separation) } else { None };
        let Some(step) = step else { return Verdict::hit(0.0, Decision::Surrender) };

        let whole = Cell { lo: 0.0, hi: 1.0, part: P::WHOLE };
        let mut cells = [whole; STACK];
        let mut count = 1;
        let mut best: Option<f64> = None;
        let mut examined = 0;
        while count > 0 {
            count -= 1;
            let cell = cells[count];
            if best.is_some_and(|best| cell.lo >= best) {
                continue;
            }
            examined += 1;
            let halves = match self.examine(&step, &cell) {
                Examined::Clear => continue,
                Examined::Hit => {
                    best = Some(cell.lo);
                    continue;
                }
                Examined::Halved(halves) => halves,
            };
            if examined >= self.max_cells || count + 2 > STACK {
                // The earliest moment at which contact has not been excluded.
                let open = cells[..count].iter().map(|cell| cell.lo).fold(cell.lo, f64::min);
                return Verdict::hit(best.map_or(open, |best| best.min(open)), Decision::Surrender);
            }
            cells[count] = halves[1];
            cells[count + 1] = halves[0];
            count += 2;
        }
        let decision = if examined == 1 { Decision::Bounds } else { Decision::Refinement };
        Verdict { time: best.filter(|&time| time <= horizon), decision }
    }

    #[inline]
    fn examine<P: Parts>(&self, step: &ScaledStep<P>, cell: &Cell<P::Part>) -> Examined<P::Part> {
        let at = |t: f64| {
            let d = step.at(t);
            let [.., last] = P::SEPARATIONS else { return ([DVec3::ZERO; 4], d) };
            let separations: [DVec3; 4] =
                std::array::from_fn(|i| d[*P::SEPARATIONS.get(i).unwrap_or(last)]);
            (P::corners(&cell.part, &separations), d)
        };
        let (lo, d_lo) = at(cell.lo);
        let (hi, d_hi) = at(cell.hi);
        let middle = lo.iter().chain(&hi).sum::<DVec3>() / 8.0;
        let [u, v] = [0, 1].map(|i| d_lo[i] + d_hi[i]);
        // Along all axes at once.
        let corners = || lo.iter().chain(&hi);
        let ends = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let (low, high) = corners().fold(ends, |(low, high), f| (low.min(*f), high.max(*f)));
        if low.max(-high).max_element() - CORNER_MARGIN > step.separation {
            return Examined::Clear;
        }
        // Along a direction: the gap between the corner values and the origin, and the corner that
        // limits it.
        let gap = |n: DVec3| {
            let dots = corners().map(|f| (n.dot(*f), *f));
            let least = dots.fold((f64::INFINITY, n), |a, b| if b.0 < a.0 { b } else { a });
            (least.0 / n.length() - CORNER_MARGIN, least.1)
        };
        let normal = u.cross(v);
        let normal = if normal.dot(middle) < 0.0 { -normal } else { normal };
        if normal.length() > 1e-100 && gap(normal).0 > step.separation {
            return Examined::Clear;
        }
        // Towards the point of the corners' hull that is closest to the origin [Gilbert 1966].
        let mut nearest = middle;
        for _ in 0..APPROACHES {
            if nearest.length() < 1e-100 {
                break;
            }
            let (bound, corner) = gap(nearest);
            if bound > step.separation {
                return Examined::Clear;
            }
            let along = corner - nearest;
            let part = -nearest.dot(along) / along.length_squared();
            nearest += part.clamp(0.0, 1.0) * along;
        }
        let over_time = (0..4).map(|i| largest(hi[i] - lo[i])).fold(0.0, f64::max);
        let over_parts = P::variation(&lo).max(P::variation(&hi));
        let is_small = over_parts <= self.tolerance;
        if is_small && over_time <= TIME_FRACTION * self.tolerance {
            return Examined::Hit;
        }
        Examined::Halved(if is_small || over_time > over_parts {
            let middle = 0.5 * (cell.lo + cell.hi);
            [Cell { hi: middle, ..*cell }, Cell { lo: middle, ..*cell }]
        } else {
            P::halves(&cell.part, &lo).map(|part| Cell { part, ..*cell })
        })
    }
}

/// The margin of `separation`, and what the blends of a part add: `8u` for each of at most four
/// weights.
const CORNER_MARGIN: f64 = 2.0 * MARGIN;
