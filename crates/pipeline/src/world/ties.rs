//! Ties of a scene: elastic bands, buttons, and pins on springs.

use glam::DVec3;
use ripstop_dynamics::{Tie, TieEnd, Ties};
use ripstop_geometry::{SurfaceId, VertexId};

use super::seams::{FileParts, numbered};
use super::{Bond, ClothPart, Kinematic, World};
use crate::SceneError;
use crate::scene::{Band, Button, Scene, nearest};

/// Ties of the bands and the buttons of a scene.
pub(super) fn of_scene(
    scene: &Scene,
    world: &World,
    files: &[FileParts],
) -> Result<Ties, SceneError> {
    let mut ties = Ties::default();
    let reader = TieReader { scene, world, files };
    for (number, band) in scene.bands.iter().enumerate() {
        let owner = format!("band {number} (`{}`)", band.name);
        let part = |what| SceneError::Part { owner: owner.clone(), what };
        let list = reader.band(band).map_err(part)?;
        add_all(&mut ties, list, world).map_err(part)?;
    }
    for (number, button) in scene.buttons.iter().enumerate() {
        let owner = format!("button {number} (`{}`)", button.name);
        let part = |what| SceneError::Part { owner: owner.clone(), what };
        let tie = reader.button(button).map_err(part)?;
        add_all(&mut ties, vec![tie], world).map_err(part)?;
    }
    Ok(ties)
}

/// Adds the springs (N/m) of a pin to the points of an obstacle to which its vertices are bound.
pub(super) fn add_springs(
    world: &mut World,
    pinned: &Kinematic,
    carrier: &Kinematic,
    bonds: &[Bond],
    stiffness: f64,
) -> Result<(), String> {
    let springs = pinned.vertices.iter().zip(bonds).map(|(&vertex, bond)| Tie {
        vertex,
        end: TieEnd::Face {
            corners: bond.corners.map(|corner| carrier.vertices[corner]),
            weights: bond.weights,
            offset: bond.offset,
        },
        rest: 0.0,
        stiffness,
        from: f64::MIN,
        speed: None,
    });
    let springs = springs.collect();
    let mut ties = std::mem::take(&mut world.ties);
    let added = add_all(&mut ties, springs, world);
    world.ties = ties;
    added
}

fn add_all(ties: &mut Ties, list: Vec<Tie>, world: &World) -> Result<(), String> {
    let count = world.mesh.vertex_count();
    list.into_iter().try_for_each(|tie| ties.add(tie, count).map_err(|error| error.to_string()))
}

struct TieReader<'a> {
    scene: &'a Scene,
    world: &'a World,
    files: &'a [FileParts],
}

