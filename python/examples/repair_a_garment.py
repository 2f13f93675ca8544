"""A predicted garment, repaired: a skirt that a network has put partly into the body."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

import ripstop

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


def tube(radius: npt.ArrayLike, heights: Floats, around: int = 40) -> tuple[Floats, Indices]:
    """A tube around the z axis, open at both ends: positions and faces."""
    angle = np.linspace(0, 2 * np.pi, around, endpoint=False)
    radii = np.broadcast_to(radius, np.shape(heights))
    V = np.array([
        [r * np.cos(a), r * np.sin(a), z] for r, z in zip(radii, heights) for a in angle
    ])
    i = np.arange((len(heights) - 1) * around).reshape(-1, around)
    j = np.roll(i, -1, axis=1)
    lower = np.stack([i, j, j + around], axis=-1).reshape(-1, 3)
    upper = np.stack([i, j + around, i + around], axis=-1).reshape(-1, 3)
    return V, np.concatenate([lower, upper])


heights = np.linspace(0.5, 1.0, 26)
body, body_faces = tube(0.15, np.linspace(0.4, 1.1, 36))
skirt, skirt_faces = tube(np.linspace(0.25, 0.17, 26), heights)

# What was predicted: the skirt with errors of a few centimetres, here and there inside the body.
rng = np.random.default_rng(2)
bumps = rng.uniform([-0.2, -0.2, 0.5], [0.2, 0.2, 1.0], (6, 3))
near = np.exp(-((np.linalg.norm(skirt[:, None] - bumps, axis=2) / 0.08) ** 2)).sum(1)
outwards = skirt * [1, 1, 0] / np.linalg.norm(skirt[:, :2], axis=1)[:, None]
predicted = skirt - 0.06 * near[:, None] * outwards

V = np.concatenate([predicted, body])
F = np.concatenate([skirt_faces, body_faces + len(skirt)])
is_body = np.arange(len(V)) >= len(skirt)

before = ripstop.check(V, F)
repaired = ripstop.untangle(
    V, F, rest=np.concatenate([skirt, body]), layers=np.where(is_body, 0, 1), fixed=is_body
)
moved = np.linalg.norm(repaired.displacement, axis=1)
print(f"{len(before)} crossings in {len(before.contours)} contours; {len(repaired.left)} left")
print(f"moved by {1e3 * moved.max():.1f} mm at most, {1e3 * moved[~is_body].mean():.2f} mm on average")
assert len(before) > 0 and len(repaired.left) == 0
