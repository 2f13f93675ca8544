//! Animations of glTF files, pose by pose.

use std::collections::BTreeMap;
use std::path::Path;

use glam::DVec3;
use ripstop_io::{Character, Mesh, MeshFormat, read_character};
use ripstop_pipeline::scene::{AnimationChoice, Sampling};

use crate::frame_files::check_positions;
use crate::mesh_import::{part_bytes, read};
use crate::mesh_parts::are_alike;
use crate::{MeshFileCause, MeshFileError};

/// True if files of this name may have animations.
#[must_use]
pub fn may_be_animated(file: &str) -> bool {
    MeshFormat::of_name(file) == Some(MeshFormat::Gltf)
}

/// Reads a glTF file by itself, with its skins, morph targets and animations.
///
/// # Errors
/// If the file cannot be read or is not glTF.
pub fn import_character(path: &Path) -> Result<Character, MeshFileError> {
    let import = || -> Result<Character, MeshFileCause> {
        let bytes = read(path)?;
        let mut parts = BTreeMap::new();
        let mut load = |part: &str| part_bytes(&mut parts, path, part);
        character(&bytes, &mut load)
    };
    import().map_err(|cause| cause.of(path))
}

/// A character from the bytes of its file.
pub(crate) fn character(
    bytes: &[u8],
    load: &mut impl FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Character, MeshFileCause> {
    Ok(read_character(bytes, load).map_err(ripstop_io::MeshReadError::from)?)
}

/// Poses of an animation at equal intervals of time.
#[derive(Debug)]
pub(crate) struct AnimationPoses {
    character: Character,
    animation: usize,
    begin: f64,
    repeat: u32,
    rate: f64,
    count: usize,
}

impl AnimationPoses {
    /// The poses of an animation, as they are asked for, of a character with the faces of a mesh;
    /// `name` is that of the file of the mesh.
    pub(crate) fn new(
        character: Character,
        mesh: &Mesh,
        name: &dyn std::fmt::Display,
        sampling: &Sampling,
    ) -> Result<Self, MeshFileCause> {
        let own = &character.imported().mesh;
        if own.positions.len() != mesh.positions.len() {
            let (found, expected) = (own.positions.len(), mesh.positions.len());
            return Err(MeshFileCause::VertexCount { found, expected });
        }
        if !are_alike(own, mesh) {
            return Err(MeshFileCause::OtherFaces { mesh: name.to_string() });
        }
        let animation = chosen(&character, sampling.animation)?;
        let Sampling { begin, repeat, rate, duration, .. } = *sampling;
        let end = f64::from(repeat) * character.animations()[animation].duration();
        if begin > end {
            return Err(MeshFileCause::BeginsAfterEnd { begin, end });
        }
        let intervals = ((end - begin).min(duration) * rate).max(0.0);
        // Times of frames are rounded.
        #[expect(clippy::cast_sign_loss, reason = "it is not negative")]
        let count = ((intervals - 1e-9).ceil() as usize).saturating_add(1);
        check_positions(count, mesh.positions.len())?;
        Ok(Self { character, animation, begin, repeat, rate, count })
    }

    /// Name of the animation; its number if it has none.
    pub(crate) fn name(&self) -> String {
        names(&self.character).swap_remove(self.animation)
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Positions of a pose, in the unit of the file.
    pub(crate) fn pose(&self, number: usize) -> Vec<DVec3> {
        let time = self.begin + if number == 0 { 0.0 } else { number as f64 / self.rate };
        let duration = self.character.animations()[self.animation].duration();
        let before = if duration > 0.0 { (time / duration).floor() } else { 0.0 };
        let before = before.clamp(0.0, f64::from(self.repeat) - 1.0);
        self.character.pose(self.animation, time - before * duration)
    }
}

/// Names of the animations of a character; the numbers of those that have none.
pub(crate) fn names(character: &Character) -> Vec<String> {
    let name = |(number, name): (usize, &str)| {
        if name.is_empty() { number.to_string() } else { name.to_owned() }
    };
    let animations = character.animations().iter();
    animations.map(ripstop_io::Animation::name).enumerate().map(name).collect()
}

/// Number of the animation that is wanted; the first if none is.
fn chosen(character: &Character, wanted: Option<&AnimationChoice>) -> Result<usize, MeshFileCause> {
    let count = character.animations().len();
    let found = match wanted {
        None => Some(0),
        Some(AnimationChoice::Number(number)) => Some(*number as usize),
        Some(AnimationChoice::Name(name)) => {
            character.animations().iter().position(|animation| animation.name() == name)
        }
    };
    found.filter(|&number| number < count).ok_or_else(|| {
        let wanted = match wanted {
            None => String::new(),
            Some(AnimationChoice::Number(number)) => number.to_string(),
            Some(AnimationChoice::Name(name)) => name.clone(),
        };
        MeshFileCause::NoAnimation { wanted, present: names(character) }
    })
}
