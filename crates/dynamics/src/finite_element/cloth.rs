//! A cloth made of finite elements: all its potentials together.

use std::ops::Range;

use glam::DVec3;
use ripstop_geometry::{Potential, State, Topology, VertexId};

use super::curvature_bending::CurvatureStiffness;
use super::{
    BendingFriction, ConsistentMass, CurvatureBending, HingeBending, MembraneElements,
    QuadraticBending, Stiffness,
};
use crate::hinges::{Hinge, hinges};
use crate::rest_shape::check_length;
use crate::{ClothError, Fabric, RestShape, lumped_masses};

/// Rest angles below this (rad) count as flat.
const FLAT: f64 = 1e-6;

/// Choices that are not the fabric's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ElementSettings {
    /// Model of bending.
    pub bending: Bending,
    /// Second derivative of the membrane.
    pub stiffness: Stiffness,
    /// Lumped or consistent masses.
    pub masses: MassMatrix,
}

impl ElementSettings {
    /// The default with another model of bending.
    #[must_use]
    pub fn with_bending(bending: Bending) -> Self {
        Self { bending, ..Self::default() }
    }

    /// Names of the properties of a fabric that say something that a cloth with these settings does
    /// not show: fields of [`Fabric`]. Empty if there are none.
    #[must_use]
    pub fn unmodelled(&self, fabric: &Fabric) -> Vec<&'static str> {
        let twists = self.bending == Bending::Curvature || fabric.twist_ratio == 1.0;
        if twists { Vec::new() } else { vec!["twist_ratio"] }
    }
}

/// Model of bending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bending {
    /// By the curvature of every face, averaged from its hinges: the same stiffness on every mesh,
    /// and in every direction what the fabric says. Quadratic in the positions, for cloth that is
    /// flat at rest; hinges that are not go by their angles.
    #[default]
    Curvature,
    /// By hinges one by one, which cannot tell twist from bending, quadratic in the positions. A
    /// third cheaper to solve for; how stiff a strip is depends on how the mesh is cut. For cloth
    /// that is flat at rest; other hinges go by their angles.
    Quadratic,
    /// By dihedral angles everywhere: right for sharp folds and for cloth that stretches, and
    /// slower.
    Hinges,
}

/// Distribution of mass over the vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MassMatrix {
    /// A third of each face's mass to each of its corners.
    #[default]
    Lumped,
    /// The integral of the shape functions.
    Consistent,
}

/// Bending of hinges that are flat at rest.
#[derive(Clone, Debug)]
enum FlatBending {
    Curvature(CurvatureBending),
    Hinges(QuadraticBending),
}

impl FlatBending {
    fn potential(&self) -> &dyn Potential {
        match self {
            Self::Curvature(bending) => bending,
            Self::Hinges(bending) => bending,
        }
    }
}

/// One cloth of finite elements. It owns a run of consecutive vertices of a [`State`]; an
/// [`ImplicitEuler`](crate::ImplicitEuler) moves it.
#[derive(Clone, Debug)]
pub struct FiniteElementCloth {
    fabric: Fabric,
    faces: Vec<[VertexId; 3]>,
    masses: Vec<f64>,
    first: VertexId,
    membrane: MembraneElements,
    flat: FlatBending,
    curved: HingeBending,
    inertia: Option<ConsistentMass>,
    friction: Option<BendingFriction>,
}

impl FiniteElementCloth {
    /// Makes a cloth with the connectivity of `mesh`, whose vertex 0 is vertex `first` of the
    /// state.
    ///
    /// # Errors
    /// If a parameter is out of range, the rest shape is that of another mesh, or a vertex has no
    /// mass.
    pub fn new(
        mesh: &Topology,
        rest: &RestShape,
        fabric: Fabric,
        settings: ElementSettings,
        first: VertexId,
    ) -> Result<Self, ClothError> {
        fabric.check()?;
        let masses = lumped_masses(mesh, rest, fabric.density)?;
        let membrane = MembraneElements::new(mesh, rest, fabric.elasticity(), first)?
            .with_stiffness(settings.stiffness);
        let is_flat =
            |hinge: &Hinge| settings.bending != Bending::Hinges && hinge.angle.abs() < FLAT;
        let (flat, curved): (Vec<_>, Vec<_>) = hinges(mesh, rest).into_iter().partition(is_flat);
        let stiffness = fabric.bending_stiffness;
        let flat = match settings.bending {
            Bending::Curvature => {
                let twist_ratio = fabric.twist_ratio;
                let stiffness = CurvatureStiffness { bending: stiffness, twist_ratio };
                FlatBending::Curvature(CurvatureBending::new(&flat, rest.areas(), stiffness, first))
            }
            _ => FlatBending::Hinges(QuadraticBending::new(&flat, stiffness, first)),
        };
        let inertia = match settings.masses {
            MassMatrix::Lumped => None,
            MassMatrix::Consistent => Some(ConsistentMass::new(mesh, rest, fabric.density, first)?),
        };
        Ok(Self {
            fabric,
            faces: mesh.faces().to_vec(),
            masses,
            first,
            membrane,
            flat,
            curved: HingeBending::new(&curved, stiffness, first),
            inertia,
            friction: None,
        })
    }

