//! Friction of pairs of surfaces: from names in a scene to numbers of surfaces.

use ripstop_geometry::SurfaceId;
use ripstop_response::SurfaceTable;

use crate::SceneError;
use crate::scene::{PairFriction, Scene, nearest};

/// Puts the friction of pairs into the table of a scene's surfaces, cloths first.
///
/// # Errors
/// If a coefficient is out of range, a name is nobody's, two obstacles are to rub, or a pair has
/// two coefficients.
pub(crate) fn add_to(surfaces: &mut SurfaceTable, scene: &Scene) -> Result<(), SceneError> {
    let names: Vec<&str> = names(scene).collect();
    let cloth_count = scene.cloths.len();
    for (number, given) in scene.frictions.iter().enumerate() {
        let refused = |what: String| SceneError::Part { owner: format!("friction {number}"), what };
        let PairFriction { between, coefficient } = given;
        if !(*coefficient >= 0.0 && coefficient.is_finite()) {
            let what = format!("the coefficient is {coefficient}, but has to be 0 or more");
            return Err(refused(what));
        }
        for name in between {
            if !names.contains(&name.as_str()) {
                return Err(refused(unknown(name, &names)));
            }
        }
        let [first, second] = between;
        let mut touch = false;
        for a in places(&names, first) {
            for b in places(&names, second).filter(|b| a.min(*b) < cloth_count) {
                touch = true;
                let pair = [a, b].map(|place| SurfaceId(place as u32));
                if !surfaces.set_friction(pair, *coefficient) {
                    let what = format!("`{first}` and `{second}` have a friction already");
                    return Err(refused(what));
                }
                if first == second && a == b {
                    break;
                }
            }
        }
        if !touch {
            let what = format!("`{first}` and `{second}` are obstacles, which do not touch");
            return Err(refused(what));
        }
    }
    Ok(())
}

/// Names of all cloths, then of all obstacles.
fn names(scene: &Scene) -> impl Iterator<Item = &str> {
    let cloths = scene.cloths.iter().map(|cloth| cloth.name.as_str());
    cloths.chain(scene.obstacles.iter().map(|obstacle| obstacle.name.as_str()))
}

/// Numbers of the surfaces of a name.
fn places(names: &[&str], name: &str) -> impl Iterator<Item = usize> {
    names.iter().enumerate().filter(move |(_, other)| **other == name).map(|(place, _)| place)
}

fn unknown(name: &str, names: &[&str]) -> String {
    let hint = nearest(name, names.iter().copied());
    let hint = hint.map_or_else(String::new, |name| format!(", did you mean `{name}`?"));
    format!("there is no cloth and no obstacle `{name}`{hint}")
}
