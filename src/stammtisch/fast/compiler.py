"""Compiling bound rules with Numba, with a disk cache that can be trusted.

Numba's cache knows a function by its file, name and first line, and does not notice that a *callee* has changed, nor
that the same code was bound to other constants or compiled with other flags: it would return wrong code. So every
function is renamed, before it is compiled, by a digest of all that its meaning rests on, and kept on disk by that
(cache.py). Where no cache can be written, functions are compiled anew in each process.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher

from stammtisch.core.bind import Jit, Rules, bind, fingerprint
from stammtisch.fast import batch, drive
from stammtisch.fast.cache import DigestCache

Policy = Callable[..., int]

INLINE = frozenset(
    ("turn", "outcomes", "spread", "outcome", "draw_next", "moves", "choose", "play", "happen", "decide", "step")
)
"""What runs at every ply is put in place instead of called: 1.6 times the speed. A driver adds to it by `INLINED`."""
INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Most functions are called by compiled code only. What Python needs to call them would be a third of compiling."""


@functools.cache
def compile_rules(
    rules: ModuleType,
    policy: Policy | None = None,
    *,
    drivers: tuple[ModuleType, ...] = (drive, batch),
    replace: tuple[tuple[str, Any], ...] = (),
    boundscheck: bool = False,
    cache: bool = True,
) -> Rules:
    """A game's rules and the loops around them, compiled. A policy is a plain function, see drive.py.

    `drivers` are the loops: other modules of rules Python, such as a solver's, instead of those that play games. They
    may name in INLINED what is to be put in place instead of called, and in PARALLEL what runs on all cores. `replace`
    puts functions or numbers in the place of bound ones.
    """
    # Division by zero raises interpreted, where the contract tests see it; compiled it need not be looked for.
    flags: dict[str, Any] = {"nogil": True, "boundscheck": boundscheck, "error_model": "numpy"}
    replaced: dict[str, Any] = {"prange": numba.prange, **dict(replace)}
    if policy is not None:
        replaced["choose"] = plain(policy)
    handling = Handling(INLINE | named(drivers, "INLINED"), named(drivers, "PARALLEL"), cache)
    inner = bind(rules, *drivers, jit=lambda digest: _compiler(digest, {**flags, **INNER}, handling), replace=replaced)
    return Rules(**{name: _outer(value, flags, handling) for name, value in vars(inner).items()})


class Handling(NamedTuple):
    """How functions are compiled, by their names."""

    inlined: frozenset[str]
    parallel: frozenset[str]
    cache: bool


def named(drivers: tuple[ModuleType, ...], what: str) -> frozenset[str]:
    """The functions that drivers name in INLINED or PARALLEL."""
    return frozenset(name for driver in drivers for name in getattr(driver, what, ()))


def plain(policy: Policy) -> Policy:
    """A policy, if it can be bound with the rules: a function that stands on its own."""
    if not isinstance(policy, FunctionType) or policy.__closure__:
        raise TypeError("a policy must be a plain function without a closure; it may use the names of the rules")
    return policy


def _compiler(digest: str, flags: dict[str, Any], handling: Handling) -> Jit:
    def compiled(function: FunctionType) -> Any:
        name = function.__name__
        mine = {**flags, "parallel": name in handling.parallel, "forceinline": name in handling.inlined}
        stamp = _stamp(digest, mine)
        function.__qualname__ = f"{name}.{stamp}"
        return _jit(function, stamp, mine, cache=handling.cache)

    return compiled


def _outer(value: Any, flags: dict[str, Any], handling: Handling) -> Any:
    """A compiled function for Python to call. It is compiled when it is called, and calls the inner ones."""
    if not isinstance(value, Dispatcher):
        return value
    inner: Any = value.py_func
    function = FunctionType(inner.__code__, inner.__globals__, inner.__name__, inner.__defaults__)
    function.__module__, function.__doc__ = inner.__module__, inner.__doc__
    return _compiler(inner.__qualname__, {**flags, "no_cfunc_wrapper": True}, handling)(function)


def _stamp(digest: str, flags: dict[str, Any]) -> str:
    meaning = f"{digest} {sorted(flags.items())} {numba.__version__} {np.__version__}"
    return hashlib.sha256(meaning.encode()).hexdigest()[:16]


def jit(function: Callable[..., Any], **flags: Any) -> Any:
    """A function that is bound to no game, compiled; from the disk cache, where it is there."""
    assert isinstance(function, FunctionType)
    return _jit(function, _stamp(_meaning(function), {name: _ordered(flag) for name, flag in flags.items()}), flags)


def _jit(function: FunctionType, stamp: str, flags: dict[str, Any], *, cache: bool = True) -> Any:
    compiled = numba.njit(function, **flags)
    if cache:
        compiled._cache = DigestCache(function.__name__, stamp)
        compiled.compile = compiled._cache.locking(compiled.compile)
    return compiled


def _meaning(function: FunctionType) -> str:
    """What a function rests on: its code, and all that it names outside itself, also in what it calls."""
    named: dict[str, Any] = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    parts = [fingerprint(function.__code__)]
    for name, value in named.items():
        if isinstance(value, Dispatcher):
            parts.append(f"{name} {getattr(value, '_cache').stamp}")  # noqa: B009  # Numba's types do not tell of it
        elif isinstance(value, int | float | tuple):
            parts.append(f"{name} {value!r}")
    return "\n".join(parts)


def _ordered(flag: Any) -> Any:
    """Sets are printed in another order by every process."""
    return sorted(flag) if isinstance(flag, set) else flag
