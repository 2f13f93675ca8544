//! Packed products against those of the matrix.

use glam::DMat3;
use proptest::prelude::*;

use super::patterns::pattern;
use super::*;
use crate::block_matrix::BlockMatrix;

/// A number that looks random, in [-1, 1].
fn number(i: usize) -> f64 {
    let mixed = (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 11) as f64
        / (1_u64 << 52) as f64
        - 1.0
}

fn block(seed: usize) -> DMat3 {
    DMat3::from_cols_array(&std::array::from_fn(|k| number(16 * seed + k)))
}

/// Joins every row to those that are some `strides` away; every third pair by a multiple of the
/// identity.
fn matrix(count: usize, strides: &[usize]) -> BlockMatrix {
    let mut pairs: Vec<(usize, usize)> = (0..count)
        .flat_map(|i| strides.iter().map(move |stride| (i, i + stride)))
        .filter(|(_, j)| *j < count)
        .collect();
    pairs.extend(pairs.clone().iter().filter(|(i, j)| i != j).map(|(i, j)| (*j, *i)));
    pairs.sort_unstable();
    pairs.dedup();
    let mut offsets = vec![0; count + 1];
    for (i, _) in &pairs {
        offsets[i + 1] += 1;
    }
    for i in 0..count {
        offsets[i + 1] += offsets[i];
    }
    let columns = pairs.iter().map(|pair| pair.1 as u32).collect();
    let mut matrix = BlockMatrix::zero(offsets, columns);
    matrix.values = pairs
        .iter()
        .map(|&(i, j)| {
            let (low, high) = (i.min(j), i.max(j));
            let value = block(count * low + high);
            match (i == j, (low + high) % 3 == 0) {
                (true, _) => value + value.transpose(),
                (false, true) => DMat3::from_diagonal(DVec3::splat(value.x_axis.x)),
                (false, false) => {
                    if i < j {
                        value
                    } else {
                        value.transpose()
                    }
                }
            }
        })
        .collect();
    matrix
}

fn vector(count: usize, seed: usize, fixed: &[bool]) -> Vec<DVec3> {
    let entry = |i: usize| {
        let k = 3 * (count * seed + i);
        if fixed[i] { DVec3::ZERO } else { DVec3::new(number(k), number(k + 1), number(k + 2)) }
    };
    (0..count).map(entry).collect()
}

fn product(system: &System, x: &[DVec3]) -> (Vec<DVec3>, f64) {
    let mut packed = SymmetricProduct::new(Precision::Double);
    packed.prepare(system);
    let mut y = vec![DVec3::NAN; x.len()];
    let sum = packed.multiply(system, x, &mut y);
    (y, sum)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn the_packed_product_is_the_product(
        count in 1_usize..4000,
        strides in prop::collection::vec(1_usize..3000, 0..4),
        extra_stride in 1_usize..3000,
        fixed_every in 2_usize..50,
    ) {
        let main = matrix(count, &[vec![0, 1, 2], strides].concat());
        let extra = matrix(count, &[0, extra_stride]);
        let fixed: Vec<bool> = (0..count).map(|i| i % fixed_every == 1).collect();
        let shift: Vec<f64> = (0..count).map(|i| 2.0 + number(i)).collect();
        for extra in [BlockMatrix::default(), extra] {
            let system = System { shift: &shift, main: &main, extra: &extra, fixed: &fixed };
            let x = vector(count, 1, &fixed);
            let mut expected = vec![DVec3::ZERO; count];
            system.multiply(&x, &mut expected);
            let (y, sum) = product(&system, &x);
            for (y, expected) in y.iter().zip(&expected) {
                prop_assert!((*y - *expected).length() <= 1e-13 * (1.0 + expected.length()));
            }
            let expected: f64 = x.iter().zip(&y).map(|(x, y)| x.dot(*y)).sum();
            prop_assert!((sum - expected).abs() <= 1e-12 * count as f64);
            for threads in [1, 3] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                prop_assert_eq!(&pool.install(|| product(&system, &x)), &(y.clone(), sum));
            }
        }
    }
}

/// A matrix that does not resist translations: the sum of `c cᵀ` over triples of rows, whose three
/// parts of `c` add up to nothing.
fn free_matrix(count: usize, strides: &[usize]) -> BlockMatrix {
    let mut matrix = matrix(count, &[&[0], strides].concat());
    matrix.values.fill(DMat3::ZERO);
    let mut add = |i: usize, j: usize, block: DMat3| {
        let start = matrix.offsets[i] as usize;
        let columns = &matrix.columns[start..matrix.offsets[i + 1] as usize];
        matrix.values[start + columns.binary_search(&(j as u32)).unwrap()] += block;
    };
    for (i, pair) in (0..count).flat_map(|i| strides.windows(2).map(move |pair| (i, pair))) {
        let triple = [i, i + pair[0], i + pair[0] + pair[1]];
        if triple[2] >= count || !strides.contains(&(pair[0] + pair[1])) {
            continue;
        }
        let part = |k: usize| block(7 * i + pair[1] + k).x_axis;
        let c = [part(0), part(1), -part(0) - part(1)];
        for (v, cv) in triple.iter().zip(c) {
            for (w, cw) in triple.iter().zip(c) {
                add(*v, *w, DMat3::from_cols(cv * cw.x, cv * cw.y, cv * cw.z));
            }
        }
    }
    matrix
}

