//! The nearest values, in the metric of masses, that respect all planes of a zone at once.
//!
//! ```text
//! minimise ½ Σ mᵢ|xᵢ − yᵢ|²   subject to   J x ≥ g          rows of J: aᵢ n
//! x = y + M⁻¹Jᵀλ             λ ≥ 0 minimises ½ λᵀAλ − λᵀ(g − J y),  A = J M⁻¹ Jᵀ
//! ```
//!
//! This is [Harmon 2008]'s inelastic projection with inequalities, and with one plane the step `λ = −C/Σ wⱼ|∂C/∂xⱼ|²`.
//! `A` is never formed: a product costs a visit to the planes and their vertices. Planes are scaled by `1/√Aₖₖ`,
//! and `‖A‖` is bounded by the largest row sum of `|b||b|ᵀ`, `bₖᵢ = √wᵢ |aₖᵢ|/√Aₖₖ`.
//!
//! The dual's gradient is `J x − g`: how far each plane is satisfied. So the solver stops where it matters: no plane is
//! violated by more than its tolerance, and none that pushes is overshot by more. Most planes get there soon; a few
//! nearly contradicting ones take long. So only planes that are not there yet are solved, cluster by cluster, while the others
//! keep their multipliers (see [`clusters`]): descent by blocks, whose cost is that of the clusters.
//!
//! With `g ≤ 0` (velocities: `g = 0`) any decrease of the dual from `λ = 0` means `½|x|²_M ≤ ½|y|²_M + λᵀg ≤ ½|y|²_M`: kinetic
//! energy does not grow, however early the solver stops.

use glam::DVec3;

use super::bound_solver::{Minimum, Quadratic, minimise};
use super::clusters::clusters;
use super::plane::Plane;

/// The planes of one zone, with vertices numbered within it.
pub(super) struct ZonePlanes {
    /// Vertices of the zone, ascending.
    pub(super) vertices: Vec<usize>,
    rows: Vec<Row>,
    norm_bound: f64,
}

/// A scaled row of `J`.
#[derive(Clone, Copy)]
struct Row {
    vertices: [u32; 4],
    weights: [f64; 4],
    shares: [f64; 4],
    normal: DVec3,
    scale: f64,
}

/// Products for a cluster in the first turn; doubled four times in the turns after it.
const FIRST_PRODUCTS: usize = 50;

/// Turns over clusters of planes that are not met yet.
const TURNS: usize = 48;

/// What a projection came to.
pub(super) struct Projection {
    /// In the order of the zone's vertices.
    pub(super) values: Vec<DVec3>,
    /// Multipliers, in the order of the planes.
    pub(super) pushes: Vec<f64>,
    /// Visits to planes that it took.
    pub(super) visits: usize,
}

/// What a projection has to reach, per plane.
pub(super) struct Goals {
    /// `g`.
    pub(super) least: Vec<f64>,
    pub(super) tolerances: Vec<f64>,
    /// Multipliers to start from.
    pub(super) pushes: Vec<f64>,
}

