"""Zatre as a picture for a colour terminal of 80 columns: the board, and beside it hands and score cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from stammtisch.core.position import Position
from stammtisch.games.zatre.board import DOWN, EMPTY, NO_CELL, SIDE, TEN
from stammtisch.games.zatre.rules import LOTS
from stammtisch.games.zatre.sight import card, choices, duty, hand, state

# Colours of the picture, each a pair that reads on dark and on light backgrounds alike.
_SLATE = "#2f5d73"
_DEEP = "#234757"  # double cells
_CHALK = "#f3efe3"
_INK = "#1d2a31"
_TILE = f"bold {_INK} on #e4dfd0"
_FRESH = f"bold {_INK} on #ffb000"  # laid in this turn
_LATELY = f"bold {_INK} on #9fd0e6"  # laid in the turn before
_ACCENT = "bold #3d8fb3"

_RAISED = " ¹²³⁴⁵⁶"  # the tiles that may be laid on a cell
_BOARD_WIDTH = 3 + 3 * SIDE
_FULL_CARDS = 3  # more cards than this do not fit beside the board


def picture(position: Position, names: Sequence[str]) -> str:
    """The board for a colour terminal of 80 columns, as rich markup."""
    beside = _panel(position, names)
    return "\n".join(
        f"{row or ' ' * _BOARD_WIDTH}  {line}".rstrip()
        for row, line in zip_longest(_board(position), beside, fillvalue="")
    )


def _board(position: Position) -> list[str]:
    s, may = state(position), choices(position)
    fresh = s.laid[: s.count]
    lately = [] if fresh else [c for c in s.last if c]
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
    ground = _DEEP if double else _SLATE
    if not raised:
        return f"[#8fb3c2 on {ground}]{mark or '·':^3}[/]"
    return f"[bold #ffd479 on {ground}]{mark + raised:^3}[/]"


def _panel(position: Position, names: Sequence[str]) -> list[str]:
    """Who is to move, hands, the bag, and the cards."""
    s = state(position)
    players = range(position.game.players)
    width = max(len(name) for name in names)
    in_full = list(players)
    if len(names) > _FULL_CARDS:
        in_full = [p for p in (position.viewer, s.player) if p is not None][:1]
    lines = [f"[dim]{s.left} tiles in the bag[/]" if s.phase != LOTS else "[dim]drawing lots for the start[/]"]
    for p in players:
        moving = p == s.player and not position.is_over and s.phase != LOTS
        arrow, who = (
            (f"[{_ACCENT}]▶[/]", f"[{_ACCENT}]{names[p].ljust(width)}[/]") if moving else (" ", names[p].ljust(width))
        )
        lines.append(f"{arrow} {who} [bold]{position.scores[p]:4}[/]  {_tiles(position, p)}")
        if p in in_full:
            lines += _card(position, p)
        else:
            lines.append(f"    {_card_in_short(position, p)}")
    if task := duty(position):
        lines.append(f"[dim]{task}[/]")
    return lines


def _tiles(position: Position, p: int) -> str:
    """A hand: face up if it can be seen, else face down."""
    seen = hand(position, p)
    if seen is None:
        return "[#8a8a8a]" + "▮" * state(position).held[p] + "[/]"
    return " ".join(f"[{_TILE}] {pips} [/]" for pips in seen)


def _card(position: Position, p: int) -> list[str]:
    """A card on its side: one column of the picture is one row of the card, so complete rows stand above each other."""
    mine = card(position, p)
    lines = [f"    [dim] ×[/] {'×' * mine.crosses}"]
    lines += [
        f"    [dim]{TEN + column}[/] {''.join(str(n) if n < 10 else '+' for n in boxes)}"
        for column, boxes in enumerate(mine.boxes)
    ]
    return lines


def _card_in_short(position: Position, p: int) -> str:
    mine = card(position, p)
    columns = "  ".join(f"[dim]{TEN + column}:[/]{len(boxes)}" for column, boxes in enumerate(mine.boxes))
    return f"[dim]×:[/]{mine.crosses}  {columns}"
