//! Impacts that position projection resolves are counted, although the rest of the fail-safe was
//! not needed.

use glam::DVec3;

#[test]
fn impacts_that_projection_resolves_are_counted() {
    let mut simulation = crate::simulation(
        "
settings.halvings = 0
[[cloth]]
shape.grid = { size = [0.5, 0.5], resolution = [6, 6] }
transform.translate = [0.0, 0.0, 0.3]
transform.rotate = { axis = [1.0, 0.3, 0.0], degrees = 20.0 }
[[obstacle]]
shape.cuboid = { size = [0.3, 0.3, 0.004] }
",
    );
    let count = simulation.cloth_vertex_count();
    simulation.state_mut().velocities[..count].fill(-30.0 * DVec3::Z);
    let (mut impacts, mut frozen) = (0, 0);
    for _ in 0..4 {
        let report = simulation.advance_frame().expect("a step");
        impacts += report.fail_safe.impacts;
        frozen += report.fail_safe.frozen + report.fail_safe.carried;
        assert_eq!(crate::crossing_count(&simulation), 0);
    }
    assert!(impacts > 0 && frozen == 0, "{impacts} impacts, {frozen} frozen");
}
