"""Random shapes, dtypes, strides, read-only and empty arrays: an answer or a clear error."""

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import ripstop

ANY = st.one_of(
    hnp.arrays(
        dtype=st.one_of(
            hnp.floating_dtypes(),
            hnp.integer_dtypes(),
            hnp.unsigned_integer_dtypes(),
            hnp.boolean_dtypes(),
            hnp.complex_number_dtypes(),
            hnp.unicode_string_dtypes(),
            hnp.datetime64_dtypes(),
        ),
        shape=hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=5),
    ),
    st.none(),
    st.integers(),
    st.text(),
    st.lists(st.floats()),
)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False, width=64)
POSITIONS = hnp.arrays(np.float64, st.tuples(st.integers(0, 7), st.just(3)), elements=NUMBERS)
FACES = hnp.arrays(
    st.sampled_from([np.int8, np.uint16, np.int32, np.uint64]),
    st.tuples(st.integers(0, 6), st.just(3)),
    elements=st.integers(0, 7),
)


@st.composite
def viewed(draw, arrays):
    """The same numbers in another layout: order, strides, alignment, protection."""
    array = draw(arrays)
    if not isinstance(array, np.ndarray):
        return array
    way = draw(st.sampled_from(["as is", "fortran", "strided", "reversed", "read-only", "packed"]))
    if way == "fortran":
        return np.asfortranarray(array)
    if way == "strided" and array.ndim:
        wide = np.repeat(array, 2, axis=0)
        return wide[::2]
    if way == "reversed" and array.ndim:
        return array[::-1].copy()[::-1]
    if way == "packed" and array.dtype.kind in "fiu" and array.ndim:
        packed = np.zeros(array.shape, np.dtype([("pad", "u1"), ("value", array.dtype)]))
        packed["value"] = array
        return packed["value"]
    array = array.copy()
    array.flags.writeable = way != "read-only"
    return array


def answered(call):
    try:
        return call()
    except (ValueError, TypeError) as error:
        assert str(error)
    except ripstop.RipstopError as error:
        assert str(error)
    return None


fuzzed = settings(
    max_examples=120, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)


@fuzzed
@given(viewed(ANY), viewed(ANY), viewed(ANY))
def test_anything_may_come_in(a, b, c):
    for call in [
        lambda: ripstop.check(a, b),
        lambda: ripstop.untangle(a, b, rest=c, layers=c, fixed=c),
        lambda: ripstop.Guard(a).make_safe(b, c, a),
        lambda: ripstop.candidates(a, b, c),
        lambda: ripstop.collision_free_step(a, a, b),
        lambda: ripstop.ccd.vertex_face(a, b),
        lambda: ripstop.Barrier(a, b, 0.1, rest=c),
        lambda: ripstop.Mesh(a, 3, surfaces=b),
    ]:
        answered(call)


@fuzzed
@given(viewed(POSITIONS), viewed(POSITIONS), viewed(FACES))
def test_small_meshes_at_any_scale(V, W, F):
    answered(lambda: ripstop.check(V, F))
    answered(lambda: ripstop.candidates(V, W, F))
    step = answered(lambda: ripstop.collision_free_step(V, W, F))
    if step is not None:
        assert 0.0 <= step.fraction <= 1.0
    safe = answered(lambda: ripstop.Guard(F).make_safe(V, W))
    if safe is not None:
        assert len(ripstop.check(safe.positions, F)) == 0
