//! The text of the page.

use std::io::{self, Write};
use std::ops::Range;

use serde_json::{Value, json};

use super::base64::{self, encoded_length};
use super::{Player, Track, faces};
use crate::coloring::LARGEST_STRAIN;
use crate::{Coloring, Finish};

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPTS: [&str; 6] = [
    include_str!("page/decode.js"),
    include_str!("page/sketch.js"),
    include_str!("page/shaders.js"),
    include_str!("page/vectors.js"),
    include_str!("page/view.js"),
    include_str!("page/player.js"),
];

/// Room of a page beside the text of 6 bytes for each vertex and frame (bytes).
pub const ROOM: usize = 200_000;

/// Bytes in one block of text; a multiple of 3, so that only the last is padded.
const BLOCK: usize = 3 << 18;

/// A quantity of the report, with a value for every frame that has one.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportColumn {
    /// Name of the quantity.
    pub name: String,
    /// Its values, from frame 0 on.
    pub values: Vec<Option<f64>>,
}

impl Player<'_> {
    /// Writes the page.
    ///
    /// # Errors
    /// If the stream fails.
    pub fn write(mut self, report: &[ReportColumn], out: &mut impl Write) -> io::Result<()> {
        let (face_bytes, face_ranges) = self.encoded_faces();
        let mut data = face_bytes;
        data.append(&mut self.still_bytes);
        data.append(&mut self.frame_bytes);
        let budget = encoded_length(6 * self.scene.mesh.vertex_count() * self.frame_count) + ROOM;
        let fixed = PAGE.len()
            + STYLE.len()
            + SCRIPTS.iter().map(|script| script.len()).sum::<usize>()
            + self.head(&[], report, &face_ranges, usize::MAX).len()
            + 2048;
        let mut kept = Vec::new();
        for Track { coloring, bytes, .. } in std::mem::replace(
            &mut self.tracks,
            [Track::new(Coloring::Contact), Track::new(Coloring::Strain)],
        ) {
            let length = encoded_length(data.len() + bytes.len());
            // Tags around each block take less than a hundred bytes.
            if fixed + length + length / BLOCK * 100 <= budget {
                data.extend(bytes);
                kept.push(coloring);
            }
        }
        let head = self.head(&kept, report, &face_ranges, data.len());
        self.fill(out, &head, &data)
    }

    fn fill(&self, out: &mut impl Write, head: &str, data: &[u8]) -> io::Result<()> {
        for (i, piece) in PAGE.split("{{").enumerate() {
            let Some((name, text)) = piece.split_once("}}").filter(|_| i > 0) else {
                out.write_all(piece.as_bytes())?;
                continue;
            };
            match name {
                "title" => out.write_all(escaped(self.scene.title).as_bytes())?,
                "description" => out.write_all(escaped(self.scene.description).as_bytes())?,
                "style" => out.write_all(STYLE.as_bytes())?,
                "script" => SCRIPTS.iter().try_for_each(|s| out.write_all(s.as_bytes()))?,
                "head" => out.write_all(head.as_bytes())?,
                _ => {
                    for block in data.chunks(BLOCK) {
                        out.write_all(b"<script class=\"data\" type=\"text/plain\">")?;
                        out.write_all(base64::encode(block).as_bytes())?;
                        out.write_all(b"</script>\n")?;
                    }
                }
            }
            out.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    /// Encodes all faces that are drawn, surface by surface; the ranges of faces of each surface.
    fn encoded_faces(&self) -> (Vec<u8>, Vec<Range<usize>>) {
        let mesh = self.scene.mesh;
        let mut sorted: Vec<Vec<[u32; 3]>> = vec![Vec::new(); self.scene.surfaces.len()];
        for face in mesh.faces() {
            let owner = mesh.surfaces()[face[0].index()].index();
            let surface = self.scene.surfaces.get(owner);
            if surface.is_some_and(|surface| surface.finish != Finish::Hidden) {
                let [a, b, c] = face.map(|vertex| vertex.0);
                // The front of a room is its inside.
                let is_outward = self.is_outward.get(owner).is_some_and(|&is_outward| is_outward);
                sorted[owner].push(if is_outward { [a, c, b] } else { [a, b, c] });
            }
        }
        let mut end = 0;
        let ranges = sorted.iter().map(|faces| {
            end += faces.len();
            end - faces.len()..end
        });
        let ranges = ranges.collect();
        (faces::encode(&sorted.concat()), ranges)
    }

    /// Description that the page reads before the data, as JSON that cannot end its element.
    fn head(
        &self,
        tracks: &[Coloring],
        report: &[ReportColumn],
        face_ranges: &[Range<usize>],
        bytes: usize,
    ) -> String {
        let scene = &self.scene;
        let bounds = self.bounds;
        let pairs = |ranges: &[Range<u32>]| -> Vec<[u32; 2]> {
            ranges.iter().map(|range| [range.start, range.end - range.start]).collect()
        };
        let columns: Vec<Value> = report.iter().map(listed).collect();
        let colorings: Vec<Value> =
            [Coloring::Fabric, Coloring::Strain, Coloring::Contact, Coloring::Layer]
                .into_iter()
                .filter(|coloring| coloring.stops().is_empty() || tracks.contains(coloring))
                .map(described)
                .collect();
        let names: Vec<&str> = tracks.iter().map(|&coloring| name(coloring)).collect();
        let camera = &scene.camera;
        json!({
            "bytes": bytes,
            "vertices": scene.mesh.vertex_count(),
            "clothVertices": self.cloth.iter().map(ExactSizeIterator::len).sum::<usize>(),
            "faces": face_ranges.last().map_or(0, |range| range.end),
            "frames": self.frame_count,
            "moving": pairs(&self.moving), "still": pairs(&self.still), "cloth": pairs(&self.cloth),
            "tracks": names, "colorings": colorings, "report": columns,
            "scene": {
                "surfaces": self.drawn_surfaces(face_ranges), "rate": scene.frame_rate,
                "start": self.grid.start.to_array(), "extent": self.grid.step.to_array(),
                "low": bounds.min.to_array(), "high": bounds.max.to_array(),
                "up": scene.up.to_array(), "ground": scene.ground,
                "center": scene.center.to_array(), "size": scene.size,
                "eye": camera.eye.to_array(), "target": camera.target.to_array(),
                "fov": camera.field_of_view, "aspect": scene.aspect,
            },
        })
        .to_string()
        .replace('<', "\\u003c")
    }

    fn drawn_surfaces(&self, face_ranges: &[Range<usize>]) -> Vec<Value> {
        let surfaces = self.scene.surfaces.iter().zip(face_ranges).zip(&self.is_sharp);
        surfaces
            .filter(|((surface, _), _)| surface.finish != Finish::Hidden)
            .map(|((surface, faces), is_sharp)| {
                json!({
                    "front": surface.front, "back": surface.back, "layer": surface.layer,
                    "cloth": surface.finish == Finish::Cloth, "sharp": is_sharp,
                    "room": surface.finish == Finish::Room,
                    "faces": [faces.start, faces.len()],
                })
            })
            .collect()
    }
}

fn listed(column: &ReportColumn) -> Value {
    let values: Vec<Value> = column.values.iter().map(|x| short(*x)).collect();
    json!({ "name": column.name, "values": values })
}

const fn name(coloring: Coloring) -> &'static str {
    match coloring {
        Coloring::Fabric => "fabric",
        Coloring::Strain => "strain",
        Coloring::Contact => "contact",
        Coloring::Layer => "layer",
    }
}

