"""Arrays of a vector are shared with other libraries, not copied: their addresses are the same."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest

from stammtisch.fast import Vector
from stammtisch.fast.aligned import LINE, aligned
from stammtisch.fast.device_array import capsule
from stammtisch.testing.vectors import TOLD
from tests.helpers import TOY, load


@pytest.fixture(scope="module")
def vector() -> Vector:
    return Vector(load(TOY), 100, 1, parallel=False)


@pytest.mark.parametrize("name", TOLD)
def test_numpy_torch_and_jax_share_it(vector: Vector, name: str) -> None:
    jax, torch = pytest.importorskip("jax"), pytest.importorskip("torch")
    array = getattr(vector, name)
    address = array.ctypes.data
    assert address % LINE == 0
    assert np.from_dlpack(array).ctypes.data == address
    tensor = torch.from_dlpack(array)
    assert tensor.data_ptr() == address
    assert tuple(tensor.shape) == array.shape
    with jax.enable_x64(True):
        there = jax.numpy.from_dlpack(array, copy=False)
        assert there.unsafe_buffer_pointer() == address
        assert np.array_equal(np.asarray(there), array)
    vector.step(vector.sample())
    assert np.array_equal(tensor.numpy(), array), "the tensor shows the next step"


def test_torch_actions_are_taken(vector: Vector) -> None:
    torch = pytest.importorskip("torch")
    vector.step(torch.from_dlpack(vector.sample()))
    vector.step(torch.from_dlpack(vector.sample()).to(torch.int64))
    assert not vector.illegal.any()


class Lent:
    """What a DeviceArray hands over, here of an array in the memory of the CPU."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack__(self, **_: Any) -> Any:
        return capsule(self.array, self.array.ctypes.data, self.array.shape, self.array.dtype, (1, 0))

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0


@pytest.mark.parametrize("kind", [np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.float32])
def test_a_capsule_of_our_own_says_the_same(kind: Any) -> None:
    """DeviceArray writes DLPack's record itself; NumPy reads it."""
    array = aligned((3, 5), kind)
    array[1, 2] = 1
    there = np.from_dlpack(Lent(array))
    assert there.ctypes.data == array.ctypes.data
    assert there.dtype == array.dtype
    assert np.array_equal(there, array)
    copy = array.copy()
    del array
    gc.collect()
    assert np.array_equal(there, copy), "whoever uses it keeps it"
