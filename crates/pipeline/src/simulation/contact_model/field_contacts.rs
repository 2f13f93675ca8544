//! Signed distance fields of solids inside an implicit solve: penalties of the vertices, and lagged
//! friction against the solid's own motion.

use glam::DVec3;
use ripstop_dynamics::{SolveStage, SolveStart, StepHook};
use ripstop_geometry::Potential;
use ripstop_response::penalty::{FieldPenalty, FrictionElement, LaggedFriction, Penalty};

use super::penalty_rule::PenaltyRule;
use super::solid_fields::{FieldVertex, SolidField};
use crate::scene::Settings;
use crate::simulation::ResponseReport;
use crate::world::{Side, SolidMotion, World};

/// Updates of lagged friction once the solve has converged.
const LAGS: u32 = 1;

/// Data that stays the same over all steps.
#[derive(Clone, Debug)]
pub(crate) struct FieldContext(PenaltyRule);

/// One side of a solid in one solve.
struct FieldSide<'a> {
    motion: SolidMotion<'a>,
    side: Side,
    penalty: FieldPenalty<'a>,
    /// Coulomb's coefficient of every vertex.
    coefficients: Vec<f64>,
}

/// An instant of a solve.
#[derive(Clone, Copy)]
enum Instant {
    Start,
    End,
}

/// Contacts with fields in one solve.
pub(crate) struct FieldContacts<'a> {
    sides: Vec<FieldSide<'a>>,
    friction: LaggedFriction,
    /// Positions at the start of the solve.
    start: &'a [DVec3],
    lags: u32,
}

impl FieldContext {
    /// The context, if the settings ask for fields.
    pub(crate) fn new(world: &World, settings: &Settings) -> Option<Self> {
        settings.pushes_out().then(|| Self(PenaltyRule::new(world, settings)))
    }

    /// Contacts in a solve of `dt` (s) that starts at `start` (m) and ends at a time (s).
    pub(crate) fn contacts<'a>(
        &self,
        fields: &[SolidField<'a>],
        start: &'a [DVec3],
        time: f64,
        dt: f64,
    ) -> FieldContacts<'a> {
        let sides = fields.iter().filter_map(|field| {
            let motion = field.solid.motion(time, dt)?;
            Some([Side::Outer, Side::Lower].map(|side| self.side(field, motion, side)))
        });
        let sides = sides.flatten().filter(|side| !side.penalty.vertices.is_empty()).collect();
        let threshold = self.0.settings.friction_speed * dt;
        let friction = LaggedFriction { elements: Vec::new(), threshold, static_ratio: 1.0 };
        let mut contacts = FieldContacts { sides, friction, start, lags: 0 };
        contacts.update_friction(start, Instant::Start);
        contacts
    }

    fn side<'a>(&self, field: &SolidField, motion: SolidMotion<'a>, side: Side) -> FieldSide<'a> {
        let on_side = field.vertices.iter().filter(|vertex| vertex.side == side);
        let (vertices, coefficients) = on_side
            .map(|&FieldVertex { vertex, rule, .. }| {
                ((vertex, self.0.of_vertex(vertex, rule.thickness)), rule.friction)
            })
            .unzip();
        let penalty = FieldPenalty { field: motion.at_end(side), vertices };
        FieldSide { motion, side, penalty, coefficients }
    }
}

impl FieldContacts<'_> {
    /// Adds vertices within two thicknesses of a solid to the contacts of a report, those that are
    /// pushed at `positions` to the active ones, and the depth of the deepest.
    pub(crate) fn count(&self, positions: &[DVec3], report: &mut ResponseReport) {
        for FieldPenalty { field, vertices } in self.sides.iter().map(|side| &side.penalty) {
            for (vertex, Penalty { distance: thickness, .. }) in vertices {
                let distance = field.distance(positions[vertex.index()]);
                report.contacts += usize::from(distance < 2.0 * thickness);
                report.active_contacts += usize::from(distance < *thickness);
                report.deepest = report.deepest.max(thickness - distance);
            }
        }
    }

    /// Friction with the normal forces at `x`, and with the solids where they are at an instant.
    fn update_friction(&mut self, x: &[DVec3], instant: Instant) {
        self.friction.elements.clear();
        for FieldSide { motion, side, penalty, coefficients } in &self.sides {
            let field = match instant {
                Instant::Start => motion.at_start(*side),
                Instant::End => penalty.field,
            };
            for ((vertex, law), friction) in penalty.vertices.iter().zip(coefficients) {
                let at = x[vertex.index()];
                let sample = field.sample(at);
                let [_, slope, _] = law.derivatives(sample.distance);
                let bound = friction * -slope * sample.gradient.length();
                let Some(normal) = sample.normal().filter(|_| bound > 0.0) else { continue };
                self.friction.elements.push(FrictionElement {
                    vertices: [*vertex; 4],
                    count: 1,
                    weights: [1.0, 0.0, 0.0, 0.0],
                    normal,
                    bound,
                    start: self.start[vertex.index()] + motion.displacement(at),
                });
            }
        }
    }
}

/// A hook with contacts with fields beside its own.
pub(crate) struct FieldHook<'a, 'f> {
    pub(crate) inner: &'a mut dyn StepHook,
    pub(crate) fields: &'a mut FieldContacts<'f>,
}

impl StepHook for FieldHook<'_, '_> {
    fn wants_start(&self) -> bool {
        self.inner.wants_start()
    }

    fn begin(&mut self, start: &SolveStart) {
        self.inner.begin(start);
    }

    fn enter(&self, stage: SolveStage) {
        self.inner.enter(stage);
    }

    fn refresh(&mut self, positions: &[DVec3]) {
        self.inner.refresh(positions);
    }

    fn potentials(&self) -> Vec<&dyn Potential> {
        let mut potentials = self.inner.potentials();
        let sides = &self.fields.sides;
        potentials.extend(sides.iter().map(|side| &side.penalty as &dyn Potential));
        potentials.push(&self.fields.friction);
        potentials
    }

    fn step_limit(&mut self, positions: &[DVec3], displacement: &[DVec3]) -> f64 {
        self.inner.step_limit(positions, displacement)
    }

    fn truncate(&mut self, positions: &[DVec3], displacement: &mut [DVec3]) -> bool {
        self.inner.truncate(positions, displacement)
    }

    fn has_friction(&self) -> bool {
        self.inner.has_friction() || !self.fields.friction.elements.is_empty()
    }

    fn accept(&mut self, positions: &[DVec3]) {
        self.inner.accept(positions);
    }

    fn is_done(&mut self, positions: &[DVec3]) -> bool {
        let is_inner_done = self.inner.is_done(positions);
        if self.fields.lags == LAGS {
            return is_inner_done;
        }
        self.fields.lags += 1;
        self.fields.update_friction(positions, Instant::End);
        is_inner_done && self.fields.friction.elements.is_empty()
    }
}
