"""Times of impact of pairs of moving primitives, in batches."""

from ._ripstop import edge_edge, vertex_face

__all__ = ["edge_edge", "vertex_face"]
