//! Cameras of pictures.
//!
//! A pinhole: the pixel at `(x, y)` of the screen, both from −1 to 1 over the height, sees along
//!
//! ```text
//! f + tan(φ/2) (x r + y u)
//! ```
//!
//! with `f` forwards, `r` to the right, `u` up and `φ` the vertical field of view.

use glam::DVec3;

/// A camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Position of the eye (m).
    pub eye: DVec3,
    /// Point that it looks at (m).
    pub target: DVec3,
    /// Up direction of the picture, roughly.
    pub up: DVec3,
    /// Angle from the lower to the upper edge of the picture (degrees).
    pub field_of_view: f64,
}

/// The directions of a camera, orthogonal, of length 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axes {
    /// To the right in the picture.
    pub right: DVec3,
    /// Up in the picture.
    pub up: DVec3,
    /// Into the picture.
    pub forward: DVec3,
}

impl Axes {
    /// Axes of a camera that looks along `forward`; directions that make no sense are replaced.
    #[must_use]
    pub fn looking(forward: DVec3, up: DVec3) -> Self {
        let forward = forward.try_normalize().unwrap_or(DVec3::NEG_Z);
        let side = forward.cross(up).try_normalize();
        let right = side.unwrap_or_else(|| forward.any_orthonormal_vector());
        Self { right, up: right.cross(forward), forward }
    }
}

/// Direction and frame of a camera that is to show something whole.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct View {
    /// Into the picture.
    pub forward: DVec3,
    /// Up direction of the picture, roughly.
    pub up: DVec3,
    /// Angle from the lower to the upper edge of the picture (degrees).
    pub field_of_view: f64,
    /// Width of the picture over its height.
    pub aspect: f64,
    /// Part of the picture that stays empty on every side.
    pub margin: f64,
}

impl View {
    /// A view along a direction: 30 degrees high, 3 : 2, with a tenth of margin.
    #[must_use]
    pub const fn new(forward: DVec3, up: DVec3) -> Self {
        Self { forward, up, field_of_view: 30.0, aspect: 1.5, margin: 0.1 }
    }
}

impl Camera {
    /// The nearest camera that sees all points, inside the margins, along a given direction.
    ///
    /// In the axes of the camera a point at `(x, y, z)` is seen by an eye at `(eₓ, e_y, e_z)` if
    ///
    /// ```text
    /// |x − eₓ| ≤ a (z − e_z),    |y − e_y| ≤ b (z − e_z)
    /// ```
    ///
    /// Each side is a bound on `eₓ ± a e_z` or `e_y ± b e_z`; the eye is where the tightest meet,
    /// and as far back as the narrower of the two directions needs.
    #[must_use]
    pub fn framing(points: impl Iterator<Item = DVec3>, view: &View) -> Self {
        let axes = Axes::looking(view.forward, view.up);
        let half_height = tan_half(view.field_of_view) * (1.0 - 2.0 * view.margin).max(0.1);
        let half_width = half_height * view.aspect;
        let mut sides = [f64::NEG_INFINITY; 4];
        let mut center = DVec3::ZERO;
        let mut depths = [f64::INFINITY, f64::NEG_INFINITY];
        let mut count = 0.0;
        for point in points {
            let [x, y, z] = [axes.right, axes.up, axes.forward].map(|axis| axis.dot(point));
            let (a, b) = (half_width * z, half_height * z);
            for (side, reach) in sides.iter_mut().zip([x - a, -x - a, y - b, -y - b]) {
                *side = side.max(reach);
            }
            depths = [depths[0].min(z), depths[1].max(z)];
            center += point;
            count += 1.0;
        }
        if count == 0.0 || !center.is_finite() {
            sides = [1.0; 4];
            depths = [0.0; 2];
        }
        let [right, left, top, bottom] = sides;
        let x = 0.5 * (right - left);
        let y = 0.5 * (top - bottom);
        let fits = [(right + left) / half_width, (top + bottom) / half_height];
        let back = 0.5 * fits[0].max(fits[1]);
        // Never so near that the picture starts inside of what it shows.
        let near = 0.05 * (depths[1] - depths[0]) + 1e-3;
        let z = (-back).min(depths[0] - near);
        let eye = x * axes.right + y * axes.up + z * axes.forward;
        let target = eye + (0.5 * (depths[0] + depths[1]) - z) * axes.forward;
        Self { eye, target, up: view.up, field_of_view: view.field_of_view }
    }

    /// Its axes.
    #[must_use]
    pub fn axes(&self) -> Axes {
        Axes::looking(self.target - self.eye, self.up)
    }
}

