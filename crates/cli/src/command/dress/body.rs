//! The body that is dressed: its unit and its up axis, from its size.

use std::io::{Write, stderr};

use anyhow::{Context, Error, Result};
use glam::DVec3;
use ripstop_geometry::Aabb;
use ripstop_io::UpAxis as FileAxis;
use ripstop_pipeline::scene::{
    Frames, Import, LengthUnit, MannequinShape, Obstacle, ObstacleShape, UpAxis,
};
use ripstop_run::{Poses, mesh_convention};

use super::STANDING;
use crate::arguments::{DressOptions, Unit, Up};
use crate::command::body::{PEOPLE, TALL};
use crate::command::mesh_argument::read_mesh;

/// Word for the body that needs no file.
const MANNEQUIN: &str = "mannequin";

/// A body, and what its file does not say.
pub(super) struct Body {
    import: Option<Import>,
    /// Number of its poses, if it moves.
    pub(super) poses: Option<usize>,
}

impl Body {
    pub(super) fn read(options: &DressOptions) -> Result<Self> {
        let path = &options.body;
        if path.as_os_str() == MANNEQUIN {
            return Ok(Self { import: None, poses: None });
        }
        let mesh = read_mesh(path)
            .with_context(|| format!("cannot read the body `{}`", path.display()))?;
        let default = mesh_convention(&path.to_string_lossy(), &Import::default());
        let is_y_up = default.is_some_and(|convention| convention.up == FileAxis::Y);
        let size = Aabb::of_points(&mesh.positions).extent();
        let guessed = guessed(size, is_y_up);
        let mut import = Import::default();
        import.unit = options.unit.map(Unit::length_unit).or(guessed.unit);
        import.up = options.up.map(Up::axis).or(guessed.up);
        if options.unit.is_none() && !matches!(import.unit, None | Some(LengthUnit::M)) {
            let unit = import.unit.map_or(1.0, LengthUnit::metres);
            let text = "the body is taken to be in units of";
            writeln!(stderr(), "note: {text} {unit} m, by its size; `--unit` says otherwise")?;
        }
        let poses = options.poses.as_deref().map(|frames| {
            let cannot = || format!("cannot read the poses `{}`", frames.display());
            Poses::open(frames, &mesh, path)
                .map(|poses| poses.count())
                .map_err(|error| Error::msg(error.cause.to_string()))
                .with_context(cannot)
        });
        Ok(Self { import: Some(import), poses: poses.transpose()? })
    }

    pub(super) fn obstacle(&self, options: &DressOptions) -> Obstacle {
        let shape = match &self.import {
            None => {
                let mut shape = MannequinShape::default();
                shape.walk.speed = Some(0.0);
                ObstacleShape::Mannequin(shape)
            }
            Some(import) => {
                let frames = options.poses.as_deref().map(|file| {
                    let mut frames = Frames::new(&file.to_string_lossy());
                    frames.rate = Some(options.rate);
                    frames.lead_in = STANDING;
                    frames
                });
                let file = options.body.to_string_lossy().into_owned();
                ObstacleShape::Mesh { file, import: import.clone(), frames }
            }
        };
        let mut obstacle = Obstacle::new(shape);
        "body".clone_into(&mut obstacle.name);
        obstacle
    }
}

/// Unit and up axis of a body of this size in its file: it is as large as a person, and stands.
fn guessed(size: DVec3, is_y_up: bool) -> Import {
    let mut import = Import::default();
    let stands_along_y = if is_y_up { size.z <= TALL * size.y } else { size.y > TALL * size.z };
    import.up = Some(if stands_along_y { UpAxis::Y } else { UpAxis::Z });
    let largest = size.max_element();
    let units = [LengthUnit::M, LengthUnit::Cm, LengthUnit::Mm, LengthUnit::In, LengthUnit::Ft];
    let as_person =
        |unit: &LengthUnit| (PEOPLE[0]..=PEOPLE[1]).contains(&(largest * unit.metres()));
    import.unit = units.into_iter().find(as_person);
    import
}

#[test]
fn people_stand_and_are_as_large_as_people() {
    for (size, is_y_up, unit, up) in [
        ([1.3, 1.72, 0.3], false, LengthUnit::M, UpAxis::Y),
        ([130.0, 172.0, 30.0], false, LengthUnit::Cm, UpAxis::Y),
        ([130.0, 30.0, 172.0], false, LengthUnit::Cm, UpAxis::Z),
        ([1.3, 1.72, 0.3], true, LengthUnit::M, UpAxis::Y),
        ([1300.0, 300.0, 1720.0], true, LengthUnit::Mm, UpAxis::Z),
    ] {
        let import = guessed(size.into(), is_y_up);
        assert_eq!((import.unit, import.up), (Some(unit), Some(up)), "{size:?}");
    }
}
