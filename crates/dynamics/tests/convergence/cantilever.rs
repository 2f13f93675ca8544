//! A strip under its own weight.

use glam::{DVec2, DVec3};
use ripstop_dynamics::{
    Bending, Damping, ElementSettings, Fabric, FiniteElementCloth, Forces, ImplicitEuler,
    ImplicitSettings, LinearMethod, NoHook, RestShape, Step,
};
use ripstop_geometry::VertexId;

use crate::grid::{Diagonals, grid};

/// The chord's angle of a clamped strip under its own weight, from the equation of the heavy
/// elastica `B θ″ = −w (L − s) cos θ`, `θ(0) = 0`, `θ′(L) = 0`, by shooting: tip below and beyond
/// the clamp (m).
fn elastica(length: f64, ratio: f64) -> DVec2 {
    const STEPS: usize = 4000;
    let h = length / STEPS as f64;
    let shoot = |curvature: f64| {
        let (mut theta, mut kappa, mut tip) = (0.0_f64, curvature, DVec2::ZERO);
        for k in 0..STEPS {
            let s = k as f64 * h;
            let bend = |s: f64, theta: f64| -(length - s) * libm::cos(theta) / ratio;
            // The middle of the step, then the step.
            let (t, c) = (theta + 0.5 * h * kappa, kappa + 0.5 * h * bend(s, theta));
            tip += h * DVec2::new(libm::cos(t), libm::sin(t));
            theta += h * c;
            kappa += h * bend(s + 0.5 * h, t);
        }
        (kappa, tip)
    };
    let (mut low, mut high) = (0.0, length * length / ratio);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if shoot(middle).0 > 0.0 { high = middle } else { low = middle }
    }
    shoot(0.5 * (low + high)).1
}

/// Tip, from the clamp, of a strip held at its first two columns.
fn cantilever(
    (length, cells): (f64, u32),
    fabric: Fabric,
    bending: Bending,
    diagonals: Diagonals,
) -> DVec2 {
    // A hinge stands for the curvature half a cell to either side: the clamp is in the middle of
    // the second cell.
    let spacing = length / (f64::from(cells) + 0.5);
    let (mesh, uvs) =
        grid([cells + 1, 2], spacing * DVec2::new(f64::from(cells + 1), 2.0), diagonals);
    let rest = RestShape::from_uvs(&mesh, &uvs).expect("good input");
    let settings = ElementSettings::with_bending(bending);
    let cloth =
        FiniteElementCloth::new(&mesh, &rest, fabric, settings, VertexId(0)).expect("good input");
    let pins: Vec<_> =
        (0..).zip(&uvs).filter(|(_, u)| u.x < 1.5 * spacing).map(|(i, _)| VertexId(i)).collect();
    let start = uvs.iter().map(|u| DVec3::new(u.x - spacing, u.y, 0.0)).collect();
    let mut state = cloth.state_at_rest(start, &pins).expect("good input");
    let mut settings = ImplicitSettings::newton(1e-7, 60).with_linear(LinearMethod::Cholesky);
    settings.damping = Damping { drag: 8.0, internal: 0.0 };
    let mut euler = ImplicitEuler::new(vec![cloth], settings).expect("good input");
    for _ in 0..120 {
        let step = Step { dt: 0.03, forces: &Forces::EARTH, targets: &[], potentials: &[] };
        euler.step(&mut state, &step, &mut NoHook).expect("good input");
    }
    assert!(state.velocities.iter().all(|v| v.length() < 1e-4), "still moving");
    let tip = state.positions[(2 * (cells + 2) - 1) as usize];
    DVec2::new(tip.x + 0.5 * spacing, -tip.z)
}

/// Peirce's bending length `c = (B/w)^⅓` from the angle of the chord [Peirce 1930]:
/// `c = L (cos(θ/2)/(8 tan θ))^⅓`.
#[test]
fn a_strip_bends_as_peirce_says() {
    let fabric = Fabric { stretch_stiffness: [4000.0; 2], ..Fabric::cotton() };
    let ratio = fabric.bending_stiffness[0] / (9.81 * fabric.density);
    let bending_length = libm::cbrt(ratio);
    for (relative, diagonals) in
        [(1.0, Diagonals::Parallel), (2.0, Diagonals::Parallel), (2.0, Diagonals::Alternate)]
    {
        let length = relative * bending_length;
        let bending = Bending::Curvature;
        let tip = cantilever((length, 24), fabric, bending, diagonals);
        let wanted = elastica(length, ratio);
        assert!(tip.distance(wanted) < 0.01 * length, "{relative}: {tip} {wanted}");
        let angle = libm::atan2(tip.y, tip.x);
        let factor = libm::cbrt(libm::cos(0.5 * angle) / (8.0 * libm::tan(angle)));
        let measured = length * factor;
        let error = measured / bending_length - 1.0;
        assert!(
            error.abs() < 0.03,
            "{relative}, {diagonals:?}: {measured} {bending_length}, {error}"
        );
    }
}

/// For comparison: single hinges depend on how the mesh is cut. Should this fail, the default can
/// be cheaper.
#[test]
fn strips_of_single_hinges_are_too_soft() {
    let fabric = Fabric { stretch_stiffness: [4000.0; 2], ..Fabric::cotton() };
    let ratio = fabric.bending_stiffness[0] / (9.81 * fabric.density);
    let length = libm::cbrt(ratio);
    let wanted = elastica(length, ratio).y;
    for bending in [Bending::Quadratic, Bending::Hinges] {
        let tip = cantilever((length, 24), fabric, bending, Diagonals::Parallel);
        assert!((1.15..1.4).contains(&(tip.y / wanted)), "{bending:?}: {tip} {wanted}");
    }
}
