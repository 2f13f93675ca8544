//! Cutting polygons into triangles: simple polygons exactly, all others without surprises.

use glam::{DVec3, IVec2, dvec3};
use proptest::prelude::*;
use ripstop_io::{PolygonShape, Triangulation, triangulate};

type Grid = (i32, i32);

fn cross(o: Grid, a: Grid, b: Grid) -> i64 {
    let [u, v] = [a, b].map(|p| (i64::from(p.0 - o.0), i64::from(p.1 - o.1)));
    u.0 * v.1 - u.1 * v.0
}

fn doubled_area(polygon: &[Grid]) -> i64 {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|(&a, &b)| cross((0, 0), a, b)).sum()
}

/// In the plane through the origin that is spanned by (1, 2, 0) and (0, 1, 4).
fn in_space(polygon: &[Grid]) -> Vec<DVec3> {
    polygon.iter().map(|&(x, y)| dvec3(x.into(), (2 * x + y).into(), (4 * y).into())).collect()
}

/// Checks that these are `n − 2` triangles with areas of the polygon's sign that add up to its
/// area, and whose edges are those of the polygon, once, and diagonals, once in each direction:
/// together, a triangulation.
fn assert_triangulation(polygon: &[Grid], Triangulation { triangles, shape }: &Triangulation) {
    assert_eq!(*shape, PolygonShape::Simple);
    assert_eq!(triangles.len(), polygon.len() - 2);
    let whole = doubled_area(polygon);
    let areas = triangles
        .iter()
        .map(|t| t.map(|corner| polygon[corner as usize]))
        .map(|[a, b, c]| cross(a, b, c));
    let areas: Vec<i64> = areas.collect();
    assert!(areas.iter().all(|area| area.signum() == whole.signum()), "{polygon:?}: {triangles:?}");
    assert_eq!(areas.iter().sum::<i64>(), whole);
    let count = polygon.len() as u32;
    let mut edges: Vec<(u32, u32)> =
        triangles.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]).collect();
    edges.sort_unstable();
    assert!(edges.is_sorted_by(|a, b| a < b), "an edge twice: {edges:?}");
    for &(a, b) in &edges {
        let outer = b == (a + 1) % count;
        assert!(outer != edges.contains(&(b, a)), "{a} → {b} in {edges:?}");
    }
}

/// Cuts a polygon from every corner on, in both senses.
fn assert_triangulates(polygon: &[Grid]) {
    let mut polygon = polygon.to_vec();
    for _ in 0..2 {
        for _ in 0..polygon.len() {
            polygon.rotate_left(1);
            assert_triangulation(&polygon, &triangulate(&in_space(&polygon)));
        }
        polygon.reverse();
    }
}

/// True if two segments share a point, given that they share no end.
fn share_a_point([a, b]: [Grid; 2], [c, d]: [Grid; 2]) -> bool {
    let between = |a: Grid, b: Grid, p: Grid| {
        cross(a, b, p) == 0 && (p.0 - a.0) * (p.0 - b.0) <= 0 && (p.1 - a.1) * (p.1 - b.1) <= 0
    };
    let sides = |a, b, c, d| cross(a, b, c).signum() * cross(a, b, d).signum() < 0;
    (sides(a, b, c, d) && sides(c, d, a, b))
        || between(a, b, c)
        || between(a, b, d)
        || between(c, d, a)
        || between(c, d, b)
}

/// True if no two edges share a point, except neighbours their common end.
fn is_simple(polygon: &[Grid]) -> bool {
    let n = polygon.len();
    let edge = |i: usize| [polygon[i % n], polygon[(i + 1) % n]];
    let straight_back = |i: usize| {
        let ([a, b], [_, c]) = (edge(i), edge(i + 1));
        cross(a, b, c) == 0 && (a.0 - b.0) * (c.0 - b.0) + (a.1 - b.1) * (c.1 - b.1) > 0
    };
    let apart = |i: usize, j: usize| j != i && j != (i + 1) % n && i != (j + 1) % n;
    (0..n).all(|i| {
        !straight_back(i) && (0..n).all(|j| !apart(i, j) || !share_a_point(edge(i), edge(j)))
    })
}

/// Reverses stretches between crossing edges until there are none; this shortens the polygon, so it
/// ends.
fn untangled(mut polygon: Vec<Grid>) -> Option<Vec<Grid>> {
    let n = polygon.len();
    for _ in 0..200 {
        let crossing = (0..n).flat_map(|i| (i + 2..n).map(move |j| (i, j))).find(|&(i, j)| {
            (j + 1) % n != i
                && share_a_point([polygon[i], polygon[i + 1]], [polygon[j], polygon[(j + 1) % n]])
        });
        match crossing {
            Some((i, j)) => polygon[i + 1..=j].reverse(),
            None => break,
        }
    }
    is_simple(&polygon).then_some(polygon)
}

