"""Compiled play: a game's rules through Numba, single games and batches on all cores, or on a GPU."""

from stammtisch.core.extras import optional_imports

with optional_imports():
    from stammtisch.fast.simulator import Batch, Simulator
    from stammtisch.fast.vector import Rollout, Vector

__all__ = ["Batch", "Rollout", "Simulator", "Vector"]
