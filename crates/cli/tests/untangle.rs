//! `ripstop untangle`: repairs, says what it did, keeps groups and faces.

mod ripstop_command;

use ripstop_command::Folder;

/// Two sheets of 12 × 12 vertices in two groups; the second has a bump of depth 3 through the
/// first.
fn tangled() -> String {
    let n = 12;
    let mut lines = Vec::new();
    for layer in 0..2 {
        for k in 0..n * n {
            let (x, y) = (f64::from(k / n), f64::from(k % n) + 0.013 * f64::from(k % 7));
            let part = ((x - 5.6).powi(2) + (y - 5.3).powi(2)) / 16.0;
            let z = if layer == 0 { 0.0 } else { 1.0 - 4.0 * (1.0 - part).max(0.0) };
            lines.push(format!("v {} {y} {z}\n", x + 0.031 * f64::from(layer)));
        }
    }
    for (layer, name) in (0..).zip(["lower", "upper"]) {
        lines.push(format!("g {name}\n"));
        for k in (0..n * n).filter(|k| k % n != n - 1 && k / n != n - 1) {
            let a = k + 1 + n * n * layer;
            lines.push(format!("f {} {} {}\n", a, a + n, a + 1));
            lines.push(format!("f {} {} {}\n", a + 1, a + n, a + n + 1));
        }
    }
    lines.concat()
}

#[test]
fn a_tangled_mesh_is_repaired() {
    let folder = Folder::new("untangle");
    folder.write("tangled.obj", &tangled());
    let before = folder.ripstop(&["check", "tangled.obj"]);
    assert_eq!(before.code, Some(1));
    assert!(before.out.contains("contour 0: closed, cloth–cloth"), "{}", before.out);
    let untangle = folder.ripstop(&["untangle", "tangled.obj", "-o", "clean.obj"]);
    untangle.succeeds();
    assert!(untangle.out.contains("clean.obj: 0 intersections after"), "{}", untangle.out);
    folder.ripstop(&["check", "clean.obj"]).succeeds();
    let again = folder.ripstop(&["untangle", "clean.obj", "-o", "again.obj"]);
    let nothing = "clean.obj: 0 intersections in 0 contours of length 0.0000\n";
    assert!(again.succeeds().out.contains(nothing), "{}", again.out);
    let clean = std::fs::read_to_string(folder.path("clean.obj")).unwrap();
    let faces = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with('v')).map(str::to_owned).collect()
    };
    assert_eq!(faces(&clean), faces(&tangled()), "groups and faces are those of the input");
}

#[test]
fn groups_stay_and_have_layers() {
    let folder = Folder::new("untangle-groups");
    folder.write("tangled.obj", &tangled());
    let options = ["untangle", "tangled.obj", "-o", "clean.ply", "--fixed", "lower"];
    folder.ripstop(&options).succeeds();
    folder.ripstop(&["check", "clean.ply"]).succeeds();
    let options = [
        "untangle",
        "tangled.obj",
        "-o",
        "clean.obj",
        "--fixed",
        "lower",
        "--layers",
        "lower=1,upper=2",
    ];
    folder.ripstop(&options).succeeds();
    let clean = std::fs::read_to_string(folder.path("clean.obj")).unwrap();
    let vertices = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.starts_with("v ")).map(str::to_owned).collect()
    };
    let (clean, tangled) = (vertices(&clean), vertices(&tangled()));
    let numbers = |line: &str| -> Vec<f64> {
        line.split(' ').skip(1).map(|word| word.parse().unwrap()).collect()
    };
    for (a, b) in clean.iter().zip(&tangled).take(144) {
        assert_eq!(numbers(a), numbers(b), "the lower sheet is fixed");
    }
    let lowest = clean[144..].iter().map(|line| numbers(line)[2]).fold(f64::INFINITY, f64::min);
    assert!(lowest > 0.0, "the upper sheet is above: {lowest}");
}

/// A closed box with a half edge length, numbered from a first vertex.
fn boxed(half: f64, first: usize) -> String {
    let mut lines = Vec::new();
    for k in 0..8 {
        let [x, y, z] = [k & 1, k >> 1 & 1, k >> 2].map(|bit| half * (2.0 * f64::from(bit) - 1.0));
        lines.push(format!("v {x} {y} {z}\n"));
    }
    let faces =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    for [a, b, c, d] in faces.map(|face: [usize; 4]| face.map(|vertex| first + vertex)) {
        lines.push(format!("f {a} {b} {c}\nf {a} {c} {d}\n"));
    }
    lines.concat()
}

