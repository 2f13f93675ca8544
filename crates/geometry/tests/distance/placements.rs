//! Pairs placed at a given offset from the boundary between two regions.
//!
//! Both regions' formulas are rational functions that go on past the boundary, so each placement
//! tests both.

use glam::{DQuat, DVec3, dvec3};
use ripstop_geometry::closest::PointSegmentRegion::{End, Interior, Start};
use ripstop_geometry::closest::{PointSegmentRegion, PointTriangleRegion, SegmentSegmentRegion};

use crate::oracle::Region;

/// Offsets along the boundary's normal (m), on both sides.
pub(crate) const OFFSETS: [f64; 9] = [0.0, 1e-12, -1e-12, 1e-4, -1e-4, 1.0, -1.0, 1000.0, -1000.0];
/// Distances of the two features (m).
pub(crate) const HEIGHTS: [f64; 5] = [0.0, 1e-9, 1e-3, 1.0, 50.0];
/// No edge and no height of a [`Frame`] is shorter (m): twice the least area over the longest edge.
pub(crate) const THINNEST: f64 = 0.5 * 0.5 / 2.6;

/// Four points beside a boundary, and the regions on either side of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    pub(crate) points: [DVec3; 4],
    pub(crate) regions: [Region; 2],
}

/// Reproducible numbers in `[−1, 1)`.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from((self.0 >> 33) as u32) / f64::from(1_u32 << 30) - 1.0
    }

    pub(crate) fn index(&mut self, count: usize) -> usize {
        self.next();
        (self.0 >> 33) as usize % count
    }

    pub(crate) fn vector(&mut self) -> DVec3 {
        dvec3(self.next(), self.next(), self.next())
    }

    pub(crate) fn rotation(&mut self) -> DQuat {
        DQuat::from_xyzw(self.next(), self.next(), self.next(), self.next() + 0.1).normalize()
    }
}

/// A triangle or a pair of directions that is neither a sliver nor tiny, turned and moved at
/// random.
pub(crate) struct Frame {
    rotation: DQuat,
    origin: DVec3,
    lengths: [f64; 2],
    slant: f64,
    loose: DVec3,
}

impl Frame {
    pub(crate) fn new(numbers: &mut Numbers) -> Self {
        Self {
            rotation: numbers.rotation(),
            origin: numbers.vector(),
            lengths: [1.0 + 0.5 * numbers.next(), 1.0 + 0.5 * numbers.next()],
            slant: numbers.next(),
            loose: numbers.vector(),
        }
    }

    /// A first edge along x and a second one in the plane of x and y.
    fn edges(&self) -> [DVec3; 2] {
        [dvec3(self.lengths[0], 0.0, 0.0), dvec3(self.slant, self.lengths[1], 0.0)]
    }

    fn place(&self, points: [DVec3; 4]) -> [DVec3; 4] {
        points.map(|x| self.rotation * x + self.origin)
    }

    /// All boundaries: nine of a triangle, sixteen of two segments.
    pub(crate) fn placements(&self, offset: f64, height: f64) -> Vec<Placement> {
        let mut all = Vec::new();
        for i in 0..3 {
            all.extend(self.at_triangle_edge(i, offset, height));
        }
        for (at, region) in [(0.0, Start), (1.0, End)] {
            all.extend(self.at_segment_end(at, region, offset, height));
        }
        all
    }

    /// Beside edge `i` of a triangle and beside both of its corners.
    fn at_triangle_edge(&self, i: usize, offset: f64, height: f64) -> [Placement; 3] {
        let [x, y] = [DVec3::ZERO, self.edges()[0]];
        let corner = self.edges()[1];
        let mut points = [DVec3::ZERO; 4];
        (points[1 + i], points[1 + (i + 1) % 3], points[1 + (i + 2) % 3]) = (x, y, corner);
        let edge = Region::PointTriangle(PointTriangleRegion::Edge(i));
        let beside = |p: DVec3, region: PointTriangleRegion| {
            points[0] = p;
            Placement { points: self.place(points), regions: [edge, Region::PointTriangle(region)] }
        };
        let outward = height * dvec3(0.0, -0.6, 0.8);
        let mut beside = beside;
        [
            beside(0.4 * y + dvec3(0.0, offset, height), PointTriangleRegion::Face),
            beside(x + dvec3(offset, 0.0, 0.0) + outward, PointTriangleRegion::Vertex(i)),
            beside(y - dvec3(offset, 0.0, 0.0) + outward, PointTriangleRegion::Vertex((i + 1) % 3)),
        ]
    }

    /// Two lines whose nearest points are beside an end of one, and an end beside an end.
    fn at_segment_end(
        &self,
        at: f64,
        end: PointSegmentRegion,
        offset: f64,
        height: f64,
    ) -> Vec<Placement> {
        let [e, f] = self.edges();
        let lift = dvec3(0.0, 0.0, height);
        let inward = if at == 0.0 { offset } else { -offset };
        let regions = |first: [PointSegmentRegion; 2], second: [PointSegmentRegion; 2]| {
            [first, second].map(|[a, b]| Region::SegmentSegment(SegmentSegmentRegion { a, b }))
        };
        // The nearest points have these parameters on their lines.
        let lines =
            |s: f64, t: f64| self.place([-s * e + lift, e - s * e + lift, -t * f, f - t * f]);
        let on_a = at + inward / e.length();
        let on_b = at + inward / f.length();
        let mut all = vec![
            Placement {
                points: lines(on_a, 0.3),
                regions: regions([Interior, Interior], [end, Interior]),
            },
            Placement {
                points: lines(0.7, on_b),
                regions: regions([Interior, Interior], [Interior, end]),
            },
        ];
        // An end of one segment, away from the line of the other at a right angle.
        for other in [Start, End] {
            let place = |own: DVec3, line: [DVec3; 2]| {
                let ends = if other == Start { [own, self.loose] } else { [self.loose, own] };
                (ends, line)
            };
            let (a, b) = place(lift, [-on_b * f, f - on_b * f]);
            all.push(Placement {
                points: self.place([a[0], a[1], b[0], b[1]]),
                regions: regions([other, Interior], [other, end]),
            });
            let (b, a) = place(-lift, [-on_a * e, e - on_a * e]);
            all.push(Placement {
                points: self.place([a[0], a[1], b[0], b[1]]),
                regions: regions([Interior, other], [end, other]),
            });
        }
        all
    }
}
