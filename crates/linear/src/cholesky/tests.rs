//! Comparison with a dense factorisation and with a naive symbolic elimination.

use std::collections::BTreeSet;

use glam::DMat3;
use proptest::prelude::*;

use super::elimination_tree::EliminationTree;
use super::*;
use crate::block_matrix::BlockMatrix;

/// A matrix in two parts, with fixed vertices.
#[derive(Debug)]
struct Parts {
    shift: Vec<f64>,
    main: BlockMatrix,
    extra: BlockMatrix,
    fixed: Vec<bool>,
}

impl Parts {
    fn system(&self) -> System<'_> {
        let Self { shift, main, extra, fixed } = self;
        System { shift, main, extra, fixed }
    }

    fn load(&self) -> Vec<DVec3> {
        let wave = |i: usize| DVec3::new(libm::sin(i as f64), libm::cos(2.7 * i as f64), 1.0);
        let entry = |i: usize| if self.fixed[i] { DVec3::ZERO } else { wave(i) };
        (0..self.fixed.len()).map(entry).collect()
    }

    fn residual(&self, x: &[DVec3]) -> f64 {
        let mut left = vec![DVec3::ZERO; x.len()];
        self.system().multiply(x, &mut left);
        let differences = left.iter().zip(self.load()).map(|(a, b)| (*a - b).length());
        differences.fold(0.0, f64::max)
    }
}

/// Springs between vertices, stiff in a direction of their own.
fn springs(count: usize, pairs: &[(usize, usize)]) -> BlockMatrix {
    let mut blocks = Vec::new();
    for &(i, j) in pairs.iter().filter(|(i, j)| i != j) {
        let angle = (i.min(j) + 3 * i.max(j)) as f64;
        let n = DVec3::new(libm::cos(angle), libm::sin(angle), 0.3);
        let spring = DMat3::from_cols(n * n.x, n * n.y, n * n.z) + 0.05 * DMat3::IDENTITY;
        let [i, j] = [i as u32, j as u32];
        blocks.extend([((i, i), spring), ((j, j), spring), ((i, j), -spring), ((j, i), -spring)]);
    }
    blocks.extend((0..count as u32).map(|i| ((i, i), DMat3::ZERO)));
    BlockMatrix::from_blocks(count, &blocks)
}

/// Two sheets of `side` × `side` vertices with neighbours two rings away, in contact in places.
fn sheets(side: usize) -> Parts {
    let mut pairs = Vec::new();
    for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (0, 2), (2, 0), (1, 2), (2, 1)] {
            if row + down < side && column + right < side {
                let own = side * row + column;
                pairs.push((own, own + side * down + right));
            }
        }
    }
    let below = |(i, j): &(usize, usize)| (i + side * side, j + side * side);
    pairs.extend(pairs.iter().map(below).collect::<Vec<_>>());
    let count = 2 * side * side;
    let contacts: Vec<_> = (0..side * side).step_by(5).map(|i| (i, i + side * side)).collect();
    Parts {
        shift: vec![1e-2; count],
        main: springs(count, &pairs),
        extra: springs(count, &contacts),
        fixed: (0..count).map(|i| i % 97 == 0).collect(),
    }
}

fn random() -> impl Strategy<Value = Parts> {
    (0_usize..40).prop_flat_map(|count| {
        let pair = (0..count.max(1), 0..count.max(1));
        let pairs =
            |most| prop::collection::vec(pair.clone(), 0..=if count > 0 { most } else { 0 });
        let fixed = prop::collection::vec(prop::bool::weighted(0.1), count);
        (pairs(3 * count), pairs(40), fixed).prop_map(move |(main, extra, fixed)| Parts {
            shift: vec![0.1; count],
            main: springs(count, &main),
            extra: if extra.is_empty() { BlockMatrix::default() } else { springs(count, &extra) },
            fixed,
        })
    })
}

/// Solves with a dense copy of the free rows, by elimination.
fn dense(parts: &Parts) -> Vec<DVec3> {
    let free: Vec<usize> = (0..parts.fixed.len()).filter(|i| !parts.fixed[*i]).collect();
    let load = parts.load();
    let mut x = vec![DVec3::ZERO; load.len()];
    let size = 3 * free.len();
    let mut rows = vec![vec![0.0; size + 1]; size];
    for column in 0..size {
        let mut unit = vec![DVec3::ZERO; load.len()];
        unit[free[column / 3]][column % 3] = 1.0;
        let mut image = unit.clone();
        parts.system().multiply(&unit, &mut image);
        for row in 0..size {
            rows[row][column] = image[free[row / 3]][row % 3];
        }
        rows[column][size] = load[free[column / 3]][column % 3];
    }
    for k in 0..size {
        let (above, below) = rows.split_at_mut(k + 1);
        for row in below {
            let factor = row[k] / above[k][k];
            row[k..].iter_mut().zip(&above[k][k..]).for_each(|(a, b)| *a -= factor * b);
        }
    }
    for k in (0..size).rev() {
        let known: f64 = (k + 1..size).map(|c| rows[k][c] * x[free[c / 3]][c % 3]).sum();
        x[free[k / 3]][k % 3] = (rows[k][size] - known) / rows[k][k];
    }
    x
}

