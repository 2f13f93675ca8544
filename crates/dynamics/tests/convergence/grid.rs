//! Rectangles cut into cells.

use glam::DVec2;
use ripstop_geometry::Topology;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Diagonals {
    Parallel,
    Alternate,
}

/// Rows and columns of cells, with diagonals that are parallel or alternate.
pub(crate) fn grid(cells: [u32; 2], size: DVec2, diagonals: Diagonals) -> (Topology, Vec<DVec2>) {
    let [columns, rows] = cells.map(|n| n + 1);
    let corners = (0..rows - 1).flat_map(|r| (0..columns - 1).map(move |c| r * columns + c));
    let split = |i: u32| {
        let [a, b, c, d] = [i, i + 1, i + columns, i + columns + 1];
        let odd = diagonals == Diagonals::Alternate && (i % columns + i / columns) % 2 == 1;
        if odd { [[a, b, d], [a, d, c]] } else { [[a, b, c], [b, d, c]] }
    };
    let faces: Vec<_> = corners.flat_map(split).collect();
    let at = |i: u32| {
        let place = DVec2::new(f64::from(i % columns), f64::from(i / columns));
        size * place / DVec2::new(f64::from(cells[0]), f64::from(cells[1]))
    };
    let mesh = Topology::from_faces((columns * rows) as usize, &faces).expect("a grid");
    (mesh, (0..columns * rows).map(at).collect())
}
