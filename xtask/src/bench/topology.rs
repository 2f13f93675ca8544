//! `cargo xtask bench topology`: topology from faces, against the bound that a sort of the
//! half-edges sets.

use clap::Args;
use ripstop_geometry::Topology;

use crate::inputs::sheet_faces;
use crate::measure::{Clock, least, least_with};
use crate::table::{Table, left, right};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Vertices per side of the sheet; 708 make a million triangles
    #[arg(long, default_value_t = 708, value_parser = clap::value_parser!(u32).range(2..))]
    resolution: u32,
    /// Repeats; times are the least
    #[arg(long, default_value_t = 9)]
    repeats: usize,
}

/// Prints both times and their ratio, for a mesh in grid order and for one in random order.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { resolution, repeats } = *arguments;
    let table = Table::aligned(&[
        left("order", 10),
        right("triangles", 10),
        right("topology ms", 12),
        right("sort ms", 10),
        right("ratio", 7),
    ]);
    let vertex_count = (resolution * resolution) as usize;
    let sheet = sheet_faces(resolution);
    for (name, faces) in [("grid", sheet.clone()), ("shuffled", shuffled(vertex_count, sheet))] {
        let build = || Topology::from_faces(vertex_count, &faces);
        build()?;
        let topology = least(Clock::Wall, repeats, build);
        let half_edges: Vec<(u32, u32)> = faces
            .iter()
            .flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)])
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        let sorted = |mut pairs: Vec<(u32, u32)>| {
            pairs.sort_unstable();
            pairs
        };
        let sort = least_with(Clock::Wall, repeats, || half_edges.clone(), sorted);
        table.row([
            name.to_owned(),
            faces.len().to_string(),
            format!("{:.1}", 1e3 * topology),
            format!("{:.1}", 1e3 * sort),
            format!("{:.2}", topology / sort),
        ]);
    }
    Ok(())
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
