//! READMEs of the crates, so that their examples are compiled and run with the documentation tests.

#[doc = include_str!("../../broad/README.md")]
struct Broad;

#[doc = include_str!("../../detection/README.md")]
struct Detection;

#[doc = include_str!("../../dynamics/README.md")]
struct Dynamics;

#[doc = include_str!("../../garment/README.md")]
struct Garment;

#[doc = include_str!("../../geometry/README.md")]
struct Geometry;

#[doc = include_str!("../../io/README.md")]
struct Io;

#[doc = include_str!("../../linear/README.md")]
struct Linear;

#[doc = include_str!("../../narrow/README.md")]
struct Narrow;

#[doc = include_str!("../../pipeline/README.md")]
struct Pipeline;

#[doc = include_str!("../../render/README.md")]
struct Render;

#[doc = include_str!("../../response/README.md")]
struct Response;

#[doc = include_str!("../README.md")]
struct Ripstop;

#[doc = include_str!("../../../README.md")]
struct Workspace;
