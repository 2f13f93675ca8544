//! Mannequins of a scene, and garments made to their measures.

use glam::DVec3;
use ripstop_garment::{GarmentError, Mannequin, MannequinSettings, SewnPattern, shirt, skirt};

use crate::scene::{
    FaceGroup, Garment, LoadedMesh, MannequinShape, Measures, ObstacleShape, Scene, Settings,
    named, nearest,
};

/// Most poses of a walk per second; between them it is linear.
const MOST_POSES: f64 = 60.0;
/// Most positions of all poses of a mannequin together, of 24 bytes each.
const MOST_POSITIONS: f64 = 5e7;

/// Poses of a walk per second: one per frame, unless these are many.
pub(super) const fn pose_rate(settings: &Settings) -> f64 {
    settings.frame_rate.min(MOST_POSES)
}

/// The garment as a mesh with a pattern and seams.
pub(super) fn garment_mesh(garment: &Garment, scene: &Scene) -> Result<LoadedMesh, String> {
    let wearer = wearer(garment, scene)?;
    let message = |error: GarmentError| error.to_string();
    let mannequin = Mannequin::new(&wearer)
        .map_err(|error| format!("its wearer: {}", named("mannequin", &error)))?;
    let sewn = match garment.measures() {
        Measures::Skirt(measures) => skirt(&mannequin, &measures),
        Measures::Shirt(measures) => shirt(&mannequin, &measures),
    };
    Ok(sewn.map_err(message)?.into())
}

/// Measures of the mannequin that wears a garment: that of its name, or the first of the scene, or
/// one that is not in the scene.
fn wearer(garment: &Garment, scene: &Scene) -> Result<MannequinSettings, String> {
    let mut mannequins = scene.obstacles.iter().filter_map(|obstacle| match &obstacle.shape {
        ObstacleShape::Mannequin(shape) => Some((obstacle.name.as_str(), shape)),
        _ => None,
    });
    let Some(name) = &garment.wearer else {
        return Ok(mannequins
            .next()
            .map_or_else(MannequinSettings::default, |(_, m)| m.measures()));
    };
    let names: Vec<&str> = mannequins.clone().map(|(name, _)| name).collect();
    let found = mannequins.find(|(other, _)| *other == name.as_str());
    found.map(|(_, shape)| shape.measures()).ok_or_else(|| {
        let hint = nearest(name, names.into_iter());
        let hint = hint.map_or_else(String::new, |name| format!(", did you mean `{name}`?"));
        format!("`shape.garment.wearer` is `{name}`, which is no mannequin{hint}")
    })
}

/// A sewn pattern, which has its texture coordinates, seams and panels.
impl From<SewnPattern> for LoadedMesh {
    fn from(sewn: SewnPattern) -> Self {
        let SewnPattern { mesh, uv, panels, stitches, seams, .. } = sewn;
        let uvs = mesh.faces.iter().map(|face| face.map(|i| uv[i as usize])).collect();
        let groups =
            panels.into_iter().map(|panel| FaceGroup { name: panel.name, faces: panel.faces });
        Self {
            uvs: Some(uvs),
            seams: seams.into_iter().map(|seam| stitches[seam].to_vec()).collect(),
            groups: groups.collect(),
            ..mesh.into()
        }
    }
}

/// A mannequin with its poses from the start of a scene to its end.
pub(super) fn mannequin_mesh(
    shape: &MannequinShape,
    settings: &Settings,
) -> Result<LoadedMesh, String> {
    let mannequin =
        Mannequin::new(&shape.measures()).map_err(|error| named("mannequin", &error))?;
    let duration = settings.frames as f64 / settings.frame_rate;
    let rate = pose_rate(settings);
    let last = (duration * rate).ceil();
    let count = (last + 1.0) * mannequin.mesh().positions.len() as f64;
    if count > MOST_POSITIONS {
        return Err(format!(
            "it walks for {duration} s, which is {count} positions of its vertices, but there may \
             be {MOST_POSITIONS} at most"
        ));
    }
    let pose = |i: u32| -> Vec<DVec3> { mannequin.positions(f64::from(i) / rate) };
    #[expect(clippy::cast_sign_loss, reason = "frames and rates are not negative")]
    let frames = (0..=last as u32).map(pose).collect();
    Ok(LoadedMesh { frames, ..mannequin.mesh().clone().into() })
}
