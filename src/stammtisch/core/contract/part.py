"""Part: one file of a game's folder, with defaults for what the file leaves out.

A subclass is a contract. Its attributes and methods are what the house asks; their values and bodies are the defaults.
Whatever the game's file defines takes their place, so a method is written there as a plain function without `self`. A
name without a default must be in the file, if there is one.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, ClassVar, Self

from stammtisch.core.errors import BrokenGame
from stammtisch.core.extras import optional_imports


class Part:
    """One file of a game's folder, with defaults for what the file leaves out. It is true if the game has the file.

    `game.part(contract)` gives one. A contract is a subclass; the module of a game defines its names as plain
    constants and as functions without `self`.
    """

    FILE: ClassVar[str]
    """The name of the file, without .py."""
    _loaded: ClassVar[dict[tuple[type[Part], str], Any]] = {}

    def __init__(self, own: ModuleType | None) -> None:
        self._own = own
        if own is None:
            return
        asked = _asked(type(self))
        missing = [name for name in asked if not hasattr(own, name) and not hasattr(type(self), name)]
        if missing:
            raise BrokenGame(f"{own.__name__} lacks {', '.join(missing)}")
        vars(self).update({name: getattr(own, name) for name in asked if hasattr(own, name)})

    @classmethod
    def of(cls, package: str) -> Self:
        """This part of the game in a package; loaded once, and only when it is asked for."""
        key = (cls, package)
        if key not in cls._loaded:
            name = f"{package}.{cls.FILE}"
            with optional_imports():
                cls._loaded[key] = cls(import_module(name) if package and find_spec(name) else None)
        found: Self = cls._loaded[key]
        return found

    def __bool__(self) -> bool:
        """Does the game have this file?"""
        return self._own is not None

    @property
    def file(self) -> str:
        """The module that this part comes from; "" if the game has no such file."""
        return self._own.__name__ if self._own else ""

    def defines(self, name: str) -> bool:
        """Does the game's file say this itself?"""
        return self._own is not None and hasattr(self._own, name)


def _asked(contract: type[Part]) -> list[str]:
    """The names that a contract consists of."""
    names = [*contract.__annotations__, *vars(contract)]
    return [name for name in dict.fromkeys(names) if not name.startswith("_") and name != "FILE"]
