//! From a recorded run to pictures and pages.

mod arguments;
mod extents;
mod frame_list;
mod numbers;
mod paint;
mod png_file;
mod report_columns;
mod room;
mod staging;

pub(crate) use arguments::{Fit, RenderOptions, ViewOptions};
pub(crate) use frame_list::{FrameList, spread};
pub(crate) use paint::{levels, paint};
pub(crate) use png_file::write_png;
pub(crate) use report_columns::report_columns;
pub(crate) use staging::{DEFAULT_FIELD_OF_VIEW, DEFAULT_VIEW, Staging};
