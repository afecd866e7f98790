"""Render: the board for people, as text or as a picture."""

from __future__ import annotations

from typing import Any

from stammtisch.core.errors import OptionError
from stammtisch.core.excerpt import quoted
from stammtisch.core.position import Position

ANSI, RGB = "ansi", "rgb_array"
MODES = (ANSI, RGB)


def check_mode(mode: Any) -> str | None:
    """A render mode, if it is one.

    Raises:
        OptionError: There is no such mode.
    """
    if mode is not None and mode not in list(MODES):
        raise OptionError(f"render_mode cannot be {quoted(mode)}; it must be {ANSI} or {RGB}")
    return None if mode is None else str(mode)


def render(position: Position, seat: int, mode: str | None) -> Any:
    """The board as a seat sees it; None without a mode."""
    if mode == ANSI:
        return str(position.view(seat))
    if mode == RGB:
        from stammtisch.rl.picture import picture

        return picture(position.view(seat))
    return None