const SHEET: &str =
    "v -0.1 -0.1 0.2\nv 0.1 -0.1 0.2\nv 0.1 0.1 0.2\nv -0.1 0.1 0.2\nf 1 2 3\nf 1 3 4\n";

#[test]
fn what_is_inside_of_a_closed_part_is_found_and_brought_out() {
    let folder = Folder::new("untangle-inside");
    folder.write("sheet.obj", &format!("{SHEET}{}", boxed(1.0, 5)));
    folder.write("box.obj", &format!("{}{}", boxed(0.3, 1), boxed(1.0, 9)));
    for mesh in ["sheet.obj", "box.obj"] {
        let check = folder.ripstop(&["check", mesh]);
        assert_eq!(check.code, Some(1), "{check:?}");
        assert!(check.out.contains("0 intersections"), "{}", check.out);
        assert!(check.out.contains("inside: part 0"), "{}", check.out);
        folder.ripstop(&["check", mesh, "--inside"]).succeeds();
        folder.ripstop(&["untangle", mesh, "-o", "clean.obj"]).succeeds();
        folder.ripstop(&["check", "clean.obj"]).succeeds();
        folder.ripstop(&["untangle", mesh, "-o", "same.obj", "--inside"]).succeeds();
        assert_eq!(folder.ripstop(&["check", "same.obj"]).code, Some(1));
    }
}

#[test]
fn a_body_stays_and_is_no_part_of_the_output() {
    let folder = Folder::new("untangle-body");
    // The sheet goes through the upper side of the box.
    let sheet = "v -0.1 0 0.9\nv 0.1 0 0.9\nv 0.1 0 1.4\nv -0.1 0 1.4\nf 1 2 3\nf 1 3 4\n";
    folder.write("sheet.obj", sheet);
    folder.write("body.obj", &boxed(1.0, 1));
    let options = ["untangle", "sheet.obj", "-o", "clean.obj", "--body", "body.obj"];
    let run = folder.ripstop(&options);
    assert!(run.succeeds().out.contains("clean.obj: 0 intersections after"), "{}", run.out);
    let clean = std::fs::read_to_string(folder.path("clean.obj")).unwrap();
    assert_eq!(clean.lines().filter(|line| line.starts_with("v ")).count(), 4);
}

#[test]
fn stitched_neighbours_are_no_intersections() {
    let folder = Folder::new("untangle-seams");
    // A vertex of the second triangle is sewn to an edge of the first, a little beyond its face.
    let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0.5 0.1 -0.01\nv 0.4 0.1 1\nv 0.6 0.1 1\n\
                f 1 2 3\nf 4 5 6\nseam 0\nstitch 3 0 1 0.5\n";
    folder.write("sewn.obj", mesh);
    assert_eq!(folder.ripstop(&["check", "sewn.obj"]).code, Some(1));
    let run = folder.ripstop(&["untangle", "sewn.obj", "-o", "out.obj", "--seams"]);
    assert!(
        run.succeeds().out.contains("out.obj: 0 intersections after 0 iterations"),
        "{}",
        run.out
    );
    folder.write("loose.obj", &boxed(1.0, 1));
    let bare = folder.ripstop(&["untangle", "loose.obj", "-o", "out.obj", "--seams"]);
    assert!(bare.err.contains("no stitches"), "{}", bare.err);
}

#[test]
fn bad_arguments_are_named() {
    let folder = Folder::new("untangle-bad");
    folder.write("tangled.obj", &tangled());
    folder.write("other.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let fails = |options: &[&str], words: &str| {
        let run = folder.ripstop(options);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.err.contains(words), "{}", run.err);
    };
    fails(&["untangle", "tangled.obj", "-o", "clean.stl"], ".obj or .ply");
    fails(&["untangle", "missing.obj", "-o", "clean.obj"], "missing.obj");
    fails(&["untangle", "tangled.obj", "-o", "a.obj", "--rest", "other.obj"], "other.obj");
    fails(&["untangle", "tangled.obj", "-o", "a.obj", "--layers", "coat=1"], "no group `coat`");
    fails(&["untangle", "tangled.obj", "-o", "a.obj", "--layers", "coat"], "GROUP=N");
    assert!(!folder.path("a.obj").exists());
}
