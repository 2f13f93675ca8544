//! Surfaces in the making: cloths and obstacles, one after another.

use glam::DVec3;
use ripstop_detection::PairRules;
use ripstop_dynamics::{Ties, lumped_masses};
use ripstop_geometry::mesh::{Groups, Role, SurfaceFilter};
use ripstop_geometry::sew::Welded;
use ripstop_geometry::tessellate;
use ripstop_geometry::{Aabb, CollisionMesh, Filters, RestPlaces, State, SurfaceId, VertexId};
use ripstop_response::{Capsule, SurfaceContact, SurfaceTable};

use super::made_cloth::MadeCloth;
use super::meshes::{cloth_mesh, obstacle_mesh};
use super::outwards::turned_outwards;
use super::seams::{FileParts, numbered};
use super::solids::{FieldSampling, MOST_NODES};
use super::wardrobe::pose_rate;
use super::{ClothPart, Kinematic, Samples, Solid, World};
use crate::SceneError;
use crate::scene::{
    Frames, LoadedMesh, MeshLoader, Obstacle, ObstacleShape, Pin, PinSelection, Scene, Settings,
    shown,
};

/// Surfaces in the making.
#[derive(Default)]
pub(super) struct Parts {
    positions: Vec<DVec3>,
    rest: Vec<DVec3>,
    inverse_masses: Vec<f64>,
    faces: Vec<[u32; 3]>,
    owners: Vec<SurfaceId>,
    contacts: Vec<SurfaceContact>,
    filters: Vec<SurfaceFilter>,
    cloths: Vec<ClothPart>,
    kinematic: Vec<Kinematic>,
    capsules: Vec<Capsule>,
    solids: Vec<Solid>,
    sampling: Option<FieldSampling>,
    names: Vec<String>,
    /// Those of the cloths.
    files: Vec<FileParts>,
    /// Places of the corners of faces at rest (m), from a first face on, where vertices may have
    /// several.
    corners: Vec<(usize, Vec<[DVec3; 3]>)>,
}

impl Parts {
    /// No parts yet; fields of meshes are sampled if the scene uses them.
    pub(super) fn new(scene: &Scene) -> Self {
        let Settings { solids, .. } = &scene.settings;
        let is_used = scene.settings.pushes_out() || scene.settings.filters_velocities();
        let cloths = scene.cloths.iter().map(|cloth| cloth.thickness);
        let thicknesses = cloths.chain(scene.obstacles.iter().map(|obstacle| obstacle.thickness));
        let reach = thicknesses.filter(|thickness| thickness.is_finite()).fold(0.0, f64::max);
        let sampling = is_used.then_some(FieldSampling {
            resolution: solids.field_resolution,
            reach,
            nodes_left: MOST_NODES,
        });
        Self { sampling, ..Self::default() }
    }

    /// Takes out what the files of the cloths say of seams.
    pub(super) fn take_files(&mut self) -> Vec<FileParts> {
        std::mem::take(&mut self.files)
    }

    /// Adds a cloth of a scene.
    pub(super) fn add_cloth(
        &mut self,
        scene: &Scene,
        index: usize,
        load: &mut MeshLoader,
    ) -> Result<(), SceneError> {
        let cloth = &scene.cloths[index];
        let owner = format!("cloth {index} (`{}`)", cloth.name);
        let part = |what: &str| SceneError::Part { owner: owner.clone(), what: what.to_owned() };
        check_contact(cloth.thickness, cloth.friction).map_err(|what| part(&what))?;
        cloth.transform.fault().map_or(Ok(()), |fault| Err(part(&fault)))?;
        let mut made = MadeCloth::new(cloth, cloth_mesh(scene, cloth, &owner, load)?, &owner)?;
        if cloth.weld_seams {
            made = made.welded(scene, index)?;
        }
        let MadeCloth { part: mut built, start, rest, corners, files, .. } = made;
        let wrap = |error| SceneError::Cloth { owner: owner.clone(), error };
        cloth.fabric.fabric().check().map_err(wrap)?;
        let masses = lumped_masses(&built.topology, &built.shape, cloth.fabric.density);
        let mut inverse_masses: Vec<f64> =
            masses.map_err(wrap)?.iter().map(|m| m.recip()).collect();
        let first = self.positions.len();
        built.first = VertexId(first as u32);
        for (number, pin) in cloth.pins.iter().enumerate() {
            let held = held(pin, &start, built.welded.as_ref());
            let held = held.map_err(|what| part(&format!("pin {number}: {what}")))?;
            // A pin on a spring leaves its vertices free.
            for &vertex in held.iter().filter(|_| pin.stiffness.is_none()) {
                inverse_masses[vertex] = 0.0;
            }
            self.kinematic.push(Kinematic {
                vertices: held.iter().map(|&v| VertexId((first + v) as u32)).collect(),
                start: held.iter().map(|&v| start[v]).collect(),
                path: pin.path.clone(),
                samples: None,
                delay: 0.0,
                inset: None,
            });
        }
        let faces: Vec<[u32; 3]> =
            built.topology.faces().iter().map(|face| face.map(|vertex| vertex.0)).collect();
        self.corners.extend(corners.map(|corners| (self.faces.len(), corners)));
        self.files.push(files);
        self.cloths.push(built);
        self.inverse_masses.extend(inverse_masses);
        self.rest.extend(rest);
        let contact = SurfaceContact { thickness: cloth.thickness, friction: cloth.friction };
        self.names.push(owner.clone());
        self.add_surface(start, &faces, contact, Role::Cloth);
        Ok(())
    }

