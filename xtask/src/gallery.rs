//! The gallery: pictures of all built-in scenes, made by the command itself.
//!
//! Runs are kept in `target/gallery` and used again; `--fresh` simulates anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// Pictures of the built-in scenes for README and docs
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Vertices per side
    #[arg(long, default_value_t = 64)]
    resolution: u32,
    /// Frames to simulate; pictures show earlier ones too
    #[arg(long, default_value_t = 180)]
    frames: u32,
    /// Simulate anew, even if there are runs
    #[arg(long)]
    fresh: bool,
}

const FOLDER: &str = "docs/gallery";

/// Files in the gallery are small (bytes).
const LARGEST: u64 = 60_000;

/// A picture: its name, the scene, the frame, and how else it is made.
struct Exhibit {
    file: &'static str,
    scene: &'static str,
    frame: u32,
    options: &'static [&'static str],
}

const fn exhibit(scene: &'static str, frame: u32, options: &'static [&'static str]) -> Exhibit {
    Exhibit { file: scene, scene, frame, options }
}

const EXHIBITS: [Exhibit; 11] = [
    exhibit("drape", 150, &[]),
    exhibit("corner", 78, &["--view", "-50,14"]),
    exhibit("stack", 120, &[]),
    exhibit("twist", 150, &["--view", "-70,20"]),
    exhibit("pull", 150, &[]),
    exhibit("funnel", 20, &["--view", "-75,20"]),
    exhibit("pile", 32, &[]),
    exhibit("curtain", 100, &["--view", "-60,14"]),
    Exhibit { file: "strain", ..exhibit("twist", 150, &["--view", "-70,20", "--color", "strain"]) },
    Exhibit { file: "contact", ..exhibit("pile", 60, &["--color", "contact"]) },
    Exhibit { file: "layer", ..exhibit("stack", 120, &["--color", "layer"]) },
];

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    for Exhibit { file, scene, frame, options } in &EXHIBITS {
        let run = simulated(scene, arguments)?;
        let size = ["--size", "368x207", "--samples", "32"];
        let made = picture(
            &run,
            *frame.min(&arguments.frames),
            size.into_iter().chain(options.iter().copied()),
        )?;
        fs::create_dir_all(FOLDER)?;
        let target = Path::new(FOLDER).join(format!("{file}.png"));
        fs::rename(&made, &target)?;
        let bytes = fs::metadata(&target)?.len();
        println!("{}: {bytes} bytes", target.display());
        ensure!(bytes <= LARGEST, "{} is too large for the gallery", target.display());
    }
    Ok(())
}

/// The picture of a frame of a run, in the run's folder.
pub(crate) fn picture<'a>(
    run: &Path,
    frame: u32,
    options: impl IntoIterator<Item = &'a str>,
) -> Result<PathBuf> {
    let work = run.join("pictures");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    let [run, out] = [run, &work].map(|path| path.to_string_lossy().into_owned());
    let frame = frame.to_string();
    let words = ["render", &run, "--frames", &frame, "--out", &out, "--fit", "frames", "--quiet"];
    let words = words.map(str::to_owned);
    ripstop(words.into_iter().chain(options.into_iter().map(str::to_owned)))?;
    Ok(fs::read_dir(&work)?.next().context("no picture was made")??.path())
}

/// Writes pictures of the same size side by side, with white lines between them.
pub(crate) fn beside(pictures: &[PathBuf], target: &Path) -> Result<()> {
    let mut rows: Vec<Vec<u8>> = Vec::new();
    for path in pictures {
        let file = std::io::BufReader::new(fs::File::open(path)?);
        let mut reader = png::Decoder::new(file).read_info()?;
        let mut bytes = vec![0; reader.output_buffer_size().context("a picture is too large")?];
        let info = reader.next_frame(&mut bytes)?;
        ensure!(info.color_type == png::ColorType::Rgb, "{} is not RGB", path.display());
        rows.resize(info.height as usize, Vec::new());
        for (row, line) in rows.iter_mut().zip(bytes.chunks(3 * info.width as usize)) {
            row.extend_from_slice(line);
            row.extend([255; 12]);
        }
    }
    let width = rows.first().map_or(0, Vec::len) / 3;
    let mut encoder = png::Encoder::new(
        fs::File::create(target)?,
        u32::try_from(width)?,
        u32::try_from(rows.len())?,
    );
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rows.concat())?;
    Ok(writer.finish()?)
}

/// The run of a scene.
fn simulated(scene: &str, arguments: &Arguments) -> Result<PathBuf> {
    let folder = PathBuf::from(format!("target/gallery/{scene}-{}", arguments.resolution));
    if arguments.fresh && folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    if folder.join("scene.toml").exists() {
        return Ok(folder);
    }
    println!("simulating {scene}");
    let [frames, resolution] = [arguments.frames, arguments.resolution].map(|n| n.to_string());
    let out = folder.to_string_lossy().into_owned();
    let words = ["run", scene, "--frames", &frames, "--resolution", &resolution, "--out", &out];
    ripstop(words.into_iter().chain(["--quiet"]).map(str::to_owned))?;
    Ok(folder)
}

/// Runs the command itself.
pub(crate) fn ripstop(arguments: impl Iterator<Item = String>) -> Result<()> {
    let arguments: Vec<String> = arguments.collect();
    let status = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--release", "--package", "ripstop-cli", "--"])
        .args(&arguments)
        .status()
        .context("could not start cargo")?;
    ensure!(status.success(), "`ripstop {}` failed", arguments.join(" "));
    Ok(())
}
