//! Topology from faces, against the bound that a sort of the half-edges sets.

use ripstop_geometry::Topology;

use super::least_time;

const REPEATS: usize = 9;
/// Vertices per side of a sheet with a million triangles.
const SIDE: u32 = 708;

/// Prints both times and their ratio, for a mesh in grid order and for one in random order.
pub(crate) fn run() -> anyhow::Result<()> {
    println!(
        "{:<10} {:>10} {:>12} {:>10} {:>7}",
        "order", "triangles", "topology ms", "sort ms", "ratio"
    );
    let vertex_count = (SIDE * SIDE) as usize;
    let sheet = sheet();
    for (name, faces) in [("grid", sheet.clone()), ("shuffled", shuffled(vertex_count, sheet))] {
        let build = || Topology::from_faces(vertex_count, &faces);
        build()?;
        let topology = least_time(REPEATS, || (), |()| build());
        let half_edges: Vec<(u32, u32)> = faces
            .iter()
            .flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)])
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        let sort = least_time(
            REPEATS,
            || half_edges.clone(),
            |mut pairs| {
                pairs.sort_unstable();
                pairs
            },
        );
        println!(
            "{name:<10} {:>10} {:>12.1} {:>10.1} {:>7.2}",
            faces.len(),
            1e3 * topology.as_secs_f64(),
            1e3 * sort.as_secs_f64(),
            topology.as_secs_f64() / sort.as_secs_f64()
        );
    }
    Ok(())
}

/// A square sheet, two triangles per cell, in rows.
fn sheet() -> Vec<[u32; 3]> {
    let cells = (0..SIDE - 1).flat_map(|row| (0..SIDE - 1).map(move |column| row * SIDE + column));
    cells
        .flat_map(|corner| {
            let (right, above) = (corner + 1, corner + SIDE);
            [[corner, right, above], [right, above + 1, above]]
        })
        .collect()
}

/// The same mesh with its vertices renumbered and its faces in random order: no locality is left.
fn shuffled(vertex_count: usize, mut faces: Vec<[u32; 3]>) -> Vec<[u32; 3]> {
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let mut names: Vec<u32> = (0..).take(vertex_count).collect();
    shuffle(&mut names, &mut random);
    shuffle(&mut faces, &mut random);
    for corner in faces.as_flattened_mut() {
        *corner = names[*corner as usize];
    }
    faces
}

/// Fisher–Yates with a xorshift generator.
fn shuffle<T>(items: &mut [T], random: &mut u64) {
    for last in (1..items.len()).rev() {
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        items.swap(last, (*random % (last as u64 + 1)) as usize);
    }
}
