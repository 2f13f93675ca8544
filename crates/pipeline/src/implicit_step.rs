//! Finite-element cloth, solved by implicit Euler.

use ripstop_dynamics::{
    Damping, ElementSettings, FiniteElementCloth, ImplicitEuler, ImplicitSettings, NoHook, Step,
    Target,
};
use ripstop_geometry::VertexId;

use crate::proposer::{Interval, Stage};
use crate::scene::Settings;
use crate::world::{ClothPart, World};
use crate::{SceneError, StepError};

/// The cloths of a scene as finite elements.
pub(crate) struct ImplicitStep {
    euler: ImplicitEuler,
}

impl ImplicitStep {
    /// The cloths of a world.
    pub(crate) fn new(world: &World, settings: &Settings) -> Result<Self, SceneError> {
        let cloth = |part: &ClothPart| {
            let (fabric, elements) = (part.fabric.fabric(), ElementSettings::default());
            FiniteElementCloth::new(&part.topology, &part.shape, fabric, elements, part.first)
                .map_err(|error| SceneError::Cloth { owner: part.owner.clone(), error })
        };
        let cloths = world.cloths.iter().map(cloth).collect::<Result<_, _>>()?;
        let damping = Damping { drag: settings.damping, internal: 0.0 };
        let implicit = ImplicitSettings { damping, ..ImplicitSettings::default() };
        let euler = ImplicitEuler::new(cloths, implicit)
            .map_err(|error| SceneError::Cloth { owner: "the scene".to_owned(), error })?;
        Ok(Self { euler })
    }

    /// Nothing is remembered from step to step but what is made anew alike.
    #[expect(clippy::unused_self, reason = "the counterpart of other proposers")]
    pub(crate) fn forget(&mut self) {}

    /// Solves the step.
    pub(crate) fn propose(
        &mut self,
        stage: &mut Stage,
        interval: Interval,
    ) -> Result<(), StepError> {
        let clock = stage.clock.seconds();
        let ends = stage.world.prescribed_ends(interval.to);
        let targets: Vec<Target> = (stage.world.prescribed.iter())
            .flat_map(|group| &group.vertices)
            .map(|&vertex: &VertexId| Target { vertex, position: ends[vertex.index()] })
            .collect();
        let forces = stage.forces();
        let step = Step { dt: interval.dt, forces: &forces, targets: &targets, potentials: &[] };
        let _report = self.euler.step(&mut stage.world.state, &step, &mut NoHook)?;
        stage.report.times.dynamics += stage.clock.seconds() - clock;
        Ok(())
    }
}
