//! Closed meshes that are hard on signs: sharp edges, slivers, thin walls, overlaps.
//!
//! All coordinates are multiples of 2⁻²⁰, so that tests can count in integers.

use glam::{DVec3, dvec3};

/// Lattice points per metre.
pub(crate) const LATTICE: f64 = 1_048_576.0;

pub(crate) struct Mesh {
    pub(crate) name: &'static str,
    pub(crate) positions: Vec<DVec3>,
    pub(crate) faces: Vec<[u32; 3]>,
}

impl Mesh {
    fn new(name: &'static str, positions: Vec<DVec3>, faces: Vec<[u32; 3]>) -> Self {
        Self { name, positions: positions.into_iter().map(snapped).collect(), faces }
    }

    pub(crate) fn corners(&self) -> Vec<[DVec3; 3]> {
        self.faces.iter().map(|f| f.map(|v| self.positions[v as usize])).collect()
    }

    fn turned(mut self) -> Self {
        self.faces.iter_mut().for_each(|face| face.swap(1, 2));
        self
    }

    fn and(mut self, other: Self) -> Self {
        let shift = u32::try_from(self.positions.len()).expect("small");
        self.positions.extend(other.positions);
        self.faces.extend(other.faces.iter().map(|face| face.map(|v| v + shift)));
        self
    }

    fn named(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }
}

/// The nearest lattice point.
pub(crate) fn snapped(x: DVec3) -> DVec3 {
    (x * LATTICE).round() / LATTICE
}

/// The box between two corners.
pub(crate) fn cuboid(low: DVec3, high: DVec3) -> Mesh {
    let positions = (0..8)
        .map(|n| {
            dvec3(
                if n & 1 == 0 { low.x } else { high.x },
                if n & 2 == 0 { low.y } else { high.y },
                if n & 4 == 0 { low.z } else { high.z },
            )
        })
        .collect();
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let faces = quads.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Mesh::new("cube", positions, faces)
}

/// An octahedron, each face split in four, its corners drawn out and its other vertices drawn in:
/// six needles with deep valleys between.
fn star(spike: f64, valley: f64) -> Mesh {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Y, DVec3::NEG_Z];
    let mut positions: Vec<DVec3> = axes.iter().map(|&axis| spike * axis).collect();
    let mut middles = std::collections::BTreeMap::new();
    let mut faces = Vec::new();
    let octants: [[u32; 3]; 8] =
        [[0, 1, 2], [1, 3, 2], [3, 4, 2], [4, 0, 2], [1, 0, 5], [3, 1, 5], [4, 3, 5], [0, 4, 5]];
    for [a, b, c] in octants {
        let [ab, bc, ca] = [(a, b), (b, c), (c, a)].map(|(p, q)| {
            *middles.entry((p.min(q), p.max(q))).or_insert_with(|| {
                let middle = axes[p as usize] + axes[q as usize];
                positions.push(valley * middle.normalize());
                u32::try_from(positions.len() - 1).expect("small")
            })
        });
        faces.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
    }
    Mesh::new("star", positions, faces)
}

/// The prism over a polygon that is star-shaped about the origin.
fn prism(name: &'static str, polygon: &[[f64; 2]], height: f64) -> Mesh {
    let n = u32::try_from(polygon.len()).expect("small");
    let ring = |z: f64| polygon.iter().map(move |&[x, y]| dvec3(x, y, z));
    let ends = [dvec3(0.0, 0.0, -height), dvec3(0.0, 0.0, height)];
    let positions = ring(-height).chain(ring(height)).chain(ends).collect();
    let faces = (0..n)
        .flat_map(|i| {
            let j = (i + 1) % n;
            [[i, j, n + j], [i, n + j, n + i], [2 * n, j, i], [2 * n + 1, n + i, n + j]]
        })
        .collect();
    Mesh::new(name, positions, faces)
}

/// A prism whose outline has edges of one lattice step, a zero-length edge and a knife-sharp notch.
fn slivers() -> Mesh {
    let step = 1.0 / LATTICE;
    let outline = [
        [1.5, 0.0],
        [1.5, step],
        [1.5, 1.0],
        [1.5 - step, 1.0],
        [0.5, 1.0],
        [0.5, 1.0],
        [0.25 + step, 1.0],
        // A slit, four steps wide at its mouth.
        [2.0 * step, 1.0],
        [0.0, 0.0625],
        [-2.0 * step, 1.0],
        [-1.0, 1.0],
        [-1.0, -1.0],
        [-1.0 + step, -1.0],
        [1.5, -1.0],
        [1.5, -step],
    ];
    prism("slivers", &outline, 0.75)
}

/// A prism over a pointed star: sharp convex and sharp concave edges in turn.
fn gear() -> Mesh {
    let outline: Vec<[f64; 2]> = (0..14)
        .map(|i| {
            let (sin, cos) = (f64::from(i) * std::f64::consts::TAU / 14.0).sin_cos();
            let radius = if i % 2 == 0 { 2.0 } else { 0.5 };
            [radius * cos, radius * sin]
        })
        .collect();
    prism("gear", &outline, 0.5)
}

/// A torus of `2 n × n` quads around `z`.
pub(crate) fn torus(n: u32, ring_radius: f64, tube_radius: f64) -> Mesh {
    let around = |i: u32, n: u32| (f64::from(i) * std::f64::consts::TAU / f64::from(n)).sin_cos();
    let mut positions = Vec::new();
    let mut faces = Vec::new();
    for i in 0..2 * n {
        let (sin, cos) = around(i, 2 * n);
        for j in 0..n {
            let (up, out) = around(j, n);
            let radius = ring_radius + tube_radius * out;
            positions.push(dvec3(radius * cos, radius * sin, tube_radius * up));
            let [a, b, c, d] = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
                .map(|(i, j)| i % (2 * n) * n + j % n);
            faces.extend([[a, b, c], [a, c, d]]);
        }
    }
    Mesh::new("torus", positions, faces)
}

/// Two boxes that share one edge: four faces meet there.
fn shared_edge() -> Mesh {
    let mut mesh = cuboid(DVec3::splat(-1.0), DVec3::ZERO)
        .and(cuboid(dvec3(0.0, 0.0, -1.0), dvec3(1.0, 1.0, 0.0)));
    // The edge x = y = 0 is 3–7 of the first box and 0–4 (here 8 and 12) of the second.
    for vertex in mesh.faces.as_flattened_mut() {
        *vertex = match *vertex {
            8 => 3,
            12 => 7,
            other => other,
        };
    }
    mesh.named("two boxes sharing an edge")
}

/// The list on which signs are tested.
pub(crate) fn nasty_meshes() -> Vec<Mesh> {
    let cube = |half: f64| cuboid(DVec3::splat(-half), DVec3::splat(half));
    vec![
        cube(1.0),
        cube(1.25).turned().named("cube inside out"),
        cuboid(dvec3(-2.0, -2.0, 0.0), dvec3(2.0, 2.0, 1.0 / 1024.0)).named("thin slab"),
        star(3.0, 0.4),
        slivers(),
        gear(),
        torus(8, 1.5, 0.5),
        cube(1.5).and(cube(0.75).turned()).named("hollow cube"),
        cube(1.5).and(cube(0.75)).named("cube in a cube"),
        cube(1.0)
            .and(cuboid(dvec3(-0.3, 0.25, -0.5), dvec3(1.7, 1.5, 1.3)))
            .and(cuboid(dvec3(1.75, -1.0, -1.0), dvec3(2.25, 0.0, 1.0)))
            .named("overlapping boxes and one apart"),
        shared_edge(),
    ]
}
