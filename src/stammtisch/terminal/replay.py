"""Replay: a recorded match, step by step on a terminal or all in words."""

from __future__ import annotations

from pathlib import Path

from stammtisch.core.contract.text import board_in_words
from stammtisch.core.errors import OptionError
from stammtisch.core.position import Position
from stammtisch.core.reading import Replayed
from stammtisch.core.turn import LastTurns
from stammtisch.terminal import match_text
from stammtisch.terminal.files import read_record
from stammtisch.terminal.keyboard import press
from stammtisch.terminal.screen import is_plain
from stammtisch.terminal.seats import shown

BACK = ("b", "\x7f", "\x1b[D", "\x1b[A")
FIRST = ("f", "\x1b[H")
LAST = ("l", "\x1b[F")
QUIT = ("q", "\x1b")
KEYS = "Enter next · b back · f first · l last · q quit"


def replay(path: Path, to: int | None, *, plain: bool) -> None:
    replayed = read_record(path)
    names = [shown(name) for name in replayed.seats]
    steps = match_text.tell(replayed.match, names)
    if to is not None and not 0 <= to <= len(steps):
        raise OptionError(
            f"the match has {len(steps)} events, so --to must be a number from 0 to {len(steps)}, not {to}"
        )
    if is_plain(plain):
        _print(replayed, names, steps[:to])
    else:
        _show(replayed, names, steps, to or 0)


def _print(replayed: Replayed, names: list[str], steps: list[match_text.Step]) -> None:
    game = replayed.match.game
    print(f"{game.title}: {', '.join(names)}. Options: {game.options}.")
    for number, step in enumerate(steps, 1):
        print(f"{number} {step.sentence}")
    last, turns = _at(replayed, steps, len(steps))
    print(board_in_words(game.text, last, names, turns))
    if last.is_over:
        print("\n".join(match_text.results(last, names)))


def _at(replayed: Replayed, steps: list[match_text.Step], number: int) -> tuple[Position, LastTurns]:
    """The position after so many steps, and what led there."""
    end = steps[number - 1].end if number else 0
    return replayed.match.history[end], replayed.match.last_turns_at(end)


def _show(replayed: Replayed, names: list[str], steps: list[match_text.Step], at: int) -> None:
    from stammtisch.terminal.colour import Colour

    screen = Colour(names)
    told = [step.sentence for step in steps]
    while True:
        position, turns = _at(replayed, steps, at)
        results = match_text.results(position, names) if position.is_over else []
        where = f"[dim]event {at} of {len(steps)} · {KEYS}[/]"
        screen.draw(position, turns, told[:at], [f"   {line}" for line in (*results, where)])
        try:
            key = press()
        except (EOFError, KeyboardInterrupt):
            return
        if key in QUIT:
            return
        if key in BACK:
            at = max(0, at - 1)
        elif key in FIRST:
            at = 0
        elif key in LAST:
            at = len(steps)
        else:
            at = min(len(steps), at + 1)