/// Returns the rows below the diagonal of every column, eliminated one by one.
fn naive(graph: &Graph, order: &[u32]) -> Vec<BTreeSet<u32>> {
    let columns = elimination_tree::inverse(order);
    let below = |(column, place): (usize, &u32)| {
        let neighbours = graph.neighbours(*place as usize).iter();
        let rows = neighbours.map(|neighbour| columns[*neighbour as usize]);
        rows.filter(|row| *row as usize > column).collect()
    };
    let mut structure: Vec<BTreeSet<u32>> = order.iter().enumerate().map(below).collect();
    for column in 0..structure.len() {
        let mut rows = structure[column].clone();
        if let Some(parent) = rows.pop_first() {
            structure[parent as usize].append(&mut rows);
        }
    }
    structure
}

/// Checks order, structure, cost and places of updates of a plan.
fn check(graph: &Graph) {
    let order = order::fill_reducing(graph).unwrap();
    let symbolic = Symbolic::new(graph, &order);
    assert!(symbolic.order.iter().copied().collect::<BTreeSet<_>>().len() == graph.len());
    let tree = EliminationTree::new(graph, &order);
    let exact = naive(graph, &tree.order);
    for (column, rows) in exact.iter().enumerate() {
        assert_eq!(rows.len() + 1, tree.counts[column] as usize);
    }
    let structure = naive(graph, &symbolic.order);
    let mut counted = FactorCost::default();
    let mut columns = 0;
    for front in &symbolic.fronts {
        assert_eq!(front.columns.start, columns);
        columns = front.columns.end;
        let rows = symbolic.rows(front);
        assert!(rows.is_sorted() && rows.iter().all(|row| *row as usize >= columns));
        for column in front.columns.clone() {
            let is_stored = |row: &u32| (*row as usize) < front.columns.end || rows.contains(row);
            assert!(structure[column].iter().all(is_stored));
        }
        for column in 0..front.width() {
            let below = front.width() + front.below() - column - 1;
            counted.entries += 1 + below as u64;
            counted.flops += (1 + below + below * (below + 1)) as f64;
        }
    }
    assert_eq!(columns, graph.len());
    assert_eq!(counted, symbolic.cost);
}

proptest! {
    #[test]
    fn solutions_are_those_of_a_dense_matrix(parts in random()) {
        let mut factor = Cholesky::default();
        prop_assert!(factor.factor(&parts.system()));
        let x = factor.solve(&parts.load());
        for (x, exact) in x.iter().zip(dense(&parts)) {
            prop_assert!((*x - exact).length() < 1e-10 * (1.0 + exact.length()));
        }
        if let Some(single) = factor.single_precision() {
            let mut z = x.clone();
            single.solve(&parts.load(), &mut z);
            for (z, x) in z.iter().zip(&x) {
                prop_assert!((*z - *x).length() < 1e-3 * (1.0 + x.length()));
            }
        }
    }

    #[test]
    fn fronts_cover_the_fill(parts in random()) {
        check(&Graph::of(&parts.system()));
    }
}

#[test]
fn fronts_cover_the_fill_of_sheets() {
    check(&Graph::of(&sheets(20).system()));
}

/// A memory that has served other systems changes nothing, nor does the number of threads.
#[test]
fn bits_are_the_same_at_every_number_of_threads() {
    let parts = sheets(56);
    let mut used = Cholesky::default();
    let solve = |factor: &mut Cholesky| {
        assert!(factor.factor(&parts.system()));
        factor.solve(&parts.load())
    };
    let x = solve(&mut used);
    assert!(parts.residual(&x) < 1e-9);
    let symbolic = &used.plan.as_ref().unwrap().symbolic;
    let [branches @ .., trunk] = &symbolic.branches[..] else { panic!() };
    assert!(branches.len() >= 4);
    let is_cut = |front: &symbolic::Front| front.width() > multifrontal::size(front).chunk();
    assert!(symbolic.fronts[trunk.fronts.clone()].iter().any(is_cut));
    assert!(used.factor(&sheets(30).system()));
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert!(pool.install(|| solve(&mut used)) == x);
        assert!(pool.install(|| solve(&mut Cholesky::default())) == x);
    }
}

/// One vertex in a branch, or in the trunk alone.
#[test]
fn a_matrix_that_is_not_positive_definite_is_reported() {
    let mut parts = sheets(30);
    let mut factor = Cholesky::default();
    assert!(factor.factor(&parts.system()));
    let Plan { graph, symbolic } = &**factor.plan.as_ref().unwrap();
    let vertex = |column: usize| graph.free[symbolic.order[column] as usize] as usize;
    let trunk = symbolic.trunk();
    let vertices = [vertex(0), vertex(trunk), vertex(symbolic.order.len() - 1)];
    assert!(trunk > 0);
    for vertex in vertices {
        for wrong in [-100.0, f64::NAN, f64::NEG_INFINITY] {
            let right = std::mem::replace(&mut parts.shift[vertex], wrong);
            assert!(!factor.factor(&parts.system()), "{vertex} {wrong}");
            parts.shift[vertex] = right;
            assert!(factor.factor(&parts.system()));
        }
    }
    assert!(parts.residual(&factor.solve(&parts.load())) < 1e-9);
}