impl ZonePlanes {
    pub(super) fn new<'a>(planes: impl Iterator<Item = &'a Plane> + Clone) -> Self {
        let vertices = distinct(planes.clone().flat_map(|plane| plane.stencil.vertices));
        let rows: Vec<Row> = planes
            .map(|plane| Row {
                vertices: plane
                    .stencil
                    .vertices
                    .map(|v| vertices.partition_point(|&u| u < v) as u32),
                weights: plane.stencil.weights,
                shares: plane.stencil.shares,
                normal: plane.normal,
                scale: if plane.stencil.mobility > 0.0 {
                    plane.stencil.mobility.sqrt().recip()
                } else {
                    0.0
                },
            })
            .collect();
        let norm_bound = norm_bound(&rows, vertices.len());
        Self { vertices, rows, norm_bound }
    }

    /// The values nearest to `values` that reach the goals, with at most `limit` products for a cluster in a turn.
    pub(super) fn project(&self, values: Vec<DVec3>, goals: &Goals, limit: usize) -> Projection {
        let mut moves = vec![DVec3::ZERO; values.len()];
        self.spread(&self.scaled(&goals.pushes), &mut moves);
        let mut answer = Projection {
            values: values.into_iter().zip(moves).map(|(y, pushed)| y + pushed).collect(),
            pushes: goals.pushes.clone(),
            visits: self.rows.len(),
        };
        for turn in 0..TURNS {
            let unsolved: Vec<usize> = (0..self.rows.len())
                .filter(|&k| {
                    let over = self.rows[k].across(&answer.values) - goals.least[k];
                    !is_met(answer.pushes[k], over, goals.tolerances[k])
                })
                .collect();
            if unsolved.is_empty() {
                break;
            }
            let free = |k: usize| self.rows[k].free_vertices();
            for part in clusters(self.rows.len(), self.vertices.len(), &unsolved, free) {
                self.improve(&part, goals, (FIRST_PRODUCTS << turn.min(4)).min(limit), &mut answer);
            }
        }
        answer
    }

    /// Solves for some planes while the others keep their multipliers.
    fn improve(&self, part: &[usize], goals: &Goals, limit: usize, answer: &mut Projection) {
        let planes = self.part(part);
        let gathered = |numbers: &[f64]| part.iter().map(|&k| numbers[k]).collect::<Vec<f64>>();
        let goals = Goals {
            least: gathered(&goals.least),
            tolerances: gathered(&goals.tolerances),
            pushes: gathered(&answer.pushes),
        };
        let mut own = vec![DVec3::ZERO; planes.vertices.len()];
        planes.spread(&planes.scaled(&goals.pushes), &mut own);
        let others =
            planes.vertices.iter().zip(own).map(|(&i, own)| answer.values[i] - own).collect();
        let better = planes.solve(others, &goals, limit);
        // Planes that contradict each other have no answer, and multipliers grow until they overflow.
        if !better.values.iter().all(|value| value.is_finite()) {
            return;
        }
        for (&i, value) in planes.vertices.iter().zip(better.values) {
            answer.values[i] = value;
        }
        for (&k, push) in part.iter().zip(better.pushes) {
            answer.pushes[k] = push;
        }
        answer.visits += better.visits;
    }

    /// All planes at once.
    fn solve(&self, values: Vec<DVec3>, goals: &Goals, limit: usize) -> Projection {
        let linear: Vec<f64> = self
            .rows
            .iter()
            .zip(&goals.least)
            .map(|(row, least)| row.scale * (least - row.across(&values)))
            .collect();
        let tolerances =
            self.rows.iter().zip(&goals.tolerances).map(|(row, t)| row.scale * t).collect();
        let moves = vec![DVec3::ZERO; values.len()];
        let mut dual = Dual { planes: self, linear, tolerances, moves };
        let Minimum { x, products } = minimise(&mut dual, self.scaled(&goals.pushes), limit);
        self.spread(&x, &mut dual.moves);
        Projection {
            values: values.into_iter().zip(dual.moves).map(|(y, pushed)| y + pushed).collect(),
            pushes: self.rows.iter().zip(&x).map(|(row, x)| row.scale * x).collect(),
            visits: products * self.rows.len(),
        }
    }

    fn scaled(&self, pushes: &[f64]) -> Vec<f64> {
        let scaled =
            |(row, push): (&Row, &f64)| if row.scale > 0.0 { push / row.scale } else { 0.0 };
        self.rows.iter().zip(pushes).map(scaled).collect()
    }

    /// Some of the planes, with vertices that are numbers of this zone's vertices.
    fn part(&self, rows: &[usize]) -> Self {
        let vertices =
            distinct(rows.iter().flat_map(|&k| self.rows[k].vertices).map(|v| v as usize));
        let number = |v: u32| vertices.partition_point(|&u| u < v as usize) as u32;
        let rows: Vec<Row> = rows
            .iter()
            .map(|&k| Row { vertices: self.rows[k].vertices.map(number), ..self.rows[k] })
            .collect();
        let norm_bound = norm_bound(&rows, vertices.len());
        Self { vertices, rows, norm_bound }
    }

    /// `M⁻¹Jᵀ` of scaled multipliers.
    fn spread(&self, x: &[f64], moves: &mut [DVec3]) {
        moves.fill(DVec3::ZERO);
        for (row, x) in self.rows.iter().zip(x) {
            let push = row.scale * x * row.normal;
            for (vertex, share) in row.vertices.into_iter().zip(row.shares) {
                moves[vertex as usize] += share * push;
            }
        }
    }
}

impl Row {
    /// The vertices that it can push.
    fn free_vertices(&self) -> impl Iterator<Item = usize> {
        let pairs = self.vertices.into_iter().zip(self.shares);
        pairs.filter(|&(_, share)| share != 0.0).map(|(vertex, _)| vertex as usize)
    }

    /// `n · Σ aᵢ xᵢ`.
    fn across(&self, values: &[DVec3]) -> f64 {
        let terms = self.vertices.into_iter().zip(self.weights);
        terms.map(|(vertex, weight)| weight * values[vertex as usize].dot(self.normal)).sum()
    }
}

struct Dual<'a> {
    planes: &'a ZonePlanes,
    linear: Vec<f64>,
    tolerances: Vec<f64>,
    moves: Vec<DVec3>,
}

impl Quadratic for Dual<'_> {
    fn product(&mut self, x: &[f64]) -> Vec<f64> {
        self.planes.spread(x, &mut self.moves);
        self.planes.rows.iter().map(|row| row.scale * row.across(&self.moves)).collect()
    }

    fn linear(&self) -> &[f64] {
        &self.linear
    }

    fn norm_bound(&self) -> f64 {
        self.planes.norm_bound
    }

    fn is_solved(&self, x: &[f64], g: &[f64]) -> bool {
        x.iter().zip(g).zip(&self.tolerances).all(|((&x, &g), &tolerance)| is_met(x, g, tolerance))
    }
}

/// Whether a plane that pushes so hard, and is satisfied by `over`, is left as it is.
fn is_met(push: f64, over: f64, tolerance: f64) -> bool {
    over >= -tolerance && (push == 0.0 || over <= tolerance)
}

fn distinct(vertices: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut vertices: Vec<usize> = vertices.collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

fn norm_bound(rows: &[Row], vertex_count: usize) -> f64 {
    let part = |row: &Row, k: usize| row.scale * (row.shares[k] * row.weights[k]).sqrt();
    let mut sums = vec![0.0; vertex_count];
    for row in rows {
        for k in 0..4 {
            sums[row.vertices[k] as usize] += part(row, k);
        }
    }
    let row_sum = |row: &Row| (0..4).map(|k| part(row, k) * sums[row.vertices[k] as usize]).sum();
    rows.iter().map(row_sum).fold(0.0, f64::max)
}
