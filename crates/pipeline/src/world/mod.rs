//! The world of a scene: one collision mesh, a start, the cloths and the kinematic vertices.

use std::ops::Range;

use glam::DVec3;
use ripstop_detection::{CrossingSearch, PairRules, SeamDistances, StitchedPairs, Subject};
use ripstop_dynamics::{RestShape, Ties};
use ripstop_geometry::mesh::Role;
use ripstop_geometry::sew::Welded;
use ripstop_geometry::{CollisionMesh, Filters, State, SurfaceId, Topology, VertexId};
use ripstop_response::Capsule;

use crate::SceneError;
use crate::scene::{Fabric, Inflation, MeshLoader, Scene};

mod attachments;
mod bond;
mod groups;
mod inset;
mod inside;
mod kinematic;
mod layers_between;
mod made_cloth;
mod measures;
mod meshes;
mod outwards;
mod pair_friction;
mod parting;
mod parts;
mod pattern;
mod placing;
mod seams;
mod self_crossings;
mod solids;
mod ties;
mod uncross;
mod wardrobe;

pub(crate) use bond::Bond;
pub use kinematic::{Inset, Kinematic, Samples};
pub use measures::ClothMeasures;
pub(crate) use measures::finest_edge_length;
pub use seams::SeamPart;
pub(crate) use seams::sewn;
pub use self_crossings::SelfCrossings;
pub use solids::Solid;
pub(crate) use solids::{Side, SolidMotion};

use groups::surface_groups;
use parts::Parts;
use seams::SeamInput;

/// Everything that a scene puts into the world.
#[derive(Debug)]
#[non_exhaustive]
pub struct World {
    /// All surfaces, cloths first.
    pub mesh: CollisionMesh,
    /// Positions, velocities and inverse masses at the start.
    pub start: State,
    /// Roles and groups of the surfaces.
    pub filters: Filters,
    /// Thickness and friction of the surfaces, the rest configuration, distances over seams.
    pub rules: PairRules,
    /// The cloths, in the order of the scene.
    pub cloths: Vec<ClothPart>,
    /// Vertices with a scripted motion.
    pub kinematic: Vec<Kinematic>,
    /// Spheres and capsules among the obstacles, beside their triangles.
    pub capsules: Vec<Capsule>,
    /// Layers of cloths, by surface.
    pub layers: Vec<Option<i32>>,
    /// By surface, whether it belongs inside of closed ones.
    pub inside: Vec<bool>,
    /// Seams between cloths.
    pub seams: Vec<SeamPart>,
    /// Elastic bands, buttons, and springs to obstacles.
    pub ties: Ties,
    /// Obstacles whose signed distance is known; meshes only if the settings use it.
    pub solids: Vec<Solid>,
    /// Names of the surfaces, for errors.
    pub names: Vec<String>,
}

/// A cloth as the dynamics see it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ClothPart {
    /// Its name, for errors.
    pub owner: String,
    /// Its vertices, numbered from 0, its edges and faces.
    pub topology: Topology,
    /// Its rest shape.
    pub shape: RestShape,
    /// Its fabric.
    pub fabric: Fabric,
    /// Pressure inside it, and stiffness of the areas of its faces.
    pub inflation: Inflation,
    /// Its first vertex in the world; the others follow.
    pub first: VertexId,
    /// Its panels welded, if its seams were: the vertices of its file by their new numbers, and the
    /// origins of its faces.
    pub welded: Option<Welded>,
}

impl ClothPart {
    /// Its vertices in the world.
    #[must_use]
    pub fn vertices(&self) -> Range<usize> {
        self.first.index()..self.first.index() + self.topology.vertex_count()
    }
}