    /// Adds an obstacle.
    pub(super) fn add_obstacle(
        &mut self,
        settings: &Settings,
        obstacle: &Obstacle,
        owner: &str,
        load: &mut MeshLoader,
    ) -> Result<(), SceneError> {
        let part = |what: &str| SceneError::Part { owner: owner.to_owned(), what: what.to_owned() };
        check_contact(obstacle.thickness, obstacle.friction).map_err(|what| part(&what))?;
        let fault = obstacle.transform.fault().or_else(|| obstacle.path.fault());
        fault.map_or(Ok(()), |fault| Err(part(&fault)))?;
        let LoadedMesh { mesh, frames, frame_rate, .. } =
            obstacle_mesh(settings, &obstacle.shape, owner, load)?;
        let mesh = turned_outwards(mesh);
        let surface = SurfaceId(self.contacts.len() as u32);
        let solid = Solid::new(obstacle, surface, &mesh, self.sampling.as_mut())
            .map_err(|error| part(&format!("its signed distance cannot be sampled: {error}")))?;
        self.solids.extend(solid);
        let placed = |positions: Vec<DVec3>| -> Vec<DVec3> {
            positions.into_iter().map(|x| obstacle.transform.apply(x)).collect()
        };
        let samples = match &obstacle.shape {
            ObstacleShape::Mesh { frames: Some(timing), .. } => {
                let frames = frames.into_iter().map(placed).collect();
                let rate = frame_rate.unwrap_or(settings.frame_rate);
                let samples = Samples::new(frames, timing, rate);
                Some(samples.map_err(|what| part(&what))?)
            }
            ObstacleShape::Mannequin(_) => {
                let frames = frames.into_iter().map(placed).collect();
                let samples = Samples::new(frames, &Frames::default(), pose_rate(settings));
                Some(samples.map_err(|what| part(&what))?)
            }
            _ => None,
        };
        let mesh_start = placed(mesh.positions);
        let start = samples.as_ref().map_or_else(|| mesh_start.clone(), |samples| samples.at(0.0));
        if start.len() != mesh_start.len() {
            let (found, count) = (start.len(), mesh_start.len());
            return Err(part(&format!("its frames have {found} vertices, its mesh has {count}")));
        }
        let first = self.positions.len();
        let vertices = (first..first + start.len()).map(|v| VertexId(v as u32)).collect();
        let path = obstacle.path.clone();
        self.capsules.extend(capsule(&obstacle.shape, obstacle.transform.scale, first as u32));
        self.kinematic.push(Kinematic {
            vertices,
            start: start.clone(),
            path,
            samples,
            delay: 0.0,
            inset: None,
        });
        self.inverse_masses.extend(start.iter().map(|_| 0.0));
        self.rest.extend_from_slice(&start);
        let contact = SurfaceContact { thickness: obstacle.thickness, friction: obstacle.friction };
        self.names.push(owner.to_owned());
        self.add_surface(start, &mesh.faces, contact, Role::Obstacle);
        Ok(())
    }

    fn add_surface(
        &mut self,
        start: Vec<DVec3>,
        faces: &[[u32; 3]],
        contact: SurfaceContact,
        role: Role,
    ) {
        let first = self.positions.len() as u32;
        let id = SurfaceId(self.contacts.len() as u32);
        self.owners.extend(start.iter().map(|_| id));
        self.positions.extend(start);
        self.faces.extend(faces.iter().map(|face| face.map(|corner| first + corner)));
        self.contacts.push(contact);
        self.filters.push(SurfaceFilter { role, ..SurfaceFilter::default() });
    }

