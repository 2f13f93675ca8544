//! Settings that are given and do nothing with the dynamics and the response of the scene.
//!
//! Every table is taken apart field by field, so that a new setting does not compile until it is
//! decided here when it counts. A setting is given if it differs from its default. Built-in scenes
//! carry values for `--dynamics` and `--respond`, which are no news about them.
//!
//! | file | decides about |
//! |---|---|
//! | `steps` | settings without a table, `tree`, `air` |
//! | `dynamics` | `position_based`, `elements` |
//! | `responses` | `penalty`, `ray`, `impulse`, `barrier` |
//! | `fields` | `solids`, obstacles without a field |
//! | `surfaces` | keys of cloths, fabrics and obstacles |

mod dynamics;
mod fields;
mod responses;
mod steps;
mod surfaces;

use super::Warning;
use crate::World;
use crate::scene::{DynamicsMethod, RepulsionForm, ResponseMethod, Scene, Settings, builtin};

pub(super) fn warnings(scene: &Scene, world: &World) -> Vec<Warning> {
    let mut search = Search::new(scene);
    steps::check(&mut search);
    dynamics::check(&mut search);
    responses::check(&mut search);
    fields::check(&mut search, world);
    surfaces::check(&mut search, world);
    search.found
}

/// Why something does nothing and what would make it count; nothing if it counts.
type Reason = Option<String>;

/// A reason, unless something is used.
fn unless(is_used: bool, reason: &str) -> Reason {
    (!is_used).then(|| reason.to_owned())
}

/// The search through the settings of a scene.
struct Search<'a> {
    scene: &'a Scene,
    /// The built-in scene that this one is, as it is by itself.
    built_in: Option<Scene>,
    found: Vec<Warning>,
}

impl<'a> Search<'a> {
    fn new(scene: &'a Scene) -> Self {
        let built_in = builtin::scene(&scene.name, builtin::DEFAULT_RESOLUTION)
            .filter(|built_in| built_in.description == scene.description);
        Self { scene, built_in, found: Vec::new() }
    }

    const fn settings(&self) -> &'a Settings {
        &self.scene.settings
    }

    fn is_fem(&self) -> bool {
        self.settings().dynamics == DynamicsMethod::Fem
    }

    fn is_response(&self, response: ResponseMethod) -> bool {
        self.settings().response() == response
    }

    /// True if pairs that are close are repelled by forces inside the implicit solve.
    fn has_springs(&self) -> bool {
        let by_forces = self.settings().impulse.repulsion == RepulsionForm::Forces;
        self.is_fem()
            && (self.is_response(ResponseMethod::Ray)
                || self.is_response(ResponseMethod::Impulse) && by_forces)
    }

    /// Warns of a setting that is given and has a reason to do nothing; `of` finds it.
    fn setting<T: PartialEq>(
        &mut self,
        key: &str,
        value: &T,
        of: impl Fn(&Settings) -> &T,
        reason: Reason,
    ) {
        let is_default = *value == *of(&Settings::default());
        let is_built_in =
            self.built_in.as_ref().is_some_and(|scene| *value == *of(&scene.settings));
        if let Some(reason) = reason
            && !is_default
            && !is_built_in
        {
            self.found.push(Warning::Ignored {
                key: format!("settings.{key}"),
                owner: None,
                reason,
            });
        }
    }

    fn only_pbd(&self) -> Reason {
        unless(
            !self.is_fem(),
            "it is of position-based cloth, and `dynamics` is \"fem\"; it counts with `dynamics = \
             \"pbd\"`",
        )
    }

    fn only_fem(&self) -> Reason {
        unless(
            self.is_fem(),
            "it is of finite elements, and `dynamics` is \"pbd\"; it counts with `dynamics = \
             \"fem\"`",
        )
    }

    fn only(&self, response: ResponseMethod) -> Reason {
        (!self.is_response(response)).then(|| {
            format!(
                "`respond` is \"{}\"; it counts with `respond = \"{}\"`",
                self.settings().response().name(),
                response.name()
            )
        })
    }
}
