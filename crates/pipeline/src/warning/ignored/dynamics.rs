//! Tables of the two dynamics.

use super::{Search, unless};
use crate::scene::{ElementSettings, PositionBasedSettings, ResponseMethod};

pub(super) fn check(search: &mut Search) {
    check_position_based(search);
    check_elements(search);
}

fn check_position_based(search: &mut Search) {
    // Factors without the plain form are refused.
    let PositionBasedSettings { form, membrane, stiffness, bending } =
        &search.settings().position_based;
    let no = search.only_pbd();
    search.setting("position_based.form", form, |s| &s.position_based.form, no.clone());
    search.setting("position_based.membrane", membrane, |s| &s.position_based.membrane, no.clone());
    let key = "position_based.stiffness";
    search.setting(key, stiffness, |s| &s.position_based.stiffness, no.clone());
    search.setting("position_based.bending", bending, |s| &s.position_based.bending, no);
}

fn check_elements(search: &mut Search) {
    let ElementSettings { bending, mass, stiffness, method, linear } = &search.settings().elements;
    let no = search.only_fem();
    search.setting("elements.bending", bending, |s| &s.elements.bending, no.clone());
    search.setting("elements.mass", mass, |s| &s.elements.mass, no.clone());
    search.setting("elements.stiffness", stiffness, |s| &s.elements.stiffness, no.clone());
    search.setting("elements.method", method, |s| &s.elements.method, no.clone());
    let own = no.or_else(|| {
        unless(
            !search.is_response(ResponseMethod::Barrier),
            "barriers have `barrier.linear`; it counts with every other response",
        )
    });
    search.setting("elements.linear", linear, |s| &s.elements.linear, own);
}
