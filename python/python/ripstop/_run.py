"""Run directories: made, gone on with, and read lazily."""

from __future__ import annotations

import importlib
import json
import os
from pathlib import Path
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _ripstop
from ._errors import RunError
from ._simulation import Surface, surfaces_of

__all__ = ["Run", "View", "resume", "run"]

_Path = Union[str, "os.PathLike[str]"]


def run(scene: _ripstop.Scene, out: Optional[_Path] = None) -> Run:
    """Simulates a scene into a run directory, as `ripstop run` does, with the same bits.

    Without `out` it is the first of `runs/NAME`, `runs/NAME-2` and so on that does not exist.
    Ctrl-C ends it with everything written; `resume` goes on.
    """
    return Run(_ripstop.record(scene, out))


def resume(directory: _Path) -> Run:
    """Goes on with a run that was interrupted, bit for bit as if it had not been."""
    return Run(_ripstop.resume(directory))


class Run:
    """A run directory. Nothing is read before it is asked for."""

    def __init__(self, path: _Path) -> None:
        self.path = Path(path)
        if not (self.path / "scene.toml").is_file():
            raise RunError(f"`{self.path}` holds no run: there is no `scene.toml`")
        self._layout: Optional[dict[str, Any]] = None

    def __repr__(self) -> str:
        return f"Run({str(self.path)!r})"

    @property
    def positions(self) -> npt.NDArray[np.float64]:
        """`(states, n, 3)` positions (m), mapped from the file; state 0 is the start."""
        mapped: npt.NDArray[np.float64] = np.load(self.path / "positions.npy", mmap_mode="r")
        return mapped

    @property
    def faces(self) -> npt.NDArray[np.int64]:
        """`(m, 3)` vertices of all faces."""
        lines = (self.path / "mesh.obj").read_text(encoding="utf-8").splitlines()
        corners = [[int(word.split("/")[0]) for word in line.split()[1:4]]
                   for line in lines if line.startswith("f ")]
        return np.array(corners, np.int64).reshape(-1, 3) - 1

    @property
    def layout(self) -> dict[str, Any]:
        """`surfaces.json`: surfaces, frames, rate, unit, axis."""
        if self._layout is None:
            layout: dict[str, Any] = json.loads(
                (self.path / "surfaces.json").read_text(encoding="utf-8")
            )
            self._layout = layout
        return self._layout

    @property
    def surfaces(self) -> list[Surface]:
        """The surfaces, cloths first."""
        return surfaces_of(self.layout)

    @property
    def scene(self) -> _ripstop.Scene:
        """The scene as it was run."""
        return _ripstop.Scene(self.path / "scene.toml")

    @property
    def report(self) -> npt.NDArray[Any]:
        """A structured array with a row for each frame; fields of groups are `group.key`."""
        lines = (self.path / "report.jsonl").read_text(encoding="utf-8").splitlines()
        rows = [_flat(json.loads(line)) for line in lines]
        names = list(rows[0]) if rows else []
        columns = [_column([row[name] for row in rows]) for name in names]
        kinds = [(name, column.dtype) for name, column in zip(names, columns)]
        table = np.zeros(len(rows), dtype=kinds)
        for name, column in zip(names, columns):
            table[name] = column
        return table

    def to_pandas(self) -> Any:
        """The report as a `pandas.DataFrame`; pandas has to be installed."""
        pandas: Any = importlib.import_module("pandas")
        return pandas.DataFrame({name: self.report[name] for name in self.report.dtype.names or ()})

    def render(
        self, frames: str = "last", *, size: tuple[int, int] = (1280, 720), samples: int = 16
    ) -> list[Path]:
        """Takes pictures of frames (as `ripstop render --frames` writes them), as PNG files."""
        width, height = size
        _command("render", str(self.path), "--frames", frames, "--size", f"{width}x{height}",
                 "--samples", str(samples), "--quiet")
        return sorted((self.path / "pictures").glob("frame-*.png"))

    def view(self, height: int = 600) -> View:
        """Makes one page of HTML that plays the run, offline; a notebook shows it in a frame."""
        _command("view", str(self.path), "--quiet")
        return View(self.path / "view.html", height)


class View:
    """A page that plays a run."""

    def __init__(self, path: Path, height: int) -> None:
        self.path = path
        self.height = height

    def __repr__(self) -> str:
        return f"View({str(self.path)!r})"

    def _repr_html_(self) -> str:
        """The page in a frame of its own, for notebooks."""
        import html

        page = html.escape(self.path.read_text(encoding="utf-8"), quote=True)
        return f'<iframe srcdoc="{page}" width="100%" height="{self.height}"></iframe>'


def _command(*arguments: str) -> None:
    """Executes a subcommand; its error is on the error stream."""
    code = _ripstop.command(["ripstop", *arguments])
    if code != 0:
        raise RunError(f"`ripstop {' '.join(arguments)}` failed with exit code {code}")


def _flat(line: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in line.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{prefix}{key}."))
        elif isinstance(value, list):
            flat.update({f"{prefix}{key}.{i}": item for i, item in enumerate(value)})
        else:
            flat[prefix + key] = value
    return flat


def _column(values: list[Any]) -> npt.NDArray[Any]:
    return np.array([np.nan if value is None else value for value in values])
