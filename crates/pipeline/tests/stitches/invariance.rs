//! Runs that have to be the same: threads, resumed runs, orders of stitches, one mesh or two.

use proptest::prelude::*;
use ripstop_geometry::tessellate::{self, TriangleMesh};
use ripstop_pipeline::Checkpoint;
use ripstop_pipeline::scene::LoadedMesh;

use crate::closing::{METHODS, bag, methods};
use crate::momentum::two_sheets;
use crate::{advance, bits, farthest, simulation, start, widest, with_mesh};

#[test]
fn runs_have_the_same_bits_on_any_number_of_threads() {
    for names in METHODS {
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("a pool").install(|| {
                let mut simulation = simulation(&bag(&methods(names)));
                advance(&mut simulation, 12);
                bits(&simulation)
            })
        };
        let one = run(1);
        assert!(one == run(2) && one == run(5), "{names:?}");
    }
}

/// Some stitches are held already and the time for sewing has not ended.
#[test]
fn a_run_goes_on_from_the_middle_of_sewing() {
    for dynamics in ["pbd", "fem"] {
        // The sheets come together at an angle, so that the seam closes bit by bit.
        let turned = "transform.rotate = { axis = [0, 1, 0], degrees = -20 }\ntransform.translate = [0, 0, 0.05]";
        let text = bag(&format!("dynamics = '{dynamics}'\n[settings.sewing]\ntime = 0.5"))
            .replace("transform.translate = [0, 0, 0.05]", turned);
        let mut straight = simulation(&text);
        let count = |simulation: &ripstop_pipeline::Simulation| -> usize {
            simulation.open_seams().iter().map(|seam| seam.open).sum()
        };
        let all = count(&straight);
        while count(&straight) == all {
            advance(&mut straight, 1);
        }
        assert!(straight.is_sewing() && count(&straight) > 0, "{dynamics}");
        let bytes = straight.checkpoint().to_bytes();
        let checkpoint = Checkpoint::from_bytes(&bytes).expect("a checkpoint");
        assert_eq!(checkpoint.to_bytes(), bytes);
        let mut resumed = simulation(&text);
        resumed.restore(&checkpoint).expect("the same scene");
        assert_eq!(count(&resumed), count(&straight));
        for frame in 0..30 {
            let reports =
                [&mut straight, &mut resumed].map(|run| run.advance_frame().expect("room"));
            assert_eq!(reports[0], reports[1], "{dynamics}, frame {frame}");
            assert_eq!(bits(&straight), bits(&resumed), "{dynamics}, frame {frame}");
        }
        assert!(!straight.is_sewing() && !resumed.is_sewing());
    }
}

#[test]
fn the_order_of_stitches_does_not_matter() {
    for dynamics in ["pbd", "fem"] {
        let chains = "first = [4, 9, 14, 19, 24]\nsecond = [0, 4, 8, 12, 16]\n";
        let mut stitches: Vec<String> = [[4, 0], [9, 4], [14, 8], [19, 12]]
            .iter()
            .map(|[v, a]| format!("[{v}, {a}, {}, 0.0]", a + 4))
            .collect();
        stitches.push("[24, 12, 16, 1.0]".to_owned());
        let run = |seam: &str| {
            let text = two_sheets(&format!("dynamics = '{dynamics}'")).replace(chains, seam);
            let mut simulation = simulation(&text);
            advance(&mut simulation, 25);
            assert!(widest(&simulation) < 1e-3, "{dynamics}: {}", widest(&simulation));
            simulation.state().positions.clone()
        };
        let list = |stitches: &[String]| format!("stitches = [{}]\n", stitches.join(", "));
        let (by_chains, by_list) = (run(chains), run(&list(&stitches)));
        assert_eq!(farthest(&by_chains, &by_list), 0.0, "{dynamics}");
        stitches.reverse();
        let off = farthest(&by_list, &run(&list(&stitches)));
        assert!(off < 1e-4, "{dynamics}: {off} m");
    }
}

