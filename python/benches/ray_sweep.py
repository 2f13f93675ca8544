"""A sweep on a two-worker cluster of Ray, with a worker and then the driver killed in the middle.

usage: ray_sweep.py FOLDER [--runs 64]

Makes the same plan twice. One is executed without an engine. Of the other a first driver is
killed (SIGKILL) after a worker of it was; a second driver finishes it. All runs have to be there,
computed once, with the same bits. Prints the time per run with and without the engine.
Needs `pip install "ripstop[ray]"`.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import ripstop

SWEEP = """
scene = "drape"
resolution = 8
samples = {runs}
set.frames = 6
[[parameter]]
key = "cloth.0.friction"
uniform = [0.0, 1.0]
"""

DRIVER = """
import sys, time
import ray, ripstop
ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
begun = time.perf_counter()
print(ripstop.sweep.run(sys.argv[1], engine="ray", picture=False), time.perf_counter() - begun, flush=True)
"""


def planned(folder, runs):
    folder.mkdir(parents=True)
    (folder / "sweep.toml").write_text(SWEEP.format(runs=runs))
    return ripstop.sweep.plan(folder / "sweep.toml")


def finished(plan):
    return sorted(ripstop.sweep.folder(plan).glob("*/result.json"))


def bits(plan):
    found = sorted(ripstop.sweep.folder(plan).glob("*/positions.npy"))
    return [(path.parent.name, path.read_bytes()) for path in found]


def descendants(pid):
    """Processes below one, by their parents."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    found, open_ = [], [pid]
    while open_:
        own = parents.get(open_.pop(), [])
        found += own
        open_ += own
    return found


def workers(pid):
    names = {}
    for process in descendants(pid):
        try:
            names[process] = Path(f"/proc/{process}/cmdline").read_bytes()
        except OSError:
            pass
    return [process for process, name in names.items() if name.startswith(b"ray::run_one")]


def wait_for(plan, count, driver):
    while len(finished(plan)) < count:
        assert driver.poll() is None, "the driver has ended"
        time.sleep(0.02)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=64)
    options = parser.parse_args()
    runs = options.runs
    alone, on_ray, timed = (planned(options.folder / name, runs) for name in ["alone", "ray", "timed"])

    begun = time.perf_counter()
    ripstop.sweep.run(alone, threads=1, picture=False)
    alone_time = time.perf_counter() - begun

    environment = {**os.environ, "PYTHONPATH": str(Path(ripstop.__file__).parents[1])}
    line = [sys.executable, "-c", DRIVER, str(on_ray)]
    driver = subprocess.Popen(line, env=environment, start_new_session=True)
    wait_for(on_ray, runs // 8, driver)
    while not (found := workers(driver.pid)):
        time.sleep(0.005)
    os.kill(found[0], signal.SIGKILL)
    wait_for(on_ray, runs // 2, driver)
    below = descendants(driver.pid)
    driver.kill()
    driver.wait()
    for process in below:    # those of this driver alone: what it leaves behind is not to help
        try:
            os.kill(process, signal.SIGKILL)
        except OSError:
            pass
    stamps = {path: path.stat().st_mtime_ns for path in finished(on_ray)}
    again = subprocess.run(line, env=environment, capture_output=True, text=True, check=True)
    kept = all(path.stat().st_mtime_ns == stamp for path, stamp in stamps.items())
    line[-1] = str(timed)
    whole = subprocess.run(line, env=environment, capture_output=True, text=True, check=True)
    ray_time = float(whole.stdout.split()[-1])
    print(json.dumps({
        "runs": runs, "killed_after": len(stamps), "finished": len(finished(on_ray)),
        "finished_ones_untouched": kept, "second_driver": again.stdout.split("}")[0] + "}",
        "same_bits": bits(on_ray) == bits(alone) == bits(timed),
        "alone_s_per_run": round(alone_time / runs, 3), "ray_s_per_run": round(ray_time / runs, 3),
    }))
    assert len(finished(on_ray)) == runs and kept and bits(on_ray) == bits(alone) == bits(timed)


if __name__ == "__main__":
    main()
