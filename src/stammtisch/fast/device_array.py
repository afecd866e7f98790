"""An array in the memory of a GPU, as other libraries take it over: by DLPack, or by the CUDA array interface.

Numba's own arrays have only the latter. DLPack hands over a small record in C: where the array lies, on which device,
and whom to tell when it is needed no more (https://dmlc.github.io/dlpack/latest/c_api.html).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # as DLPack numbers them
ON_GPU = 2


class _Device(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class _Type(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("dimensions", ctypes.c_int32),
        ("type", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p))


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)

_lent: dict[int, Any] = {}
"""By address: records that were handed over, with what must not be given back before they are."""


def _forget(address: int) -> None:
    _lent.pop(address, None)


_give_back = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_forget)


def capsule(owner: object, address: int, shape: tuple[int, ...], dtype: Any, device: tuple[int, int]) -> Any:
    """A DLPack capsule of a contiguous array. `owner` is kept for as long as somebody uses the array."""
    kind = np.dtype(dtype)
    lengths = (ctypes.c_int64 * len(shape))(*shape)
    of_type = _Type(KINDS[kind.kind], kind.itemsize * 8, 1)
    tensor = _Tensor(address, _Device(*device), len(shape), of_type, lengths, None, 0)
    managed = _Managed(tensor, None, ctypes.cast(_give_back, ctypes.c_void_p))
    where = ctypes.addressof(managed)
    _lent[where] = managed, lengths, owner
    return _new_capsule(where, b"dltensor", None)


class DeviceArray:
    """An array of a CudaVector, in the memory of the GPU. torch and JAX take it over as it lies.

    `torch.from_dlpack(array)` and `jax.numpy.from_dlpack(array)` share its memory; `array.copy_to_host()` is a NumPy
    array with what is in it now.
    """

    shape: tuple[int, ...]
    """How long it is in each direction."""
    dtype: Any
    """The kind of its numbers, as NumPy calls it."""

    def __init__(self, array: Any, finish: Callable[[], None]) -> None:
        """`array` is Numba's; `finish` waits until all that was begun on the GPU is done."""
        self.array = array
        self.shape, self.dtype = tuple(array.shape), np.dtype(array.dtype)
        self._finish = finish

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def address(self) -> int:
        """Where it lies in the memory of the GPU."""
        return int(self.array.__cuda_array_interface__["data"][0])

    @property
    def __cuda_array_interface__(self) -> Any:
        return self.array.__cuda_array_interface__

    def __dlpack_device__(self) -> tuple[int, int]:
        return ON_GPU, 0

    def __dlpack__(self, **_: Any) -> Any:
        """The array for another library. What was begun is finished first, for that library need not wait for us."""
        self._finish()
        return capsule(self.array, self.address, self.shape, self.dtype, self.__dlpack_device__())

    def copy_to_host(self) -> Any:
        """What is in it now, as a NumPy array."""
        return self.array.copy_to_host()

    def __repr__(self) -> str:
        return f"DeviceArray(shape={self.shape}, dtype={self.dtype})"
