"""The small calls: crossings, repair, safe steps, impacts, candidates."""

import multiprocessing
import pickle

import numpy as np
import pytest

import ripstop
from meshes import sheet, tangled, two_sheets


def test_a_flat_sheet_does_not_cross_itself():
    V, F = sheet()
    found = ripstop.check(V, F)
    assert len(found) == 0 and not found
    assert found.pairs.shape == (0, 2) and found.points.shape == (0, 3)
    assert found.contours == []


def test_crossings_are_listed_with_their_curves():
    V, F = tangled()
    found = ripstop.check(V, F)
    assert len(found) > 10
    edges = ripstop.Mesh(F, len(V)).edges
    np.testing.assert_array_equal(edges[found.pairs[:, 0]], found.edges)
    np.testing.assert_array_equal(found.pairs[:, 1], found.faces)
    (contour,) = found.contours
    assert contour.closed and contour.length > 0.1
    assert sorted(contour.crossings) == list(range(len(found)))
    np.testing.assert_array_equal(found.points[contour.crossings], contour.points)
    assert np.abs(contour.points[:, 2]).max() < 1e-12


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4"])
def test_integers_of_any_width_and_order_give_the_same(dtype):
    V, F = sheet(8)
    V[:, 2] = np.sin(9 * V[:, 0])
    expected = ripstop.candidates(V, V + [0, 0, 0.1], F).edge_edge
    for faces in [F.astype(dtype), np.asfortranarray(F.astype(dtype))]:
        found = ripstop.candidates(np.asfortranarray(V), V + [0, 0, 0.1], faces)
        np.testing.assert_array_equal(found.edge_edge, expected)


def test_a_tangle_is_repaired():
    V, F = tangled()
    before = len(ripstop.check(V, F))
    fixed = np.arange(len(V)) < len(V) // 2
    layers = np.where(fixed, 0, 1)
    repaired = ripstop.untangle(V, F, fixed=fixed, layers=layers)
    assert repaired.crossings_before == before
    assert len(repaired.left) == 0
    assert len(ripstop.check(repaired.positions, F)) == 0
    np.testing.assert_array_equal(repaired.positions[fixed], V[fixed])
    np.testing.assert_array_equal(repaired.positions - V, repaired.displacement)
    by_number = ripstop.untangle(V, F, fixed=np.flatnonzero(fixed), layers=layers)
    np.testing.assert_array_equal(by_number.positions, repaired.positions)


def test_a_guard_keeps_a_fold_apart():
    V, F = sheet(16)
    guard = ripstop.Guard(F)
    for _ in range(4):
        fold = V * [0.7, 1.0, 1.0] + np.stack([0 * V[:, 0], 0 * V[:, 0], 0.1 * V[:, 0]], 1)
        safe = guard.make_safe(V, fold)
        V = safe.positions
        assert len(ripstop.check(V, F)) == 0


def test_a_guard_stops_what_falls():
    V, F = two_sheets()
    below = np.arange(len(V)) < len(V) // 2
    inverse_mass = np.where(below, 0.0, 1.0)
    end = V - np.where(below, 0.0, 0.3)[:, None] * [0, 0, 1]
    safe = ripstop.Guard(F).make_safe(V, end, inverse_mass)
    assert safe.impacts > 0
    assert (safe.positions[~below, 2] > 0).all()
    np.testing.assert_array_equal(safe.positions[below], V[below])


def test_a_tangled_start_is_an_error_with_its_pairs():
    V, F = tangled()
    with pytest.raises(ripstop.TangledError, match="tangled") as caught:
        ripstop.Guard(F).make_safe(V, V)
    np.testing.assert_array_equal(caught.value.pairs, ripstop.check(V, F).pairs)
    np.testing.assert_array_equal(caught.value.edges, ripstop.check(V, F).edges)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    np.testing.assert_array_equal(again.pairs, caught.value.pairs)


def test_no_room_is_an_error_with_its_pairs():
    wall = np.array([[-9.0, -9, 0], [9, -9, 0], [0, 9, 0]])
    small = np.array([[0.0, 0, 0], [0.1, 0, 0], [0, 0.1, 0]])
    V = np.concatenate([small, wall - [0, 0, 1], wall + [0, 0, 1]])
    end = V - np.sign(V[:, 2:]) * [0, 0, 1.5]
    F = np.arange(9).reshape(3, 3)
    with pytest.raises(ripstop.PinchedError, match="leaves no room") as caught:
        ripstop.Guard(F).make_safe(V, end, np.array([1.0] * 3 + [0.0] * 6))
    assert caught.value.pairs.shape == (len(caught.value.is_vertex_face), 4)
    assert len(caught.value.pairs) > 0 and caught.value.frame is None


