//! Contacts stand for all pairs, and the energy is continuous.

use glam::{DVec3, dvec3};
use ripstop_geometry::{Candidate, CollisionMesh, Potential};
use ripstop_response::barrier::{BarrierForm, ContactSet, ContactSurface, Features, PairRule};

use crate::{all_pairs, edge_lengths, potential};

/// Two bent sheets of `n × n` vertices, one over the other.
pub(crate) fn sheets(n: u32, height: f64, shift: DVec3) -> (CollisionMesh, Vec<DVec3>) {
    let (mut positions, mut faces) = (Vec::new(), Vec::new());
    for sheet in 0..2 {
        let first = sheet * n * n;
        let offset = f64::from(sheet) * (shift + height * DVec3::Z);
        for i in 0..n * n {
            let [x, y] = [i % n, i / n].map(f64::from);
            positions.push(dvec3(x, y, 0.05 * libm::sin(1.3 * x + 0.7 * y)) + offset);
        }
        for cell in 0..(n - 1) * (n - 1) {
            let corner = first + cell % (n - 1) + n * (cell / (n - 1));
            faces.push([corner, corner + 1, corner + n]);
            faces.push([corner + 1, corner + n + 1, corner + n]);
        }
    }
    (CollisionMesh::new(&positions, &faces).expect("a grid is a mesh"), positions)
}

#[test]
fn a_contact_is_the_sum_of_its_pairs() {
    for shift in [DVec3::ZERO, dvec3(0.31, 0.17, 0.0), dvec3(0.5, 0.0, 0.0)] {
        let (mesh, positions) = sheets(5, 0.3, shift);
        let pairs = all_pairs(&mesh);
        let (form, rule) = (BarrierForm::SquaredLog, PairRule::new(0.6));
        let whole = potential(&mesh, &positions, &pairs, form, rule);
        let (mut energy, mut gradient, mut near) = (0.0, vec![DVec3::ZERO; positions.len()], 0);
        for pair in pairs {
            let single = potential(&mesh, &positions, &[pair], form, rule);
            near += single.element_count();
            energy += single.energy(0..single.element_count(), &positions);
            for (sum, slope) in gradient.iter_mut().zip(single.gradient_sum(&positions)) {
                *sum += slope;
            }
        }
        let count = whole.element_count();
        assert!(count < near, "{count} contacts, {near} pairs");
        let weights: f64 = whole.set.contacts.iter().map(|contact| contact.rule.weight).sum();
        assert!((weights - near as f64).abs() < 1e-9);
        let total = whole.energy(0..count, &positions);
        assert!((total - energy).abs() < 1e-12 * energy, "{total} {energy}");
        let largest = gradient.iter().map(|g| g.length()).fold(0.0, f64::max);
        for (a, b) in whole.gradient_sum(&positions).iter().zip(&gradient) {
            assert!(a.distance(*b) < 1e-12 * largest, "{a} {b}");
        }
    }
}

/// Pairs with different reaches stay apart, and those out of theirs are none.
#[test]
fn every_pair_has_its_own_rule() {
    let (mesh, positions) = sheets(4, 0.3, dvec3(0.2, 0.1, 0.0));
    let pairs = all_pairs(&mesh);
    let lengths = edge_lengths(&mesh, &positions);
    let surface = ContactSurface { mesh: &mesh, edge_lengths: &lengths };
    let rule = |candidate: Candidate| match candidate {
        Candidate::VertexFace { vertex, .. } if vertex.0 < 16 => PairRule::new(0.5),
        Candidate::VertexFace { .. } => PairRule::new(0.0),
        Candidate::EdgeEdge { .. } => PairRule::new(0.4),
    };
    let set = ContactSet::find(surface, &positions, &pairs, 0.5, rule);
    assert!(!set.contacts.is_empty());
    for contact in &set.contacts {
        let reach = contact.rule.range.reach();
        assert!(contact.distance_squared(&positions) < reach * reach);
        match contact.features {
            Features::EdgeEdge | Features::ParallelEdges { .. } => assert_eq!(reach, 0.4),
            Features::VertexFace => assert_eq!(reach, 0.5),
            _ => assert!(reach == 0.4 || reach == 0.5),
        }
    }
}

/// The reach of a pair, or any bound of it, spares work alone.
#[test]
fn bounds_of_the_reach_change_nothing() {
    let (mesh, positions) = sheets(6, 0.3, dvec3(0.2, 0.1, 0.0));
    let pairs = all_pairs(&mesh);
    let lengths = edge_lengths(&mesh, &positions);
    let surface = ContactSurface { mesh: &mesh, edge_lengths: &lengths };
    let own = |candidate: Candidate| match candidate {
        Candidate::VertexFace { vertex, face } => 0.05 * f64::from((7 * vertex.0 + face.0) % 11),
        Candidate::EdgeEdge { a, b } => 0.05 * f64::from((3 * a.0 + 5 * b.0) % 11),
    };
    let rule = |candidate| PairRule::new(own(candidate));
    let all = ContactSet::find(surface, &positions, &pairs, 0.5, rule);
    assert!(all.contacts.len() > 100);
    for loose in [1.0, 1.3] {
        let reach = |candidate| loose * own(candidate);
        let some = ContactSet::find_where(surface, &positions, &pairs, reach, rule);
        assert_eq!(some, all, "{loose}");
    }
}

/// A sheet that glides over another, through all regions and over parallel edges: neither the
/// energy nor its slope along the path jumps. With the trapezoidal rule a jump of the slope by 0.2
/// would leave an error of 10⁻⁵.
#[test]
fn nothing_jumps_between_regions() {
    let direction = dvec3(1.0, 0.37, 0.02);
    let at = |t: f64| {
        let (mesh, positions) = sheets(3, 0.35, t * direction);
        let pairs = all_pairs(&mesh);
        let (form, rule) = (BarrierForm::SquaredLog, PairRule::new(0.6));
        let found = potential(&mesh, &positions, &pairs, form, rule);
        let energy = found.energy(0..found.element_count(), &positions);
        let slope: f64 = found.gradient_sum(&positions)[9..].iter().map(|g| g.dot(direction)).sum();
        [energy, slope]
    };
    let step = 1e-4;
    let mut before = at(0.0);
    for i in 1..=2000 {
        let now = at(step * f64::from(i));
        let error = now[0] - before[0] - 0.5 * step * (now[1] + before[1]);
        assert!(error.abs() < 1e-5, "at {i}: {error}, {before:?}, {now:?}");
        before = now;
    }
    assert!(before[0] > 10.0);
}

#[test]
fn threads_do_not_change_a_bit() {
    let (mesh, positions) = sheets(24, 0.3, dvec3(0.31, 0.17, 0.0));
    let all = all_pairs(&mesh);
    let run = || {
        let found = potential(&mesh, &positions, &all, BarrierForm::Log, PairRule::new(0.6));
        let gradient = found.gradient_sum(&positions);
        (found, gradient)
    };
    let expected = run();
    assert!(expected.0.element_count() > 2000);
    for threads in [1, 2, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert!(pool.install(run) == expected, "{threads} threads");
    }
}