fn described(coloring: Coloring) -> Value {
    let percent = 100.0 * LARGEST_STRAIN;
    let legend = match coloring {
        Coloring::Strain => [format!("−{percent} %"), format!("+{percent} %")],
        Coloring::Contact => ["apart".to_owned(), "in contact".to_owned()],
        Coloring::Fabric | Coloring::Layer => [String::new(), String::new()],
    };
    json!({ "name": name(coloring), "label": name(coloring), "stops": coloring.stops(), "legend": legend })
}

/// A number with four digits, as short as it gets.
fn short(value: Option<f64>) -> Value {
    let Some(value) = value.filter(|value| value.is_finite()) else { return Value::Null };
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return json!(value as i64);
    }
    let rounded: f64 = format!("{value:.3e}").parse().unwrap_or(value);
    json!(rounded)
}

/// Text between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_text_is_harmless() {
        let shown = [Some(3.0), Some(0.123_456), Some(1.0e-9), Some(f64::NAN), None]
            .map(|x| short(x).to_string());
        assert_eq!(shown, ["3", "0.1235", "1e-9", "null", "null"]);
        assert_eq!(escaped("<b>&\""), "&lt;b&gt;&amp;&quot;");
    }

    #[test]
    fn every_placeholder_is_known() {
        let names: Vec<&str> =
            PAGE.split("{{").skip(1).filter_map(|piece| Some(piece.split_once("}}")?.0)).collect();
        assert_eq!(names, ["title", "style", "title", "description", "head", "data", "script"]);
        assert!(SCRIPTS.iter().all(|script| !script.contains("</script")));
        assert!(!STYLE.contains("</style"));
    }
}
