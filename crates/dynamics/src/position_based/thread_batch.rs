//! Four threads without a common vertex, solved side by side.
//!
//! Row `k` of a batch holds spring `k` of each thread, one in each lane. A thread that is shorter
//! than the longest is padded by repeating its last vertex, with inverse mass 0: springs of length
//! 0 that pull nothing. A lane without a thread is padded in the same way from its start.

use glam::DVec3;
use wide::f64x4;

use super::constraint_set::Gains;
use super::thread_paths::Path;

/// Threads in a batch.
pub(super) const LANES: usize = 4;

/// Constants and multipliers of four threads.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    /// Vertices by row.
    vertices: Vec<[u32; LANES]>,
    /// Number of vertices in each lane.
    counts: [usize; LANES],
    /// Inverse masses of the vertices (1/kg).
    weights: Vec<f64x4>,
    springs: Vec<Springs>,
    /// `λ`.
    pub(super) multipliers: Vec<f64x4>,
    /// Points that are not yet written, if batches are solved side by side.
    kept: Vec<[f64x4; 3]>,
}

/// One row of springs.
#[derive(Clone, Copy, Debug)]
struct Springs {
    /// `L` (m).
    length: f64x4,
    /// `α` (m/N).
    compliance: f64x4,
    /// `w_k + w_{k+1} + α̃`.
    diagonal: f64x4,
}

impl Springs {
    /// `w_k + w_{k+1} + α̃`, with the compliances times a factor.
    fn diagonal(&self, [a, b]: [f64x4; 2], scale: f64) -> f64x4 {
        let diagonal = a + b + self.compliance * scale;
        // Padding, and where nothing can move, is a row of the unit matrix.
        diagonal.simd_gt(f64x4::ZERO).select(diagonal, f64x4::ONE)
    }
}

/// Arrays as long as the longest thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Workspace {
    points: Vec<[f64x4; 3]>,
    directions: Vec<[f64x4; 3]>,
    /// The right side, then `Δλ`.
    values: Vec<f64x4>,
    /// `e_k`.
    couplings: Vec<f64x4>,
    /// Inverse pivots.
    inverses: Vec<f64x4>,
}

impl Workspace {
    pub(super) fn new(vertex_count: usize) -> Self {
        let scalars = || vec![f64x4::ZERO; vertex_count];
        let vectors = || vec![[f64x4::ZERO; 3]; vertex_count];
        Self {
            points: vectors(),
            directions: vectors(),
            values: scalars(),
            couplings: scalars(),
            inverses: scalars(),
        }
    }
}

impl Batch {
    /// Up to four paths, the longest first, and what gives rest length (m) and compliance (m/N) of
    /// an edge.
    pub(super) fn new(paths: &[Path], spring: impl Fn(u32) -> [f64; 2]) -> Self {
        let rows = paths[0].edges.len();
        let row = |k: usize| {
            let mut numbers = [[0.0; LANES]; 2];
            for (lane, path) in paths.iter().enumerate() {
                if let Some(&edge) = path.edges.get(k) {
                    [numbers[0][lane], numbers[1][lane]] = spring(edge);
                }
            }
            let [length, compliance] = numbers.map(f64x4::new);
            Springs { length, compliance, diagonal: f64x4::ONE }
        };
        let vertex = |k: usize, lane: usize| {
            let vertices = &paths.get(lane).unwrap_or(&paths[0]).vertices;
            vertices[k.min(vertices.len() - 1)]
        };
        Self {
            vertices: (0..=rows).map(|k| std::array::from_fn(|lane| vertex(k, lane))).collect(),
            counts: std::array::from_fn(|lane| paths.get(lane).map_or(0, |p| p.vertices.len())),
            weights: vec![f64x4::ZERO; rows + 1],
            springs: (0..rows).map(row).collect(),
            multipliers: vec![f64x4::ZERO; rows],
            kept: Vec::new(),
        }
    }

