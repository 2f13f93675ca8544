//! `ripstop export`: a run in the formats of other programs.
//!
//! | format | frames in a file | precision |
//! |---|---|---|
//! | usd, pc2 | all of them | single |
//! | npy | all of them | double |
//! | obj, ply | one | double |
//! | glb | one | single |

use std::fs::File;
use std::io::{self, BufWriter, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail, ensure};
use glam::DVec3;
use ripstop_io::{
    Convention, Mesh, NpyWriter, Pc2Timing, Pc2Writer, PlyEncoding, UpAxis, UsdStage, write_glb,
    write_obj, write_ply, write_usd,
};
use ripstop_run::{RecordedRun, write_atomically};

use crate::arguments::{ExportFormat, ExportOptions, Up};
use crate::picture::FrameList;
use crate::surface_names::named;

/// Every file gets its name when it is whole.
pub(crate) fn export(options: &ExportOptions) -> Result<ExitCode> {
    let convention = convention(options)?;
    let mut run = RecordedRun::open(&options.directory)?;
    let frame_count = run.frames.count();
    let frames = match &options.frames {
        Some(list) => list.frames(frame_count)?,
        None if options.format.holds_many() => (0..frame_count).collect(),
        None => FrameList::last().frames(frame_count)?,
    };
    let path = options.out.clone().unwrap_or_else(|| {
        options.directory.join(format!("export.{}", options.format.extension()))
    });
    let mut out = stdout().lock();
    for (path, surfaces) in targets(&run, options, path)? {
        let mesh = run.mesh(&surfaces)?;
        let run = &mut run;
        let mut export = Export { format: options.format, run, surfaces, mesh, convention };
        if options.format.holds_many() {
            export.write_all(&path, &frames)?;
            writeln!(out, "{}: {}", path.display(), counted(frames.len()))?;
            continue;
        }
        for &frame in &frames {
            let path = if frames.len() == 1 { path.clone() } else { numbered(&path, frame) };
            export.write_one(&path, frame)?;
            writeln!(out, "{}: frame {frame}", path.display())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The files to write, and the surfaces in each.
fn targets(
    run: &RecordedRun,
    options: &ExportOptions,
    path: PathBuf,
) -> Result<Vec<(PathBuf, Vec<usize>)>> {
    let is_named = named(run, &options.surfaces)?;
    let is_chosen = |surface: &usize| options.surfaces.is_empty() || is_named[*surface];
    let chosen: Vec<usize> = (0..is_named.len()).filter(is_chosen).collect();
    if !options.per_surface {
        return Ok(vec![(path, chosen)]);
    }
    let mut targets: Vec<(PathBuf, Vec<usize>)> = Vec::new();
    for surface in chosen {
        let base = file_word(&run.layout.surfaces[surface].name);
        let mut own = titled(&path, &base);
        let mut number = 2;
        while targets.iter().any(|(other, _)| *other == own) {
            own = titled(&path, &format!("{base}-{number}"));
            number += 1;
        }
        targets.push((own, vec![surface]));
    }
    Ok(targets)
}

/// Surfaces of a run that are written to files.
struct Export<'a> {
    format: ExportFormat,
    run: &'a mut RecordedRun,
    surfaces: Vec<usize>,
    /// Faces, and what belongs to them.
    mesh: Mesh,
    convention: Convention,
}

impl Export<'_> {
    /// The positions of a frame, as they are meant in the file.
    fn positions(&mut self, frame: usize) -> Result<Vec<DVec3>> {
        let positions = self.run.frames.read(frame)?;
        let ranges = self.surfaces.iter().map(|&i| self.run.layout.surfaces[i].vertices());
        let own = ranges.flat_map(|range| &positions[range]);
        Ok(own.map(|&x| self.convention.from_world(x)).collect())
    }

    fn write_one(&mut self, path: &Path, frame: usize) -> Result<()> {
        let positions = self.positions(frame)?;
        let mesh = Mesh { positions, ..self.mesh.clone() };
        let format = self.format;
        write_atomically(path, |writer| -> Result<()> {
            match format {
                ExportFormat::Obj => write_obj(writer, &mesh)?,
                ExportFormat::Ply => write_ply(writer, &mesh, PlyEncoding::LittleEndian)?,
                _ => write_glb(writer, &mesh)?,
            }
            Ok(())
        })?;
        Ok(())
    }

    fn write_all(&mut self, path: &Path, frames: &[usize]) -> Result<()> {
        write_atomically(path, |writer| match self.format {
            ExportFormat::Usd => self.write_usd(writer, frames),
            ExportFormat::Pc2 => self.write_pc2(writer, frames),
            _ => self.write_npy(writer, frames),
        })?;
        Ok(())
    }

    fn write_usd(&mut self, writer: &mut BufWriter<File>, frames: &[usize]) -> Result<()> {
        let codes: Vec<u64> = frames.iter().map(|&frame| frame as u64).collect();
        ensure!(codes.is_sorted_by(|a, b| a < b), "the frames of a USD file must ascend");
        let mesh = self.mesh.clone();
        let frame_rate = self.run.scene.settings.frame_rate;
        let convention = self.convention;
        let stage = UsdStage { mesh: &mesh, frames: &codes, frame_rate, convention };
        let mut source = |frame: u64| self.positions(frame as usize).map_err(io::Error::other);
        Ok(write_usd(writer, &stage, &mut source)?)
    }

    fn write_pc2(&mut self, writer: &mut BufWriter<File>, frames: &[usize]) -> Result<()> {
        let step = frames.get(1).map_or(1, |&second| second.abs_diff(frames[0]));
        let is_even = frames.windows(2).all(|pair| pair[1] > pair[0] && pair[1] - pair[0] == step);
        ensure!(is_even, "the frames of a PC2 file must ascend in equal steps");
        let timing = Pc2Timing::new(frames[0] as f32, step as f32);
        let vertex_count = self.mesh.positions.len();
        let mut cache = Pc2Writer::create(writer, vertex_count, frames.len() as u64, timing)?;
        for &frame in frames {
            cache.append(&self.positions(frame)?)?;
        }
        cache.finish()?;
        Ok(())
    }

    fn write_npy(&mut self, writer: &mut BufWriter<File>, frames: &[usize]) -> Result<()> {
        let mut array = NpyWriter::create(writer, self.mesh.positions.len())?;
        for &frame in frames {
            array.append(&self.positions(frame)?)?;
        }
        Ok(())
    }
}

/// Unit and up axis of the file.
fn convention(options: &ExportOptions) -> Result<Convention> {
    let metres_per_unit = options.unit.map_or(1.0, |unit| unit.length_unit().metres());
    let up = match options.up {
        Some(Up::Y) => UpAxis::Y,
        None if options.format == ExportFormat::Glb => UpAxis::Y,
        Some(Up::Z) | None => UpAxis::Z,
    };
    let convention = Convention::new(metres_per_unit, up);
    if options.format == ExportFormat::Glb && convention != Convention::GLTF {
        bail!("a GLB file is in metres with y up: leave out --unit and --up");
    }
    Ok(convention)
}

/// `a.obj` becomes `a.0030.obj`.
fn numbered(path: &Path, frame: usize) -> PathBuf {
    titled(path, &format!("{frame:04}"))
}

/// `a.obj` becomes `a.title.obj`.
fn titled(path: &Path, title: &str) -> PathBuf {
    let extension = path.extension().map(|end| end.to_string_lossy()).unwrap_or_default();
    path.with_extension(format!("{title}.{extension}").trim_end_matches('.'))
}

/// A name for a part of a file's name.
fn file_word(name: &str) -> String {
    let kept = |c: char| if c.is_alphanumeric() || c == '-' { c } else { '_' };
    let word: String = name.chars().take(60).map(kept).collect();
    if word.is_empty() { "surface".to_owned() } else { word }
}

fn counted(count: usize) -> String {
    if count == 1 { "1 frame".to_owned() } else { format!("{count} frames") }
}

#[test]
fn frames_are_numbered_before_the_extension() {
    assert_eq!(numbered(Path::new("a/b.obj"), 30), Path::new("a/b.0030.obj"));
    assert_eq!(numbered(Path::new("b"), 7), Path::new("b.0007"));
    assert_eq!(titled(Path::new("b.pc2"), &file_word("left/arm 1")), Path::new("b.left_arm_1.pc2"));
    assert_eq!(file_word(""), "surface");
}
