//! The winding number in exact arithmetic, by another method than the library's.
//!
//! A ray in a general direction crosses a face or misses it; if it meets an edge or a vertex, the
//! next direction is tried. No perturbation is needed, and no order of the points.

use std::ops::{Add, Mul, Sub};

use dashu::rational::RBig;
use glam::DVec3;

use crate::meshes::LATTICE;

/// Numbers on which the oracle counts without rounding.
pub(crate) trait Exact:
    Clone + PartialOrd + From<i32> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    fn of(x: f64) -> Self;
}

/// Lattice steps; the numbers of the tests stay far below 2¹²⁷.
impl Exact for i128 {
    #[expect(clippy::cast_possible_truncation, reason = "asserted to be a small integer")]
    fn of(x: f64) -> Self {
        let steps = x * LATTICE;
        assert!(steps == steps.round() && steps.abs() < 1e9, "{x} is not on the lattice");
        steps as i128
    }
}

impl Exact for RBig {
    fn of(x: f64) -> Self {
        Self::try_from(x).expect("finite")
    }
}

type Vector<T> = [T; 3];

fn vector<T: Exact>(x: DVec3) -> Vector<T> {
    x.to_array().map(T::of)
}

fn minus<T: Exact>([a, b, c]: &Vector<T>, [x, y, z]: &Vector<T>) -> Vector<T> {
    [a.clone() - x.clone(), b.clone() - y.clone(), c.clone() - z.clone()]
}

/// `a · (b × c)`.
fn determinant<T: Exact>(a: &Vector<T>, b: &Vector<T>, c: &Vector<T>) -> T {
    let minor = |i: usize, j: usize| b[i].clone() * c[j].clone() - b[j].clone() * c[i].clone();
    a[0].clone() * minor(1, 2) + a[1].clone() * minor(2, 0) + a[2].clone() * minor(0, 1)
}

fn sign<T: Exact>(x: &T) -> i32 {
    let zero = T::from(0);
    i32::from(*x > zero) - i32::from(*x < zero)
}

/// A closed surface, prepared for rays in a few directions.
pub(crate) struct Surface<T> {
    faces: Vec<Face<T>>,
    /// Rays run along `(dx, dy, 1)`.
    views: Vec<View<T>>,
}

type Face<T> = [Vector<T>; 3];

/// The faces that have an area, sheared so that the ray points along `z`, and dropped on the plane.
struct View<T> {
    shear: [T; 2],
    faces: Vec<(usize, [[T; 2]; 3])>,
}

impl<T: Exact> Surface<T> {
    pub(crate) fn new(corners: &[[DVec3; 3]]) -> Self {
        const DIRECTIONS: [[i32; 2]; 4] = [[101, -307], [-173, 59], [97, 509], [-269, -83]];
        let faces: Vec<Face<T>> = corners.iter().map(|face| face.map(vector)).collect();
        let views = DIRECTIONS.map(|shear| shear.map(T::from)).map(|shear| View {
            faces: faces
                .iter()
                .enumerate()
                .filter(|(_, face)| has_area(face))
                .map(|(i, face)| (i, face.each_ref().map(|x| sheared(x, &shear))))
                .collect(),
            shear,
        });
        Self { faces, views: views.into() }
    }

    /// Winding number of the surface around `p`; `None` if `p` is on it.
    pub(crate) fn winding_number(&self, p: DVec3) -> Option<i32> {
        let p = vector(p);
        for view in &self.views {
            match self.crossings(&p, view) {
                Crossings::Number(number) => return Some(number),
                Crossings::Unclear => {}
            }
        }
        let on_surface = self.faces.iter().any(|face| contains(face, &p));
        assert!(on_surface, "none of the directions is in general position");
        None
    }

