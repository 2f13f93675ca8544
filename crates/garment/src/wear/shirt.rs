//! A shirt: front, back and two sleeves, set in such that it lies flat.
//!
//! Seen from the front, with the arms in the A-pose, the shirt is drawn around the outline of the
//! body. Armhole and sleeve cap are the same curve there, so front and back with the halves of the
//! sleeves that belong to them are two equal flat layers. They start before and behind the body,
//! joined at the sides, the shoulders and along the sleeves, and a fit draws them on.

use glam::{DVec2, DVec3, dvec2};

use super::fit::Fit;
use super::layers::Layers;
use crate::error::check_range;
use crate::mannequin::{Joints, Side};
use crate::pattern::{EdgeShape, Panel, Pattern, Seam, SewnPattern};
use crate::{GarmentError, Mannequin};

/// Measures of a shirt.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ShirtSettings {
    /// Length from the neck to the hem (m).
    pub length: f64,
    /// Length of the sleeves along the top of the arm (m).
    pub sleeve: f64,
    /// Girth of the shirt beyond that of the body (m).
    pub ease: f64,
    /// Depth of the neck opening in front (m).
    pub neck: f64,
    /// Edge length of the triangles (m).
    pub edge_length: f64,
}

impl Default for ShirtSettings {
    fn default() -> Self {
        Self { length: 0.62, sleeve: 0.22, ease: 0.1, neck: 0.08, edge_length: 0.022 }
    }
}

impl ShirtSettings {
    /// Checks every measure.
    ///
    /// # Errors
    /// Names the first measure that is out of its range.
    pub fn check(&self) -> Result<(), GarmentError> {
        check_range("length", self.length, [0.4, 0.9])?;
        check_range("sleeve", self.sleeve, [0.12, 0.5])?;
        check_range("ease", self.ease, [0.04, 0.3])?;
        check_range("neck", self.neck, [0.04, 0.2])?;
        check_range("edge_length", self.edge_length, [0.003, 0.035])
    }
}

/// Panels of the pattern, by number.
pub(crate) const FRONT: usize = 0;
pub(crate) const BACK: usize = 1;
pub(crate) const LEFT_SLEEVE: usize = 2;
const RIGHT_SLEEVE: usize = 3;

/// Distance of the start from the body (m), where it is flat.
const CLEARANCE: f64 = 0.005;
/// Radius (m) that is about the smallest of a body under a shirt.
const ROUND: f64 = 0.04;
/// Distance of shoulders and sleeves in the drawing above the outline of the body (m): cloth that
/// goes around the depth of a shoulder is drawn down.
const RISE: f64 = 0.022;
/// Depth of the neck opening at the back (m).
const NAPE: f64 = 0.045;

/// A shirt that fits a mannequin in its A-pose.
///
/// # Errors
/// If a measure is out of its range.
pub fn shirt(mannequin: &Mannequin, settings: &ShirtSettings) -> Result<SewnPattern, GarmentError> {
    settings.check()?;
    let drawing = Drawing::new(mannequin, settings);
    // The middle of an edge is nearer to what is round than its ends.
    let sagitta = settings.edge_length * settings.edge_length / (8.0 * ROUND);
    let clearance = CLEARANCE + sagitta;
    let layers = Layers::new(mannequin.field(), drawing.folds(), clearance);
    let pattern = drawing.pattern();
    let mut sewn = pattern.sewn(settings.edge_length, |panel, p| {
        let (x, is_back) = drawing.laid(panel, p);
        layers.lifted(x, is_back)
    })?;
    let sides: Vec<f64> = drawing.sides(&sewn);
    let fit = Fit { body: mannequin.field(), clearance, sweeps: 500 };
    fit.apply(&mut sewn, |i, x| match sides[i] {
        side if side * x.y < 0.0 => x.with_y(0.0),
        _ => x,
    });
    Ok(sewn)
}

/// The shirt as seen from the front; points are those of the left side, in x and z (m).
struct Drawing {
    settings: ShirtSettings,
    neck: DVec2,
    shoulder: DVec2,
    underarm: DVec2,
    /// Control points of the armhole, from the underarm.
    armhole: [DVec2; 2],
    hem: DVec2,
    /// Direction of the arm, and from it to the upper side.
    arm: [DVec2; 2],
    /// Upper and lower end of the opening of the sleeve.
    cuff: [DVec2; 2],
}

impl Drawing {
    fn new(mannequin: &Mannequin, settings: &ShirtSettings) -> Self {
        let measures = mannequin.settings();
        let scale = measures.scale();
        let joints = Joints::new(measures);
        let flat = |x: DVec3| dvec2(x.x, x.z);
        let along = flat(joints.elbow - joints.shoulder).normalize();
        let above = along.perp();
        let on_top = |x: f64| dvec2(x, mannequin.outline_above(x) + RISE * scale);
        let (neck, shoulder) =
            (on_top(0.086 * scale), on_top(flat(joints.shoulder).x + 0.03 * scale));
        // Half of the girth of an arm of this radius, with half of the ease of the torso.
        let width = |radius: f64| std::f64::consts::PI * radius * scale + 0.35 * settings.ease;
        let quarter = 0.25 * (mannequin.girth(1.26 * scale) + settings.ease);
        let hem_height = neck.y - settings.length;
        let hips = (0..8).map(|i| mannequin.girth(hem_height + 0.03 * f64::from(i)));
        let hem = 0.25 * (hips.fold(0.0, f64::max) + settings.ease);
        // Where the lower line of the sleeve is a quarter of the girth from the middle.
        let start = shoulder - width(0.049) * above;
        let underarm = start + (quarter - start.x) / along.x * along;
        let reach = (underarm - shoulder).dot(along);
        let cuff = shoulder + settings.sleeve.max(reach + 0.05) * along;
        let forearm = (settings.sleeve / (0.5 * scale)).min(1.0);
        let narrow = width(0.049 - 0.014 * forearm);
        Self {
            settings: *settings,
            neck,
            shoulder,
            underarm,
            armhole: [
                underarm - 0.35 * (quarter - 0.6 * shoulder.x) * DVec2::X + 0.03 * scale * DVec2::Y,
                shoulder - 0.1 * scale * above - 0.012 * scale * DVec2::X,
            ],
            hem: dvec2(hem.max(quarter), hem_height),
            arm: [along, above],
            cuff: [cuff, cuff - narrow * above],
        }
    }

