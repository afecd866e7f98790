"""Heckmeck as a picture for a colour terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.position import Position
from stammtisch.core.translation import say
from stammtisch.core.turn import LastTurns
from stammtisch.games.heckmeck.rules import FACE_DOWN, GRILL, LOWEST, NO_TILE, STOP, TAKE, TILES, State
from stammtisch.games.keeping.picture import GROUND, INK, OFFERED, ROASTED, counted, dice_lines, seat_name
from stammtisch.games.keeping.text import WORMS

_DOWN = "#5b4636"
_FACES = "12345~"


def picture(position: Position, names: Sequence[str], turns: LastTurns | None = None) -> str:
    """The board for a colour terminal of 80 columns, as rich markup."""
    s = state(position)
    offered = takes(position)
    tiles = [_tile(t, s.lies[t], t in offered) for t in range(TILES)]
    lines = [" " + " ".join(row) for row in zip(*tiles, strict=True)]
    width = max(len(name) for name in names)
    lines += [_seat(position, p, names[p].ljust(width), offered) for p in range(position.game.players)]
    if position.is_over:
        return "\n".join(lines)
    return "\n".join([*lines, "", *dice_lines(position, _FACES)])


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
    ground = OFFERED if offered else GROUND
    worms = ("~" * (1 + t // 4)).center(4)
    return (
        f"[{ground}]▄▄▄▄[/]",
        f"[bold {INK} on {ground}] {LOWEST + t} [/]",
        f"[bold {ROASTED} on {ground}]{worms}[/]",
        f"[{ground}]▀▀▀▀[/]",
    )


def _seat(position: Position, p: int, name: str, offered: Sequence[int]) -> str:
    s = state(position)
    pile = stack(s, p)
    tiles = "".join(f"[dim]{LOWEST + t}[/] " for t in pile[:-1])
    if pile:
        tiles += f"[bold {INK} on {OFFERED if pile[-1] in offered else GROUND}] {LOWEST + pile[-1]} [/]"
    worms = counted(WORMS, position.scores[p], 2)
    arrow, who = seat_name(position, p, name)
    nothing = f"[dim]{say('no tile')}[/]"
    return f" {arrow} {who}   {worms}   {tiles or nothing}"


def state(position: Position) -> State:
    assert isinstance(position.state, State)
    return position.state


def takes(position: Position) -> list[int]:
    """The tiles that may be taken now."""
    return [m - TAKE for m in position.legal_moves if TAKE <= m < STOP]


def stack(s: State, p: int) -> list[int]:
    """A player's tiles from the bottom to the top."""
    tiles: list[int] = []
    t = s.top[p]
    while t != NO_TILE and len(tiles) < TILES:  # a damaged position could go round in circles
        tiles.append(t)
        t = s.below[t]
    return tiles[::-1]
