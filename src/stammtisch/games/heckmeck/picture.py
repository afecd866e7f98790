"""Heckmeck as a picture for a colour terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.position import Position
from stammtisch.games.heckmeck.rules import FACE_DOWN, GRILL, LOWEST, NO_TILE, STOP, TAKE, TILES, State
from stammtisch.games.keeping import KEEPING, WORM

# Colours of the picture, each a pair that reads on dark and on light backgrounds alike.
_TILE = "#e8d9b5"
_OFFERED = "#ffb000"  # a tile that may be taken now
_DOWN = "#5b4636"
_INK = "#2b1a10"
_ROASTED = "#a8320a"
_EMBER = "#d9531e"
_DIE = f"bold {_INK} on #fbf7ea"
_DIE_KEPT = f"bold {_INK} on #d8a23a"
_DIE_USELESS = "#8a8a8a"
_FACES = "12345~"
_DIE_WAITING = "[on #a89f8c]   [/]"


def picture(position: Position, names: Sequence[str]) -> str:
    """The board for a colour terminal of 80 columns, as rich markup."""
    s = state(position)
    offered = takes(position)
    tiles = [_tile(t, s.lies[t], t in offered) for t in range(TILES)]
    lines = [" " + " ".join(row) for row in zip(*tiles, strict=True)]
    width = max(len(name) for name in names)
    lines += [_seat(position, p, names[p].ljust(width), offered) for p in range(position.game.players)]
    if position.is_over:
        return "\n".join(lines)
    total = position.game.rules.total(s)
    kept = "  ".join(_faces(f, s.kept[f], _DIE_KEPT) for f in range(6) if s.kept[f]) or "[dim]nothing yet[/]"
    points = f"   [bold]{total} {'point' if total == 1 else 'points'}[/]" if total else ""
    worm = "" if s.kept[WORM] or not total else "  [dim]no worm yet[/]"
    lines += ["", f"   set aside   {kept}{points}{worm}", ""]
    if s.phase == KEEPING:
        thrown = [_faces(f, s.thrown[f], _DIE_USELESS if s.kept[f] else _DIE) for f in range(6) if s.thrown[f]]
        lines.append(f"   thrown      {'  '.join(thrown)}")
    else:
        lines.append(f"   to throw    {' '.join([_DIE_WAITING] * s.dice) or '[dim]no dice left[/]'}")
    return "\n".join(lines)


def _tile(t: int, lies: int, offered: bool) -> tuple[str, str, str, str]:
    """A domino of four lines, four columns wide; where a tile was taken away, its number in small."""
    if lies == FACE_DOWN:
        return (
            f"[{_DOWN}]▄▄▄▄[/]",
            f"[#8d7560 on {_DOWN}] ▒▒ [/]",
            f"[#8d7560 on {_DOWN}] ▒▒ [/]",
            f"[{_DOWN}]▀▀▀▀[/]",
        )
    if lies != GRILL:
        return ("    ", f"[dim] {LOWEST + t} [/]", "    ", "    ")
    ground = _OFFERED if offered else _TILE
    worms = ("~" * (1 + t // 4)).center(4)
    return (
        f"[{ground}]▄▄▄▄[/]",
        f"[bold {_INK} on {ground}] {LOWEST + t} [/]",
        f"[bold {_ROASTED} on {ground}]{worms}[/]",
        f"[{ground}]▀▀▀▀[/]",
    )


def _seat(position: Position, p: int, name: str, offered: Sequence[int]) -> str:
    s = state(position)
    pile = stack(s, p)
    moving = p == s.player and not position.is_over
    tiles = "".join(f"[dim]{LOWEST + t}[/] " for t in pile[:-1])
    if pile:
        tiles += f"[bold {_INK} on {_OFFERED if pile[-1] in offered else _TILE}] {LOWEST + pile[-1]} [/]"
    worms = f"{position.scores[p]:2} {'worm ' if position.scores[p] == 1 else 'worms'}"
    arrow, who = (f"[bold {_EMBER}]▶[/]", f"[bold {_EMBER}]{name}[/]") if moving else (" ", name)
    return f" {arrow} {who}   {worms}   {tiles or '[dim]no tile[/]'}"


def state(position: Position) -> State:
    assert isinstance(position.state, State)
    return position.state


def takes(position: Position) -> list[int]:
    """The tiles that may be taken now."""
    return [m - TAKE for m in position.legal_moves if TAKE <= m < STOP]


def stack(s: State, p: int) -> list[int]:
    """A player's tiles from the bottom to the top."""
    tiles, t = [], s.top[p]
    while t != NO_TILE:
        tiles.append(t)
        t = s.below[t]
    return tiles[::-1]


def _faces(symbol: int, count: int, style: str) -> str:
    if symbol == WORM:
        style = style.replace(_INK, _ROASTED)
    return " ".join([f"[{style}] {_FACES[symbol]} [/]"] * count)
