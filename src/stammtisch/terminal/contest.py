"""A contest of bots in the terminal: a bar while it runs, a table at the end, files for whoever wants more."""

from __future__ import annotations

import json
import os
import secrets
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import stammtisch
from stammtisch.arena import Contest, Journal, Report, Round, Sprt, Sums, draw, play_rounds, seed_in, tally
from stammtisch.bots import Limits
from stammtisch.charts import check_chart
from stammtisch.core.dice import SEEDS
from stammtisch.core.errors import StammtischError
from stammtisch.terminal.files import write_whole
from stammtisch.terminal.standings import percent, tell


@dataclass(frozen=True)
class Challenge:
    """What somebody who holds a contest asked for."""

    game: str
    options: Mapping[str, object]
    bots: str
    games: int
    seed: int | None = None
    sprt: str | None = None
    json: Path | None = None
    plot: Path | None = None
    resume: Path | None = None
    workers: int | None = None
    time_limit: float = Limits.move


def hold(challenge: Challenge) -> int:
    """Play the contest and tell what it showed; the exit status."""
    contest = _contest(challenge)
    sprt = Sprt.parse(challenge.sprt) if challenge.sprt else None
    _check_files(challenge)
    for name in ("SIGHUP", "SIGTERM"):  # like Ctrl-C: what was played is told
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    rounds: list[Round] = []
    status = 0
    try:
        _play(contest, challenge, sprt, rounds)
    except KeyboardInterrupt:
        status = 130
    if rounds:
        report = Report.of(contest, rounds, sprt)
        tell(report)
        _write(report, challenge)
    if status:
        kept = (
            f"go on with: --resume {challenge.resume}"
            if challenge.resume
            else "with --resume FILE they would have been kept"
        )
        print(f"Stopped after {len(rounds)} rounds; {kept}", file=sys.stderr)
    return status


def _contest(challenge: Challenge) -> Contest:
    bots = challenge.bots.split(",")
    options = dict(challenge.options)
    if "players" not in options:
        allowed = stammtisch.load(challenge.game).options.choices()["players"]
        options["players"] = min(max(len(bots), allowed[0]), allowed[-1])
    seed = challenge.seed
    if seed is None and challenge.resume:
        seed = seed_in(challenge.resume)
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    return Contest(stammtisch.load(challenge.game, **options), bots, seed, Limits(move=challenge.time_limit))


def _check_files(challenge: Challenge) -> None:
    """What cannot be written is better known before the games than after them."""
    if challenge.plot:
        check_chart(challenge.plot)
    for path in (challenge.json, challenge.resume):
        if path and not path.absolute().parent.is_dir():
            raise StammtischError(f"cannot write {path}: there is no folder {path.parent}")


def _play(contest: Contest, challenge: Challenge, sprt: Sprt | None, rounds: list[Round]) -> None:
    """Play until there are enough rounds, adding them to `rounds`; those of a resumed contest are not played again."""
    end = contest.rounds(challenge.games)
    journal = Journal.open(challenge.resume, contest) if challenge.resume else None
    if journal and journal.dropped:
        print(f"{journal.path}: the last line was damaged; its round is played again", file=sys.stderr)
    old = journal.rounds[:end] if journal else []
    workers = challenge.workers or os.cpu_count() or 1
    fresh = play_rounds(contest, len(old), end, min(workers, max(1, end - len(old))))
    try:
        with closing(fresh), _bar() as bar:
            task = bar.add_task(escape(contest.names[0]), total=end)
            first = Sums()
            for played in chain(old, _kept(fresh, journal)):
                rounds.append(played)
                mine = tally(played, 0)
                if mine:
                    first.add(mine)
                    bar.update(task, description=f"{escape(contest.names[0])} {escape(percent(first))}")
                bar.advance(task)
                if mine and sprt:
                    sprt.add(mine)
                    if sprt.accepted is not None:
                        return
    finally:
        if journal:
            journal.close()


def _kept(rounds: Iterable[Round], journal: Journal | None) -> Iterator[Round]:
    for played in rounds:
        if journal:
            journal.add(played)
        yield played


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("rounds"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )


def _write(report: Report, challenge: Challenge) -> None:
    if challenge.json:
        write_whole(challenge.json, json.dumps(report.to_json(), indent=2, ensure_ascii=False) + "\n")
        print(f"Everything in numbers: {challenge.json}")
    if challenge.plot:
        draw(report, challenge.plot)
        print(f"The plot: {challenge.plot}")