    fn crossings(&self, p: &Vector<T>, view: &View<T>) -> Crossings {
        let origin = sheared(p, &view.shear);
        let mut number = 0;
        for (i, face) in &view.faces {
            let [a, b, c] = face
                .each_ref()
                .map(|[x, y]| [x.clone() - origin[0].clone(), y.clone() - origin[1].clone()]);
            let turn = |p: &[T; 2], q: &[T; 2]| {
                sign(&(p[0].clone() * q[1].clone() - p[1].clone() * q[0].clone()))
            };
            let turns = [turn(&a, &b), turn(&b, &c), turn(&c, &a)];
            if turns.contains(&1) && turns.contains(&-1) {
                continue;
            }
            // The ray meets the border of the face, or starts on it.
            let side = turns[0];
            let below = self.side_of(*i, p);
            if turns != [side; 3] || below == 0 {
                return Crossings::Unclear;
            }
            if below == side {
                number += side;
            }
        }
        Crossings::Number(number)
    }

    /// On which side of a face `p` is: 1 if behind it.
    fn side_of(&self, face: usize, p: &Vector<T>) -> i32 {
        let [a, b, c] = self.faces[face].each_ref().map(|x| minus(x, p));
        sign(&determinant(&a, &b, &c))
    }
}

enum Crossings {
    Number(i32),
    /// The ray meets an edge, or starts on the surface.
    Unclear,
}

fn sheared<T: Exact>([x, y, z]: &Vector<T>, [dx, dy]: &[T; 2]) -> [T; 2] {
    [x.clone() - dx.clone() * z.clone(), y.clone() - dy.clone() * z.clone()]
}

/// A face without area encloses nothing, so no ray has to cross it.
fn has_area<T: Exact>([a, b, c]: &Face<T>) -> bool {
    let (p, q) = (minus(b, a), minus(c, a));
    [(0, 1), (1, 2), (2, 0)]
        .into_iter()
        .any(|(i, j)| p[i].clone() * q[j].clone() != p[j].clone() * q[i].clone())
}

/// True if `p` is on the closed face, degenerate or not.
fn contains<T: Exact>(face: &Face<T>, p: &Vector<T>) -> bool {
    let [a, b, c] = &face.each_ref().map(|x| minus(x, p));
    if sign(&determinant(a, b, c)) != 0 {
        return false;
    }
    // In the plane: look along each axis at the signs of the three turns. A point is in the
    // triangle if no view shows two different signs, unless all views are flat; then it must be
    // between.
    let mut flat = true;
    for (i, j) in [(0, 1), (1, 2), (2, 0)] {
        let turn = |p: &Vector<T>, q: &Vector<T>| {
            sign(&(p[i].clone() * q[j].clone() - p[j].clone() * q[i].clone()))
        };
        let turns = [turn(a, b), turn(b, c), turn(c, a)];
        if turns.contains(&1) && turns.contains(&-1) {
            return false;
        }
        flat &= turns == [0; 3];
    }
    let zero = T::from(0);
    !flat
        || (0..3).all(|i| {
            let x = [&a[i], &b[i], &c[i]];
            x.iter().any(|x| **x <= zero) && x.iter().any(|x| **x >= zero)
        })
}

#[test]
fn the_oracle_knows_a_cube() {
    let mesh = crate::meshes::cuboid(DVec3::splat(-1.0), DVec3::ONE);
    let surface = Surface::<i128>::new(&mesh.corners());
    let step = 1.0 / LATTICE;
    let at = |x: f64, y: f64, z: f64| surface.winding_number(DVec3::new(x, y, z));
    assert_eq!(at(0.0, 0.0, 0.0), Some(1));
    assert_eq!(at(1.0 - step, 1.0 - step, 1.0 - step), Some(1));
    assert_eq!(at(1.0 + step, 1.0 - step, 1.0 - step), Some(0));
    assert_eq!(at(2.0, 1.0, 1.0), Some(0));
    assert_eq!(at(1.0, 1.0, 2.0), Some(0));
    assert_eq!(at(2.0, 2.0, 2.0), Some(0));
    for on_surface in [[1.0, 0.0, 0.5], [1.0, 1.0, 0.5], [-1.0, 1.0, 1.0], [0.0, 0.0, 1.0]] {
        assert_eq!(surface.winding_number(DVec3::from_array(on_surface)), None);
    }
}