    pub(super) fn prepare(&mut self, inverse_masses: &[f64], gains: Gains) {
        for (k, (weights, vertices)) in self.weights.iter_mut().zip(&self.vertices).enumerate() {
            let weight = |lane: usize| inverse_masses[vertices[lane] as usize];
            *weights = f64x4::new(std::array::from_fn(|lane| {
                if k < self.counts[lane] { weight(lane) } else { 0.0 }
            }));
        }
        for (springs, ends) in self.springs.iter_mut().zip(self.weights.windows(2)) {
            springs.diagonal = springs.diagonal([ends[0], ends[1]], gains.compliance_scale);
        }
    }

    /// Solves the four systems.
    pub(super) fn solve(&mut self, gains: Gains, positions: &[DVec3], work: &mut Workspace) {
        self.gather(positions, &mut work.points);
        self.right_sides(gains, work);
        self.couple(work);
        let diagonals = self.springs.iter().map(|springs| springs.diagonal);
        eliminate(diagonals, work);
        for (lambda, delta) in self.multipliers.iter_mut().zip(&work.values) {
            *lambda += *delta;
        }
        self.move_points(work);
    }

    /// Slows the rates of the springs of the four threads together: `λ` in
    /// `(∇C W ∇Cᵀ + α̃/γ) λ = −∇C v`, then `v ← v + W ∇Cᵀ λ`.
    pub(super) fn slow(
        &self,
        gains: Gains,
        [positions, velocities]: [&[DVec3]; 2],
        work: &mut Workspace,
    ) {
        let rows = self.springs.len();
        self.gather(positions, &mut work.points);
        let ends = work.points.windows(2).take(rows);
        for (direction, ends) in work.directions.iter_mut().zip(ends) {
            *direction = unit(ends).0;
        }
        self.gather(velocities, &mut work.points);
        let directions = work.directions[..rows].iter().zip(work.points.windows(2));
        for (value, (direction, ends)) in work.values.iter_mut().zip(directions) {
            *value = -dot(*direction, between(ends));
        }
        self.couple(work);
        let scale = gains.compliance_scale / gains.viscosity;
        let springs = self.springs.iter().zip(self.weights.windows(2));
        let diagonals = springs.map(|(springs, w)| springs.diagonal([w[0], w[1]], scale));
        eliminate(diagonals, work);
        self.move_points(work);
    }

    /// `e_k` of all rows.
    fn couple(&self, work: &mut Workspace) {
        let rows = self.springs.len();
        let directions = work.directions[..rows].windows(2).zip(&self.weights[1..]);
        for (coupling, (pair, weight)) in work.couplings.iter_mut().zip(directions) {
            *coupling = -(dot(pair[0], pair[1]) * *weight);
        }
    }

    fn gather(&self, positions: &[DVec3], points: &mut [[f64x4; 3]]) {
        for (point, vertices) in points.iter_mut().zip(&self.vertices) {
            *point = lanes(vertices, positions);
        }
    }

    /// Directions of the springs and `−(C + α̃λ)`.
    fn right_sides(&self, gains: Gains, work: &mut Workspace) {
        let inputs = self.springs.iter().zip(&self.multipliers).zip(work.points.windows(2));
        let outputs = work.directions.iter_mut().zip(&mut work.values);
        for (((springs, lambda), ends), (direction, value)) in inputs.zip(outputs) {
            let length;
            (*direction, length) = unit(ends);
            let stretch = (length - springs.length) * gains.stiffness;
            *value = -(stretch + springs.compliance * *lambda * gains.compliance_scale);
        }
    }

    /// Adds `W ∇Cᵀ Δλ` to the gathered points.
    fn move_points(&self, work: &mut Workspace) {
        let rows = self.springs.len();
        let mut pull = [f64x4::ZERO; 3];
        for k in 0..=rows {
            let push = match work.directions[..rows].get(k) {
                Some(direction) => direction.map(|n| n * work.values[k]),
                None => [f64x4::ZERO; 3],
            };
            for i in 0..3 {
                work.points[k][i] += (pull[i] - push[i]) * self.weights[k];
            }
            pull = push;
        }
    }

    /// Writes the points of the last solve to their vertices.
    pub(super) fn write(&self, points: &mut [DVec3], work: &Workspace) {
        self.scatter(points, &work.points);
    }