impl TieReader<'_> {
    /// Number of the cloth of a name; the first if there is none.
    fn cloth(&self, name: Option<&str>) -> Result<usize, String> {
        let Some(name) = name else { return Ok(0) };
        let names = || self.scene.cloths.iter().map(|cloth| cloth.name.as_str());
        names().position(|other| other == name).ok_or_else(|| {
            let hint = nearest(name, names());
            let hint = hint.map_or_else(String::new, |name| format!(", did you mean `{name}`?"));
            format!("there is no cloth `{name}`{hint}")
        })
    }

    /// Vertices of a cloth as a scene numbers them, as the cloth does.
    fn vertices(&self, cloth: usize, given: &[u32]) -> Result<Vec<u32>, String> {
        let part = &self.world.cloths[cloth];
        let own = numbered(given, part.welded.as_ref());
        let count = part.topology.vertex_count();
        match own.iter().find(|vertex| **vertex as usize >= count) {
            Some(vertex) => {
                Err(format!("it names vertex {vertex} of {}, which has {count}", part.owner))
            }
            None => Ok(own),
        }
    }

    fn band(&self, band: &Band) -> Result<Vec<Tie>, String> {
        let cloth = self.cloth(band.cloth.as_deref())?;
        let part = &self.world.cloths[cloth];
        let mut chain = match (&band.line, band.vertices.is_empty()) {
            (None, false) => self.vertices(cloth, &band.vertices)?,
            (Some(name), true) => {
                let lines = &self.files[cloth].chains;
                let line = lines.iter().find(|line| line.name == *name);
                let line = line.ok_or_else(|| format!("{} has no line `{name}`", part.owner))?;
                line.vertices.clone()
            }
            _ => return Err("it has to have `vertices` or `line`".to_owned()),
        };
        if chain.len() > 1 && chain.first() == chain.last() {
            chain.pop();
        }
        let is_closed = band.closed;
        let least = if is_closed { 3 } else { 2 };
        if chain.len() < least {
            return Err(format!("it has {} vertices, but needs {least}", chain.len()));
        }
        let mut pairs: Vec<[u32; 2]> = chain.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        if is_closed {
            pairs.push([chain[chain.len() - 1], chain[0]]);
        }
        let lengths: Vec<f64> = pairs.iter().map(|pair| rest_length(part, *pair)).collect();
        if let Some(place) = lengths.iter().position(|length| *length <= 0.0) {
            let [a, b] = pairs[place];
            return Err(format!("vertices {a} and {b} of {} are not an edge", part.owner));
        }
        let whole: f64 = lengths.iter().sum();
        let length = band.length.unwrap_or(whole);
        for (name, value) in [("length", length), ("stiffness", band.stiffness)] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(format!("its {name} is {value}, but has to be positive"));
            }
        }
        let tie = |(pair, own): (&[u32; 2], &f64)| {
            let [vertex, other] = pair.map(|vertex| VertexId(part.first.0 + vertex));
            let rest = length * (own / whole);
            let stiffness = band.stiffness / rest;
            let end = TieEnd::Vertex(other);
            Tie { vertex, end, rest, stiffness, from: band.from, speed: None }
        };
        Ok(pairs.iter().zip(&lengths).map(tie).collect())
    }

    fn button(&self, button: &Button) -> Result<Tie, String> {
        let Button { vertices, from, length, stiffness, speed, .. } = *button;
        let place = |side: usize| -> Result<(VertexId, SurfaceId), String> {
            let name = button.cloths.as_ref().map(|names| names[side].as_str());
            let cloth = self.cloth(name)?;
            let own = self.vertices(cloth, &[vertices[side]])?[0];
            let vertex = VertexId(self.world.cloths[cloth].first.0 + own);
            Ok((vertex, self.world.mesh.surfaces()[vertex.index()]))
        };
        let ((vertex, first), (other, second)) = (place(0)?, place(1)?);
        let contact = self.world.rules.surfaces.pair(first, second).thickness;
        let (rest, speed, end) = (length.unwrap_or(contact), Some(speed), TieEnd::Vertex(other));
        Ok(Tie { vertex, end, rest, stiffness, from, speed })
    }
}

/// Rest length (m) of an edge; 0 if there is none.
fn rest_length(part: &ClothPart, pair: [u32; 2]) -> f64 {
    let edge = part.topology.edge_between(pair.map(VertexId));
    edge.map_or(0.0, |edge| part.shape.lengths()[edge.index()])
}

/// Bonds of positions (m) to the nearest faces of an obstacle at the start.
pub(super) fn bonds(positions: &[DVec3], world: &World, carrier: &Kinematic) -> Option<Vec<Bond>> {
    let first = carrier.vertices.first()?.index();
    let range = first..first + carrier.vertices.len();
    let own = world.mesh.faces().iter().filter(|face| range.contains(&face[0].index()));
    let faces: Vec<[usize; 3]> =
        own.map(|face| face.map(|vertex| vertex.index() - first)).collect();
    let bond = |x: &DVec3| Bond::nearest(*x, faces.iter().copied(), &carrier.start);
    positions.iter().map(bond).collect()
}