fn simple_polygon(size: i32, corners: usize) -> impl Strategy<Value = Vec<Grid>> {
    proptest::collection::vec((0..size, 0..size), 4..corners).prop_filter_map(
        "not simple",
        |mut corners| {
            let mut sorted = corners.clone();
            sorted.sort_unstable();
            sorted.dedup();
            corners.retain(|corner| {
                sorted.binary_search(corner).map(|place| sorted.remove(place)).is_ok()
            });
            (corners.len() > 3).then(|| untangled(corners)).flatten()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, max_global_rejects: 1 << 20, ..ProptestConfig::default() })]

    /// On a coarse grid many corners are collinear or nearly touch.
    #[test]
    fn simple_polygons_on_a_coarse_grid(polygon in simple_polygon(6, 14)) {
        assert_triangulates(&polygon);
    }

    #[test]
    fn simple_polygons_on_a_fine_grid(polygon in simple_polygon(1000, 40)) {
        assert_triangulates(&polygon);
    }

    /// Any polygon: n − 2 triangles with different corners, every corner in one of them, edges
    /// once.
    #[test]
    fn any_polygon(corners in proptest::collection::vec((-2_i32..3, -2_i32..3, -1_i32..2), 3..12), scale in -1070_i32..1020) {
        let scale = 2_f64.powi(scale / 2) * 2_f64.powi(scale - scale / 2);
        let polygon: Vec<DVec3> = corners.iter().map(|&(x, y, z)| dvec3(x.into(), y.into(), z.into()) * scale).collect();
        let Triangulation { triangles, .. } = triangulate(&polygon);
        prop_assert_eq!(triangles.len(), polygon.len() - 2);
        prop_assert!(triangles.iter().all(|[a, b, c]| a != b && b != c && c != a));
        let count = polygon.len() as u32;
        let mut edges: Vec<(u32, u32)> = triangles.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]).collect();
        edges.sort_unstable();
        prop_assert!(edges.is_sorted_by(|a, b| a < b));
        prop_assert!((0..count).all(|corner| edges.contains(&(corner, (corner + 1) % count))));
    }

    #[test]
    fn random_floats_do_not_panic(corners in proptest::collection::vec(any::<[f64; 3]>().prop_filter("finite", |x| x.iter().all(|x| x.is_finite())), 0..20)) {
        let polygon: Vec<DVec3> = corners.into_iter().map(DVec3::from).collect();
        prop_assert_eq!(triangulate(&polygon).triangles.len(), polygon.len().saturating_sub(2));
    }
}

#[test]
fn convex_polygons_become_the_fan_from_the_first_corner() {
    let octagon = [(3, 0), (2, 2), (0, 3), (-2, 2), (-3, 0), (-2, -2), (0, -3), (2, -2)];
    let fan: Vec<[u32; 3]> = (1..7).map(|i| [0, i, i + 1]).collect();
    assert_eq!(triangulate(&in_space(&octagon)).triangles, fan);
}

#[test]
fn combs_and_spirals() {
    let teeth = 50;
    let comb: Vec<Grid> = (0..teeth)
        .flat_map(|i| [(2 * i, 100), (2 * i + 1, 1)])
        .chain([(2 * teeth, 100), (2 * teeth, 0), (0, 0)])
        .collect();
    assert_triangulates(&comb);

    // A band along a square spiral: the corners of its outer side inwards, then of its inner side
    // outwards.
    let mut outer = vec![IVec2::ZERO];
    let steps = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y];
    for (turn, step) in (0..40).zip(steps.into_iter().cycle()) {
        let last = outer[outer.len() - 1];
        outer.push(last + step * (200 - 4 * ((turn + 1) / 2)));
    }
    let inwards = [IVec2::new(1, 1), IVec2::new(-1, 1), IVec2::new(-1, -1), IVec2::new(1, -1)];
    let inner = outer.iter().enumerate().map(|(i, corner)| corner + inwards[i % 4]).rev();
    let spiral: Vec<Grid> =
        outer.iter().copied().chain(inner).map(|corner| (corner.x, corner.y)).collect();
    assert!(is_simple(&spiral), "{spiral:?}");
    assert_triangulates(&spiral);
}

#[test]
fn holes_on_bridges() {
    // A square with a square hole, joined by a bridge from corner 0; corners 0 and 4 come twice.
    let polygon = [(0, 0), (9, 0), (9, 9), (0, 9), (0, 0), (3, 3), (3, 6), (6, 6), (6, 3), (3, 3)];
    assert_triangulates(&polygon);
}

#[test]
fn an_antenna_inside() {
    // The doubled edge from a corner of the square to its middle is an edge of triangles on both
    // sides.
    let polygon = [(0, 0), (4, 0), (4, 4), (0, 4), (0, 0), (2, 2)];
    assert_triangulates(&polygon);
}