impl World {
    /// Builds a scene.
    ///
    /// # Errors
    /// If a part of the scene makes no sense, and which.
    pub fn new(scene: &Scene, load: &mut MeshLoader) -> Result<Self, SceneError> {
        if let Some((name, value, range)) = scene.settings.fault() {
            return Err(SceneError::Setting { name, value, range });
        }
        if scene.cloths.is_empty() {
            return Err(SceneError::NoCloth);
        }
        let mut parts = Parts::new(scene);
        for index in 0..scene.cloths.len() {
            parts.add_cloth(scene, index, load)?;
        }
        for (index, obstacle) in scene.obstacles.iter().enumerate() {
            let owner = format!("obstacle {index} (`{}`)", obstacle.name);
            parts.add_obstacle(&scene.settings, obstacle, &owner, load)?;
        }
        let files = parts.take_files();
        let mut world = parts.join(surface_groups(scene)?)?;
        pair_friction::add_to(&mut world.rules.surfaces, scene)?;
        uncross::uncross(&mut world);
        world.layers = scene.cloths.iter().map(|cloth| cloth.layer).collect();
        world.seams = {
            let (cloths, start) = (world.cloths.as_slice(), world.start.positions.as_slice());
            let layers = world.layers.as_slice();
            seams::of_scene(scene, &SeamInput { cloths, files: &files, start, layers })?
        };
        parting::part_panels(&mut world, scene, &files);
        inset::thin_bodies(&mut world, scene);
        world.inside = scene.cloths.iter().map(|cloth| cloth.inside).collect();
        world.rules.within = inside::sides_within(&world);
        world.ties = ties::of_scene(scene, &world, &files)?;
        attachments::attach(scene, &mut world)?;
        world.rules.seams = world.seam_distances();
        world.rules.stitched = world.stitched_pairs();
        world.forget_capsules_of_unchecked_pairs();
        Ok(world)
    }

    /// Input of detection.
    #[must_use]
    pub fn subject(&self) -> Subject<'_> {
        let Self { mesh, filters, rules, capsules, .. } = self;
        Subject { mesh, filters, rules, capsules }
    }

    /// A search for crossings that count: those of pairs at stitches do not.
    #[must_use]
    pub fn crossing_search(&self) -> CrossingSearch<'_> {
        CrossingSearch::new(&self.mesh, &self.filters).without_stitched(&self.rules.stitched)
    }

    fn seam_distances(&self) -> SeamDistances {
        let stitches: Vec<_> = self.seams.iter().flat_map(SeamPart::spaced).collect();
        let cloths: Vec<Range<usize>> = self.cloths.iter().map(ClothPart::vertices).collect();
        let reach = self.rules.surfaces.max_thickness();
        SeamDistances::new(&stitches, &cloths, &self.rules.rest, reach)
    }

    /// Pairs around stitches of seams without a gap.
    fn stitched_pairs(&self) -> StitchedPairs {
        let closing = self.seams.iter().filter(|seam| seam.gap.is_none());
        let stitches: Vec<_> = closing.flat_map(|seam| &seam.stitches).copied().collect();
        StitchedPairs::new(self.mesh.vertex_count(), &stitches)
    }

    /// Sets by how much (s) everything that has a path comes later than it says.
    pub(crate) fn set_delay(&mut self, delay: f64) {
        self.kinematic.iter_mut().for_each(|kinematic| kinematic.delay = delay);
        self.solids.iter_mut().for_each(|solid| solid.delay = delay);
    }

    /// A round obstacle that some cloth does not collide with, or is inside of, must not push the
    /// vertices of zones, which do not know whose they are.
    fn forget_capsules_of_unchecked_pairs(&mut self) {
        let Self { mesh, filters, rules, capsules, .. } = self;
        capsules.retain(|capsule| {
            let surface = mesh.surfaces()[capsule.ends[0].index()];
            let is_room = rules.within.iter().any(|([_, body], _)| *body == surface);
            !is_room && !filters.excluded_pairs().any(|(a, b)| [a, b].contains(&surface))
        });
    }

    /// Names of the obstacles that have no signed distance field: open meshes, and those that
    /// change their shape.
    pub fn without_field(&self) -> impl Iterator<Item = &str> {
        let surfaces = (0..).map(SurfaceId).zip(&self.filters.surfaces).zip(&self.names);
        surfaces.filter_map(|((id, filter), name)| {
            let has_field = self.solids.iter().any(|solid| solid.surface == id);
            (filter.role == Role::Obstacle && !has_field).then_some(name.as_str())
        })
    }

    /// Positions of kinematic vertices at a time (s); others stay where they are.
    #[must_use]
    pub fn kinematic_ends(&self, positions: &[DVec3], time: f64) -> Vec<DVec3> {
        let mut ends = positions.to_vec();
        for group in &self.kinematic {
            for (vertex, position) in group.vertices.iter().zip(group.at(time)) {
                ends[vertex.index()] = position;
            }
        }
        ends
    }
}
