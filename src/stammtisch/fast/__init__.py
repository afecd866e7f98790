"""Compiled play: a game's rules through Numba, single games and batches on all cores, or on a GPU."""

from stammtisch.fast.simulator import Batch, Simulator

__all__ = ["Batch", "Simulator"]
