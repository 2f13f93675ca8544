//! `ripstop sweep collect`: the table of all runs, and a sheet of their last frames.

use std::fs::File;
use std::io::{BufReader, Write, stdout};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use ripstop_render::Image;
use ripstop_run::sweep::{Plan, Table};
use ripstop_run::write_atomically;

use crate::arguments::CollectOptions;
use crate::picture::write_png;

/// Most pictures on a sheet.
const MOST: usize = 1024;

pub(super) fn collect(options: &CollectOptions) -> Result<ExitCode> {
    let plan = Plan::read(&options.folder.plan)?;
    let out = options.folder.results();
    let table = Table::collect(&plan, &out)?;
    let path = options.table.clone().unwrap_or_else(|| out.join("table.csv"));
    write_atomically(&path, |writer| writer.write_all(table.to_csv().as_bytes()))?;
    writeln!(stdout(), "{}: {} runs", path.display(), table.rows.len())?;
    let pictures: Vec<_> = plan
        .runs
        .iter()
        .map(|run| out.join(&run.id).join("last.png"))
        .filter(|path| path.is_file())
        .take(MOST)
        .collect();
    let images: Vec<Image> = pictures.iter().map(|path| picture(path)).collect::<Result<_>>()?;
    if !images.is_empty() {
        let path = options.sheet.clone().unwrap_or_else(|| out.join("sheet.png"));
        let columns = (1..=images.len() as u32)
            .find(|columns| columns * columns >= images.len() as u32)
            .unwrap_or(1);
        write_png(&path, &Image::sheet(&images, columns, 6, [255; 3]))?;
        writeln!(stdout(), "{}: {} last frames", path.display(), images.len())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a picture that `ripstop sweep run` has taken.
fn picture(path: &Path) -> Result<Image> {
    let cannot = || format!("cannot read `{}`", path.display());
    let file = BufReader::new(File::open(path).with_context(cannot)?);
    let mut reader = png::Decoder::new(file).read_info().with_context(cannot)?;
    let size = reader.output_buffer_size().with_context(cannot)?;
    let mut bytes = vec![0; size];
    let info = reader.next_frame(&mut bytes).with_context(cannot)?;
    let is_ours = info.color_type == png::ColorType::Rgb && info.bit_depth == png::BitDepth::Eight;
    ensure!(is_ours, "`{}` is no picture of a last frame", path.display());
    let pixels = bytes.as_chunks().0.to_vec();
    Ok(Image { width: info.width, height: info.height, pixels })
}