def test_obstacles_are_not_checked_against_each_other():
    V, F = tangled()
    surfaces = (np.arange(len(V)) >= len(V) // 2).astype(int)
    mesh = ripstop.Mesh(F, len(V), surfaces=surfaces)
    guard = ripstop.Guard(mesh, obstacles=np.array([0, 1]))
    np.testing.assert_array_equal(guard.make_safe(V, V).positions, V)


def test_the_free_step_ends_before_contact():
    V, F = two_sheets(gap=0.05)
    lower = np.arange(len(V)) < len(V) // 2
    end = V - np.where(lower, 0.0, 0.1)[:, None] * [0, 0, 1]
    step = ripstop.collision_free_step(V, end, F)
    assert 0.49999 < step.fraction <= 0.5 and float(step) == step.fraction
    assert step.impact_time >= step.fraction
    assert len(step.impact_vertices) == 4
    assert len(ripstop.check(step.positions, F)) == 0
    free = ripstop.collision_free_step(V, V + [0, 0, 1], F)
    assert free.fraction == 1.0 and free.impact_time is None


def test_candidates_are_all_pairs_of_overlapping_boxes():
    V, F = two_sheets(5, gap=0.01)
    end = V + [0.0, 0.0, 0.03]
    found = ripstop.candidates(V, end, F)
    assert len(found) == len(found.vertex_face) + len(found.edge_edge)
    low, high = np.minimum(V, end), np.maximum(V, end)
    faces_low, faces_high = low[F].min(1), high[F].max(1)
    overlap = (low[:, None] <= faces_high).all(2) & (high[:, None] >= faces_low).all(2)
    shares = (F[None] == np.arange(len(V))[:, None, None]).any(2)
    np.testing.assert_array_equal(found.vertex_face, np.argwhere(overlap & ~shares))
    E = found.edges
    edges_low, edges_high = low[E].min(1), high[E].max(1)
    overlap = (edges_low[:, None] <= edges_high).all(2) & (edges_high[:, None] >= edges_low).all(2)
    shares = (E[:, None, :, None] == E[None, :, None, :]).any((2, 3))
    np.testing.assert_array_equal(found.edge_edge, np.argwhere(np.triu(overlap & ~shares, 1)))


def test_times_of_impact_are_never_late():
    face = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]])
    start = np.concatenate([[[0.25, 0.25, 1.0]], face])[None]
    end = start.copy()
    end[0, 0, 2] = -1.0
    time = ripstop.ccd.vertex_face(start, end)
    assert time.shape == (1,) and 0.5 - 1e-9 < time[0] <= 0.5
    end[0, 0, 2] = 1e-300
    assert np.isinf(ripstop.ccd.vertex_face(start, end)[0])
    apart = ripstop.ccd.vertex_face(start, end, method="additive", separation=0.1)
    assert 0.89 < apart[0] <= 0.9
    edges = np.array([[[-1.0, 0, 0], [1, 0, 0], [0, -1, 1], [0, 1, 1]]])
    moved = edges.copy()
    moved[0, 2:, 2] = -1
    for method in ["exact", "inclusion", "additive"]:
        time = ripstop.ccd.edge_edge(edges, moved, method=method)
        assert 0.5 - 1e-6 < time[0] <= 0.5, method


def test_barriers_have_the_derivatives_of_their_energy():
    V, F = two_sheets(6, gap=0.02)
    rng = np.random.default_rng(1)
    V = V + 1e-3 * rng.standard_normal(V.shape)
    barrier = ripstop.Barrier(V, F, 0.05, stiffness=1e5)
    assert len(barrier) > 10 and barrier.vertices.shape == (len(barrier), 4)
    direction = rng.standard_normal(V.shape)
    h = 1e-7
    ahead, behind = V + h * direction, V - h * direction
    slope = (barrier.energy(ahead) - barrier.energy(behind)) / (2 * h)
    gradient = barrier.gradient(V)
    assert slope == pytest.approx((gradient * direction).sum(), rel=1e-5)
    change = (barrier.gradient(ahead) - barrier.gradient(behind)) / (2 * h)
    hessian = barrier.hessian(V)
    np.testing.assert_allclose(
        (hessian @ direction.ravel()).reshape(-1, 3), change, atol=1e-5 * np.abs(change).max()
    )
    clamped = barrier.hessian(V, psd="clamp").toarray()
    lowest = np.linalg.eigvalsh(clamped)[0]
    assert lowest > -1e-9 * np.abs(clamped).max()


def test_results_are_the_same_at_every_number_of_threads():
    V, F = tangled(20)
    results = []
    for threads in [1, 2, 5]:
        ripstop.set_threads(threads)
        assert ripstop.threads() == threads
        repaired = ripstop.untangle(V, F)
        step = ripstop.collision_free_step(repaired.positions, repaired.positions[::-1], F)
        results.append((repaired.positions.tobytes(), step.positions.tobytes()))
    ripstop.set_threads(0)
    assert len(set(results)) == 1


def _count(mesh):
    return len(ripstop.check(*mesh))


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_works_on():
    mesh = tangled()
    here = _count(mesh)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(_count, [mesh] * 4).get(60) == [here] * 4


def test_arrays_that_come_out_are_fresh():
    V, F = sheet()
    kept = V.copy()
    safe = ripstop.Guard(F).make_safe(V, V)
    safe.positions[:] = 7
    np.testing.assert_array_equal(V, kept)
