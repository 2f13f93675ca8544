//! The lines at the beginning of a run: what is simulated, in numbers that show a wrong unit, and
//! warnings.

use std::fmt::{self, Display, Formatter};

use glam::DVec3;
use ripstop_pipeline::ClothMeasures;
use ripstop_pipeline::scene::{DynamicsMethod, Scene};
use ripstop_run::Run;

/// Cloths that get a line each.
const LISTED: usize = 12;

/// The beginning of a run in a few lines.
pub(crate) struct Introduction<'a> {
    pub(crate) run: &'a Run,
}

impl Display for Introduction<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        self.write_title(f)?;
        let measures = self.run.simulation().world().measures();
        let is_fem = self.run.scene().settings.dynamics == DynamicsMethod::Fem;
        for cloth in measures.iter().take(LISTED) {
            write!(f, "  {}", ClothLine(cloth))?;
            // Position-based cloth has one law for all.
            writeln!(f, "{}", if is_fem { law(cloth) } else { "" })?;
        }
        if let Some(more) = measures.len().checked_sub(LISTED + 1) {
            writeln!(f, "  and {} more cloths", more + 1)?;
        }
        let tangle = self.run.simulation().start_tangle();
        if tangle.given > 0 {
            let left = match tangle.left {
                0 => "all of them untangled".to_owned(),
                n => format!("{n} left after untangling, which goes on while the cloth moves"),
            };
            writeln!(f, "  the scene starts with {} crossings, {left}", tangle.given)?;
        }
        if tangle.brought_out > 0 {
            let pieces = if tangle.brought_out == 1 { "piece" } else { "pieces" };
            let count = tangle.brought_out;
            writeln!(
                f,
                "  {count} {pieces} of cloth started inside of a closed surface, brought out"
            )?;
        }
        for warning in self.run.simulation().warnings() {
            writeln!(f, "warning: {warning}")?;
        }
        for note in self.run.file_notes() {
            writeln!(f, "warning: {note}")?;
        }
        Ok(())
    }
}

impl Introduction<'_> {
    fn write_title(&self, f: &mut Formatter) -> fmt::Result {
        let mesh = self.run.simulation().mesh();
        let (vertices, faces) = (mesh.vertex_count(), mesh.faces().len());
        let shown = self.run.directory().path().display();
        let Scene { name, description, .. } = self.run.scene();
        let said = [name.as_str(), description.as_str()];
        let said: Vec<&str> = said.into_iter().filter(|text| !text.is_empty()).collect();
        if !said.is_empty() {
            write!(f, "{} ", said.join(": "))?;
        }
        write!(f, "({vertices} vertices, {faces} faces) → {shown}")?;
        match self.run.simulation().frame() {
            0 => writeln!(f),
            frame => writeln!(f, ", from frame {frame}"),
        }
    }
}

/// Size, mass, vertices, edges and thickness of a cloth.
struct ClothLine<'a>(&'a ClothMeasures);

impl Display for ClothLine<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let ClothMeasures { owner, extent, mass, vertex_count, .. } = self.0;
        let mass = match *mass {
            m if m < 1.0 => format!("{} g", digits(1e3 * m)),
            m => format!("{} kg", digits(m)),
        };
        let [edge, thickness] = [self.0.mean_edge_length, self.0.thickness].map(length);
        let size = size(*extent);
        write!(
            f,
            "{owner}: {size}, {mass}, {vertex_count} vertices, edges of {edge}, {thickness} thick"
        )
    }
}

/// The law of its finite elements, which follows from the numbers of its fabric.
const fn law(cloth: &ClothMeasures) -> &'static str {
    if cloth.is_isotropic { ", isotropic" } else { ", orthotropic" }
}

/// Edge lengths of a box.
fn size(extent: DVec3) -> String {
    let (factor, unit) = if extent.max_element() < 0.1 { (1e3, "mm") } else { (1.0, "m") };
    let [x, y, z] = extent.to_array().map(|length| digits(factor * length));
    format!("{x} × {y} × {z} {unit}")
}

/// A length in the unit that suits it.
fn length(metres: f64) -> String {
    if metres < 0.1 {
        format!("{} mm", digits(1e3 * metres))
    } else {
        format!("{} m", digits(metres))
    }
}

/// A number that is not negative, with about three digits; what rounds to nothing is `0`.
fn digits(value: f64) -> String {
    let text = match value {
        v if v >= 100.0 => format!("{v:.0}"),
        v if v >= 10.0 => format!("{v:.1}"),
        v if v >= 0.1 => format!("{v:.2}"),
        v if v >= 1e-3 => format!("{v:.4}"),
        _ => return "0".to_owned(),
    };
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_the_unit_that_suits_them() {
        assert_eq!(length(0.003), "3 mm");
        assert_eq!(length(0.015_87), "15.9 mm");
        assert_eq!(length(1.0), "1 m");
        assert_eq!(size(DVec3::new(1.0, 0.555_5, -0.0)), "1 × 0.56 × 0 m");
        assert_eq!(size(DVec3::new(0.05, 0.0125, 1e-18)), "50 × 12.5 × 0 mm");
        assert_eq!(size(DVec3::new(170.0, 100.0, 20.25)), "170 × 100 × 20.2 m");
    }
}
