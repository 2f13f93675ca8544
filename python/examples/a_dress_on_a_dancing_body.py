"""A dress on a dancing body: cloth and body from arrays, the motion as (frames, n, 3)."""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

import ripstop

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


def tube(radii: Floats, heights: Floats, around: int) -> tuple[Floats, Indices]:
    """A tube around the z axis: positions and faces."""
    angle = np.linspace(0, 2 * np.pi, around, endpoint=False)
    V = np.array([[r * np.cos(a), r * np.sin(a), z] for r, z in zip(radii, heights) for a in angle])
    i = np.arange((len(heights) - 1) * around).reshape(-1, around)
    j = np.roll(i, -1, axis=1)
    lower = np.stack([i, j, j + around], axis=-1).reshape(-1, 3)
    upper = np.stack([i, j + around, i + around], axis=-1).reshape(-1, 3)
    return V, np.concatenate([lower, upper])


frames, rate = 24, 60
heights = np.linspace(0.3, 1.4, 24)
body, body_faces = tube(0.14 + 0.03 * np.cos(7 * heights), heights, 24)
dress, dress_faces = tube(np.linspace(0.3, 0.185, 28), np.linspace(0.55, 1.2, 28), 36)

# The dance: the hips sway, the shoulders against them.
time = np.arange(frames + 1)[:, None] / rate
sway = 0.05 * np.sin(2 * np.pi * 1.5 * time) * (1.2 - body[:, 2])
motion = body + np.stack([sway, 0.4 * sway, 0 * sway], axis=-1)

scene = ripstop.Scene({
    "name": "dance",
    "settings": {"frames": frames, "frame_rate": rate},
    "cloth": [{
        "name": "dress",
        "shape": {"mesh": {"vertices": dress, "faces": dress_faces}},
        "fabric": "silk",
        # The uppermost ring follows the body.
        "pin": [{"select": {"vertices": list(range(27 * 36, 28 * 36))}, "attach": "body"}],
    }],
    "obstacle": [{
        "name": "body",
        "shape": {"mesh": {
            "vertices": body, "faces": body_faces, "frames": {"positions": motion, "rate": rate},
        }},
    }],
})
run = ripstop.run(scene, sys.argv[1] if len(sys.argv) > 1 else None)
swing = np.linalg.norm(np.diff(run.positions[:, run.surfaces[0].vertices], axis=0), axis=2)
print(f"{run.path}: {run.report['intersections'].sum()} intersections in {len(run.report)} frames,")
print(f"the dress moves by up to {1e3 * swing.max():.1f} mm in a frame")
print(run.view())
assert run.report["intersections"].sum() == 0