/// `tan(φ/2)` of an angle in degrees, which is kept away from 0° and 180°.
fn tan_half(degrees: f64) -> f64 {
    let degrees = if degrees.is_nan() { 30.0 } else { degrees.clamp(0.1, 170.0) };
    libm::tan(0.5 * degrees.to_radians())
}

/// A unit vector turned towards another one, orthogonal to it, by an angle (rad).
#[must_use]
pub fn turned(from: DVec3, toward: DVec3, angle: f64) -> DVec3 {
    libm::cos(angle) * from + libm::sin(angle) * toward
}

/// A camera and a screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lens {
    pub(crate) eye: DVec3,
    pub(crate) forward: DVec3,
    /// From the middle of a pixel to that of the next, at distance 1.
    pub(crate) column: DVec3,
    pub(crate) row: DVec3,
    /// Middle of the screen in pixels.
    center: [f64; 2],
    /// Edge of a pixel at distance 1.
    pub(crate) pixel: f64,
}

impl Lens {
    pub(crate) fn new(camera: &Camera, [width, height]: [u32; 2]) -> Self {
        let axes = camera.axes();
        let pixel = 2.0 * tan_half(camera.field_of_view) / f64::from(height.max(1));
        Self {
            eye: camera.eye,
            forward: axes.forward,
            column: pixel * axes.right,
            row: -pixel * axes.up,
            center: [0.5 * f64::from(width), 0.5 * f64::from(height)],
            pixel,
        }
    }

    /// The direction through a place of the screen in pixels, of length 1.
    pub(crate) fn direction(&self, x: f64, y: f64) -> DVec3 {
        let [cx, cy] = self.center;
        (self.forward + (x - cx) * self.column + (y - cy) * self.row).normalize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;
    use proptest::prelude::*;

    fn vector() -> impl Strategy<Value = DVec3> {
        prop::array::uniform3(-1.0..1.0).prop_map(DVec3::from_array)
    }

    /// Place of a point on a screen of height 2, and its depth.
    fn seen(camera: &Camera, point: DVec3) -> [f64; 3] {
        let axes = camera.axes();
        let [x, y, z] = [axes.right, axes.up, axes.forward].map(|a| a.dot(point - camera.eye));
        let half = tan_half(camera.field_of_view);
        [x / (half * z), y / (half * z), z]
    }

    proptest! {
        #[test]
        fn a_framing_camera_sees_everything_and_is_near(
            points in prop::collection::vec(vector(), 2..40), forward in vector(), aspect in 0.5..2.0,
        ) {
            prop_assume!(forward.length() > 0.1 && forward.cross(DVec3::Z).length() > 0.05);
            let view = View { forward, up: DVec3::Z, field_of_view: 30.0, aspect, margin: 0.05 };
            let camera = Camera::framing(points.iter().copied(), &view);
            let mut most: [f64; 2] = [0.0; 2];
            let mut depths = [f64::INFINITY, 0.0_f64];
            for &point in &points {
                let [x, y, z] = seen(&camera, point);
                prop_assert!(z > 0.0);
                most = [most[0].max((x / aspect).abs()), most[1].max(y.abs())];
                depths = [depths[0].min(z), depths[1].max(z)];
            }
            let most = most[0].max(most[1]);
            prop_assert!(most <= 0.9 + 1e-9, "{most}");
            // Something touches the margin, unless the camera is as near as it may be.
            let nearest = 0.05 * (depths[1] - depths[0]) + 1e-3;
            prop_assert!(most >= 0.9 - 1e-6 || depths[0] <= nearest + 1e-9, "{most} {depths:?}");
        }
    }

    #[test]
    fn one_point_none_and_bad_ones_still_give_a_camera() {
        let view =
            View { forward: DVec3::Y, up: DVec3::Z, field_of_view: 40.0, aspect: 1.5, margin: 0.1 };
        let nan = DVec3::splat(f64::NAN);
        for points in [vec![], vec![dvec3(3.0, 2.0, 1.0)], vec![nan]] {
            let camera = Camera::framing(points.into_iter(), &view);
            assert!(camera.axes().forward.is_normalized(), "{camera:?}");
        }
    }

    #[test]
    fn pixels_look_where_they_should() {
        let camera =
            Camera { eye: DVec3::ZERO, target: DVec3::Y, up: DVec3::Z, field_of_view: 90.0 };
        let lens = Lens::new(&camera, [200, 100]);
        assert!(lens.direction(100.0, 50.0).distance(DVec3::Y) < 1e-12);
        let corner = dvec3(-2.0, 1.0, 1.0).normalize();
        assert!(lens.direction(0.0, 0.0).distance(corner) < 1e-12);
    }
}