    /// Returns the cloth with the friction between its threads that its fabric has, if any: without
    /// load at the given positions of the whole state.
    ///
    /// Threads have to slip where a step ends: [`ImplicitEuler::frictions_mut`] and
    /// [`BendingFriction::settle`] are for that.
    ///
    /// [`ImplicitEuler::frictions_mut`]: crate::ImplicitEuler::frictions_mut
    ///
    /// # Errors
    /// If the mesh or the positions are not those of this cloth.
    pub fn with_friction(
        mut self,
        mesh: &Topology,
        rest: &RestShape,
        positions: &[DVec3],
    ) -> Result<Self, ClothError> {
        check_length("faces", mesh.faces().len(), "faces", self.faces.len())?;
        rest.check_for(mesh)?;
        if positions.len() < self.vertices().end {
            let (given, wanted) = (positions.len(), self.vertices().end);
            return Err(ClothError::Length { list: "positions", given, items: "vertices", wanted });
        }
        let place = (self.first, positions);
        let friction = self.fabric.bending_friction;
        self.friction = friction
            .map(|friction| BendingFriction::new(mesh, rest, friction, place))
            .transpose()?;
        Ok(self)
    }

    /// The fabric it is made of.
    #[must_use]
    pub const fn fabric(&self) -> &Fabric {
        &self.fabric
    }

    /// Lumped mass of every vertex (kg).
    #[must_use]
    pub fn masses(&self) -> &[f64] {
        &self.masses
    }

    /// Corners of every face, numbered from 0 within the cloth.
    #[must_use]
    pub fn faces(&self) -> &[[VertexId; 3]] {
        &self.faces
    }

    /// The vertices of the state that belong to this cloth.
    #[must_use]
    pub fn vertices(&self) -> Range<usize> {
        self.first.index()..self.first.index() + self.masses.len()
    }

    /// Potentials of deformation: membrane, bending of flat and of curved hinges. Their
    /// stencils never change.
    #[must_use]
    pub fn potentials(&self) -> Vec<&dyn Potential> {
        vec![&self.membrane, self.flat.potential(), &self.curved]
    }

    /// Friction between threads, if the cloth was made with it.
    pub(crate) fn friction(&self) -> Option<&BendingFriction> {
        self.friction.as_ref()
    }

    pub(crate) fn friction_mut(&mut self) -> Option<&mut BendingFriction> {
        self.friction.as_mut()
    }

    /// Inertia, if the mass matrix is not lumped.
    pub(crate) fn inertia(&self) -> Option<&ConsistentMass> {
        self.inertia.as_ref()
    }

    pub(crate) fn inertia_mut(&mut self) -> Option<&mut ConsistentMass> {
        self.inertia.as_mut()
    }

    /// Elastic energy (J) at the given positions of the whole state.
    #[must_use]
    pub fn elastic_energy(&self, positions: &[DVec3]) -> f64 {
        self.potentials().iter().map(|p| p.energy(0..p.element_count(), positions)).sum()
    }

    /// Returns a state of this cloth alone, at rest at `positions`, with the given vertices pinned.
    ///
    /// # Errors
    /// If the number of positions is not that of the vertices, or a pin is not one of them.
    pub fn state_at_rest(
        &self,
        positions: Vec<DVec3>,
        pins: &[VertexId],
    ) -> Result<State, ClothError> {
        check_length("positions", positions.len(), "vertices", self.masses.len())?;
        let mut state = State::at_rest(positions, 0.0);
        state.inverse_masses = self.masses.iter().map(|m| m.recip()).collect();
        for &vertex in pins {
            let pinned = state.inverse_masses.get_mut(vertex.index());
            *pinned.ok_or(ClothError::NotKinematic { vertex })? = 0.0;
        }
        Ok(state)
    }
}
