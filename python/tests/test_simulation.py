"""The simulator: scenes from dictionaries, files and arrays; the same bits as the command."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import ripstop
from meshes import sheet

FRAMES = 12


def drape(**settings):
    return ripstop.Scene("drape", resolution=10, set={"frames": FRAMES, **settings})


def command(*arguments, folder):
    ended = subprocess.run(
        [sys.executable, "-m", "ripstop", *map(str, arguments)],
        cwd=folder, capture_output=True, text=True, timeout=120,
    )
    return ended.returncode, ended.stdout + ended.stderr


def test_positions_are_those_of_the_command(tmp_path):
    code, said = command(
        "run", "drape", "--resolution", 10, "--frames", FRAMES, "--out", "run", "--quiet",
        folder=tmp_path,
    )
    assert code == 0, said
    expected = ripstop.Run(tmp_path / "run").positions
    sim = ripstop.Simulation(drape())
    states = [sim.positions] + [sim.positions for _ in sim]
    assert np.array(states).tobytes() == np.asarray(expected).tobytes()
    again = ripstop.run(drape(), tmp_path / "again")
    assert np.asarray(again.positions).tobytes() == np.asarray(expected).tobytes()


def test_a_simulation_is_followed_frame_by_frame():
    sim = ripstop.Simulation(drape())
    assert sim.frame == 0 and sim.frames == FRAMES
    first = sim.positions
    assert sim.positions is first and not first.flags.writeable
    with pytest.raises(ValueError):
        first[0] = 1
    reports = list(sim)
    assert [report["frame"] for report in reports] == list(range(1, FRAMES + 1))
    assert reports[-1]["energy"]["kinetic_energy"] > 0
    assert sim.positions is not first and sim.time == pytest.approx(reports[-1]["time"])
    cloth, ball = sim.surfaces
    assert (cloth.kind, ball.kind) == ("cloth", "obstacle")
    assert cloth.vertices == slice(0, 100) and sim.faces.max() == len(first) - 1
    assert sim.crossings() == 0


def test_arrays_are_a_scene():
    V, F = sheet(9, 0.4, 0.05)
    body, G = sheet(6, 1.0)
    body -= [0.3, 0.3, 0.0]
    motion = body + np.linspace(0, 0.02, 8)[:, None, None] * [0, 0, 1.0]
    scene = ripstop.Scene({
        "settings": {"frames": np.int64(8), "gravity": np.array([0.0, 0.0, -9.81])},
        "cloth": [{"name": "napkin", "shape": {"mesh": {"vertices": V, "faces": F, "rest": V}}}],
        "obstacle": [{
            "name": "body",
            "shape": {"mesh": {"vertices": body, "faces": G, "frames": {"positions": motion}}},
        }],
    })
    sim = ripstop.Simulation(scene)
    napkin, moving = sim.surfaces
    np.testing.assert_array_equal(sim.positions[napkin.vertices], V)
    for _ in sim:
        pass
    np.testing.assert_allclose(sim.positions[moving.vertices], motion[-1], atol=1e-12)
    assert sim.positions[napkin.vertices, 2].min() > sim.positions[moving.vertices, 2].max()
    assert sim.crossings() == 0


def test_a_scene_of_arrays_can_be_recorded(tmp_path):
    V, F = sheet(6, 0.4, 0.05)
    mesh = {"vertices": V.astype(np.float32), "faces": F.astype(np.int32)}
    scene = ripstop.Scene({"settings": {"frames": 4}, "cloth": [{"shape": {"mesh": mesh}}]})
    run = ripstop.run(scene, tmp_path / "run")
    assert run.positions.shape == (5, 36, 3)
    np.testing.assert_array_equal(run.faces, F)
    np.testing.assert_array_equal(run.positions[0], mesh["vertices"].astype(float))
    assert run.report["frame"].tolist() == [1, 2, 3, 4]
    assert run.report["intersections"].sum() == 0
    assert run.surfaces[0].vertices == slice(0, 36)
    assert run.scene.frames == 4
    code, said = command("check", "run", folder=tmp_path)
    assert code == 0, said
    (picture,) = run.render(size=(64, 48), samples=1)
    assert picture.read_bytes()[:4] == b"\x89PNG"
    assert run.view()._repr_html_().startswith("<iframe")


@pytest.mark.parametrize(
    "scene, expected",
    [
        ({}, "the scene has no cloth"),
        ({"cloth": [{"shape": {"grid": {"size": [1.0, 1.0], "resolution": [4, 4]}}, "thicknes": 1}]}, "thicknes"),
        ({"settings": {"damping": "thick"}}, "damping"),
        ({"settings": {"damping": object()}}, "`settings.damping` is of type object"),
        ({"settings": {1: 2}}, "keys are strings"),
        ({"cloth": [{"shape": {"mesh": {"vertices": np.zeros((3, 2)), "faces": np.zeros((1, 3), int)}}}]},
         r"cloth.0.shape.mesh.vertices has shape \(3, 2\)"),
        ({"cloth": [{"shape": {"mesh": {"vertices": np.zeros((3, 3))}}}]}, "needs arrays"),
        ({"cloth": [{"shape": {"mesh": {"file": "no.obj"}}}]}, "no.obj"),
        ("drap", "did you mean `drape`"),
        ("missing.toml", "missing.toml"),
    ],
)
def test_scenes_that_make_no_sense(scene, expected):
    with pytest.raises(ValueError, match=expected):
        ripstop.Simulation(ripstop.Scene(scene))


def test_a_dictionary_that_holds_itself_is_refused():
    scene = {}
    scene["settings"] = scene
    with pytest.raises(ValueError, match="nested too deeply"):
        ripstop.Scene(scene)


def test_a_checkpoint_goes_on_with_the_same_bits(tmp_path):
    sim = ripstop.Simulation(drape())
    for _ in range(5):
        sim.step()
    sim.save(tmp_path / "five")
    for _ in sim:
        pass
    other = ripstop.Simulation(drape())
    other.load(tmp_path / "five")
    assert other.frame == 5
    for _ in other:
        pass
    assert other.positions.tobytes() == sim.positions.tobytes()
    (tmp_path / "five").write_bytes(b"nothing")
    with pytest.raises(ripstop.RunError, match="five"):
        other.load(tmp_path / "five")


def test_forces_are_called_and_their_errors_arrive():
    free = ripstop.Simulation(drape())
    blown = ripstop.Simulation(drape())
    times = []

    def wind(time, positions, velocities):
        assert positions.shape == velocities.shape
        times.append(time)
        return np.tile([0.0, 1e-3, 0.0], (len(positions), 1))

    blown.add_force(wind)
    for _ in range(3):
        free.step()
        blown.step()
    assert len(times) > 3
    moved = (blown.positions - free.positions)[:100, 1]
    assert moved.min() > 0

    def broken(time, positions, velocities):
        raise KeyError("mine")

    blown.add_force(broken)
    with pytest.raises(KeyError, match="mine"):
        blown.step()
    assert blown.frame == 3
    strange = ripstop.Simulation(drape())
    strange.add_force(lambda time, x, v: x[1:])
    with pytest.raises(ValueError, match="the result of a force has"):
        strange.step()


def test_a_tangled_start_names_its_pairs():
    V, F = sheet(9)
    W = V[:, [0, 2, 1]] + [0.03, 0.51, -0.47]
    mesh = {"vertices": np.concatenate([V, W]), "faces": np.concatenate([F, F + 81])}
    scene = ripstop.Scene({"cloth": [{"shape": {"mesh": mesh}}]})
    with pytest.raises(ripstop.TangledError) as caught:
        ripstop.Simulation(scene)
    assert len(caught.value.pairs) > 5 and caught.value.names


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_ctrl_c_ends_a_frame():
    scene = ripstop.Scene("pile", resolution=40, set={"respond": "barrier", "frames": 1000})
    sim = ripstop.Simulation(scene)
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        for _ in sim:
            pass
    assert time.monotonic() - begun < 20
    timer.join()