/// The single-precision product, in the natural order.
fn single(system: &System, x: &[DVec3]) -> (Vec<DVec3>, f64) {
    let mut packed = SymmetricProduct::new(Precision::Single);
    packed.prepare(system);
    let (mut ordered, mut y, mut product) = (Vec::new(), Vec::new(), vec![DVec3::NAN; x.len()]);
    packed.order().gather(x, &mut ordered);
    let sum = packed.multiply(system, &ordered, &mut product);
    packed.order().scatter(&product, &mut y);
    (y, sum)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// Single precision is wrong by 6e-8 of a value, which is not little beside the shift; but in a
    /// translation only the shift does work.
    #[test]
    fn the_single_precision_product_is_close_and_knows_translations(
        count in 1_usize..4000,
        stride in 3_usize..2000,
        fixed_every in 2_usize..50,
    ) {
        let main = free_matrix(count, &[1, 1, stride, stride + 1, 1, 2]);
        let (extra, shift) = (BlockMatrix::default(), vec![1e-6; count]);
        for fixed in [vec![false; count], (0..count).map(|i| i % fixed_every == 1).collect()] {
            let system = System { shift: &shift, main: &main, extra: &extra, fixed: &fixed };
            let [a, b] = [1, 2].map(|seed| vector(count, seed, &fixed));
            let mut expected = vec![DVec3::ZERO; count];
            system.multiply(&a, &mut expected);
            let (y, sum) = single(&system, &a);
            for (y, expected) in y.iter().zip(&expected) {
                prop_assert!((*y - *expected).length() <= 2e-6, "{y} {expected}");
            }
            let dot = |a: &[DVec3], b: &[DVec3]| a.iter().zip(b).map(|(a, b)| a.dot(*b)).sum::<f64>();
            prop_assert!((sum - dot(&a, &y)).abs() <= 1e-12 * count as f64);
            let [ab, ba] = [dot(&b, &y), dot(&a, &single(&system, &b).0)];
            // Beside fixed vertices the skew part is not small, and rounded like everything else.
            let skew = if fixed.contains(&true) { 1e-7 } else { 1e-12 };
            prop_assert!((ab - ba).abs() <= skew * count as f64, "{ab} {ba}");
        }
        let fixed = vec![false; count];
        let system = System { shift: &shift, main: &main, extra: &extra, fixed: &fixed };
        let translation = vec![DVec3::new(1.0, -2.0, 3.0); count];
        for (y, translation) in single(&system, &translation).0.iter().zip(&translation) {
            prop_assert!((y.dot(*translation) - 1e-6 * translation.length_squared()).abs() <= 1e-12, "{y}");
            prop_assert!((*y - 1e-6 * *translation).length() <= 1e-6, "{y}");
        }
    }
}

/// More neighbours than a `u16` can tell apart.
#[test]
fn a_vertex_may_have_very_many_neighbours() {
    const LEAVES: usize = 70_000;
    let edges: Vec<_> = (1..=LEAVES).map(|leaf| (0, leaf)).collect();
    let mut main = pattern(LEAVES + 1, &edges);
    for (i, j) in std::iter::once((0, 0)).chain(edges).chain((1..=LEAVES).map(|i| (i, i))) {
        let value = if i == j { LEAVES as f64 * DMat3::IDENTITY } else { block(j) };
        for (i, j, value) in [(i, j, value), (j, i, value.transpose())] {
            let start = main.offsets[i] as usize;
            let columns = &main.columns[start..main.offsets[i + 1] as usize];
            let place = columns.binary_search(&(j as u32)).unwrap();
            main.values[start + place] = value;
        }
    }
    let (shift, fixed) = (vec![1.0; LEAVES + 1], vec![false; LEAVES + 1]);
    let extra = BlockMatrix::default();
    let system = System { shift: &shift, main: &main, extra: &extra, fixed: &fixed };
    let x = vector(LEAVES + 1, 3, &fixed);
    let mut expected = vec![DVec3::ZERO; x.len()];
    system.multiply(&x, &mut expected);
    let (y, _) = single(&system, &x);
    for (i, (y, expected)) in y.iter().zip(&expected).enumerate() {
        assert!((*y - *expected).length() <= 1e-6 * LEAVES as f64, "{i}: {y} {expected}");
    }
}

#[test]
fn values_and_patterns_may_change_between_solves() {
    let (count, fixed) = (2500, vec![false; 2500]);
    let (shift, extra) = (vec![1.0; count], BlockMatrix::default());
    let mut packed = SymmetricProduct::new(Precision::Double);
    let mut scaled = matrix(count, &[0, 1, 40]);
    for value in &mut scaled.values {
        *value = DMat3::from_diagonal(DVec3::splat(2.0));
    }
    let x = vector(count, 2, &fixed);
    for main in [matrix(count, &[0, 1, 40]), scaled, matrix(count, &[0, 3])] {
        let system = System { shift: &shift, main: &main, extra: &extra, fixed: &fixed };
        packed.prepare(&system);
        let mut y = vec![DVec3::ZERO; count];
        packed.multiply(&system, &x, &mut y);
        assert_eq!(y, product(&system, &x).0);
    }
}
