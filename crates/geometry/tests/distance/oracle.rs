//! The classical formulas of the region cases, differentiated by jets.
//!
//! ```text
//! point–point           |w|²
//! point–line            |e × w|² / |e|²
//! point–plane, line–line   (n·w)² / |n|²,  n = e × f
//! ```

use glam::DVec3;
use ripstop_geometry::closest::{PointSegmentRegion, PointTriangleRegion, SegmentSegmentRegion};
use ripstop_geometry::distance::{Derivatives, SquaredDistance, point_triangle, segment_segment};

use crate::jet::{Jet, Jet3, cross, dot, minus, real, variables};

/// A region of either kind of pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Region {
    PointTriangle(PointTriangleRegion),
    SegmentSegment(SegmentSegmentRegion),
}

impl Region {
    /// Result of the crate.
    pub(crate) fn ours(self, points: [DVec3; 4]) -> SquaredDistance {
        match self {
            Self::PointTriangle(region) => point_triangle(points, region),
            Self::SegmentSegment(region) => segment_segment(points, region),
        }
    }

    /// Result of the classical formula.
    pub(crate) fn exact(self, points: [DVec3; 4]) -> Jet {
        let x = variables(points);
        match self {
            Self::PointTriangle(PointTriangleRegion::Vertex(i)) => point_point(&x[0], &x[1 + i]),
            Self::PointTriangle(PointTriangleRegion::Edge(i)) => {
                point_line(&x[0], [&x[1 + i], &x[1 + (i + 1) % 3]])
            }
            Self::PointTriangle(PointTriangleRegion::Face) => {
                flats(&minus(&x[0], &x[1]), &minus(&x[2], &x[1]), &minus(&x[3], &x[1]))
            }
            Self::SegmentSegment(region) => {
                let end = |region| match region {
                    PointSegmentRegion::Start => Some(0),
                    PointSegmentRegion::End => Some(1),
                    PointSegmentRegion::Interior => None,
                };
                match (end(region.a), end(region.b)) {
                    (Some(i), Some(j)) => point_point(&x[i], &x[2 + j]),
                    (Some(i), None) => point_line(&x[i], [&x[2], &x[3]]),
                    (None, Some(j)) => point_line(&x[2 + j], [&x[0], &x[1]]),
                    (None, None) => {
                        flats(&minus(&x[0], &x[2]), &minus(&x[1], &x[0]), &minus(&x[3], &x[2]))
                    }
                }
            }
        }
    }
}

fn square(v: &Jet3) -> Jet {
    dot(v, v)
}

fn point_point(p: &Jet3, q: &Jet3) -> Jet {
    square(&minus(p, q))
}

fn point_line(p: &Jet3, [x, y]: [&Jet3; 2]) -> Jet {
    let e = minus(y, x);
    &square(&cross(&e, &minus(p, x))) / &square(&e)
}

/// A point and a plane, or two lines: `w` joins them, `e` and `f` span their directions.
fn flats(w: &Jet3, e: &Jet3, f: &Jet3) -> Jet {
    let n = cross(e, f);
    let height = dot(&n, w);
    &(&height * &height) / &square(&n)
}

/// Errors of derivatives against exact ones, each as a largest component.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Errors {
    pub(crate) value: f64,
    pub(crate) gradient: f64,
    pub(crate) hessian: f64,
    /// The largest component of the exact Hessian.
    pub(crate) hessian_size: f64,
}

/// Compares all 1 + 12 + 144 numbers.
pub(crate) fn errors(ours: &Derivatives, exact: &Jet) -> Errors {
    let off = |ours: f64, exact: &crate::jet::Real| {
        assert!(ours.is_finite(), "not finite");
        (real(ours) - exact).to_f64().value().abs()
    };
    let mut errors = Errors {
        value: off(ours.value, &exact.value),
        gradient: 0.0,
        hessian: 0.0,
        hessian_size: 0.0,
    };
    for i in 0..12 {
        let gradient = off(ours.gradient[i / 3][i % 3], &exact.gradient[i]);
        errors.gradient = errors.gradient.max(gradient);
        for j in 0..12 {
            let second = exact.second(i, j);
            // Columns are the second index.
            let entry = ours.hessian[i / 3][j / 3].col(j % 3)[i % 3];
            errors.hessian = errors.hessian.max(off(entry, second));
            errors.hessian_size = errors.hessian_size.max(second.to_f64().value().abs());
        }
    }
    errors
}
