"""A throw-and-set-aside turn as a picture for a colour terminal."""

from __future__ import annotations

from stammtisch.core.position import Position
from stammtisch.core.unit import POINTS, Unit
from stammtisch.games.keeping import KEEPING, SYMBOLS, WORM
from stammtisch.games.keeping.text import state

# Colours of both games, each a pair that reads on dark and on light backgrounds alike.
INK = "#2b1a10"
GROUND = "#e8d9b5"
OFFERED = "#ffb000"  # what may be taken now
ROASTED = "#a8320a"  # worms
_EMBER = "#d9531e"
_DIE = f"bold {INK} on #fbf7ea"
_DIE_KEPT = f"bold {INK} on #d8a23a"
_DIE_USELESS = "#8a8a8a"
_DIE_WAITING = "[on #a89f8c]   [/]"


def dice_lines(position: Position, faces: str) -> list[str]:
    """The dice set aside, and those thrown or to be thrown; `faces` has one character for each symbol."""
    s = state(position)
    total = position.game.rules.total(s)
    kept = [_dice(faces, symbol, s.kept[symbol], _DIE_KEPT) for symbol in range(SYMBOLS) if s.kept[symbol]]
    points = f"   [bold]{POINTS.count(total)}[/]" if total else ""
    worm = "" if s.kept[WORM] or not total else "  [dim]no worm yet[/]"
    lines = [f"   set aside   {'  '.join(kept) or '[dim]nothing yet[/]'}{points}{worm}", ""]
    if s.phase == KEEPING:
        thrown = [
            _dice(faces, symbol, s.thrown[symbol], _DIE_USELESS if s.kept[symbol] else _DIE)
            for symbol in range(SYMBOLS)
            if s.thrown[symbol]
        ]
        return [*lines, f"   thrown      {'  '.join(thrown)}"]
    return [*lines, f"   to throw    {' '.join([_DIE_WAITING] * s.dice) or '[dim]no dice left[/]'}"]


def _dice(faces: str, symbol: int, number: int, style: str) -> str:
    if symbol == WORM:
        style = style.replace(INK, ROASTED)
    return " ".join([f"[{style}] {faces[symbol]} [/]"] * number)


def counted(unit: Unit, n: int, width: int) -> str:
    """A number with its unit; the numbers of several lines stand below each other."""
    return (" " * (width - len(str(n))) + unit.count(n)).ljust(width + 6)


def seat_name(position: Position, p: int, name: str) -> tuple[str, str]:
    """The arrow before a player and his name: both glow while it is his turn."""
    if p == state(position).player and not position.is_over:
        return f"[bold {_EMBER}]▶[/]", f"[bold {_EMBER}]{name}[/]"
    return " ", name
