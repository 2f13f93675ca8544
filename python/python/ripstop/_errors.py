"""Exceptions with the data that a program wants. Arguments that make no sense are `ValueError`s."""

from __future__ import annotations

from typing import Any, Optional, Sequence

import numpy as np
import numpy.typing as npt

_Indices = npt.NDArray[np.int64]


class RipstopError(Exception):
    """Base of all exceptions of this package."""


class TangledError(RipstopError):
    """A start that passes through itself.

    `pairs` is a `(k, 2)` array of edges and faces, `edges` the `(k, 2)` vertices of these edges
    where they are known, `names` says the first of them in words.
    """

    def __init__(
        self,
        message: str,
        *,
        pairs: _Indices,
        edges: Optional[_Indices] = None,
        names: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.pairs = pairs
        self.edges = edges
        self.names = list(names)

    def __reduce__(self) -> Any:
        return _again, (type(self), str(self), self.__dict__)


class PinchedError(RipstopError):
    """Kinematic motion that leaves no room.

    `pairs` is a `(k, 4)` array of vertices: a vertex and the three of a face where
    `is_vertex_face`, otherwise two edges. `frame` is that of a simulation.
    """

    def __init__(
        self,
        message: str,
        *,
        is_vertex_face: npt.NDArray[np.bool_],
        pairs: Optional[_Indices] = None,
        names: Sequence[str] = (),
        frame: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.pairs = pairs
        self.is_vertex_face = is_vertex_face
        self.names = list(names)
        self.frame = frame

    def __reduce__(self) -> Any:
        return _again, (type(self), str(self), self.__dict__)


class StepError(RipstopError):
    """A step that could not be made, in a frame of a simulation."""

    def __init__(self, message: str, *, frame: Optional[int] = None) -> None:
        super().__init__(message)
        self.frame = frame


class SceneError(RipstopError, ValueError):
    """A scene that cannot be simulated; the message names the key or the part."""


class RunError(RipstopError):
    """A run directory that cannot be made, read or continued."""


def _again(kind: type[RipstopError], message: str, state: dict[str, Any]) -> RipstopError:
    """An exception from another process."""
    error = kind.__new__(kind, message)
    error.args = (message,)
    error.__dict__.update(state)
    return error
