//! Parts of a character: vertices of one node that are moved alike.

use glam::{DAffine3, DVec3};

use super::influences::{Attributes, Influences};
use super::list::each;
use super::nodes::Nodes;
use super::skin::Skin;
use crate::ReadError;
use crate::gltf::accessor::{Elements, Shape};
use crate::gltf::document::Document;
use crate::gltf::json::Json;
use crate::gltf::read::{Budget, File, Found};
use crate::gltf::tables::Link;

/// Vertices that follow one another in the mesh.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Place of their node in the list of nodes.
    pub(super) node: usize,
    /// Positions as they were made.
    base: Vec<DVec3>,
    targets: Vec<Vec<Shift>>,
    skin: Option<(usize, Influences)>,
}

/// Change of a vertex by a morph target of weight 1.
#[derive(Clone, Copy, Debug)]
struct Shift {
    vertex: u32,
    by: [f32; 3],
}

impl Part {
    pub(super) fn vertex_count(&self) -> usize {
        self.base.len()
    }

    pub(super) fn target_count(&self) -> usize {
        self.targets.len()
    }

    pub(super) fn has_skin(&self) -> bool {
        self.skin.is_some()
    }

    /// Appends its positions in a pose.
    pub(super) fn pose(
        &self,
        nodes: &Nodes,
        places: &[DAffine3],
        joints: &[Vec<DAffine3>],
        positions: &mut Vec<DVec3>,
    ) {
        let first = positions.len();
        positions.extend_from_slice(&self.base);
        let own = &mut positions[first..];
        for (shifts, &weight) in self.targets.iter().zip(&nodes.list[self.node].weights) {
            if weight != 0.0 {
                for Shift { vertex, by } in shifts {
                    own[*vertex as usize] += weight * DVec3::from(by.map(f64::from));
                }
            }
        }
        for (vertex, x) in own.iter_mut().enumerate() {
            *x = match &self.skin {
                Some((skin, influences)) => influences.moved(vertex, *x, &joints[*skin]),
                None => places[self.node].transform_point3(*x),
            };
        }
    }
}

/// The parts of a file, in the order of its vertices; sets the weights of its nodes.
pub(super) fn read(
    file: &File,
    nodes: &mut Nodes,
    skins: &[Skin],
    budget: &mut Budget,
) -> Result<Vec<Part>, ReadError> {
    let weights = mesh_weights(file.document, budget)?;
    let mut parts = Vec::new();
    for node in 0..nodes.list.len() {
        let Some(mesh) = nodes.list[node].mesh else { continue };
        let first = parts.len();
        for found in file.found(mesh) {
            let found = found?;
            if !found.shares {
                budget.take(1, 4 * size_of::<Part>())?;
                let reader = PartReader { file, node, skin: nodes.list[node].skin, skins };
                parts.push(reader.read(&found, budget)?);
            }
        }
        let own: &[Part] = &parts[first..];
        let count = own.first().map_or(0, Part::target_count);
        let place = || file.document.json.at(file.document.meshes.unwrap_or_default());
        if own.iter().any(|part| part.target_count() != count) {
            let expected = format!("as many targets in every primitive of mesh {mesh}");
            return Err(place().error(expected));
        }
        let given = nodes.list[node].weights_text.get();
        let given = given.or(weights.get(mesh as usize).and_then(|link| link.get()));
        let mut own = Vec::new();
        each(given.map(|given| file.document.json.at(given)), |json| {
            // With a copy for poses, and room to grow.
            budget.take(1, 4 * size_of::<f64>())?;
            own.push(json.number()?);
            Ok(())
        })?;
        budget.take(count as u64, 4 * size_of::<f64>())?;
        own.resize(count, 0.0);
        nodes.list[node].weights = own;
    }
    Ok(parts)
}

/// Places of the weights of all meshes.
fn mesh_weights(document: &Document, budget: &mut Budget) -> Result<Vec<Link>, ReadError> {
    let count = document.tables.meshes.len();
    budget.take(count as u64, size_of::<Link>())?;
    let mut weights = Vec::with_capacity(count);
    each(document.meshes.map(|meshes| document.json.at(meshes)), |json| {
        let mut own = Link::NONE;
        json.object(|json, key| {
            if key == b"weights" {
                own = Link::at(json.note());
            }
            json.skip()
        })?;
        weights.push(own);
        Ok(())
    })?;
    Ok(weights)
}

struct PartReader<'a> {
    file: &'a File<'a>,
    node: usize,
    skin: Option<u32>,
    skins: &'a [Skin],
}

impl PartReader<'_> {
    fn read(&self, found: &Found, budget: &mut Budget) -> Result<Part, ReadError> {
        let place = self.file.document.json.at(found.primitive.place);
        let count = found.positions.count() as usize;
        budget.take(count as u64, size_of::<DVec3>())?;
        let base = (0..count).map(|vertex| DVec3::from(found.positions.get::<3>(vertex))).collect();
        let mut attributes = Attributes::default();
        let mut targets = Vec::new();
        let mut primitive = place;
        primitive.object(|json, key| match key {
            b"attributes" => {
                json.object(
                    |json, key| {
                        if attributes.accept(json, key)? { Ok(()) } else { json.skip() }
                    },
                )
            }
            b"targets" => json.array(|json| {
                budget.take(1, 4 * size_of::<Vec<Shift>>())?;
                targets.push(self.target(json, count, budget)?);
                Ok(())
            }),
            _ => json.skip(),
        })?;
        let skin = match self.skin {
            None => None,
            Some(skin) => {
                let number = skin as usize;
                let joints = self.skins.get(number).map(Skin::joint_count).ok_or_else(|| {
                    let (index, items) = (skin.into(), "skins");
                    let count = self.skins.len() as u64;
                    ReadError::IndexOutOfRange { place: place.byte(), index, items, count }
                })?;
                let counts = [count, joints];
                Some((number, Influences::read(self.file, place, &attributes, counts, budget)?))
            }
        };
        Ok(Part { node: self.node, base, targets, skin })
    }

    /// The changes of a morph target, without those of nothing.
    fn target(
        &self,
        json: &mut Json,
        count: usize,
        budget: &mut Budget,
    ) -> Result<Vec<Shift>, ReadError> {
        let start = *json;
        let mut position = None;
        json.object(|json, key| match key {
            b"POSITION" => json.index().map(|value| position = Some(value)),
            _ => json.skip(),
        })?;
        let Some(position) = position else { return Ok(Vec::new()) };
        let File { document, buffers } = self.file;
        let shifts = Elements::find(document, buffers, position, Shape::Vec3)?;
        if shifts.count() != count as u64 {
            return Err(start.error(format!("a target of {count} vertices")));
        }
        // Also of the time that it takes to look at them.
        budget.take(shifts.listed_count(), size_of::<Shift>())?;
        shifts.check_sparse(document)?;
        let mut kept = Vec::with_capacity(shifts.listed_count() as usize);
        for vertex in shifts.listed() {
            let by = shifts.get::<3>(vertex);
            if !by.iter().all(|x| x.is_finite()) {
                return Err(start.error(format!("a finite change of vertex {vertex}")));
            }
            if by != [0.0; 3] {
                kept.push(Shift { vertex: vertex as u32, by: by.map(|x| x as f32) });
            }
        }
        kept.shrink_to_fit();
        Ok(kept)
    }
}
