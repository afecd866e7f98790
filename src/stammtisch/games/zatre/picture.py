"""Zatre as a picture for a colour terminal of 80 columns: the board, and beside it hands and score cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap

from stammtisch.core.position import Position
from stammtisch.core.translation import say_n
from stammtisch.core.turn import LastTurns
from stammtisch.games.zatre.board import DOWN, EMPTY, NO_CELL, SIDE, TEN
from stammtisch.games.zatre.facts import card, choices, duty, hand, laid_last, state
from stammtisch.games.zatre.rules import LOTS

# Colours of the picture, each a pair that reads on dark and on light backgrounds alike.
_SLATE = "#2f5d73"
_DEEP = "#234757"  # double cells
_OPEN, _OPEN_DEEP = "#3a7c99", "#2c667f"  # the same, where a tile may be laid now
_INK = "#1d2a31"
_TILE = f"bold {_INK} on #e4dfd0"
_FRESH = f"bold {_INK} on #ffb000"  # laid in this turn
_LATELY = f"bold {_INK} on #9fd0e6"  # laid in the turn before
_ACCENT = "bold #2f86ad"

_RAISED = " ¹²³⁴⁵⁶"  # the tiles that may be laid on a cell
_BOARD_WIDTH = 3 + 3 * SIDE
_PANEL_WIDTH = 30
_NAME_WIDTH = 10
_FULL_CARDS = 2  # more cards than this do not fit beside the board
_BOXES_SHOWN = 22


def picture(position: Position, names: Sequence[str], turns: LastTurns | None = None) -> str:
    """The board for a colour terminal of 80 columns, as rich markup."""
    beside = _panel(position, names)
    return "\n".join(
        f"{row or ' ' * _BOARD_WIDTH}  {line}".rstrip()
        for row, line in zip_longest(_board(position, turns), beside, fillvalue="")
    )


def _board(position: Position, turns: LastTurns | None) -> list[str]:
    s, may = state(position), choices(position)
    fresh = s.laid[: s.count]
    lately = [] if fresh else laid_last(turns)
    rows = ["[dim]   " + "".join(f"{column:^3}" for column in range(SIDE)) + "[/]"]
    for row in range(SIDE):
        line = f"[dim]{row:2}[/] "
        for c in range(DOWN * (row + 1), DOWN * (row + 1) + SIDE):
            pips = s.board[c]
            if pips == NO_CELL:
                line += "   "
            elif pips == EMPTY:
                line += _cell(position.game.rules.is_double(c), may.get(c, []))
            elif c in fresh:
                line += f"[{_FRESH}]({pips})[/]"
            else:
                line += f"[{_LATELY}]‹{pips}›[/]" if c in lately else f"[{_TILE}] {pips} [/]"
        rows.append(line)
    return rows


def _cell(double: bool, may: Sequence[int]) -> str:
    """An empty cell: × on a double cell, and the tiles that may be laid there as small raised numbers."""
    mark = "×" if double else ""
    raised = "".join(_RAISED[pips] for pips in may)
    if len(mark + raised) > 3:
        raised = "⁺"
    if not raised:
        return f"[#8fb3c2 on {_DEEP if double else _SLATE}]{mark or '·':^3}[/]"
    return f"[bold #fff1bf on {_OPEN_DEEP if double else _OPEN}]{mark + raised:^3}[/]"


def _panel(position: Position, names: Sequence[str]) -> list[str]:
    """The bag, every player's points, tiles and card, and what is to be done: 30 columns, as high as the board."""
    s = state(position)
    players = range(position.game.players)
    in_full = list(players) if len(names) <= _FULL_CARDS else [s.player if position.viewer is None else position.viewer]
    task = wrap(duty(position), _PANEL_WIDTH)
    in_short = 1 + len(names) + 4 * len(in_full) + (len(names) - len(in_full)) + len(task) <= SIDE + 1
    lines = [
        "[dim]drawing lots for the start[/]"
        if s.phase == LOTS
        else f"[dim]{say_n(s.left, '{n} tile in the bag.', '{n} tiles in the bag.')}[/]"
    ]
    for p in players:
        lines.append(_seat(position, p, names[p][:_NAME_WIDTH].ljust(min(_NAME_WIDTH, max(map(len, names))))))
        if p in in_full:
            lines += _card(position, p)
        elif in_short:
            lines.append(_card_in_short(position, p))
    return [*lines, *(f"[{_ACCENT}]{line}[/]" for line in task)]


def _seat(position: Position, p: int, name: str) -> str:
    s = state(position)
    moving = p == s.player and not position.is_over and s.phase != LOTS
    arrow, who = (f"[{_ACCENT}]▶[/]", f"[{_ACCENT}]{name}[/]") if moving else (" ", name)
    return f"{arrow} {who} [bold]{position.scores[p]:4}[/]  {_tiles(position, p)}"


def _tiles(position: Position, p: int) -> str:
    """A hand: face up if it can be seen, else face down."""
    seen, held = hand(position, p), state(position).held[p]
    if seen is None:
        return f"[#8a8a8a]{'▮' * held}[/]" if held <= 6 else f"[#8a8a8a]▮[/]×{held}"
    if held > 3:
        return f"[{_TILE}] {''.join(map(str, seen))[:8]}{'…' if held > 8 else ''} [/]"
    return " ".join(f"[{_TILE}] {pips} [/]" for pips in seen)


def _card(position: Position, p: int) -> list[str]:
    """A card on its side: one column of the picture is one row of the card, so complete rows stand above each other."""
    mine = card(position, p)
    boxes = ["".join(str(n) if n < 10 else "+" for n in column) for column in mine.boxes]
    first = max(0, max(map(len, [*boxes, "×" * mine.crosses])) - _BOXES_SHOWN)  # older rows make room for newer ones
    more = "…" if first else ""
    return [
        f"   [dim]{title:>2}[/] {more}{line[first:]}"
        for title, line in zip(("×", TEN, TEN + 1, TEN + 2), ["×" * mine.crosses, *boxes], strict=True)
    ]


def _card_in_short(position: Position, p: int) -> str:
    mine = card(position, p)
    columns = "  ".join(f"[dim]{TEN + column}:[/]{len(boxes)}" for column, boxes in enumerate(mine.boxes))
    return f"   [dim]×:[/]{mine.crosses}  {columns}"
