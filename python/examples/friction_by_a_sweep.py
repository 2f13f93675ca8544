"""Friction identified by a sweep: a napkin slides down a ramp, as far as somebody has measured."""

import json
import sys
import tempfile
from pathlib import Path

import numpy as np

import ripstop

folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
folder.mkdir(parents=True, exist_ok=True)
(folder / "ramp.toml").write_text("""
settings = { frames = 20, substeps = 4 }
[[cloth]]
name = "napkin"
shape.grid = { size = [0.1, 0.1], resolution = [6, 6] }
transform = { rotate = { axis = [0.0, 1.0, 0.0], degrees = 25.0 }, translate = [0.0, 0.0, 0.004] }
[[obstacle]]
name = "ramp"
shape.plane = { size = 4.0 }
transform = { rotate = { axis = [0.0, 1.0, 0.0], degrees = 25.0 } }
friction = 1.0
""")
(folder / "sweep.toml").write_text("""
scene = "ramp.toml"
keep = { every = 20, precision = "f32" }
[[parameter]]
key = "cloth.napkin.friction"
range = { from = 0.0, to = 0.6, count = 7 }
""")
plan = ripstop.sweep.plan(folder / "sweep.toml")
ripstop.sweep.run(plan, picture=False)

frictions, ways = [], []
for row in ripstop.sweep.collect(plan):
    kept = np.load(ripstop.sweep.folder(plan) / row["id"] / "positions.npy")
    frictions.append(row["set.cloth.napkin.friction"])
    ways.append(float(np.linalg.norm(kept[-1].mean(0) - kept[0].mean(0))))
print(json.dumps({"friction": frictions, "way (m)": [round(way, 4) for way in ways]}))

measured = 0.5 * (ways[1] + ways[2])    # what a ruler says
order = np.argsort(ways)
found = float(np.interp(measured, np.array(ways)[order], np.array(frictions)[order]))
print(f"a way of {measured:.4f} m: friction {found:.2f}")
assert frictions[1] < found < frictions[2]

try:
    import matplotlib  # type: ignore[import-not-found, unused-ignore]

    matplotlib.use("Agg")
    from matplotlib import pyplot  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    print("no plot without matplotlib")
else:
    pyplot.plot(frictions, ways, "o-")
    pyplot.axhline(measured, linestyle="--")
    pyplot.xlabel("coefficient of friction")
    pyplot.ylabel("way in a third of a second (m)")
    pyplot.savefig(folder / "friction.png")