    /// Joins all parts; `groups` are those of the surfaces.
    pub(super) fn join(mut self, groups: Vec<Groups>) -> Result<World, SceneError> {
        for (filter, groups) in self.filters.iter_mut().zip(groups) {
            filter.groups = groups;
        }
        let mesh = CollisionMesh::with_surfaces(&self.positions, &self.faces, self.owners)
            .map_err(|error| SceneError::Mesh { owner: "the scene".to_owned(), error })?;
        let mut start = State::at_rest(self.positions, 0.0);
        start.inverse_masses = self.inverse_masses;
        let filters = Filters { surfaces: self.filters };
        let surfaces = SurfaceTable::new(self.contacts);
        let reach = surfaces.max_thickness();
        let mut rules = PairRules::new(&mesh, &filters, surfaces, self.rest);
        if !self.corners.is_empty() {
            let at_rest = |face: &[VertexId; 3]| face.map(|vertex| rules.rest[vertex.index()]);
            let mut corners: Vec<[DVec3; 3]> = mesh.faces().iter().map(at_rest).collect();
            for (first, places) in self.corners {
                corners[first..first + places.len()].copy_from_slice(&places);
            }
            rules.places = RestPlaces::new(&mesh, corners, reach);
        }
        Ok(World {
            mesh,
            start,
            filters,
            rules,
            cloths: self.cloths,
            kinematic: self.kinematic,
            capsules: self.capsules,
            layers: Vec::new(),
            inside: Vec::new(),
            seams: Vec::new(),
            ties: Ties::default(),
            solids: self.solids,
            names: self.names,
        })
    }
}

/// Sphere or capsule of an obstacle whose first vertex is `first`.
fn capsule(shape: &ObstacleShape, scale: f64, first: u32) -> Option<Capsule> {
    let (radius, length, rings) = match *shape {
        ObstacleShape::Sphere { radius, rings } => (radius, 0.0, rings),
        ObstacleShape::Capsule { radius, length, rings } => (radius, length, rings),
        _ => return None,
    };
    Some(Capsule {
        ends: tessellate::poles(rings).map(|pole| VertexId(first + pole)),
        caps: radius / (length + 2.0 * radius),
        radius: scale * radius,
    })
}

fn check_contact(thickness: f64, friction: f64) -> Result<(), String> {
    if !(thickness > 0.0 && thickness.is_finite()) {
        let value = thickness + 0.0;
        return Err(format!("the thickness is {value}, but has to be positive (m)"));
    }
    if !(friction >= 0.0 && friction.is_finite()) {
        return Err(format!("the friction is {friction}, but has to be 0 or more"));
    }
    Ok(())
}

/// The vertices that a pin holds, ascending and each once. A scene names those of the file, also
/// where the cloth is welded.
fn held(pin: &Pin, start: &[DVec3], welded: Option<&Welded>) -> Result<Vec<usize>, String> {
    if let Some(fault) = pin.path.fault() {
        return Err(fault);
    }
    match &pin.select {
        PinSelection::Vertices(ids) => {
            let count = welded.map_or(start.len(), |welded| welded.vertex_map.len());
            if let (Some(&vertex), Some(last)) = (ids.iter().max(), count.checked_sub(1))
                && vertex as usize > last
            {
                return Err(format!(
                    "it names vertex {vertex}, but those of the cloth are numbered from 0 to {last}"
                ));
            }
            let mut held: Vec<usize> =
                numbered(ids, welded).into_iter().map(|id| id as usize).collect();
            held.sort_unstable();
            held.dedup();
            Ok(held)
        }
        PinSelection::Inside { min, max } => {
            let (low, high) = (DVec3::from(*min), DVec3::from(*max));
            let inside = |x: &DVec3| x.cmpge(low).all() && x.cmple(high).all();
            let held: Vec<usize> =
                start.iter().enumerate().filter(|(_, x)| inside(x)).map(|(i, _)| i).collect();
            if held.is_empty() { Err(empty_box([*min, *max], start)) } else { Ok(held) }
        }
    }
}

/// Says where the box of a pin is, and where the cloth is.
fn empty_box([min, max]: [[f64; 3]; 2], start: &[DVec3]) -> String {
    let cloth = Aabb::of_points(start);
    let [pin_low, pin_high] = [min, max].map(|corner| shown(&corner));
    let [low, high] = [cloth.min, cloth.max].map(|corner| shown(&corner.to_array().map(rounded)));
    let is_turned = min.iter().zip(max).any(|(low, high)| *low > high);
    let why = if is_turned { "; `min` has to be below `max`" } else { "" };
    format!(
        "its box from {pin_low} to {pin_high} holds no vertex: the cloth starts from {low} to \
         {high} (m){why}"
    )
}

/// A coordinate to a micrometre, for messages.
fn rounded(metres: f64) -> f64 {
    (1e6 * metres).round() / 1e6
}
