//! Arrays in and out. Whatever comes in is copied once, so that it may change while work goes on
//! without the interpreter's lock; errors name the array and the row.

use numpy::prelude::*;
use numpy::{
    Element, PyArray1, PyArray2, PyArrayDyn, PyReadonlyArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use ripstop::glam::DVec3;

use crate::errors::value_error;

/// An argument, with the name that errors give it.
#[derive(Clone, Copy)]
pub(crate) struct Argument<'a, 'py> {
    /// The name.
    pub(crate) name: &'a str,
    /// The value.
    pub(crate) value: &'a Bound<'py, PyAny>,
}

/// Shape of an array: lengths of its axes, `None` for any.
type Shape<'a> = &'a [Option<usize>];

/// `(n, 3)` positions or displacements as vectors, finite.
pub(crate) fn positions(argument: Argument) -> PyResult<Vec<DVec3>> {
    let array = floats(argument, &[None, Some(3)])?;
    let vectors: Vec<DVec3> = array.as_slice()?.chunks_exact(3).map(DVec3::from_slice).collect();
    match vectors.iter().position(|x| !x.is_finite()) {
        Some(row) => Err(value_error(format!("{}: row {row} is NaN or infinite", argument.name))),
        None => Ok(vectors),
    }
}

/// `(n, 3)` positions as many as another array has.
pub(crate) fn positions_like(
    argument: Argument,
    (rows, other): (usize, &str),
) -> PyResult<Vec<DVec3>> {
    let found = positions(argument)?;
    if found.len() == rows {
        return Ok(found);
    }
    let Argument { name, .. } = argument;
    Err(value_error(format!("{name} has {} rows, but {other} has {rows}", found.len())))
}

/// `(frames, n, 3)` positions, finite.
pub(crate) fn frames(argument: Argument, rows: usize) -> PyResult<Vec<Vec<DVec3>>> {
    let array = floats(argument, &[None, Some(rows), Some(3)])?;
    let flat = array.as_slice()?;
    let stride = (3 * rows).max(1);
    if let Some(place) = flat.iter().position(|x| !x.is_finite()) {
        let (frame, row) = (place / stride, place % stride / 3);
        let name = argument.name;
        return Err(value_error(format!("{name}: frame {frame}, row {row} is NaN or infinite")));
    }
    let frame = |part: &[f64]| part.chunks_exact(3).map(DVec3::from_slice).collect();
    Ok(flat.chunks_exact(stride).map(frame).collect())
}

/// `(n, 4, 3)` points of pairs, finite.
pub(crate) fn pairs(argument: Argument) -> PyResult<Vec<[DVec3; 4]>> {
    let array = floats(argument, &[None, Some(4), Some(3)])?;
    let flat = array.as_slice()?;
    if let Some(place) = flat.iter().position(|x| !x.is_finite()) {
        let name = argument.name;
        return Err(value_error(format!("{name}: row {} is NaN or infinite", place / 12)));
    }
    let point = |part: &[f64], i: usize| DVec3::from_slice(&part[3 * i..]);
    Ok(flat.chunks_exact(12).map(|part| [0, 1, 2, 3].map(|i| point(part, i))).collect())
}

/// `(n,)` numbers, one for each row of another array.
pub(crate) fn numbers_like(argument: Argument, (rows, other): (usize, &str)) -> PyResult<Vec<f64>> {
    let array = floats(argument, &[None])?;
    let found = array.as_slice()?.to_vec();
    length_like(argument.name, found.len(), (rows, other))?;
    Ok(found)
}

/// `(m, 3)` vertex numbers of faces.
pub(crate) fn faces(argument: Argument) -> PyResult<Vec<[u32; 3]>> {
    let array = integers(argument, &[None, Some(3)])?;
    let flat = array.as_slice()?;
    let small = |(place, number): (usize, &i64)| {
        u32::try_from(*number).map_err(|_| {
            let (name, row) = (argument.name, place / 3);
            value_error(format!("{name}: row {row} names vertex {number}, which cannot be"))
        })
    };
    let flat: Vec<u32> = flat.iter().enumerate().map(small).collect::<PyResult<_>>()?;
    Ok(flat.chunks_exact(3).map(|row| [row[0], row[1], row[2]]).collect())
}

/// `(n,)` integers, one for each row of another array.
pub(crate) fn integers_like(
    argument: Argument,
    (rows, other): (usize, &str),
) -> PyResult<Vec<i64>> {
    let array = integers(argument, &[None])?;
    let found = array.as_slice()?.to_vec();
    length_like(argument.name, found.len(), (rows, other))?;
    Ok(found)
}

/// A selection of rows: `(n,)` booleans, or numbers of rows.
pub(crate) fn selection(argument: Argument, (rows, other): (usize, &str)) -> PyResult<Vec<bool>> {
    let name = argument.name;
    let array = untyped(argument)?;
    if array.dtype().kind() == b'b' {
        let array: PyReadonlyArrayDyn<bool> = contiguous(argument, "bool")?;
        check_shape(name, array.shape(), &[None])?;
        let found = array.as_slice()?.to_vec();
        length_like(name, found.len(), (rows, other))?;
        return Ok(found);
    }
    let numbers = integers(argument, &[None])?;
    let mut selected = vec![false; rows];
    for (row, number) in numbers.as_slice()?.iter().enumerate() {
        let place = usize::try_from(*number).ok().and_then(|number| selected.get_mut(number));
        let Some(place) = place else {
            let text = format!("{name}: row {row} is {number}, but {other} has {rows} rows");
            return Err(value_error(text));
        };
        *place = true;
    }
    Ok(selected)
}

fn length_like(name: &str, length: usize, (rows, other): (usize, &str)) -> PyResult<()> {
    if length == rows {
        return Ok(());
    }
    Err(value_error(format!("{name} has {length} rows, but {other} has {rows}")))
}

/// An array of `float64`; `float32` is widened.
fn floats<'py>(
    argument: Argument<'_, 'py>,
    shape: Shape,
) -> PyResult<PyReadonlyArrayDyn<'py, f64>> {
    let array = untyped(argument)?;
    let dtype = array.dtype();
    if dtype.kind() != b'f' || ![4, 8].contains(&dtype.itemsize()) {
        return Err(wrong_dtype(argument, "float64"));
    }
    check_shape(argument.name, array.shape(), shape)?;
    contiguous(argument, "float64")
}