    /// Keeps the points of the last solve.
    pub(super) fn keep(&mut self, work: &Workspace) {
        self.kept.clear();
        self.kept.extend_from_slice(&work.points[..self.vertices.len()]);
    }

    /// Writes what was kept.
    pub(super) fn write_kept(&self, points: &mut [DVec3]) {
        self.scatter(points, &self.kept);
    }

    fn scatter(&self, points: &mut [DVec3], moved: &[[f64x4; 3]]) {
        for (k, (vertices, moved)) in self.vertices.iter().zip(moved).enumerate() {
            let [x, y, z] = moved.map(f64x4::to_array);
            for (lane, &v) in vertices.iter().enumerate() {
                if k < self.counts[lane] {
                    points[v as usize] = DVec3::new(x[lane], y[lane], z[lane]);
                }
            }
        }
    }

    /// Vertices of the threads, each once.
    #[cfg(test)]
    pub(super) fn own_vertices(&self) -> Vec<u32> {
        let rows = self.vertices.iter().enumerate();
        rows.flat_map(|(k, row)| {
            (0..LANES).filter(move |&lane| k < self.counts[lane]).map(|i| row[i])
        })
        .collect()
    }

    pub(super) fn energy(&self, positions: &[DVec3]) -> f64 {
        let mut energy = 0.0;
        for (k, (ends, springs)) in self.vertices.windows(2).zip(&self.springs).enumerate() {
            for lane in (0..LANES).filter(|&lane| k + 1 < self.counts[lane]) {
                let [a, b] = [ends[0][lane], ends[1][lane]].map(|v| positions[v as usize]);
                let stretch = a.distance(b) - springs.length.to_array()[lane];
                energy += 0.5 * stretch * stretch / springs.compliance.to_array()[lane];
            }
        }
        energy
    }
}

/// Coordinates of four vertices, one in each lane.
fn lanes(vertices: &[u32; LANES], positions: &[DVec3]) -> [f64x4; 3] {
    let [a, b, c, d] = vertices.map(|v| positions[v as usize]);
    [
        f64x4::new([a.x, b.x, c.x, d.x]),
        f64x4::new([a.y, b.y, c.y, d.y]),
        f64x4::new([a.z, b.z, c.z, d.z]),
    ]
}

/// Unit vector from the first of two points to the second, and their distance. A spring of length 0
/// has no direction: it is given 0, which leaves its row without coupling.
fn unit(ends: &[[f64x4; 3]]) -> ([f64x4; 3], f64x4) {
    let d = between(ends);
    let length = dot(d, d).sqrt();
    let inverse = length.simd_gt(f64x4::ZERO).select(f64x4::ONE / length, f64x4::ZERO);
    (d.map(|x| x * inverse), length)
}

fn between(ends: &[[f64x4; 3]]) -> [f64x4; 3] {
    std::array::from_fn(|i| ends[1][i] - ends[0][i])
}

/// Solves the four tridiagonal systems in place.
fn eliminate(diagonals: impl ExactSizeIterator<Item = f64x4>, work: &mut Workspace) {
    let rows = diagonals.len();
    let [mut coupling, mut inverse, mut value] = [f64x4::ZERO; 3];
    let outputs = work.inverses.iter_mut().zip(&mut work.values);
    for ((diagonal, e), (inverse_pivot, v)) in diagonals.zip(&work.couplings).zip(outputs) {
        let factor = coupling * inverse;
        inverse = f64x4::ONE / (diagonal - factor * coupling);
        value = *v - factor * value;
        coupling = *e;
        (*inverse_pivot, *v) = (inverse, value);
    }
    let mut after = f64x4::ZERO;
    let coefficients = work.couplings[..rows].iter().zip(&work.inverses[..rows]);
    for ((e, inverse), v) in coefficients.zip(&mut work.values[..rows]).rev() {
        after = (*v - *e * after) * *inverse;
        *v = after;
    }
}

fn dot(a: [f64x4; 3], b: [f64x4; 3]) -> f64x4 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
