//! Penalties and friction inside an implicit solve.
//!
//! The solve moves from the start of the step by Newton directions. Each has a step limit from CCD,
//! before the first impact, so that all positions at which energies are evaluated are free of
//! crossings and distances mean what they say: a penalty alone does not know on which side it is.
//!
//! Pairs are found within their thickness and a margin. Of these the solver gets those within a
//! narrower band around the thickness: in folds three of four pairs in the margin do not push, and
//! each would have its blocks in the matrix. The band serves as long as no vertex has moved by half
//! of it, so that the pattern of the matrix stays for some iterations; the margin, as long as none
//! has moved by half of what it is wider than the band.
//!
//! The force of a penalty is bounded: a pair that is pressed with more would be driven together up
//! to its impact, and hold up all others. So a pair that an iteration has brought to less than half
//! of its distance, and closer than a fifth of its thickness, is made stiffer by a factor for the
//! rest of the solve, as often as it takes.

use std::collections::BTreeMap;

use glam::DVec3;
use rayon::prelude::*;
use ripstop_detection::Query;
use ripstop_dynamics::StepHook;
use ripstop_geometry::{Candidate, Motion, Potential, VertexId};
use ripstop_response::Detector;
use ripstop_response::penalty::{
    FrictionElement, LaggedFriction, PairPenalty, PenaltyPair, PenaltyStencil,
};

use super::field_cover::FieldCover;
use super::penalty_rule::PenaltyRule;
use crate::scene::Settings;
use crate::simulation::correction::largest_distance;
use crate::simulation::solve_path::SolvePath;
use crate::world::World;

/// Part of the step limit from CCD that is taken.
const CAUTION: f64 = 0.9;

/// Updates of lagged friction once the solve has converged.
const LAGS: u32 = 1;

/// Margin around the thickness in which pairs are found, as a part of it.
const MARGIN: f64 = 0.6;

/// Margin around the thickness in which the solver gets them, as a part of it.
const BAND: f64 = 0.1;

/// The part of its thickness within which a pair becomes stiffer,
const TOO_CLOSE: f64 = 0.2;

/// if this part of its distance is left or less,
const APPROACH: f64 = 0.5;

/// and the factor by which it does.
const STIFFER: f64 = 4.0;

/// Part of a margin that each of two vertices may go before a pair can have come through it; a
/// little less than half.
const EACH: f64 = 0.45;

/// Data that stays the same over all steps.
#[derive(Clone, Debug)]
pub(crate) struct PenaltyContext {
    rule: PenaltyRule,
    /// The largest thickness of a pair (m).
    pub(crate) thickness: f64,
    /// Pairs for which fields stand in, if there are fields.
    pub(crate) cover: Option<FieldCover>,
}

impl PenaltyContext {
    pub(crate) fn new(world: &World, settings: &Settings) -> Self {
        Self {
            rule: PenaltyRule::new(world, settings),
            thickness: world.rules.surfaces.max_thickness(),
            cover: settings.pushes_out().then(|| FieldCover::new(world)),
        }
    }
}

/// Contact in one step.
pub(crate) struct PenaltyHook<'a, 'q> {
    context: &'a PenaltyContext,
    query: &'a mut Query<'q>,
    /// Positions at the start of the step.
    start: Vec<DVec3>,
    /// Pairs within the margin, each with Coulomb's coefficient.
    near: Vec<(PenaltyPair, f64)>,
    /// Positions at which they were found.
    near_at: Vec<DVec3>,
    /// Those within the band.
    pairs: PairPenalty,
    /// Coulomb's coefficient of every pair.
    coefficients: Vec<f64>,
    /// Positions at which the pairs were chosen.
    pairs_at: Vec<DVec3>,
    friction: LaggedFriction,
    /// Factors of pairs that have become stiffer.
    stiffened: BTreeMap<[VertexId; 4], f64>,
    lags: u32,
    /// Detection passes.
    pub(crate) passes: usize,
    /// The path of the solve.
    pub(crate) path: SolvePath,
}

/// Contacts at the end of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactCounts {
    /// Pairs that push.
    pub(crate) active: usize,
    /// Depth by which the worst pair is closer than its thickness (m).
    pub(crate) deepest: f64,
}

impl<'a, 'q> PenaltyHook<'a, 'q> {
    /// For a step of `dt` (s) that is predicted to go along `motion`.
    pub(crate) fn new(
        context: &'a PenaltyContext,
        query: &'a mut Query<'q>,
        motion: &Motion,
        dt: f64,
    ) -> Self {
        let start = motion.start;
        query.cover(motion, 0.5 * (1.0 + MARGIN) * context.thickness);
        let threshold = context.rule.settings.friction_speed * dt;
        let mut hook = Self {
            context,
            query,
            start: start.to_vec(),
            near: Vec::new(),
            near_at: Vec::new(),
            pairs: PairPenalty::default(),
            coefficients: Vec::new(),
            pairs_at: Vec::new(),
            friction: LaggedFriction { elements: Vec::new(), threshold, static_ratio: 1.0 },
            stiffened: BTreeMap::new(),
            lags: 0,
            passes: 0,
            path: SolvePath::default(),
        };
        hook.find_near(start);
        hook.choose_pairs(start);
        hook.update_friction(start);
        hook
    }

    /// Pairs of the last detection pass.
    pub(crate) fn pair_count(&self) -> usize {
        self.near.len()
    }

