//! The peer of the drape, if it was built.

use ripstop_pipeline::scene::Scene;

use super::Engine;
use super::yardstick::Yardstick;

/// Name of the peer.
pub(super) const NAME: &str = "rapier3d";

/// Engines that run.
#[cfg(feature = "peers")]
pub(super) const DESCRIPTION: &str = "ripstop beside rapier3d 0.36.1 (f32, SIMD of 4 lanes as by \
    default, no `parallel`), one thread each";
#[cfg(not(feature = "peers"))]
pub(super) const DESCRIPTION: &str = "ripstop alone: rapier3d is built only with \
    `cargo run --release -p xtask --features peers -- bench drape`";

/// The peer's sheet in a scene, ready to fall.
#[cfg(feature = "peers")]
pub(super) fn engine(scene: &Scene, yardstick: &Yardstick) -> anyhow::Result<Option<Engine>> {
    let mut sheet = super::rapier::Sheet::new(scene, yardstick)?;
    Ok(Some(Box::new(move || Ok(sheet.advance()))))
}

/// No peer was built.
#[cfg(not(feature = "peers"))]
#[expect(clippy::unnecessary_wraps, reason = "with a peer it can fail")]
pub(super) fn engine(_: &Scene, _: &Yardstick) -> anyhow::Result<Option<Engine>> {
    Ok(None)
}
