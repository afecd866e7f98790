"""The GPU plays the same games. Skipped where there is none; `python -m bench.gpu` compares large numbers."""

from __future__ import annotations

import pytest

from stammtisch.core.errors import StammtischError
from stammtisch.core.extras import is_installed
from stammtisch.fast import Simulator
from stammtisch.fast.cuda import CudaSimulator, is_available
from tests.helpers import GAMES, load


@pytest.mark.gpu
@pytest.mark.skipif(not is_available(), reason="no CUDA device")
@pytest.mark.parametrize("name", GAMES)
def test_cuda_equals_compiled_play(name: str) -> None:
    game = load(name)
    one, other = CudaSimulator(game).batch(1000), Simulator(game).batch(1000)
    for field in one.states.dtype.names:
        assert (one.states[field] == other.states[field]).all()
    assert (one.plies == other.plies).all()
    assert (one.scores == other.scores).all()
    assert (one.places == other.places).all()
    assert (one.finished == other.finished).all()


@pytest.mark.skipif(is_available(), reason="there is a CUDA device")
def test_without_a_gpu_it_says_so() -> None:
    why = "no CUDA device" if is_installed("numba_cuda") else "install it with: pip install 'stammtisch.gpu.'"
    with pytest.raises(StammtischError, match=why):
        CudaSimulator(load("heckmeck"))
