"""bind: a rules file and its helpers as one namespace in which every function calls the others of that namespace.

The functions of a rules file name what they use — their helpers, the defaults, the drivers of `fast` name what they
expect of a game — and `bind` brings them together. Interpreted and compiled play both come from here: `bind(rules)`
copies the functions as they are, `bind(rules, jit=…)` compiles each copy against the other copies.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeAlias

from stammtisch.core import constants, defaults, dice, weighted

Jit: TypeAlias = Callable[[FunctionType], Any]

NOT_BOUND = ("TYPE_CHECKING", "USES", "INLINED", "PARALLEL")  # the last two: what fast/compiler.py is told
REQUIRED = ("Options", "State", "MOVES", "LENGTH", "turn", "outcomes", "forbids", "play", "score", "place")


class Rules(SimpleNamespace):
    """The bound functions and constants of one game, as attributes; the signatures stand in docs/design.md."""

    turn: Callable[[Any, Any], int]
    outcomes: Callable[[Any, Any], int]
    weight: Callable[[Any, Any, int], int]
    exchangeable: Callable[[Any, Any], int]
    sees: Callable[[Any, Any], int]
    forbids: Callable[[Any, Any, int], int]
    play: Callable[[Any, Any, int], None]
    score: Callable[[Any, Any, int], int]
    place: Callable[[Any, Any, int], int]
    setup: Callable[[Any, Any], None]
    hide: Callable[[Any, Any, int], None]
    unseen: Callable[[Any, Any, int], int]
    deal: Callable[[Any, Any, int, int], None]
    moves: Callable[[Any, Any, Any], int]
    spread: Callable[[Any, Any], int]
    outcome: Callable[[Any, Any, int], int]
    draw: Callable[[int, int, int, int], int]
    draw_next: Callable[[Any, int, int, int], int]
    count_throws: Callable[[Any, Any], int]
    play_throw: Callable[[Any, Any, int], tuple[int, int]]
    begin_throw: Callable[[Any, Any, int], tuple[int, int, int]]
    MOVES: int
    LENGTH: int
    THROWS: int

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the rules have no '{name}'")


def bind(
    rules: ModuleType,
    *drivers: ModuleType,
    jit: Callable[[str], Jit] | None = None,
    replace: dict[str, Any] | None = None,
) -> Rules:
    """Bring a rules file, its helpers and `drivers` together.

    `jit(digest)` gives the compiler for a function: the digest covers all that its meaning rests on.
    `replace` puts other functions or values in the place of bound ones (a policy, a faster intrinsic).
    """
    missing = [name for name in REQUIRED if not hasattr(rules, name)]
    if missing:
        raise TypeError(f"{rules.__name__} lacks {', '.join(missing)}")
    names = merge(rules, drivers)
    names.update(replace or {})
    space: dict[str, Any] = {"__builtins__": __builtins__, "__name__": rules.__name__}
    space.update(names)
    for name, value in names.items():
        if isinstance(value, FunctionType):
            twin = FunctionType(value.__code__, space, value.__name__, value.__defaults__)
            twin.__module__ = value.__module__
            twin.__doc__ = value.__doc__
            space[name] = jit(digest(name, names))(twin) if jit else twin
    del space["__builtins__"], space["__name__"]
    return Rules(**space)


def merge(rules: ModuleType, drivers: Iterable[ModuleType] = ()) -> dict[str, Any]:
    """All names of a game by one rule: the game's own come before the defaults, and any other clash is refused.

    Older rules may name in NEWER the rules that came after them, and have only what was different. A function that they
    replace they can import under another name, and call it.
    """
    newer = getattr(rules, "NEWER", None)
    if newer:
        functions = {name: value for name, value in vars(rules).items() if isinstance(value, FunctionType)}
        kept = {name: value for name, value in functions.items() if value.__module__ == newer.__name__}
        return {**merge(newer, drivers), **kept, **contents(rules)}
    names = contents(defaults)
    if hasattr(rules, "weight"):
        names.update(contents(weighted))
    owners: dict[str, ModuleType] = {}
    for module in (constants, dice, *getattr(rules, "USES", ()), *drivers, rules):
        for name, value in contents(module).items():
            if name in owners and names[name] is not value:
                raise TypeError(f"{name} is defined both in {owners[name].__name__} and in {module.__name__}")
            names[name] = value
            owners[name] = module
    return names


def contents(module: ModuleType) -> dict[str, Any]:
    """What a module gives to a binding: the functions and classes it defines, and its numbers and tuples of numbers."""
    found: dict[str, Any] = {}
    for name, value in vars(module).items():
        if name.startswith("_") or name in NOT_BOUND:
            continue
        own = getattr(value, "__module__", None) == module.__name__
        if isinstance(value, int | tuple) or (own and isinstance(value, FunctionType | type)):
            found[name] = value
    return found


def digest(function: str, names: dict[str, Any]) -> str:
    """A fingerprint of everything that a function's meaning rests on: code and constants, also of all that it names.

    What it does not name does not count. So the rules of a game have the same digest whatever they are bound with.
    """
    found: dict[str, str] = {}
    ahead = [function]
    while ahead:
        name = ahead.pop()
        if name in found or name not in names:
            continue
        value = names[name]
        if isinstance(value, FunctionType):
            found[name] = f"{fingerprint(value.__code__)} {value.__defaults__}"
            ahead += names_in(value.__code__)
        elif isinstance(value, int | tuple):
            found[name] = repr(value)
        else:  # a class, or what `replace` has put in
            found[name] = f"{getattr(value, 'LAYOUT', '')} {getattr(value, '__members__', '')}"
    parts = [function, *(f"{name} {found[name]}" for name in sorted(found))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def names_in(code: CodeType) -> set[str]:
    """All that a function's code names outside itself."""
    return set(code.co_names).union(*(names_in(c) for c in code.co_consts if isinstance(c, CodeType)))


def fingerprint(code: CodeType) -> str:
    """Of a function's code: what it does and names, and not where it stands."""
    constants = [fingerprint(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {constants}"
