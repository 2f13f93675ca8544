//! Projection onto all planes of a zone at once, in the metric of masses.
//!
//! ```text
//! minimise ½ Σ mᵢ|xᵢ − yᵢ|²   subject to   J x ≥ g          rows of J: aᵢ n
//! x = y + M⁻¹Jᵀλ             λ ≥ 0 minimises ½ λᵀAλ − λᵀ(g − J y),  A = J M⁻¹ Jᵀ
//! ```
//!
//! This is [Harmon 2008]'s inelastic projection with inequalities, and with one plane the step
//! `λ = −C/Σ wⱼ|∂C/∂xⱼ|²`. `A` is never formed: a product costs one visit to the planes and their
//! vertices. Planes are scaled by `1/√Aₖₖ`, and `‖A‖` is bounded by the largest row sum of
//! `|b||b|ᵀ`, `bₖᵢ = √wᵢ |aₖᵢ|/√Aₖₖ`.
//!
//! The dual's gradient is `J x − g`, the residual of each plane. So the stopping criterion is the
//! constraint itself: no plane is violated by more than its tolerance, and none with a positive
//! multiplier is overshot by more. Most planes converge soon; a few nearly contradicting ones take
//! long. So only planes that have not converged are solved, cluster by cluster, while the others
//! keep their multipliers (see [`clusters`]): block descent, whose cost is that of the clusters.
//!
//! With `g ≤ 0` (velocities: `g = 0`) any decrease of the dual from `λ = 0` means
//! `½|x|²_M ≤ ½|y|²_M + λᵀg ≤ ½|y|²_M`: kinetic energy does not grow, however early the solver
//! stops.

use glam::DVec3;
use ripstop_geometry::separation;

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

/// Products for a cluster in the first sweep; doubled in each of the next four.
const FIRST_PRODUCTS: usize = 50;

/// Sweeps over clusters of planes that have not converged.
const SWEEPS: usize = 48;

/// Result of a projection.
pub(super) struct Projection {
    /// In the order of the zone's vertices.
    pub(super) values: Vec<DVec3>,
    /// Multipliers, in the order of the planes.
    pub(super) multipliers: Vec<f64>,
    /// Visits to planes.
    pub(super) visits: usize,
}

/// Bounds, tolerances and initial multipliers, per plane.
pub(super) struct Goals {
    /// `g`.
    pub(super) least: Vec<f64>,
    pub(super) tolerances: Vec<f64>,
    /// Initial multipliers (warm start).
    pub(super) multipliers: Vec<f64>,
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

    /// The values nearest to `values` that satisfy the goals, with at most `limit` products for a
    /// cluster in a sweep.
    pub(super) fn project(&self, values: Vec<DVec3>, goals: &Goals, limit: usize) -> Projection {
        let mut displacements = vec![DVec3::ZERO; values.len()];
        self.spread(&self.scaled(&goals.multipliers), &mut displacements);
        let mut result = Projection {
            values: values.into_iter().zip(displacements).map(|(y, d)| y + d).collect(),
            multipliers: goals.multipliers.clone(),
            visits: self.rows.len(),
        };
        for sweep in 0..SWEEPS {
            let unsolved: Vec<usize> = (0..self.rows.len())
                .filter(|&k| {
                    let over = self.rows[k].value(&result.values) - goals.least[k];
                    !has_converged(result.multipliers[k], over, goals.tolerances[k])
                })
                .collect();
            if unsolved.is_empty() {
                break;
            }
            let free = |k: usize| self.rows[k].free_vertices();
            for part in clusters(self.rows.len(), self.vertices.len(), &unsolved, free) {
                self.improve(
                    &part,
                    goals,
                    (FIRST_PRODUCTS << sweep.min(4)).min(limit),
                    &mut result,
                );
            }
        }
        result
    }

    /// Friction on displacements or velocities, with the largest impulse of each plane, in sweeps
    /// over all planes: see [`friction`](super::friction).
    pub(super) fn rub(&self, values: &mut [DVec3], limits: &[f64], sweeps: usize) {
        let mut impulses = vec![DVec3::ZERO; self.rows.len()];
        for _ in 0..sweeps {
            for ((row, &limit), impulse) in self.rows.iter().zip(limits).zip(&mut impulses) {
                // Its mobility is the inverse square of the scale.
                let stopping = row.scale * row.scale * row.slip(values);
                let next = (*impulse - stopping).clamp_length_max(limit);
                let change = next - *impulse;
                *impulse = next;
                for (vertex, share) in row.vertices.into_iter().zip(row.shares) {
                    values[vertex as usize] += share * change;
                }
            }
        }
    }

