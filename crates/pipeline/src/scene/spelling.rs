//! Words that people type instead of the keys of a scene: misspelt, or those of other programs.

/// Most letters that may differ in a suggestion.
const MOST_CHANGES: usize = 2;

/// Words of other programs, and the path of the key that is meant.
const SYNONYMS: [(&[&str], &str); 22] = [
    (&["fps", "framerate", "rate", "frames_per_second"], "frame_rate"),
    (&["dt", "timestep", "time_step", "step_size", "delta_t"], "frame_rate"),
    (&["steps", "num_frames", "n_frames", "frame_count", "duration"], "frames"),
    (&["g", "gravitation"], "gravity"),
    (&["solver", "integrator", "method"], "dynamics"),
    (&["response", "collision", "collisions", "contact", "contacts"], "respond"),
    (&["drag", "viscosity"], "damping"),
    (&["position", "pos", "translation", "location", "origin", "offset"], "transform.translate"),
    (&["translate", "center", "centre"], "transform.translate"),
    (&["rotation", "orientation", "rotate"], "transform.rotate"),
    (&["scale", "scaling"], "transform.scale"),
    (&["mass", "weight", "density", "areal_density", "mass_density"], "fabric.density"),
    (&["stiffness", "stretch"], "fabric.stretch_stiffness"),
    (&["young", "youngs_modulus", "elastic_modulus"], "fabric.young_modulus"),
    (&["bending", "bend", "bend_stiffness", "bending_stiffness"], "fabric.bending_stiffness"),
    (&["mu", "friction_coefficient"], "friction"),
    (&["material", "textile"], "fabric"),
    (&["mesh", "file", "obj", "filename"], "shape.mesh.file"),
    (&["size", "resolution", "grid"], "shape.grid"),
    (&["velocity", "speed", "motion", "animation"], "path.steady.velocity"),
    (&["fixed", "pinned", "attach", "attachment", "attachments", "anchors"], "pin"),
    (&["collider", "colliders", "body", "bodies", "rigid_body", "object"], "obstacle"),
];

/// Keys of cloths that people look for among the settings.
const OF_CLOTHS: [&str; 6] = ["thickness", "friction", "fabric", "shape", "transform", "pin"];

/// Key that is meant by a word that is none of `valid`: a synonym first, then the nearest one.
/// `settings` are the keys of that table, for those who leave its name out.
pub(super) fn meant(word: &str, valid: &[&str], settings: &[String]) -> Option<String> {
    let in_settings = |key: &str| {
        let is_there = valid.contains(&"settings") && settings.iter().any(|name| name == key);
        is_there.then(|| format!("settings.{key}"))
    };
    let synonym =
        SYNONYMS.iter().filter(|(words, _)| words.contains(&word)).find_map(|(_, path)| {
            let (first, last) = (path.split('.').next()?, path.split('.').next_back()?);
            if valid.contains(&first) {
                return Some((*path).to_owned());
            }
            if valid.contains(&last) { Some(last.to_owned()) } else { in_settings(path) }
        });
    let of_cloths = || {
        let is_lost = valid.contains(&"frame_rate") && OF_CLOTHS.contains(&word);
        is_lost.then(|| format!("cloth.0.{word}"))
    };
    let near = || nearest(word, valid.iter().copied()).map(str::to_owned);
    synonym.or_else(|| in_settings(word)).or_else(of_cloths).or_else(near)
}

/// Finds the word that takes the fewest changes of a letter to become `target`, if it takes at most
/// two and no more than half its letters; the first of equals.
#[must_use]
pub fn nearest<'a>(target: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let (changes, word) =
        words.map(|word| (changes(target, word), word)).min_by_key(|(changes, _)| *changes)?;
    let is_near = changes <= MOST_CHANGES && 2 * changes <= target.chars().count();
    is_near.then_some(word)
}

/// Edit distance after Levenshtein, one row at a time.
fn changes(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_changed_letters() {
        assert_eq!(changes("kitten", "sitting"), 3);
        assert_eq!(changes("", "abc"), 3);
        let scenes = || ["corner", "drape", "pile"].into_iter();
        assert_eq!(nearest("darpe", scenes()), Some("drape"));
        assert_eq!(nearest("wombat", scenes()), None);
        assert_eq!(nearest("mu", ["up"].into_iter()), None, "all letters are others");
    }

    #[test]
    fn words_of_other_programs_are_known_where_they_make_sense() {
        let settings = ["frame_rate".to_owned(), "gravity".to_owned()];
        let meant = |word, valid: &[&str]| meant(word, valid, &settings);
        let cloth = ["name", "shape", "transform", "fabric", "friction", "pin"];
        assert_eq!(meant("fps", &["frames", "frame_rate"]).unwrap(), "frame_rate");
        assert_eq!(meant("fps", &["settings", "cloth"]).unwrap(), "settings.frame_rate");
        assert_eq!(meant("gravity", &["settings", "cloth"]).unwrap(), "settings.gravity");
        assert_eq!(meant("position", &cloth).unwrap(), "transform.translate");
        assert_eq!(meant("position", &["time", "translate"]).unwrap(), "translate");
        assert_eq!(meant("mass", &cloth).unwrap(), "fabric.density");
        assert_eq!(meant("mass", &["density", "preset"]).unwrap(), "density");
        assert_eq!(meant("mu", &cloth).unwrap(), "friction");
        assert_eq!(meant("frictoin", &cloth).unwrap(), "friction");
        assert_eq!(meant("wombat", &cloth), None);
    }
}
