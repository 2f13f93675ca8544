//! Nodes of the scene, parents before their children.

use glam::DAffine3;

use crate::ReadError;
use crate::gltf::document::Document;
use crate::gltf::instances::visit_nodes;
use crate::gltf::read::Budget;
use crate::gltf::tables::Link;
use crate::gltf::transform::NodeTransform;

/// The nodes of a scene.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    pub(super) list: Vec<Node>,
    /// For each node of the file, its place in the list.
    places: Vec<Option<u32>>,
}

/// A node.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Place of its parent in the list.
    parent: Option<u32>,
    pub(super) transform: NodeTransform,
    pub(super) mesh: Option<u32>,
    pub(super) skin: Option<u32>,
    /// Place of the weights in its text, if it has its own.
    pub(super) weights_text: Link,
    /// Weights of the morph targets of its mesh.
    pub(super) weights: Vec<f64>,
}

impl Nodes {
    pub(super) fn read(document: &Document, budget: &mut Budget) -> Result<Self, ReadError> {
        let Some(roots) = document.roots else { return Ok(Self::default()) };
        let count = document.tables.nodes.len();
        budget.take(count as u64, size_of::<Option<u32>>())?;
        let mut nodes = Self { list: Vec::new(), places: vec![None; count] };
        let mut count = 0;
        visit_nodes(document, roots, |_| {
            count += 1;
            Ok(())
        })?;
        // Poses copy the list, beside the places of the nodes.
        budget.take(count, 2 * size_of::<Node>() + size_of::<DAffine3>())?;
        nodes.list.reserve_exact(count as usize);
        visit_nodes(document, roots, |placed| {
            let place = nodes.list.len() as u32;
            nodes.places[placed.number as usize] = Some(place);
            nodes.list.push(Node {
                parent: placed.parent.and_then(|parent| nodes.places[parent as usize]),
                transform: placed.node.transform,
                mesh: placed.node.mesh,
                skin: placed.node.skin,
                weights_text: placed.node.weights,
                weights: Vec::new(),
            });
            Ok(())
        })?;
        Ok(nodes)
    }

    /// Place in the list of a node of the file; `None` if it is not in the scene.
    pub(super) fn place_of(&self, number: u32) -> Option<usize> {
        self.places.get(number as usize).copied().flatten().map(|place| place as usize)
    }

    /// Transforms of all nodes to the scene.
    pub(super) fn places(&self) -> Vec<DAffine3> {
        let mut places: Vec<DAffine3> = Vec::with_capacity(self.list.len());
        for node in &self.list {
            let parent = node.parent.map(|parent| places[parent as usize]);
            places.push(node.transform.below(parent).unwrap_or(DAffine3::IDENTITY));
        }
        places
    }
}
