//! The nodes of the scene, from the roots down, each once.

use glam::DAffine3;

use super::accessor::item;
use super::document::Document;
use super::json::Json;
use super::tables::Link;
use super::transform::NodeTransform;
use crate::ReadError;

/// Nodes may be nested this deep.
const DEEPEST: usize = 256;

/// A mesh where a node puts it.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    pub(super) mesh: u32,
    pub(super) transform: Option<DAffine3>,
    pub(super) name: String,
}

/// A node where its parents put it.
pub(super) struct Placed {
    /// Its number in the file.
    pub(super) number: u32,
    /// That of its parent.
    pub(super) parent: Option<u32>,
    pub(super) node: Node,
    pub(super) transform: Option<DAffine3>,
}

/// Visits every mesh of the scene, or every mesh once if there is no scene.
pub(super) fn visit(
    document: &Document,
    mut found: impl FnMut(&Instance) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let Some(roots) = document.roots else {
        for mesh in 0..document.tables.meshes.len() as u32 {
            found(&Instance { mesh, transform: None, name: mesh_name(document, mesh)? })?;
        }
        return Ok(());
    };
    visit_nodes(document, roots, |Placed { node, transform, .. }| {
        let Some(mesh) = node.mesh else { return Ok(()) };
        let name = match node.name {
            Link::NONE => mesh_name(document, mesh)?,
            name => document.string_at(name)?,
        };
        // The joints of a skinned mesh place it, not its node.
        let transform = transform.filter(|_| node.skin.is_none());
        found(&Instance { mesh, transform, name })
    })
}

/// Visits every node of a scene, parents before their children; the meshes that nodes have are
/// there.
pub(super) fn visit_nodes(
    document: &Document,
    roots: u32,
    mut found: impl FnMut(&Placed) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let mut visited = vec![false; document.tables.nodes.len()];
    let json = document.json.at(roots);
    let mut stack = vec![Siblings { json, is_first: true, parent: None, transform: None }];
    while let Some(siblings) = stack.last_mut() {
        let Some((number, place)) = siblings.next()? else {
            stack.pop();
            continue;
        };
        let Siblings { parent, transform, .. } = *siblings;
        let &node = item(document, &document.tables.nodes, number, "nodes")?;
        if std::mem::replace(&mut visited[number as usize], true) {
            return Err(place.error("a node that is in the scene once"));
        }
        let node = Node::read(document.json.at(node))?;
        let transform = node.transform.below(transform);
        if let Some(mesh) = node.mesh {
            item(document, &document.tables.meshes, mesh, "meshes")?;
        }
        let placed = Placed { number, parent, node, transform };
        found(&placed)?;
        if let Some(children) = placed.node.children {
            if stack.len() == DEEPEST {
                let expected = format!("nodes nested at most {DEEPEST} deep");
                return Err(document.json.at(children).error(expected));
            }
            let json = document.json.at(children);
            stack.push(Siblings { json, is_first: true, parent: Some(number), transform });
        }
    }
    Ok(())
}

fn mesh_name(document: &Document, mesh: u32) -> Result<String, ReadError> {
    document.string_at(document.tables.meshes[mesh as usize].name)
}

/// A list of nodes, gone through step by step.
struct Siblings<'a> {
    json: Json<'a>,
    is_first: bool,
    /// Number and transform of their parent.
    parent: Option<u32>,
    transform: Option<DAffine3>,
}

impl<'a> Siblings<'a> {
    /// The next index, and where it stands.
    fn next(&mut self) -> Result<Option<(u32, Json<'a>)>, ReadError> {
        let is_first = std::mem::replace(&mut self.is_first, false);
        let is_there = if is_first { self.json.first_item()? } else { self.json.next_item()? };
        if !is_there {
            return Ok(None);
        }
        let place = self.json;
        Ok(Some((self.json.index()?, place)))
    }
}

/// A node as the text has it.
pub(super) struct Node {
    pub(super) mesh: Option<u32>,
    name: Link,
    pub(super) skin: Option<u32>,
    /// The place of the weights of its morph targets.
    pub(super) weights: Link,
    pub(super) transform: NodeTransform,
    /// The place of the list of its children.
    children: Option<u32>,
}

impl Node {
    fn read(mut json: Json) -> Result<Self, ReadError> {
        let mut node = Self {
            mesh: None,
            name: Link::NONE,
            skin: None,
            weights: Link::NONE,
            transform: NodeTransform::default(),
            children: None,
        };
        json.object(|json, key| match key {
            b"mesh" => json.index().map(|value| node.mesh = Some(value)),
            b"name" => {
                node.name = Link::at(json.note());
                json.string().map(drop)
            }
            b"skin" => json.index().map(|value| node.skin = Some(value)),
            b"weights" => {
                node.weights = Link::at(json.note());
                json.skip()
            }
            b"children" => {
                node.children = Some(json.note());
                json.skip()
            }
            _ => {
                if node.transform.accept(json, key)? {
                    return Ok(());
                }
                json.skip()
            }
        })?;
        Ok(node)
    }
}
