"""What attacks did, in words and as the table of docs/soak-attacks.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

TIMES = 3
FLOOR = 0.025
"""Seconds: below that nobody notices, however much less it was in quiet."""
BOT_FLOOR = 1.0
"""The same for the answer of a bot, who seems to think."""
HEAD = """# Attacks, and those who play meanwhile

Two people play each other at 6 moves a second, and a third plays a bot; then somebody attacks from one address, with 20
requests a second, as behind a proxy that the server trusts (`--trusted-proxy`). A move takes from its sending until its
sender has seen it on disk. An attack is held off if

- the 99th percentile of moves stays below {times} times that in quiet, or below {floor:.0f} ms, which nobody notices,
- the bot's longest answer stays below {times} times that in quiet, or below {bot_floor:.0f} s,
- and all others were served who came meanwhile.

The control is the server from before it was protected, on the same machine in the same run. Where it holds, too, the
table says so. Each attack has a fresh server, whose data the same server has made without limits.

{seconds:.0f} s an attack, after {quiet:.0f} s in quiet: `python -m tests.soak.attacks --control PYTHON`, where PYTHON
is that of an installation from before. Moves are in milliseconds, p50 / p99, with their number; the bot's answers in
seconds, p50 / longest. "none": no answer came, or not before the end.

"""
COLUMNS = ("moves", "bot", "the attacker got", "others served")


@dataclass(frozen=True)
class Times:
    """Seconds."""

    moves: tuple[float, ...]
    bot: tuple[float, ...]

    def of_moves(self) -> str:
        return f"{1000 * percentile(self.moves, 50):.0f} / {1000 * percentile(self.moves, 99):.0f}"

    def of_bot(self) -> str:
        return f"{percentile(self.bot, 50):.2f} / {percentile(self.bot, 100):.2f}"


@dataclass(frozen=True)
class Outcome:
    times: Times
    answers: Mapping[str, int]
    others: tuple[int, int]
    """Served, and came."""


def percentile(values: Sequence[float], part: int) -> float:
    """Endless if there is none: nothing was answered at all."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * part // 100) - 1)] if ordered else float("inf")


@dataclass(frozen=True)
class Row:
    """One attack: at our server, and at the control if there is one."""

    what: str
    shut_out: str
    ours: tuple[Times, Outcome]
    control: tuple[Times, Outcome] | None = None

    @property
    def verdict(self) -> str:
        if not holds(*self.ours):
            return "**not held off**"
        if self.control is None:
            return "held off"
        return "held off; the control holds, too" if holds(*self.control) else "held off; the control fails"

    @property
    def cells(self) -> list[str]:
        shown = [cell for each in (self.ours, self.control) if each for cell in _cells(*each, self.shut_out)]
        return [self.what, *shown, self.verdict]


def holds(quiet: Times, outcome: Outcome) -> bool:
    under = outcome.times
    return (
        percentile(under.moves, 99) < max(TIMES * percentile(quiet.moves, 99), FLOOR)
        and percentile(under.bot, 100) < max(TIMES * percentile(quiet.bot, 100), BOT_FLOOR)
        and outcome.others[0] == outcome.others[1]
    )


def _cells(quiet: Times, outcome: Outcome, shut_out: str) -> list[str]:
    answers = ", ".join(f"{count} × {answer}" for answer, count in sorted(outcome.answers.items()))
    return [
        f"{quiet.of_moves()} → {outcome.times.of_moves()} ({len(outcome.times.moves)})",
        f"{quiet.of_bot()} → {outcome.times.of_bot()}",
        answers,
        f"{outcome.others[0]} of {outcome.others[1]} {shut_out}",
    ]


def written(rows: Sequence[Row], seconds: float, quiet: float, before: str) -> str:
    """The page: what it said before of other attacks stays."""
    head = HEAD.format(times=TIMES, floor=1000 * FLOOR, bot_floor=BOT_FLOOR, seconds=seconds, quiet=quiet)
    columns = ["attack", *COLUMNS, *(f"control: {each}" for each in COLUMNS), "verdict"]
    kept = [line.strip("| ").split(" | ") for line in before.splitlines() if line.startswith("| ")]
    new = {row.what: row.cells for row in rows}
    order = dict.fromkeys([*(cells[0] for cells in kept[2:]), *new])
    old = {cells[0]: cells for cells in kept[2:]}
    table = [columns, ["---"] * len(columns), *({**old, **new}[what] for what in order)]
    return head + "\n".join(f"| {' | '.join(cells)} |" for cells in table) + "\n"