/// An array of integers of any width, as `int64`.
fn integers<'py>(
    argument: Argument<'_, 'py>,
    shape: Shape,
) -> PyResult<PyReadonlyArrayDyn<'py, i64>> {
    let array = untyped(argument)?;
    if !b"iu".contains(&array.dtype().kind()) {
        return Err(wrong_dtype(argument, "an integer type"));
    }
    check_shape(argument.name, array.shape(), shape)?;
    contiguous(argument, "int64")
}

fn untyped<'py>(argument: Argument<'_, 'py>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let Argument { name, value } = argument;
    value.cast::<PyUntypedArray>().cloned().map_err(|_| {
        let kind = value.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
        value_error(format!("{name} has to be a NumPy array, not {kind}"))
    })
}

fn wrong_dtype(argument: Argument, wanted: &str) -> PyErr {
    let Argument { name, value } = argument;
    let found = value.getattr("dtype").map_or_else(|_| String::new(), |dtype| dtype.to_string());
    value_error(format!("{name} has dtype {found}, but has to be {wanted}"))
}

fn check_shape(name: &str, found: &[usize], shape: Shape) -> PyResult<()> {
    let fits = |(length, wanted): (&usize, &Option<usize>)| wanted.is_none_or(|w| w == *length);
    if found.len() == shape.len() && found.iter().zip(shape).all(fits) {
        return Ok(());
    }
    let words: Vec<String> =
        shape.iter().map(|n| n.map_or_else(|| "n".to_owned(), |n| n.to_string())).collect();
    let comma = if shape.len() == 1 { "," } else { "" };
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    Err(value_error(format!(
        "{name} has shape ({}), but has to be ({}{comma})",
        found.join(", "),
        words.join(", ")
    )))
}

/// The array in C order and in the machine's own bytes: itself if it is, or else a copy by NumPy.
fn contiguous<'py, T: Element>(
    argument: Argument<'_, 'py>,
    dtype: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let value = argument.value;
    let is_aligned = value.getattr("flags")?.getattr("aligned")?.is_truthy()?;
    // An empty array counts as aligned, wherever it is.
    let typed = value.cast::<PyArrayDyn<T>>().ok();
    let typed = typed.filter(|array| is_aligned && array.len() > 0 && array.is_c_contiguous());
    let array = if let Some(array) = typed {
        array.clone()
    } else {
        let copy = value.call_method1("astype", (dtype, "C"))?;
        copy.cast_into::<PyArrayDyn<T>>().map_err(|_| wrong_dtype(argument, dtype))?
    };
    array.try_readonly().map_err(|error| value_error(format!("{}: {error}", argument.name)))
}

/// `(n, 3)` array of vectors.
pub(crate) fn vectors<'py>(
    py: Python<'py>,
    vectors: &[DVec3],
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let flat: Vec<f64> = vectors.iter().flat_map(DVec3::to_array).collect();
    PyArray1::from_vec(py, flat).reshape([vectors.len(), 3])
}

/// `(n, N)` array of numbers of vertices, edges or faces.
pub(crate) fn indices<const N: usize>(
    py: Python<'_>,
    rows: impl Iterator<Item = [u32; N]>,
) -> PyResult<Bound<'_, PyArray2<i64>>> {
    let flat: Vec<i64> = rows.flatten().map(i64::from).collect();
    let count = flat.len() / N;
    PyArray1::from_vec(py, flat).reshape([count, N])
}
