"""Compiling bound rules with Numba, with a disk cache that can be trusted.

Numba's cache knows a function by its file, name and first line, and does not notice that a *callee* has changed, nor
that the same code was bound to other constants or compiled with other flags: it would return wrong code. So every
function is renamed, before it is compiled, by a digest of all that its meaning rests on. Where no cache can be
written, functions are compiled anew in each process.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

from stammtisch.core.bind import Jit, Rules, bind
from stammtisch.fast import batch, drive

Policy = Callable[..., int]

INLINE = frozenset(
    ("turn", "outcomes", "spread", "outcome", "shake", "moves", "choose", "play", "happen", "decide", "step")
)
"""What runs at every ply is put in place instead of called: 1.6 times the speed."""


@functools.cache
def compile_rules(
    rules: ModuleType,
    policy: Policy | None = None,
    *,
    drivers: tuple[ModuleType, ...] = (drive, batch),
    boundscheck: bool = False,
    cache: bool = True,
) -> Rules:
    """A game's rules and the loops around them, compiled. A policy is a plain function, see drive.py.

    `drivers` are the loops: other modules of rules Python, such as a solver's, instead of those that play games.
    """
    # Division by zero raises interpreted, where the contract tests see it; compiled it need not be looked for.
    flags: dict[str, Any] = {"nogil": True, "boundscheck": boundscheck, "error_model": "numpy"}
    replace: dict[str, Any] = {"prange": numba.prange}
    if policy is not None:
        replace["choose"] = plain(policy)
    return bind(rules, *drivers, jit=lambda digest: _compiler(digest, flags, cache), replace=replace)


def plain(policy: Policy) -> Policy:
    """A policy, if it can be bound with the rules: a function that stands on its own."""
    if not isinstance(policy, FunctionType) or policy.__closure__:
        raise TypeError("a policy must be a plain function without a closure; it may use the names of the rules")
    return policy


def _compiler(digest: str, flags: dict[str, Any], cache: bool) -> Jit:
    meaning = f"{digest} {sorted(flags.items())} {numba.__version__} {np.__version__}"
    stamp = hashlib.sha256(meaning.encode()).hexdigest()[:16]

    def compiled(function: FunctionType) -> Any:
        function.__qualname__ = f"{function.__name__}.{stamp}"
        name = function.__name__
        mine = {**flags, "parallel": name == "many_parallel", "forceinline": name in INLINE}
        return jit(function, cache=cache, **mine)

    return compiled


def jit(function: Callable[..., Any], *, cache: bool = True, **flags: Any) -> Any:
    """A function compiled; from the disk cache, where one can be written.

    Use it as it is only for functions whose callees and constants stand in their own file: Numba watches that.
    """
    if cache:
        try:
            return numba.njit(function, cache=True, **flags)
        except RuntimeError:  # no place to write a cache to
            pass
    return numba.njit(function, **flags)