#[test]
fn polygons_that_touch_themselves_are_covered_once() {
    let hole = [(0, 10), (1, 9), (0, 0), (-1, 9), (0, 10)];
    for polygon in [
        // A spike that ends on the opposite edge.
        vec![(0, 0), (8, 0), (8, 8), (4, 0), (0, 8)],
        // Two triangles tip to tip.
        vec![(0, 0), (4, 0), (2, 2), (4, 4), (0, 4), (2, 2)],
        // A kite, with a hole on a bridge from its upper corner and a corner of the hole at its
        // lower one. That corner's edges run through the triangle at the lower corner and leave it
        // through the opposite side.
        [[(0, 0), (4, 4), (0, 20)].as_slice(), &hole, &[(0, 20), (-4, 4)]].concat(),
    ] {
        let whole = doubled_area(&polygon);
        for turn in 0..polygon.len() {
            let mut polygon = polygon.clone();
            polygon.rotate_left(turn);
            let Triangulation { triangles, .. } = triangulate(&in_space(&polygon));
            assert_eq!(triangles.len(), polygon.len() - 2);
            // Signed areas add up to the whole in any case; without their signs only if none is
            // turned over.
            let places = triangles.iter().map(|t| t.map(|corner| polygon[corner as usize]));
            let areas: Vec<i64> = places.map(|[a, b, c]| cross(a, b, c)).collect();
            assert_eq!(
                areas.iter().map(|area| area.abs()).sum::<i64>(),
                whole,
                "{polygon:?}: {triangles:?}, {areas:?}"
            );
        }
    }
}

#[test]
fn degenerate_polygons_have_defined_answers() {
    let cut = |polygon: &[Grid]| triangulate(&in_space(polygon));
    let simple = |triangles: &[[u32; 3]]| Triangulation {
        triangles: triangles.to_vec(),
        shape: PolygonShape::Simple,
    };
    let tangled = |triangles: &[[u32; 3]]| Triangulation {
        triangles: triangles.to_vec(),
        shape: PolygonShape::Tangled,
    };
    assert_eq!(cut(&[]), simple(&[]));
    assert_eq!(cut(&[(0, 0), (1, 0)]), simple(&[]));
    assert_eq!(cut(&[(0, 0), (1, 0), (2, 0)]), simple(&[[0, 1, 2]]));
    // Seven times around three places cannot be drawn without crossings.
    let fan: Vec<[u32; 3]> = (1..20).map(|i| [0, i, i + 1]).collect();
    assert_eq!(cut(&[(0, 0), (1, 0), (0, 1)].repeat(7)), tangled(&fan));
    // A corner twice; there and back; a bow tie; all on a line; all in one place.
    assert_eq!(cut(&[(0, 0), (1, 0), (1, 0), (0, 1)]), simple(&[[1, 2, 3], [0, 1, 3]]));
    assert_eq!(cut(&[(0, 0), (1, 0), (2, 5), (1, 0)]), tangled(&[[3, 0, 1], [1, 2, 3]]));
    assert_eq!(cut(&[(0, 0), (2, 2), (2, 0), (0, 2)]), tangled(&[[2, 3, 0], [0, 1, 2]]));
    assert_eq!(cut(&[(0, 0), (1, 0), (2, 0), (3, 0)]), tangled(&[[0, 1, 2], [0, 2, 3]]));
    assert_eq!(cut(&[(1, 1); 5]), tangled(&[[4, 0, 1], [4, 1, 2], [2, 3, 4]]));
}

#[test]
fn needles_at_every_scale() {
    // Neighbouring Fibonacci numbers span parallelograms of area 1, far below the rounding of the
    // shoelace formula.
    let (mut a, mut b) = (1.0, 0.0);
    for _ in 0..72 {
        (a, b) = (a + b, a);
    }
    let c = a - b;
    let exact = |x: f64, y: f64| x as i128 * y as i128;
    assert_eq!((exact(a, c) - exact(b, b)).abs(), 1);
    // The last corner is in the middle of an edge, so that only the diagonal from it to the second
    // is one.
    let corners = [(0.0, 0.0), (2.0 * a, 2.0 * b), (2.0 * b, 2.0 * c), (b, c)];
    for exponent in [0, -1070, 970] {
        let scale = 2_f64.powi(exponent / 2) * 2_f64.powi(exponent - exponent / 2);
        let polygon = corners.map(|(x, y)| dvec3(x, 0.0, y) * scale);
        let cut = triangulate(&polygon);
        assert_eq!(cut.shape, PolygonShape::Simple, "{exponent}");
        assert_eq!(cut.triangles, [[1, 2, 3], [0, 1, 3]], "{exponent}");
    }
    let tiny = f64::from_bits(1);
    let square =
        [(0.0, 0.0), (tiny, 0.0), (tiny, tiny), (0.0, tiny)].map(|(x, y)| dvec3(x, y, 0.0));
    assert_eq!(
        triangulate(&square),
        Triangulation { triangles: vec![[0, 1, 2], [0, 2, 3]], shape: PolygonShape::Simple }
    );
    let huge = f64::MAX;
    let square =
        [(-huge, -huge), (huge, -huge), (huge, huge), (-huge, huge)].map(|(x, y)| dvec3(x, y, 0.0));
    assert_eq!(triangulate(&square).shape, PolygonShape::Simple);
}
