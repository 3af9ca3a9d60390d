//! NumPy arrays that show the memory of an object, and arrays that are made from arguments.
//!
//! All unsafe code is here. A view is sound for three reasons:
//!
//! * *It does not dangle.* The object that owns the memory is the base of the array, so it lives as long as the array.
//!   The memory is a boxed slice of a frozen class. It is never moved, and never grows or shrinks.
//! * *It does not alias a mutable reference.* The memory consists of atomics, and Rust changes it by atomic stores
//!   through shared references alone.
//! * *Nothing depends on its contents.* Rust writes the memory and never reads it. Python cannot make a view writable;
//!   if somebody writes to the memory in another way, the view shows nonsense, and the rules go on undisturbed.
//!
//! A thread may read a view while another one plays moves on the object. Each byte or number is then the old or the
//! new one.

use numpy::ndarray::{Array2, ArrayView, Dimension};
use numpy::{Element, PyArray, PyArray2, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyInt;
use pyo3::{PyClass, PyTypeInfo};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU8};

/// An atomic that NumPy shows as an element.
///
/// # Safety
/// Size, alignment and valid values must be the same as those of the element.
pub unsafe trait ShownAs<E> {}

// SAFETY: the standard library guarantees the same representation as `bool`.
unsafe impl ShownAs<bool> for AtomicBool {}
// SAFETY: the standard library guarantees the same representation as `u8`.
unsafe impl ShownAs<u8> for AtomicU8 {}
// SAFETY: the standard library guarantees the same representation as `i32`.
unsafe impl ShownAs<i32> for AtomicI32 {}

/// A read-only array that shows a part of the memory of `owner`, without a copy. `memory` gives the part, which has as
/// many elements as the `shape`.
pub fn view<'py, T, A, E, D>(
    owner: &Bound<'py, T>,
    memory: impl for<'a> Fn(&'a T) -> &'a [A],
    shape: D,
) -> PyResult<Bound<'py, PyArray<E, D>>>
where
    T: PyClass<Frozen = True> + PyTypeInfo + Sync,
    A: ShownAs<E>,
    E: Element,
    D: Dimension,
{
    let cells = memory(owner.get());
    assert_eq!(cells.len(), shape.size(), "the shape fits the memory");
    // SAFETY: the pointer leads to as many elements as the shape has. They belong to `owner`, or are static, because
    // the reference lives as long as that to `owner`. Nobody reads or writes through this `ArrayView`.
    let shown = unsafe { ArrayView::from_shape_ptr(shape, cells.as_ptr().cast::<E>()) };
    // SAFETY: the array keeps `owner` alive. Its class is frozen, so that no mutable reference to it exists before it
    // is dropped, and nothing can move or free the memory.
    let array = unsafe { PyArray::borrow_from_array(&shown, owner.clone().into_any()) };
    // NumPy refuses to undo this: the array does not own its memory, and `owner` has no buffer protocol.
    array.call_method1("setflags", (false,))?;
    Ok(array)
}

/// The whole numbers of an argument, as a copy, and their shape. `what` names the argument in errors.
pub fn integers<'py>(
    given: &Bound<'py, PyAny>,
    what: &str,
) -> PyResult<Bound<'py, PyArrayDyn<i64>>> {
    let array = as_array(given)?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let is_empty = array.getattr("size")?.extract::<usize>()? == 0;
    let too_large = || {
        let message = format!("{what} must be numbers from -2^63 to 2^63 - 1");
        PyOverflowError::new_err(message)
    };
    if kind == "O" {
        // NumPy has no type for numbers that do not fit 64 bits, and keeps them as objects.
        for item in array.getattr("flat")?.try_iter()? {
            let item = item?;
            if item.is_instance_of::<PyInt>() && item.extract::<i64>().is_err() {
                return Err(too_large());
            }
        }
    }
    if kind != "i" && kind != "u" && !is_empty {
        let found = array.getattr("dtype")?;
        return Err(PyTypeError::new_err(format!(
            "{what} must be whole numbers, not {found}"
        )));
    }
    if kind == "u" && !is_empty && array.call_method0("max")?.extract::<u64>()? > i64::MAX as u64 {
        return Err(too_large());
    }
    // It always copies, so that the numbers are aligned and nobody else has them.
    Ok(array.call_method1("astype", ("int64", "C"))?.cast_into()?)
}

/// The numbers of an argument with one dimension.
pub fn row(given: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<i64>> {
    let array = integers(given, what)?;
    match array.shape() {
        [_] => Ok(array.to_vec()?),
        shape => Err(wrong_shape(what, "(n,)", shape)),
    }
}

/// The numbers of rows and columns of an argument with two dimensions, and its numbers row by row.
pub fn table(given: &Bound<'_, PyAny>, what: &str) -> PyResult<([usize; 2], Vec<i64>)> {
    let array = integers(given, what)?;
    match array.shape() {
        &[rows, columns] => Ok(([rows, columns], array.to_vec()?)),
        shape => Err(wrong_shape(what, "(height, width)", shape)),
    }
}

/// The truth values of an argument of this shape. `what` names the argument in errors.
pub fn truths(given: &Bound<'_, PyAny>, what: &str, shape: &[usize]) -> PyResult<Vec<bool>> {
    let array = as_array(given)?;
    let dtype = array.getattr("dtype")?;
    if dtype.getattr("kind")?.extract::<String>()? != "b" {
        let message = format!("{what} must be of bool, not {dtype}");
        return Err(PyTypeError::new_err(message));
    }
    let array: Bound<'_, PyArrayDyn<bool>> =
        array.call_method1("astype", ("bool",))?.cast_into()?;
    expect_shape(what, shape, array.shape())?;
    Ok(array.to_owned_array().into_iter().collect())
}

/// A copy of an array that belongs to Rust.
pub fn owned<E: Element>(given: &Bound<'_, PyArray2<E>>) -> PyResult<Array2<E>> {
    // The elements of an array need not be aligned. Those of its copy are.
    let copy: Bound<'_, PyArray2<E>> = given.call_method0("copy")?.cast_into()?;
    Ok(copy.to_owned_array())
}

/// Checks the shape of an argument. `what` names the argument in errors.
pub fn expect_shape(what: &str, wanted: &[usize], found: &[usize]) -> PyResult<()> {
    match found == wanted {
        true => Ok(()),
        false => Err(wrong_shape(what, &shape_text(wanted), found)),
    }
}

/// The error for an argument of another shape.
pub fn wrong_shape(what: &str, wanted: &str, found: &[usize]) -> PyErr {
    let found = shape_text(found);
    PyValueError::new_err(format!("{what} must have the shape {wanted}, not {found}"))
}

/// A shape as Python writes it.
fn shape_text(shape: &[usize]) -> String {
    let sides: Vec<String> = shape.iter().map(ToString::to_string).collect();
    match sides.as_slice() {
        [only] => format!("({only},)"),
        several => format!("({})", several.join(", ")),
    }
}

/// `numpy.asarray` of an argument.
fn as_array<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    static AS_ARRAY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = given.py();
    AS_ARRAY.import(py, "numpy", "asarray")?.call1((given,))
}
