//! Groups of surfaces: from names in a scene to bits.

use ripstop_geometry::mesh::Groups;

use crate::SceneError;
use crate::scene::{Scene, nearest};

/// Most groups of a scene.
const MOST_GROUPS: usize = u32::BITS as usize;

/// Groups of a surface, by name.
struct Named<'a> {
    owner: String,
    member_of: Option<&'a Vec<String>>,
    collides_with: Option<&'a Vec<String>>,
}

/// The groups of all cloths, then of all obstacles.
///
/// # Errors
/// If there are more groups than bits, or a surface collides with a group that has no member.
pub(crate) fn surface_groups(scene: &Scene) -> Result<Vec<Groups>, SceneError> {
    let cloths = scene.cloths.iter().enumerate().map(|(index, cloth)| Named {
        owner: format!("cloth {index} (`{}`)", cloth.name),
        member_of: cloth.member_of.as_ref(),
        collides_with: cloth.collides_with.as_ref(),
    });
    let obstacles = scene.obstacles.iter().enumerate().map(|(index, obstacle)| Named {
        owner: format!("obstacle {index} (`{}`)", obstacle.name),
        member_of: obstacle.member_of.as_ref(),
        collides_with: obstacle.collides_with.as_ref(),
    });
    let surfaces: Vec<Named> = cloths.chain(obstacles).collect();
    let mut names: Vec<&str> = Vec::new();
    for surface in &surfaces {
        for name in surface.member_of.into_iter().flatten() {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        if names.len() > MOST_GROUPS {
            let count = names.len();
            let what =
                format!("its groups are the {count}th of the scene, {MOST_GROUPS} are possible");
            return Err(SceneError::Part { owner: surface.owner.clone(), what });
        }
    }
    surfaces.iter().map(|surface| bits(surface, &names)).collect()
}

fn bits(surface: &Named, names: &[&str]) -> Result<Groups, SceneError> {
    let bit = |name: &String| {
        names.iter().position(|other| other == name).map(|place| 1 << place).ok_or_else(|| {
            let hint = nearest(name, names.iter().copied());
            let hint = hint.map_or_else(String::new, |name| format!(", did you mean `{name}`?"));
            let what = format!("it collides with the group `{name}`, which has no member{hint}");
            SceneError::Part { owner: surface.owner.clone(), what }
        })
    };
    let mask = |list: Option<&Vec<String>>| {
        list.map_or(Ok(u32::MAX), |list| {
            list.iter().map(bit).try_fold(0, |mask, bit| Ok(mask | bit?))
        })
    };
    Ok(Groups { member_of: mask(surface.member_of)?, collides_with: mask(surface.collides_with)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(text: &str) -> Scene {
        let grid = "shape.grid = { size = [1.0, 1.0], resolution = [4, 4] }\n";
        let text = text.replace("[[cloth]]\n", &format!("[[cloth]]\n{grid}"));
        let plane = "[[obstacle]]\nshape.plane = { size = 4.0 }\n";
        Scene::from_toml(&text.replace("[[obstacle]]\n", plane)).unwrap()
    }

    #[test]
    fn names_become_bits_in_the_order_in_which_they_appear() {
        let scene = scene(
            "[[cloth]]\nmember_of = ['shirt']\ncollides_with = ['body', 'shirt']\n\
             [[cloth]]\n\
             [[obstacle]]\nmember_of = ['body', 'shirt']\ncollides_with = []\n",
        );
        let groups = surface_groups(&scene).unwrap();
        let found = groups.iter().map(|g| (g.member_of, g.collides_with)).collect::<Vec<_>>();
        assert_eq!(found, [(0b01, 0b11), (u32::MAX, u32::MAX), (0b11, 0)]);
    }

    #[test]
    fn a_group_without_members_is_named_with_the_nearest() {
        let scene = scene(
            "[[cloth]]\nname = 'coat'\nmember_of = ['coats']\n\
             [[obstacle]]\nname = 'man'\ncollides_with = ['coat']\n",
        );
        let error = surface_groups(&scene).unwrap_err().to_string();
        let expected = "obstacle 0 (`man`): it collides with the group `coat`, which has no member, did you mean `coats`?";
        assert_eq!(error, expected);
    }

    #[test]
    fn no_more_groups_than_bits() {
        let list: Vec<String> = (0..33).map(|i| format!("'g{i}'")).collect();
        let scene = scene(&format!("[[cloth]]\nmember_of = [{}]\n", list.join(", ")));
        assert!(surface_groups(&scene).unwrap_err().to_string().contains("32 are possible"));
    }
}
