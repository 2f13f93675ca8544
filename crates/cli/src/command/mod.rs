//! The subcommands. All return an exit code, or an error that becomes exit code 2.

mod body;
mod check;
mod dress;
mod export;
mod mesh_argument;
mod new;
mod render;
mod resume;
mod run;
mod scenes;
mod session;
mod sweep;
mod untangle;
mod view;

pub(crate) use body::body;
pub(crate) use check::check;
pub(crate) use dress::dress;
pub(crate) use export::export;
pub(crate) use new::new;
pub(crate) use render::render;
pub(crate) use resume::resume;
pub(crate) use run::run;
pub(crate) use scenes::scenes;
pub(crate) use sweep::sweep;
pub(crate) use untangle::untangle;
pub(crate) use view::view;
