"""Arguments that make no sense: a `ValueError` that names the array and the row."""

import numpy as np
import pytest

import ripstop
from meshes import sheet

V, F = sheet(4)


def changed(array, row, value, dtype=None):
    array = array.astype(dtype or array.dtype)
    array[row] = value
    return array


@pytest.mark.parametrize(
    "positions, faces, expected",
    [
        (V[:, :2], F, r"V has shape \(16, 2\), but has to be \(n, 3\)"),
        (V.ravel(), F, r"V has shape \(48\), but has to be \(n, 3\)"),
        (V.astype(int), F, "V has dtype int64, but has to be float64"),
        (V.astype(complex), F, "V has dtype complex128"),
        (V.astype(object), F, "V has dtype object"),
        (V.tolist(), F, "V has to be a NumPy array, not list"),
        (None, F, "V has to be a NumPy array, not NoneType"),
        (changed(V, 5, np.nan), F, "V: row 5 is NaN or infinite"),
        (changed(V, 7, -np.inf), F, "V: row 7 is NaN or infinite"),
        (V, F.astype(float), "F has dtype float64, but has to be an integer type"),
        (V, F[:, :2], r"F has shape \(18, 2\)"),
        (V, F[:0], "F has no rows"),
        (V[:0], F[:0], "F has no rows"),
        (V, changed(F, 3, 99), "F: row 3 names vertex 99, but V has 16 rows"),
        (V, changed(F, 2, -1), "F: row 2 names vertex -1"),
        (V, changed(F, 2, 2**63, np.uint64), "F: row 2 names vertex"),
        (V, changed(F, 4, 1), "F: row 4 has vertex 1 at two corners"),
        (V, ripstop.Mesh(F, 20), "V has 16 rows, but the mesh has 20 vertices"),
    ],
)
def test_meshes_that_make_no_sense(positions, faces, expected):
    for call in [ripstop.check, ripstop.untangle]:
        with pytest.raises(ValueError, match=expected):
            call(positions, faces)


@pytest.mark.parametrize(
    "call, expected",
    [
        (lambda: ripstop.candidates(V, V[1:], F), "V1 has 15 rows, but V0 has 16"),
        (lambda: ripstop.candidates(V, V, F, inflation=-1.0), "inflation is -1"),
        (lambda: ripstop.Guard(F, least_gap=np.nan), "least_gap is NaN"),
        (lambda: ripstop.Guard(F).make_safe(V, V, np.full(16, -1.0)), "inverse_mass: row 0 is -1"),
        (lambda: ripstop.Guard(F).make_safe(V, V, np.ones(3)), "inverse_mass has 3 rows"),
        (lambda: ripstop.untangle(V, F, fixed=np.array([16])), "fixed: row 0 is 16, but V has 16"),
        (lambda: ripstop.untangle(V, F, fixed=np.ones(3, bool)), "fixed has 3 rows"),
        (lambda: ripstop.untangle(V, F, layers=np.arange(16)), "F: face 0 has corners on surface"),
        (lambda: ripstop.untangle(V, F, layers=np.full(16, 2**40)), "layers: .* is too large"),
        (lambda: ripstop.untangle(V, F, rest=V[:2]), "rest has 2 rows, but V has 16"),
        (lambda: ripstop.Mesh(F, 3), "names vertex"),
        (lambda: ripstop.Mesh(F, 16, surfaces=np.full(16, -1)), "surfaces: row 0 is -1"),
        (lambda: ripstop.Barrier(V, F, 0.0), "d_hat is 0"),
        (lambda: ripstop.Barrier(V, F, 1.0, form="x"), 'there is no form "x"'),
        (lambda: ripstop.Barrier(V, F, 0.1).gradient(V[1:]), "V has 15 rows"),
        (lambda: ripstop.ccd.edge_edge(V, V), r"start has shape \(16, 3\), but has to be \(n, 4, 3\)"),
        (lambda: ripstop.ccd.edge_edge(V[None, :4], V[None, :4], method="x"), "no method"),
        (lambda: ripstop.set_threads(10**6), "n is 1000000"),
    ],
)
def test_other_arguments_that_make_no_sense(call, expected):
    with pytest.raises(ValueError, match=expected):
        call()