    /// Front, back, left and right sleeve.
    fn pattern(&self) -> Pattern {
        let mut seams = vec![
            Seam::new("left side", [FRONT, 1], [BACK, 7]),
            Seam::new("right side", [FRONT, 7], [BACK, 1]),
            Seam::new("left shoulder", [FRONT, 3], [BACK, 5]),
            Seam::new("right shoulder", [FRONT, 5], [BACK, 3]),
            Seam::new("left armhole, front", [LEFT_SLEEVE, 3], [FRONT, 2]),
            Seam::new("left armhole, back", [LEFT_SLEEVE, 2], [BACK, 6]),
            Seam::new("right armhole, front", [RIGHT_SLEEVE, 2], [FRONT, 6]),
            Seam::new("right armhole, back", [RIGHT_SLEEVE, 3], [BACK, 2]),
        ];
        let names = [(LEFT_SLEEVE, "left underarm"), (RIGHT_SLEEVE, "right underarm")];
        seams.extend(names.map(|(panel, name)| Seam::new(name, [panel, 1], [panel, 4])));
        let panels = vec![
            self.torso("front", self.settings.neck),
            self.torso("back", NAPE),
            self.sleeve("left sleeve"),
            self.sleeve("right sleeve"),
        ];
        Pattern { panels, seams }
    }

    /// Front or back. Edges: hem, side, armhole, shoulder, neck, shoulder, armhole, side.
    fn torso(&self, name: &str, neck_depth: f64) -> Panel {
        let other = |p: DVec2| dvec2(-p.x, p.y);
        let [low, high] = self.armhole;
        let bottom = 1.3 * neck_depth * DVec2::Y;
        let rim = [self.neck - bottom, other(self.neck) - bottom];
        Panel::new(name)
            .edge(other(self.hem), EdgeShape::Line)
            .edge(self.hem, EdgeShape::Line)
            .edge(self.underarm, EdgeShape::Bezier([low, high]))
            .edge(self.shoulder, EdgeShape::Line)
            .edge(self.neck, EdgeShape::Bezier(rim))
            .edge(other(self.neck), EdgeShape::Line)
            .edge(other(self.shoulder), EdgeShape::Bezier([high, low].map(other)))
            .edge(other(self.underarm), EdgeShape::Line)
    }

    /// A sleeve, unfolded at its upper line, with the shoulder at the origin. Edges: opening,
    /// underarm, cap, cap, underarm.
    fn sleeve(&self, name: &str) -> Panel {
        let [along, above] = self.arm;
        let right = |p: DVec2| {
            let p = p - self.shoulder;
            dvec2(-p.dot(above), -p.dot(along))
        };
        let left = |p: DVec2| right(p) * dvec2(-1.0, 1.0);
        let [low, high] = self.armhole;
        Panel::new(name)
            .edge(left(self.cuff[1]), EdgeShape::Line)
            .edge(right(self.cuff[1]), EdgeShape::Line)
            .edge(right(self.underarm), EdgeShape::Bezier([right(low), right(high)]))
            .edge(DVec2::ZERO, EdgeShape::Bezier([left(high), left(low)]))
            .edge(left(self.underarm), EdgeShape::Line)
    }

    /// The place of a point of a panel in the drawing, in x and z, and the layer that it is in.
    fn laid(&self, panel: usize, p: DVec2) -> (DVec2, bool) {
        match panel {
            FRONT => (p, false),
            BACK => (dvec2(-p.x, p.y), true),
            _ => {
                // Seen from above, the right half of the left sleeve is behind the arm.
                let side = if panel == LEFT_SLEEVE { Side::Left } else { Side::Right };
                let [along, above] = self.arm;
                let at = self.shoulder - p.x.abs() * above - p.y * along;
                (dvec2(side.sign() * at.x, at.y), side.sign() * p.x > 0.0)
            }
        }
    }

    /// Lines along which front and back are joined.
    fn folds(&self) -> Vec<[DVec2; 2]> {
        let left = [
            [self.hem, self.underarm],
            [self.underarm, self.cuff[1]],
            [self.cuff[0], self.shoulder],
            [self.shoulder, self.neck],
        ];
        let other = |p: DVec2| dvec2(-p.x, p.y);
        left.into_iter().chain(left.map(|line| line.map(other))).collect()
    }

    /// Sign of y on the side of the body that every vertex is on; 0 on folds.
    fn sides(&self, sewn: &SewnPattern) -> Vec<f64> {
        let of_panel = |(panel, range): (usize, &crate::pattern::PanelRange)| {
            sewn.uv[range.vertices.clone()]
                .iter()
                .map(|uv| {
                    let p = dvec2(-uv.y, uv.x);
                    let is_fold = panel >= LEFT_SLEEVE && p.x.abs() < 1e-9;
                    match self.laid(panel, p) {
                        _ if is_fold => 0.0,
                        (_, true) => 1.0,
                        (_, false) => -1.0,
                    }
                })
                .collect::<Vec<f64>>()
        };
        sewn.panels.iter().enumerate().flat_map(of_panel).collect()
    }
}
