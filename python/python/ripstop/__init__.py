"""Cloth that never passes through itself, on NumPy arrays.

| call | answer |
|---|---|
| `check(V, F)` | where a mesh crosses itself, exactly |
| `untangle(V, F)` | the mesh repaired |
| `Guard(F).make_safe(start, end)` | the step of any solver, made safe |
| `collision_free_step(V0, V1, F)` | the largest part of a motion without contact |
| `candidates(V0, V1, F)` | pairs whose boxes overlap during a motion |
| `ccd.vertex_face`, `ccd.edge_edge` | times of impact, in batches |
| `Barrier(V, F, d_hat)` | barrier energy, gradient and Hessian |
| `Simulation(Scene(...))` | a scene in motion, frame by frame |
| `sweep.plan`, `sweep.run` | many runs of a scene, here or on Ray |
| `run(scene)`, `Run(path)` | run directories: made, and read lazily |

Positions are `(n, 3)` arrays of `float64` in metres, faces `(m, 3)` arrays of any integer type.
Every array that is handed in is copied once; every array that comes out is a fresh one.
"""

from . import ccd, sweep
from ._errors import PinchedError, RipstopError, RunError, SceneError, StepError, TangledError
from ._ripstop import (
    Barrier,
    Candidates,
    Contour,
    Crossings,
    Guard,
    Mesh,
    Safe,
    Scene,
    Step,
    Untangled,
    __version__,
    candidates,
    check,
    collision_free_step,
    set_threads,
    threads,
    untangle,
)
from ._run import Run, View, resume, run
from ._simulation import Simulation, Surface

__all__ = [
    "Barrier",
    "Candidates",
    "Contour",
    "Crossings",
    "Guard",
    "Mesh",
    "PinchedError",
    "RipstopError",
    "Run",
    "RunError",
    "Safe",
    "Scene",
    "SceneError",
    "Simulation",
    "Step",
    "StepError",
    "Surface",
    "TangledError",
    "Untangled",
    "View",
    "__version__",
    "candidates",
    "ccd",
    "check",
    "collision_free_step",
    "resume",
    "run",
    "set_threads",
    "sweep",
    "threads",
    "untangle",
]
