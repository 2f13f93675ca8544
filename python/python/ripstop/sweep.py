"""Many runs of a scene: planned, executed here or on a cluster, collected.

    plan = ripstop.sweep.plan("sweep.toml")
    ripstop.sweep.run(plan)                    # one run after another, each on all cores
    ripstop.sweep.run(plan, engine="ray")      # one task per run, wherever Ray places it
    rows = ripstop.sweep.collect(plan)

A run writes its own results into its own folder, so that whoever placed it may die too: what has
a result is skipped, what was interrupted goes on, bit for bit.
"""

from __future__ import annotations

import csv
import importlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Iterator, Optional, Union

from ._errors import RunError

__all__ = ["collect", "folder", "plan", "run", "run_one", "status"]

_Path = Union[str, "os.PathLike[str]"]


def plan(file: _Path, name: str = "plan.jsonl") -> Path:
    """Writes the plan of `sweep.toml` beside it, and returns its path."""
    _command("plan", os.fspath(file), "--name", name)
    return Path(file).parent / name


def folder(plan: _Path) -> Path:
    """The folder of the results of a plan."""
    return Path(plan).with_suffix("")


def run_one(
    plan: _Path,
    index: int,
    *,
    threads: Optional[int] = None,
    picture: bool = True,
    retry_failed: bool = False,
) -> str:
    """Executes one run in a process of its own; returns "finished" or "failed".

    If another process works on it, its end is waited for. So the same run may be asked for any
    number of times, anywhere that sees the folder: it is computed once.
    """
    options = ["--index", str(index), "--quiet"]
    options += [] if threads is None else ["--threads", str(threads)]
    options += [] if picture else ["--no-picture"]
    options += ["--retry-failed"] if retry_failed else []
    code = _command("run", os.fspath(plan), *options, codes=(0, 1))
    return "finished" if code == 0 else "failed"


def run(
    plan: _Path,
    *,
    engine: str = "local",
    threads: Optional[int] = None,
    picture: bool = True,
    retry_failed: bool = False,
    max_retries: int = 3,
) -> dict[str, int]:
    """Executes all runs that have no result yet, and returns how many there are of each status.

    `engine` is "local", or "ray" for one task per run with `threads` cores each (1 if it is not
    given) on the cluster that `ray.init` has connected to, or on this machine. Nodes have to see
    the folder of the plan. A worker that dies is replaced up to `max_retries` times.
    """
    waiting = [number for number, state in enumerate(_states(plan, retry_failed)) if state]
    if engine == "local":
        for index in waiting:
            run_one(plan, index, threads=threads, picture=picture, retry_failed=retry_failed)
    elif engine == "ray":
        options = {"picture": picture, "retry_failed": retry_failed, "threads": threads or 1}
        _on_ray(os.path.abspath(plan), waiting, max_retries, options)
    else:
        raise ValueError(f'there is no engine "{engine}"; there are "local" and "ray"')
    return status(plan)


def status(plan: _Path) -> dict[str, int]:
    """Numbers of runs by status: finished, failed, and all others as waiting."""
    counted = Counter(result["status"] if result else "waiting" for result in _results(plan))
    return dict(counted)


def collect(plan: _Path, parquet: Optional[_Path] = None) -> list[dict[str, Any]]:
    """The table of all runs, as `ripstop sweep collect` writes it, a dictionary for each run.

    Writes `table.csv` and `sheet.png` into the folder of the results; `parquet` names a file for
    the table in that format, for which `pyarrow` has to be installed.
    """
    _command("collect", os.fspath(plan))
    with open(folder(plan) / "table.csv", newline="", encoding="utf-8") as lines:
        rows = [{key: _value(text) for key, text in row.items()} for row in csv.DictReader(lines)]
    if parquet is not None:
        pyarrow: Any = importlib.import_module("pyarrow")
        importlib.import_module("pyarrow.parquet")
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), os.fspath(parquet))
    return rows


def _on_ray(plan: str, waiting: list[int], max_retries: int, options: dict[str, Any]) -> None:
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError as error:
        raise ImportError('engine="ray" needs Ray: pip install "ripstop[ray]"') from error
    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False)
    task = ray.remote(run_one).options(
        max_retries=max_retries, retry_exceptions=[RunError], num_cpus=options["threads"]
    )
    pending = [task.remote(plan, index, **options) for index in waiting]
    while pending:
        done, pending = ray.wait(pending)
        ray.get(done)


def _lines(plan: _Path) -> Iterator[dict[str, Any]]:
    with open(plan, encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _results(plan: _Path) -> Iterator[Optional[dict[str, Any]]]:
    for line in _lines(plan):
        path = folder(plan) / line["id"] / "result.json"
        yield json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def _states(plan: _Path, retry_failed: bool) -> Iterator[bool]:
    """True for every run that is to be executed."""
    for result in _results(plan):
        yield result is None or (retry_failed and result["status"] == "failed")


def _value(text: str) -> Any:
    if text == "":
        return None
    try:
        return json.loads(text)
    except ValueError:
        return text


def _command(subcommand: str, *arguments: str, codes: tuple[int, ...] = (0,)) -> int:
    """Executes `ripstop sweep` in a process of its own and returns its exit code."""
    line = [sys.executable, "-m", "ripstop", "sweep", subcommand, *arguments]
    environment = dict(os.environ)
    # The package of this process, wherever it was found.
    own = str(Path(__file__).parents[1])
    environment["PYTHONPATH"] = os.pathsep.join(
        filter(None, [own, environment.get("PYTHONPATH", "")])
    )
    ended = subprocess.run(line, capture_output=True, text=True, env=environment, check=False)
    if ended.returncode not in codes:
        said = ended.stderr.strip() or f"exit code {ended.returncode}"
        raise RunError(f"`ripstop sweep {subcommand}` failed: {said}")
    return ended.returncode
