"""Meshes for the tests."""

import numpy as np


def sheet(n=12, size=1.0, height=0.0):
    """A square of n × n vertices."""
    x, y = np.meshgrid(np.linspace(0, size, n), np.linspace(0, size, n))
    V = np.stack([x.ravel(), y.ravel(), np.full(n * n, float(height))], axis=1)
    i = (np.arange(n * (n - 1)).reshape(n - 1, n)[:, :-1]).ravel()
    F = np.concatenate(
        [np.stack([i, i + 1, i + n + 1], axis=1), np.stack([i, i + n + 1, i + n], axis=1)]
    )
    return V, F


def two_sheets(n=12, gap=0.05):
    """Two squares, one above the other, the upper one smaller."""
    V, F = sheet(n)
    W, G = sheet(n, 0.6, gap)
    W[:, :2] += [0.21, 0.19]
    return np.concatenate([V, W]), np.concatenate([F, G + len(V)])


def tangled(n=14):
    """A square with a wave that dips through a second square."""
    V, F = two_sheets(n)
    upper = np.arange(len(V) // 2, len(V))
    x = V[upper]
    centre = np.exp(-30 * ((x[:, 0] - 0.5) ** 2 + (x[:, 1] - 0.5) ** 2))
    V[upper, 2] -= 0.12 * centre
    return V, F
