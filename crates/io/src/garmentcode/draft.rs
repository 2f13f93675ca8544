//! A sewing pattern as its text has it: names and numbers that nobody has looked up.

use glam::{DVec2, DVec3};

use super::SpecificationError;
use crate::ReadError;
use crate::gltf::json::{Json, unescaped};
use crate::growth::PushSlowly;

/// A pattern before names are looked up and units are known.
#[derive(Debug)]
pub(super) struct Draft<'a> {
    pub(super) panels: Vec<DraftPanel>,
    pub(super) stitches: Vec<DraftStitch<'a>>,
    pub(super) units_in_metre: f64,
    /// True if control points are in the plane of the panel.
    pub(super) is_absolute: bool,
    /// True if every panel is to have its origin in its middle.
    pub(super) centres: bool,
}

#[derive(Debug, Default)]
pub(super) struct DraftPanel {
    pub(super) name: String,
    pub(super) translation: DVec3,
    pub(super) rotation: DVec3,
    pub(super) vertices: Vec<DVec2>,
    pub(super) edges: Vec<DraftEdge>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DraftEdge {
    pub(super) endpoints: [u32; 2],
    pub(super) curve: DraftCurve,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) enum DraftCurve {
    #[default]
    Line,
    Quadratic(DVec2),
    Cubic([DVec2; 2]),
    Circle {
        radius: f64,
        is_large: bool,
        bulges_right: bool,
    },
}

#[derive(Debug)]
pub(super) struct DraftStitch<'a> {
    /// Names of panels as they are written, and numbers of edges.
    pub(super) sides: [(&'a [u8], u32); 2],
    pub(super) is_right_to_wrong: bool,
}

impl<'a> Draft<'a> {
    pub(super) fn read(text: &'a [u8], base: usize) -> Result<Self, SpecificationError> {
        let mut draft = Self {
            panels: Vec::new(),
            stitches: Vec::new(),
            units_in_metre: 100.0,
            is_absolute: false,
            centres: false,
        };
        let mut json = Json::new(text, base);
        json.object(|json, key| match key {
            b"pattern" => json.object(|json, key| match key {
                b"panels" => json.object(|json, key| {
                    let panel = DraftPanel::read(json, key)?;
                    draft.panels.push_slowly(panel);
                    Ok(())
                }),
                b"stitches" => json.array(|json| {
                    let stitch = DraftStitch::read(json)?;
                    draft.stitches.push_slowly(stitch);
                    Ok(())
                }),
                _ => json.skip(),
            }),
            b"properties" => draft.read_properties(json),
            _ => json.skip(),
        })?;
        json.end()?;
        Ok(draft)
    }

    fn read_properties(&mut self, json: &mut Json<'a>) -> Result<(), ReadError> {
        json.object(|json, key| {
            let start = *json;
            match key {
                b"units_in_meter" => {
                    self.units_in_metre = json.number()?;
                    let is_unit = (1e-3..=1e6).contains(&self.units_in_metre);
                    if is_unit {
                        Ok(())
                    } else {
                        Err(start.error("units in a metre, 0.001 to 1e6"))
                    }
                }
                b"curvature_coords" => match json.string()? {
                    b"relative" => Ok(()),
                    b"absolute" => {
                        self.is_absolute = true;
                        Ok(())
                    }
                    _ => Err(start.error("`relative` or `absolute`")),
                },
                b"normalize_panel_translation" => json.boolean().map(|value| self.centres = value),
                _ => json.skip(),
            }
        })
    }
}

impl DraftPanel {
    fn read<'a>(json: &mut Json<'a>, key: &'a [u8]) -> Result<Self, ReadError> {
        let start = *json;
        let mut panel = Self { name: unescaped(key), ..Self::default() };
        json.object(|json, key| match key {
            b"translation" => json.numbers().map(|x| panel.translation = x.into()),
            b"rotation" => json.numbers().map(|x| panel.rotation = x.into()),
            b"vertices" => json.array(|json| {
                panel.vertices.push_slowly(json.numbers()?.into());
                Ok(())
            }),
            b"edges" => json.array(|json| {
                panel.edges.push_slowly(DraftEdge::read(json)?);
                Ok(())
            }),
            _ => json.skip(),
        })?;
        // A panel without edges takes more memory than text.
        if panel.edges.len() < 2 {
            let expected = format!("panel `{}` with 2 edges at least", panel.name);
            return Err(start.error(expected));
        }
        panel.vertices.shrink_to_fit();
        panel.edges.shrink_to_fit();
        Ok(panel)
    }
}

impl DraftEdge {
    fn read(json: &mut Json) -> Result<Self, ReadError> {
        let start = *json;
        let (mut endpoints, mut curve) = (None, DraftCurve::Line);
        json.object(|json, key| match key {
            b"endpoints" => {
                endpoints = Some(indices(json)?);
                Ok(())
            }
            b"curvature" => DraftCurve::read(json).map(|found| curve = found),
            _ => json.skip(),
        })?;
        let endpoints = endpoints.ok_or_else(|| start.error("an edge with `endpoints`"))?;
        Ok(Self { endpoints, curve })
    }
}

/// Two vertices.
fn indices(json: &mut Json) -> Result<[u32; 2], ReadError> {
    let start = *json;
    let (mut found, mut count) = ([0; 2], 0);
    json.array(|json| {
        let index = json.index()?;
        if let Some(place) = found.get_mut(count) {
            *place = index;
        }
        count += 1;
        Ok(())
    })?;
    if count == 2 { Ok(found) } else { Err(start.error("an array of 2 vertices")) }
}

impl DraftCurve {
    fn read(json: &mut Json) -> Result<Self, ReadError> {
        let start = *json;
        // The older form is a bare pair of numbers.
        let mut bare = *json;
        if bare.first_item().is_ok() {
            return json.numbers().map(|point| Self::Quadratic(point.into()));
        }
        let (mut kind, mut parameters): (&[u8], _) = (b"", None);
        json.object(|json, key| match key {
            b"type" => json.string().map(|word| kind = word),
            b"params" => {
                parameters = Some(*json);
                json.skip()
            }
            _ => json.skip(),
        })?;
        let Some(mut parameters) = parameters else {
            return Err(start.error("a curvature with `params`"));
        };
        match kind {
            b"quadratic" => points(&mut parameters).map(|[point]| Self::Quadratic(point)),
            b"cubic" => points(&mut parameters).map(Self::Cubic),
            b"circle" => circle(&mut parameters),
            _ => Err(start.error("a curvature of type `quadratic`, `cubic` or `circle`")),
        }
    }
}

/// An array of as many points.
fn points<const N: usize>(json: &mut Json) -> Result<[DVec2; N], ReadError> {
    let start = *json;
    let (mut found, mut count) = ([DVec2::ZERO; N], 0);
    json.array(|json| {
        let point = json.numbers()?.into();
        if let Some(place) = found.get_mut(count) {
            *place = point;
        }
        count += 1;
        Ok(())
    })?;
    let expected = if N == 1 { "one control point" } else { "two control points" };
    if count == N { Ok(found) } else { Err(start.error(expected)) }
}

/// A radius and two flags, which are numbers or words.
fn circle(json: &mut Json) -> Result<DraftCurve, ReadError> {
    let start = *json;
    let (mut found, mut count) = ([0.0; 3], 0);
    json.array(|json| {
        let mut word = *json;
        let value = match word.boolean() {
            Ok(flag) => {
                *json = word;
                f64::from(u8::from(flag))
            }
            Err(_) => json.number()?,
        };
        if let Some(place) = found.get_mut(count) {
            *place = value;
        }
        count += 1;
        Ok(())
    })?;
    if count != 3 {
        return Err(start.error("a radius and two flags"));
    }
    let [radius, large, right] = found;
    Ok(DraftCurve::Circle { radius, is_large: large != 0.0, bulges_right: right != 0.0 })
}

impl<'a> DraftStitch<'a> {
    fn read(json: &mut Json<'a>) -> Result<Self, ReadError> {
        let start = *json;
        let (mut sides, mut count, mut is_right_to_wrong) = ([(b"".as_slice(), 0); 2], 0, false);
        json.array(|json| {
            if count < 2 {
                sides[count] = side(json)?;
            } else {
                is_right_to_wrong = json.string()? == b"right_wrong";
            }
            count += 1;
            Ok(())
        })?;
        if !(2..=3).contains(&count) {
            return Err(start.error("a stitch of two edges"));
        }
        Ok(Self { sides, is_right_to_wrong })
    }
}

fn side<'a>(json: &mut Json<'a>) -> Result<(&'a [u8], u32), ReadError> {
    let start = *json;
    let (mut panel, mut edge) = (None, None);
    json.object(|json, key| match key {
        b"panel" => json.string().map(|name| panel = Some(name)),
        b"edge" => json.index().map(|number| edge = Some(number)),
        _ => json.skip(),
    })?;
    panel.zip(edge).ok_or_else(|| start.error("a side with `panel` and `edge`"))
}
