"""Zocken as a picture for a colour terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.position import Position
from stammtisch.core.translation import say, to_say
from stammtisch.core.turn import LastTurns
from stammtisch.games.zocken.facts import legal_slots, points_so_far, rounds, state, waiting
from stammtisch.games.zocken.rules import AGAINST, BOX, DICE, EMPTY, FOR, LEFT, PLACING, RIGHT, ROW, SLOTS, State

NAMES = (
    to_say("red"),
    to_say("orange"),
    to_say("yellow"),
    to_say("green"),
    to_say("blue"),
    to_say("violet"),
    to_say("white"),
)
SYMBOLS = ("♥", "▲", "●", "♣", "■", "♦", "○")  # [K1.2] for those who do not tell the colours apart

# Every ground has its own ink, so that the picture reads on dark and on light backgrounds alike.
#           a die                   the space of that colour
_DIE = (
    "bold #ffffff on #c9252b",
    "bold #201000 on #f58a1f",
    "bold #201000 on #ffd500",
    "bold #ffffff on #1f7a33",
    "bold #ffffff on #1f5fc4",
    "bold #ffffff on #7a3bb0",
    "bold #202020 on #e6e6e6",
)
_SPACE = (
    ("#8c1216", "#f0b5b3"),
    ("#7a4100", "#fbd3a4"),
    ("#6b5600", "#fdeea0"),
    ("#0f4d1d", "#b7dfbf"),
    ("#0f357a", "#b5cff4"),
    ("#431a66", "#d8c0ec"),
    ("#303030", "#b4b4b4"),
)
_END = ("#f4ead9", "#7d6a5a")
_BOX = ("#f4ead9", "#54463c")
_MAY = "bold #2b1a10 on #ffb000"  # where the die may go: the colour of the keys
_AGAINST = "bold #ffffff on #7d1d12"
_TURN = "bold #d9531e"

_SPACE_WIDE = 6
_END_WIDE = 7
_BOX_WIDE = 13
_NAME_WIDE = 14


def picture(position: Position, names: Sequence[str], turns: LastTurns | None = None) -> str:
    """The board for a colour terminal of 80 columns, as rich markup."""
    s = state(position)
    may = legal_slots(position)
    cells = [_cell(s, slot, slot in may) for slot in range(SLOTS)] + [_box(s, BOX in may)]
    lines = [" " + " ".join(row) for row in zip(*cells, strict=True)]
    if not position.is_over:
        lines += [_so_far(position, names), _dice(s)]
    return "\n".join([*lines, "", *_seats(position, names)])


def signed(number: int) -> str:
    """A number with the minus sign of print."""
    return str(number).replace("-", "−")


def _cell(s: State, slot: int, may: bool) -> tuple[str, str, str, str]:
    """A slot of four lines: the die or the colour's symbol, below it the slot's number, or a word if they match."""
    is_end = slot in (LEFT, RIGHT)
    ink, ground = _END if is_end else _SPACE[slot - ROW]
    wide = _END_WIDE if is_end else _SPACE_WIDE
    label = {LEFT: "left", RIGHT: "right"}.get(slot, str(slot))
    if s.slots[slot] != EMPTY:
        die = s.lies.index(slot)
        middle = f"[on {ground}] [/][{_DIE[die]}]{_face(s, die).center(wide - 2)}[/][on {ground}] [/]"
        label = say("match") if die == slot - ROW else label
    else:
        middle = f"[{ink} on {ground}]{('−10' if is_end else SYMBOLS[slot - ROW]).center(wide)}[/]"
    style = _MAY if may else f"{ink} on {ground}"
    return (
        f"[{ground}]{'▄' * wide}[/]",
        middle,
        f"[{style}]{(f'‹{label}›' if may else label).center(wide)}[/]",
        f"[{ground}]{'▀' * wide}[/]",
    )


def _box(s: State, may: bool) -> tuple[str, str, str, str]:
    """The −20 space: its name and up to seven dice on two lines."""
    ink, ground = _BOX
    dice = [die for die in range(DICE) if s.lies[die] == BOX]
    name = "‹-20›" if may else " −20 "
    first = f"[{_MAY if may else f'{ink} on {ground}'}]{name}[/]"
    return (
        f"[{ground}]{'▄' * _BOX_WIDE}[/]",
        first + _dice_on(s, dice[:2], ground, _BOX_WIDE - len(name)),
        _dice_on(s, dice[2:], ground, _BOX_WIDE),
        f"[{ground}]{'▀' * _BOX_WIDE}[/]",
    )


def _dice_on(s: State, dice: Sequence[int], ground: str, wide: int) -> str:
    """Dice side by side, filled up to so many columns. Five of them leave no gaps."""
    gap = "" if 3 * len(dice) > wide else " "
    text = "".join(f"[on {ground}]{gap}[/][{_DIE[die]}]{_face(s, die)}[/]" for die in dice)
    used = len(dice) * (2 + len(gap))
    return f"{text}[on {ground}]{' ' * (wide - used)}[/]"


def _seats(position: Position, names: Sequence[str]) -> list[str]:
    """Three players a line: who is to move, the score, and who bets."""
    s = state(position)
    cells = []
    for p, score in enumerate(position.scores):
        moving = p == (s.player if position.is_chance else position.turn)
        name = f"{_short(names[p]):{_NAME_WIDE}}"
        who = f"[{_TURN}]▶ {name}[/]" if moving else f"  {name}"
        bet = {FOR: f"[{_MAY}]bet[/]", AGAINST: f"[{_AGAINST}]vs.[/]"}.get(s.bets[p], "   ")
        cells.append(f"{who}{signed(score):>5} {bet}")
    return [" " + " ".join(cells[i : i + 3]) for i in range(0, len(cells), 3)]


def _so_far(position: Position, names: Sequence[str]) -> str:
    """The round, the thrower, and what his dice count as they lie."""
    this, last = rounds(position)
    colours, ends, box = points_so_far(position.game, state(position))
    parts = [f"{word} {signed(n)}" for word, n in (("colours", colours), ("ends", ends), ("penalty", box)) if n]
    so_far = f"so far [bold]{signed(colours + ends + box)}[/]" + (f": {', '.join(parts)}" if parts else "")
    return f"   round {this}/{last} · {_short(names[state(position).player])} · {so_far}"


def _short(name: str) -> str:
    return name if len(name) <= _NAME_WIDE else f"{name[: _NAME_WIDE - 1]}…"


def _dice(s: State) -> str:
    """The die just thrown and those in hand; while one is to be picked, with their names."""
    if s.phase == PLACING:
        thrown = f"   thrown [{_DIE[s.die]}] {SYMBOLS[s.die]} {NAMES[s.die]} {s.shows[s.die]} [/]"
        rest = "".join(f"[{_DIE[die]}] {SYMBOLS[die]} [/]" for die in waiting(s))
        return f"{thrown}   in hand {rest or '[dim]none[/]'}"
    return "   in hand " + "".join(f"[{_DIE[die]}] {SYMBOLS[die]} {NAMES[die]} [/]" for die in waiting(s))


def _face(s: State, die: int) -> str:
    return f"{SYMBOLS[die]}{s.shows[die]}"
