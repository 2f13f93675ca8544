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
    let mut visited = vec![false; document.tables.nodes.len()];
    let mut stack = vec![Siblings { json: document.json.at(roots), is_first: true, parent: None }];
    while let Some(siblings) = stack.last_mut() {
        let Some((index, place)) = siblings.next()? else {
            stack.pop();
            continue;
        };
        let parent = siblings.parent;
        let &node = item(document, &document.tables.nodes, index, "nodes")?;
        if std::mem::replace(&mut visited[index as usize], true) {
            return Err(place.error("a node that is in the scene once"));
        }
        let node = Node::read(document.json.at(node))?;
        let transform = node.transform.below(parent);
        if let Some(mesh) = node.mesh {
            item(document, &document.tables.meshes, mesh, "meshes")?;
            let name = match node.name {
                Link::NONE => mesh_name(document, mesh)?,
                name => document.string_at(name)?,
            };
            // The joints of a skinned mesh place it, not its node.
            let transform = transform.filter(|_| !node.has_skin);
            found(&Instance { mesh, transform, name })?;
        }
        if let Some(children) = node.children {
            if stack.len() == DEEPEST {
                let expected = format!("nodes nested at most {DEEPEST} deep");
                return Err(document.json.at(children).error(expected));
            }
            let json = document.json.at(children);
            stack.push(Siblings { json, is_first: true, parent: transform });
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
    parent: Option<DAffine3>,
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

struct Node {
    mesh: Option<u32>,
    name: Link,
    has_skin: bool,
    transform: NodeTransform,
    /// The place of the list of its children.
    children: Option<u32>,
}

impl Node {
    fn read(mut json: Json) -> Result<Self, ReadError> {
        let mut node = Self {
            mesh: None,
            name: Link::NONE,
            has_skin: false,
            transform: NodeTransform::default(),
            children: None,
        };
        json.object(|json, key| match key {
            b"mesh" => json.index().map(|value| node.mesh = Some(value)),
            b"name" => {
                node.name = Link::at(json.note());
                json.string().map(drop)
            }
            b"skin" => {
                node.has_skin = true;
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
