//! `cargo xtask broad`: the memory that it reports is what was allocated.
#![allow(clippy::unwrap_used, reason = "a failure here fails the test")]

use std::process::Command;

use serde_json::Value;

/// Pairs and bytes of one run on a small sheet.
fn measured(method: &str, triangles: u32) -> [u64; 2] {
    let scene = format!("drape:{triangles}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(["broad", &scene, "--method", method, "--repeat", "1"]);
    let line: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    let number = |key: &str| line[key].as_u64().unwrap();
    [number("edge_edge") + number("vertex_face"), number("bytes")]
}

#[test]
fn memory_follows_the_size_and_the_method_even_in_small_scenes() {
    for method in ["bvh", "grid", "octree", "sweep", "brute"] {
        let [[small_pairs, small], [pairs, large]] = [400, 3200].map(|n| measured(method, n));
        // Boxes of f64 for three edges of two triangles, and four bytes a pair.
        assert!(small > 48 * 600 + 4 * small_pairs, "{method}: {small}");
        assert!(large > 48 * 4800 + 4 * pairs, "{method}: {large}");
        let ratio = large as f64 / small as f64;
        assert!((5.0..=12.0).contains(&ratio), "{method}: {small} and {large} bytes");
    }
    assert!(measured("bvh", 3200)[1] > measured("brute", 3200)[1], "a tree takes memory");
}
