"""A scene in motion."""

from __future__ import annotations

import json
from typing import Any, Iterator, NamedTuple

from . import _ripstop

__all__ = ["Simulation", "Surface"]


class Surface(NamedTuple):
    """A cloth or an obstacle, and its part of the arrays."""

    name: str
    #: "cloth" or "obstacle"
    kind: str
    #: its rows of `positions`
    vertices: slice
    #: its rows of `faces`
    faces: slice


def surfaces_of(layout: dict[str, Any]) -> list[Surface]:
    """The surfaces of a layout, as `surfaces.json` has it."""

    def rows(found: dict[str, Any], kind: str) -> slice:
        first: int = found[f"first_{kind}"]
        count: int = found[f"{kind}_count"]
        return slice(first, first + count)

    return [
        Surface(found["name"], found["kind"], rows(found, "vertex"), rows(found, "face"))
        for found in layout["surfaces"]
    ]


class Simulation(_ripstop.Simulation):
    """A scene in motion.

    Iterating yields the report of every frame that is left:

        for report in sim:
            sim.positions
    """

    def step(self) -> dict[str, Any]:
        """Advances by one frame and returns its report: the keys of a line of `report.jsonl`."""
        report: dict[str, Any] = json.loads(self._step())
        return report

    def __iter__(self) -> Iterator[dict[str, Any]]:
        while self.frame < self.frames:
            yield self.step()

    @property
    def surfaces(self) -> list[Surface]:
        """The surfaces, cloths first."""
        return surfaces_of(json.loads(self._layout()))
