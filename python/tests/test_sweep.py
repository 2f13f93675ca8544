"""Sweeps: planned, executed in any way, collected; every run once, with the same bits."""

import json
import subprocess
import sys
import time

import numpy as np
import pytest

import ripstop

SWEEP = """
scene = "drape"
resolution = 6
samples = 2
seed = 3
set.frames = 4

[[parameter]]
key = "cloth.0.friction"
values = [0.1, 0.5]

[[parameter]]
key = "damping"
uniform = [0.0, 0.4]

[keep]
every = 3
precision = "f32"
"""


@pytest.fixture
def planned(tmp_path):
    (tmp_path / "sweep.toml").write_text(SWEEP)
    return ripstop.sweep.plan(tmp_path / "sweep.toml")


def bits(plan):
    """Positions of all runs, by id."""
    found = ripstop.sweep.folder(plan).glob("*/positions.npy")
    return {path.parent.name: path.read_bytes() for path in found}


def test_a_plan_is_a_line_for_each_run(planned):
    lines = [json.loads(line) for line in planned.read_text().splitlines()]
    assert [line["index"] for line in lines] == [0, 1, 2, 3]
    assert len({line["id"] for line in lines}) == 4
    assert [line["parameters"]["cloth.0.friction"] for line in lines] == [0.1, 0.1, 0.5, 0.5]
    again = ripstop.sweep.plan(planned.parent / "sweep.toml", "again.jsonl")
    assert again.read_text() == planned.read_text()


def test_runs_are_done_once_and_collected(planned):
    assert ripstop.sweep.status(planned) == {"waiting": 4}
    assert ripstop.sweep.run_one(planned, 2) == "finished"
    assert ripstop.sweep.run(planned) == {"finished": 4}
    before = {path: path.stat().st_mtime_ns
              for path in ripstop.sweep.folder(planned).glob("*/result.json")}
    assert ripstop.sweep.run(planned) == {"finished": 4}
    assert all(path.stat().st_mtime_ns == moment for path, moment in before.items())
    rows = ripstop.sweep.collect(planned)
    assert [row["status"] for row in rows] == ["finished"] * 4
    assert [row["set.cloth.0.friction"] for row in rows] == [0.1, 0.1, 0.5, 0.5]
    assert all(row["frames"] == 4 and row["intersections"] == 0 for row in rows)
    assert (ripstop.sweep.folder(planned) / "sheet.png").is_file()
    line = json.loads(planned.read_text().splitlines()[0])
    kept = np.load(ripstop.sweep.folder(planned) / line["id"] / "positions.npy")
    assert kept.shape == (3, 36, 3) and kept.dtype == np.float32
    scene = ripstop.Scene("drape", resolution=6, set={
        "frames": 4, "cloth.0.friction": 0.1, "damping": line["parameters"]["damping"],
    })
    sim = ripstop.Simulation(scene)
    for _ in sim:
        pass
    np.testing.assert_array_equal(kept[-1], sim.positions[:36].astype(np.float32))


def test_a_run_that_is_killed_goes_on_with_the_same_bits(tmp_path):
    text = SWEEP.replace("resolution = 6", "resolution = 12").replace("frames = 4", "frames = 80")
    for name in ["whole", "killed"]:
        (tmp_path / name).mkdir()
        (tmp_path / name / "sweep.toml").write_text(text)
    whole, killed = (ripstop.sweep.plan(tmp_path / name / "sweep.toml") for name in ["whole", "killed"])
    ripstop.sweep.run_one(whole, 0, picture=False)
    line = [sys.executable, "-m", "ripstop", "sweep", "run", str(killed), "--index", "0"]
    process = subprocess.Popen(line, stderr=subprocess.DEVNULL)
    report = ripstop.sweep.folder(killed) / json.loads(killed.read_text().splitlines()[0])["id"] / "run/report.jsonl"
    deadline = time.monotonic() + 60
    while not (report.is_file() and report.read_bytes().count(b"\n") > 12):
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.005)
    process.kill()
    process.wait()
    assert ripstop.sweep.status(killed) == {"waiting": 4}
    assert ripstop.sweep.run_one(killed, 0, picture=False) == "finished"
    assert bits(killed) == bits(whole)


def test_a_failure_is_a_result_with_its_reason(tmp_path):
    (tmp_path / "sweep.toml").write_text("""
scene = "scene.toml"
[[parameter]]
key = "cloth.1.transform.translate"
values = [[0.0, 0.0, 0.1], [0.01, 0.02, 0.0]]
""")
    (tmp_path / "scene.toml").write_text("""
settings.frames = 2
[[cloth]]
shape.grid = { size = [1.0, 1.0], resolution = [4, 4] }
[[cloth]]
shape.grid = { size = [1.0, 1.0], resolution = [5, 5] }
transform.rotate = { axis = [1.0, 0.3, 0.0], degrees = 30.0 }
""")
    plan = ripstop.sweep.plan(tmp_path / "sweep.toml")
    counted = ripstop.sweep.run(plan)
    assert counted.get("failed", 0) >= 1
    rows = ripstop.sweep.collect(plan)
    assert "the start is tangled" in [row for row in rows if row["status"] == "failed"][0]["reason"]
    (tmp_path / "scene.toml").write_text("settings.frames = 3\n[[cloth]]\n[[cloth]]\n")
    with pytest.raises(ripstop.RunError):
        ripstop.sweep.run(plan, retry_failed=True)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("", "scene"),
        ('scene = "drape"\nsample = 3', "sample"),
        ('scene = "drape"\nsamples = 3', "nothing is sampled"),
        ('scene = "missing.toml"', "missing.toml"),
        ('scene = "drape"\nset.dampng = 1', "damping"),
        ('scene = "drape"\n[[parameter]]\nkey = "damping"', "needs one of"),
        ('scene = "drape"\n[[parameter]]\nkey = "damping"\nvalues = []', "no values"),
        ('scene = "drape"\n[[parameter]]\nkey = "damping"\nuniform = [1.0, 0.0]', "limits"),
        ('scene = "drape"\n[[parameter]]\nkey = "damping"\nlog_uniform = [0.0, 1.0]', "positive"),
        ('scene = "drape"\nkeep.every = 0', "keep.every"),
    ],
)
def test_sweeps_that_make_no_sense(text, expected, tmp_path):
    (tmp_path / "sweep.toml").write_text(text)
    with pytest.raises(ripstop.RunError, match=expected):
        ripstop.sweep.plan(tmp_path / "sweep.toml")


def test_engines_that_are_not_there_are_named(planned):
    with pytest.raises(ValueError, match='no engine "slurm"'):
        ripstop.sweep.run(planned, engine="slurm")
