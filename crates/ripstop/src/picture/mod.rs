//! From a recorded run to pictures and pages.

#[cfg_attr(not(test), expect(dead_code, reason = "contact sheets spread frames"))]
mod frame_list;

pub(crate) use frame_list::FrameList;