    /// Contacts at `positions`.
    pub(crate) fn counts(&self, positions: &[DVec3]) -> ContactCounts {
        let lacks = self
            .pairs
            .pairs
            .iter()
            .map(|pair| pair.penalty.distance - pair.distance_squared(positions).sqrt());
        let counts = ContactCounts { active: 0, deepest: 0.0 };
        lacks.filter(|lack| *lack > 0.0).fold(counts, |counts, lack| ContactCounts {
            active: counts.active + 1,
            deepest: counts.deepest.max(lack),
        })
    }

    fn find_near(&mut self, x: &[DVec3]) {
        let margin = MARGIN * self.context.thickness;
        let reach = self.context.thickness + margin;
        self.near = self
            .query
            .near_within(x, reach)
            .par_iter()
            .with_min_len(256)
            .filter_map(|&candidate| self.pair(candidate, x, margin))
            .collect();
        self.near_at.clear();
        self.near_at.extend_from_slice(x);
        self.passes += 1;
    }

    fn choose_pairs(&mut self, x: &[DVec3]) {
        let band = BAND * self.context.thickness;
        let is_close = |(pair, _): &&(PenaltyPair, f64)| {
            let reach = pair.penalty.distance + band;
            pair.distance_squared(x) <= reach * reach
        };
        let close = self.near.par_iter().with_min_len(256).filter(is_close);
        (self.pairs.pairs, self.coefficients) = close.copied().unzip();
        if !self.stiffened.is_empty() {
            for pair in &mut self.pairs.pairs {
                pair.penalty.stiffness *= self.stiffened.get(&pair.vertices).unwrap_or(&1.0);
            }
        }
        self.pairs_at.clear();
        self.pairs_at.extend_from_slice(x);
    }

    /// The pair of a candidate and its coefficient of friction, if it is near.
    fn pair(&self, candidate: Candidate, x: &[DVec3], margin: f64) -> Option<(PenaltyPair, f64)> {
        let PenaltyContext { rule: PenaltyRule { areas, .. }, thickness, cover } = self.context;
        let mesh = self.query.mesh();
        if cover.as_ref().is_some_and(|cover| cover.stands_in(mesh, candidate)) {
            return None;
        }
        let vertices = mesh.stencil(candidate);
        let d_squared = candidate.kind().distance_squared(vertices.map(|v| x[v.index()]));
        let is_within = |thickness: f64| d_squared <= (thickness + margin).powi(2);
        if !is_within(*thickness) {
            return None;
        }
        let rule = self.query.rule(candidate);
        if !is_within(rule.thickness) {
            return None;
        }
        let stencil =
            areas.edge_lengths(candidate).map_or(PenaltyStencil::VertexFace, |rest_lengths| {
                PenaltyStencil::EdgeEdge { rest_lengths }
            });
        let penalty = self.context.rule.of_pair(mesh, candidate, rule.thickness);
        Some((PenaltyPair { vertices, stencil, penalty }, rule.friction))
    }

    /// Makes the pairs stiffer that the way from the last corner of the path to `x` has brought
    /// too close.
    fn stiffen(&mut self, x: &[DVec3]) {
        let before = self.path.last().unwrap_or(&self.start);
        for pair in &mut self.pairs.pairs {
            let limit = TOO_CLOSE * pair.penalty.distance;
            let now = pair.distance_squared(x);
            if now < limit * limit && now < APPROACH * APPROACH * pair.distance_squared(before) {
                *self.stiffened.entry(pair.vertices).or_insert(1.0) *= STIFFER;
                pair.penalty.stiffness *= STIFFER;
            }
        }
    }

    /// Friction with the normal forces at `x`.
    fn update_friction(&mut self, x: &[DVec3]) {
        let elements =
            self.pairs.pairs.iter().zip(&self.coefficients).filter_map(|(pair, friction)| {
                let bound = friction * pair.normal_force(x);
                if bound == 0.0 {
                    return None;
                }
                let squared = pair.squared_distance(x);
                let normal = squared.separation.try_normalize()?;
                let start = pair.vertices.map(|vertex| self.start[vertex.index()]);
                Some(FrictionElement {
                    vertices: pair.vertices,
                    count: 4,
                    weights: squared.weights,
                    normal,
                    bound,
                    start: ripstop_geometry::separation(squared.weights, start),
                })
            });
        self.friction.elements = elements.collect();
    }
}

impl StepHook for PenaltyHook<'_, '_> {
    fn refresh(&mut self, positions: &[DVec3]) {
        let PenaltyContext { thickness, .. } = *self.context;
        if largest_distance(positions, &self.pairs_at) <= EACH * BAND * thickness {
            return;
        }
        let slack = EACH * (MARGIN - BAND) * thickness;
        if largest_distance(positions, &self.near_at) > slack {
            self.find_near(positions);
        }
        self.choose_pairs(positions);
    }

    fn potentials(&self) -> Vec<&dyn Potential> {
        vec![&self.pairs, &self.friction]
    }

    fn step_limit(&mut self, positions: &[DVec3], displacement: &[DVec3]) -> f64 {
        let end: Vec<DVec3> = positions.iter().zip(displacement).map(|(x, d)| *x + *d).collect();
        let impact = self.query.first_impact_in_parts(&Motion { start: positions, end: &end });
        if impact.is_none() {
            self.path.found_free(positions, end);
        }
        impact.map_or(1.0, |time| CAUTION * time)
    }

    fn accept(&mut self, positions: &[DVec3]) {
        self.stiffen(positions);
        self.path.go_on(self.query, &self.start, positions);
    }

    fn is_done(&mut self, positions: &[DVec3]) -> bool {
        if self.lags == LAGS {
            return true;
        }
        self.lags += 1;
        self.update_friction(positions);
        self.friction.elements.is_empty()
    }
}