    /// Solves for some planes while the others keep their multipliers.
    fn improve(&self, part: &[usize], goals: &Goals, limit: usize, result: &mut Projection) {
        let planes = self.part(part);
        let gathered = |numbers: &[f64]| part.iter().map(|&k| numbers[k]).collect::<Vec<f64>>();
        let goals = Goals {
            least: gathered(&goals.least),
            tolerances: gathered(&goals.tolerances),
            multipliers: gathered(&result.multipliers),
        };
        let mut own = vec![DVec3::ZERO; planes.vertices.len()];
        planes.spread(&planes.scaled(&goals.multipliers), &mut own);
        let others =
            planes.vertices.iter().zip(own).map(|(&i, own)| result.values[i] - own).collect();
        let better = planes.solve(others, &goals, limit);
        // Planes that contradict each other have no solution, and multipliers grow until they
        // overflow.
        if !better.values.iter().all(|value| value.is_finite()) {
            return;
        }
        for (&i, value) in planes.vertices.iter().zip(better.values) {
            result.values[i] = value;
        }
        for (&k, multiplier) in part.iter().zip(better.multipliers) {
            result.multipliers[k] = multiplier;
        }
        result.visits += better.visits;
    }

    /// All planes at once.
    fn solve(&self, values: Vec<DVec3>, goals: &Goals, limit: usize) -> Projection {
        let linear: Vec<f64> = self
            .rows
            .iter()
            .zip(&goals.least)
            .map(|(row, least)| row.scale * (least - row.value(&values)))
            .collect();
        let tolerances =
            self.rows.iter().zip(&goals.tolerances).map(|(row, t)| row.scale * t).collect();
        let displacements = vec![DVec3::ZERO; values.len()];
        let mut dual = Dual { planes: self, linear, tolerances, displacements };
        let Minimum { x, products } = minimise(&mut dual, self.scaled(&goals.multipliers), limit);
        self.spread(&x, &mut dual.displacements);
        Projection {
            values: values.into_iter().zip(dual.displacements).map(|(y, d)| y + d).collect(),
            multipliers: self.rows.iter().zip(&x).map(|(row, x)| row.scale * x).collect(),
            visits: products * self.rows.len(),
        }
    }

    fn scaled(&self, multipliers: &[f64]) -> Vec<f64> {
        let scaled = |(row, y): (&Row, &f64)| if row.scale > 0.0 { y / row.scale } else { 0.0 };
        self.rows.iter().zip(multipliers).map(scaled).collect()
    }

    /// Some of the planes; their vertices are indices into this zone's vertices.
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
    fn spread(&self, x: &[f64], displacements: &mut [DVec3]) {
        displacements.fill(DVec3::ZERO);
        for (row, x) in self.rows.iter().zip(x) {
            let impulse = row.scale * x * row.normal;
            for (vertex, share) in row.vertices.into_iter().zip(row.shares) {
                displacements[vertex as usize] += share * impulse;
            }
        }
    }
}

impl Row {
    /// Its free vertices.
    fn free_vertices(&self) -> impl Iterator<Item = usize> {
        let pairs = self.vertices.into_iter().zip(self.shares);
        pairs.filter(|&(_, share)| share != 0.0).map(|(vertex, _)| vertex as usize)
    }

    /// `(1 − n nᵀ) Σ aᵢ vᵢ`.
    fn slip(&self, values: &[DVec3]) -> DVec3 {
        let apart = separation(self.weights, self.vertices.map(|v| values[v as usize]));
        apart - apart.dot(self.normal) * self.normal
    }

    /// `n · Σ aᵢ xᵢ`.
    fn value(&self, values: &[DVec3]) -> f64 {
        let terms = self.vertices.into_iter().zip(self.weights);
        terms.map(|(vertex, weight)| weight * values[vertex as usize].dot(self.normal)).sum()
    }
}

struct Dual<'a> {
    planes: &'a ZonePlanes,
    linear: Vec<f64>,
    tolerances: Vec<f64>,
    displacements: Vec<DVec3>,
}

impl Quadratic for Dual<'_> {
    fn product(&mut self, x: &[f64]) -> Vec<f64> {
        self.planes.spread(x, &mut self.displacements);
        self.planes.rows.iter().map(|row| row.scale * row.value(&self.displacements)).collect()
    }

    fn linear(&self) -> &[f64] {
        &self.linear
    }

    fn norm_bound(&self) -> f64 {
        self.planes.norm_bound
    }

    fn is_solved(&self, x: &[f64], g: &[f64]) -> bool {
        x.iter()
            .zip(g)
            .zip(&self.tolerances)
            .all(|((&x, &g), &tolerance)| has_converged(x, g, tolerance))
    }
}

/// True if a plane with this multiplier and the residual `over` has converged.
fn has_converged(multiplier: f64, over: f64, tolerance: f64) -> bool {
    over >= -tolerance && (multiplier == 0.0 || over <= tolerance)
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
