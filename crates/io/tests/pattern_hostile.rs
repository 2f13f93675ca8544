//! Pattern files that want to do harm: numbers at the borders of their range, seams that promise
//! billions, stitches of everything to everything. An error with its line, or a sound mesh.

use proptest::prelude::*;
use proptest::sample::select;
use ripstop_io::{Mesh, read_obj, weld, write_obj};

/// Two panels, between which there is something to sew.
const PANELS: &str = "g a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n\
    g b\nv 1 0 0\nv 3 0 0\nv 3 1 0\nv 1 1 0\nf 5 6 7 8\n";

const VERTICES: [&str; 14] = [
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "7",
    "8",
    "-1",
    "4294967294",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999",
];

const RATIOS: [&str; 11] =
    ["0", "1", "0.5", "-0", "1e-320", "1.0000000000000002", "-1e-9", "NaN", "inf", "1e999", "x"];

const COUNTS: [&str; 8] =
    ["0", "1", "2", "-1", "4294967296", "18446744073709551615", "99999999999999999999", "many"];

/// A vertex that mostly is there.
fn vertex() -> impl Strategy<Value = String> {
    prop_oneof![6 => (0..8_u32).prop_map(|v| v.to_string()), 1 => select(&VERTICES[..]).prop_map(String::from)]
}

/// A stitch that mostly can be sewn: an edge of a panel and a vertex of the other one.
fn stitch() -> impl Strategy<Value = String> {
    let ratio = || {
        let any = select(&RATIOS[..]).prop_map(String::from);
        prop_oneof![6 => (0.0..=1.0_f64).prop_map(|ratio| ratio.to_string()), 1 => any]
    };
    let sound = (0..4_u32, 0..4_u32, any::<bool>(), ratio()).prop_map(|(v, e, swap, ratio)| {
        let (one, other) = if swap { (0, 4) } else { (4, 0) };
        format!("stitch {} {} {} {ratio}\n", v + one, e + other, (e + 1) % 4 + other)
    });
    let wild = (vertex(), vertex(), vertex(), ratio())
        .prop_map(|(v, a, b, ratio)| format!("stitch {v} {a} {b} {ratio}\n"));
    prop_oneof![8 => sound, 1 => wild]
}

fn statement() -> impl Strategy<Value = String> {
    let line = proptest::collection::vec(1..10_u32, 0..5).prop_map(|vertices| {
        let words: Vec<String> = vertices.iter().map(u32::to_string).collect();
        format!("l {}\n", words.join(" "))
    });
    prop_oneof![
        8 => stitch(),
        2 => select(&COUNTS[..]).prop_map(|count| format!("seam {count}\n")),
        1 => Just("seam\nseam 1 seam 2\n".to_owned()),
        1 => line,
        1 => select(&["g a\n", "g\n", "ny 1\n", "stitch\n", "1 2\n", "\\\n", "stitch 4 0 1 0.5 \\\n\n"][..])
            .prop_map(str::to_owned),
    ]
}

fn sound(mesh: &Mesh) -> Result<(), TestCaseError> {
    prop_assert_eq!(mesh.check(), Ok(()));
    for stitch in mesh.seams.iter().flatten() {
        let [v, a, b] = stitch.vertices();
        prop_assert!(v != a && v != b && a != b && (0.0..=1.0).contains(&stitch.ratio));
        let has = |face: &&[u32; 3]| face.contains(&a.0) && face.contains(&b.0);
        prop_assert!(mesh.faces.iter().any(|face| has(&face)), "{:?}", stitch);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn a_pattern_is_sound_or_an_error_with_its_line(
        before in proptest::collection::vec(statement(), 0..3),
        after in proptest::collection::vec(statement(), 0..8),
    ) {
        let text = format!("{}{PANELS}{}", before.concat(), after.concat());
        let imported = match read_obj(text.as_bytes()) {
            Ok(imported) => imported,
            Err(error) => {
                prop_assert!(error.to_string().starts_with("line "), "{}", error);
                return Ok(());
            }
        };
        let mesh = &imported.mesh;
        sound(mesh)?;
        let said = text.matches("stitch ").count();
        prop_assert_eq!(mesh.seams.iter().map(Vec::len).sum::<usize>(), said, "{}", text);
        let mut written = Vec::new();
        write_obj(&mut written, mesh).unwrap();
        let again = read_obj(written.as_slice()).unwrap();
        prop_assert_eq!(&again.mesh.seams, &mesh.seams);
        prop_assert_eq!((&again.mesh.chains, again.miscounted_seams), (&mesh.chains, 0));
        for name in ["a", "b"] {
            sound(&mesh.surface(name).unwrap())?;
        }
        // 0 merges the panels where they touch, 5 merges everything into one vertex.
        for tolerance in [0.0, 0.5, 5.0] {
            sound(&weld(mesh, tolerance).unwrap().mesh)?;
        }
    }
}

/// The strategy reaches sewn meshes as well as every kind of error.
#[test]
fn hostile_patterns_are_of_every_kind() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let statements = proptest::collection::vec(statement(), 0..8);
    let mut sewn = 0;
    let mut messages = std::collections::BTreeSet::new();
    for _ in 0..4000 {
        let text = statements.new_tree(&mut runner).unwrap().current().concat();
        match read_obj(format!("{PANELS}{text}").as_bytes()) {
            Ok(imported) => sewn += usize::from(imported.mesh.seams.iter().any(|s| !s.is_empty())),
            Err(error) => {
                let text = error.to_string();
                let words =
                    ["numbered from 0 on", "the ratio", "itself", "is an end", "not an edge"];
                let more = ["but there are 8", "finite", "statement", "at least 2", "out of range"];
                messages.extend(words.into_iter().chain(more).filter(|word| text.contains(word)));
            }
        }
    }
    assert!(sewn > 500, "{sewn}");
    assert_eq!(messages.len(), 10, "{messages:?}");
}