/// Two sheets, of one mesh or as two cloths, the first of which is the left one or the right one.
#[test]
fn a_seam_within_a_mesh_is_one_between_cloths() {
    let sheet = |columns: u32, x: f64| {
        let mut sheet = tessellate::grid([0.2, 0.2], [columns, 5]);
        sheet.positions.iter_mut().for_each(|place| *place += glam::dvec3(x, 0.0, 0.1 * x));
        sheet
    };
    let joined = |one: &TriangleMesh, other: &TriangleMesh| {
        let first = one.positions.len() as u32;
        let others = other.faces.iter().map(|face| face.map(|v| first + v));
        LoadedMesh::from(TriangleMesh {
            positions: [one.positions.clone(), other.positions.clone()].concat(),
            faces: one.faces.iter().copied().chain(others).collect(),
        })
    };
    let (left, right) = (sheet(5, 0.0), sheet(4, 0.25));
    for dynamics in ["pbd", "fem"] {
        let head = format!("[settings]\ngravity = [0, 0, 0]\ndynamics = '{dynamics}'\n");
        let run = |text: &str, mesh: &LoadedMesh| {
            let mut simulation = with_mesh(text, mesh).expect("a good scene");
            advance(&mut simulation, 25);
            assert!(widest(&simulation) < 1e-3, "{dynamics}: {}", widest(&simulation));
            simulation.state().positions.clone()
        };
        let one = |chains: &str| {
            format!("{head}[[cloth]]\nshape.mesh.file = 'm'\n[[seam]]\ncloths = [0, 0]\n{chains}")
        };
        let within = run(
            &one("first = [4, 9, 14, 19, 24]\nsecond = [25, 29, 33, 37, 41]\n"),
            &joined(&left, &right),
        );
        let renumbered = run(
            &one("first = [24, 29, 34, 39, 44]\nsecond = [0, 4, 8, 12, 16]\n"),
            &joined(&right, &left),
        );
        let renumbered = [&renumbered[20..], &renumbered[..20]].concat();
        let off = farthest(&within, &renumbered);
        assert!(off < 1e-4, "{dynamics}: {off} m by numbers");
        let text = format!(
            "{head}[[cloth]]\nshape.mesh.file = 'left'\n[[cloth]]\nshape.mesh.file = 'right'\n\
             [[seam]]\nfirst = [4, 9, 14, 19, 24]\nsecond = [0, 4, 8, 12, 16]\n"
        );
        let scene = ripstop_pipeline::scene::Scene::from_toml(&text).expect("a scene");
        let mut apart = ripstop_pipeline::Simulation::new(&scene, &mut |request| {
            let mesh = if request.file == "left" { &left } else { &right };
            Ok(mesh.clone().into())
        })
        .expect("a good scene");
        advance(&mut apart, 25);
        let off = farthest(&within, &apart.state().positions);
        assert!(off < 1e-5, "{dynamics}: {off} m as two cloths");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Stitches of any kind are an error with words, or make frames.
    #[test]
    fn any_stitches_are_refused_or_run(
        stitches in prop::collection::vec((0..17_u32, 0..17_u32, 0..17_u32, -0.1..1.1_f64), 1..5),
        along in prop::collection::vec((0..16_u32, 0..12_u32, 0.0..1.0_f64), 0..5),
        cloths in [0..3_usize, 0..2_usize],
        is_fem in any::<bool>(),
    ) {
        // Edges of the rows are there.
        let sound = along.iter().map(|&(v, a, ratio)| (v, a + a / 3, a + a / 3 + 1, ratio));
        let all: Vec<String> = if along.is_empty() { stitches } else { sound.collect() }
            .iter()
            .map(|(v, a, b, ratio)| format!("[{v}, {a}, {b}, {ratio:?}]"))
            .collect();
        let text = format!(
            "[settings]\ndynamics = '{}'\n\
             [[cloth]]\nshape.grid = {{ size = [0.1, 0.1], resolution = [4, 4] }}\n\
             [[cloth]]\nshape.grid = {{ size = [0.1, 0.1], resolution = [4, 4] }}\n\
             transform.translate = [0, 0, 0.05]\n\
             [[seam]]\ncloths = {cloths:?}\nstitches = [{}]\n",
            if is_fem { "fem" } else { "pbd" },
            all.join(", ")
        );
        match start(&text) {
            Err(error) => {
                let error = error.to_string();
                prop_assert!(error.starts_with("seam 0 (`seam`): "), "{}", error);
            }
            Ok(mut simulation) => {
                for _ in 0..2 {
                    simulation.advance_frame().expect("nothing is kinematic");
                }
                prop_assert!(simulation.state().positions.iter().all(|x| x.is_finite()));
                prop_assert_eq!(crate::crossings(&simulation), 0);
            }
        }
    }
}
