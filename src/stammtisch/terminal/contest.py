"""A contest of bots in the terminal: a bar while it runs, a table at the end, files for whoever wants more."""

from __future__ import annotations

import json
import secrets
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
from stammtisch.arena import (
    Contest,
    ContestFile,
    PointSums,
    Report,
    Round,
    Sprt,
    draw,
    play_rounds,
    round_points,
    seed_in,
)
from stammtisch.bots import Limits
from stammtisch.charts import check_chart
from stammtisch.computing.cluster import where
from stammtisch.computing.work import Place
from stammtisch.core.dice import SEEDS
from stammtisch.core.errors import StammtischError
from stammtisch.terminal.files import write_whole
from stammtisch.terminal.signals import end_like_ctrl_c
from stammtisch.terminal.standings import percent, tell


@dataclass(frozen=True)
class ContestRequest:
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
    cluster: str | None = None
    time_limit: float = Limits.move


def run_contest(request: ContestRequest) -> int:
    """Play the contest and tell what it showed; the exit status."""
    contest = _contest(request)
    sprt = Sprt.parse(request.sprt) if request.sprt else None
    _check_files(request)
    rounds: list[Round] = []
    status = 0
    try:
        with where(request.cluster, request.workers, most=contest.rounds(request.games)) as place:
            end_like_ctrl_c()  # what was played is told
            _play(contest, request, sprt, rounds, place)
    except KeyboardInterrupt:
        status = 130
    if rounds:
        report = Report.of(contest, rounds, sprt)
        tell(report)
        _write(report, request)
    if status:
        kept = (
            f"go on with: --resume {request.resume}"
            if request.resume
            else "with --resume FILE they would have been kept"
        )
        print(f"Stopped after {len(rounds)} rounds; {kept}", file=sys.stderr)
    return status


def _contest(request: ContestRequest) -> Contest:
    bots = request.bots.split(",")
    options = dict(request.options)
    if "players" not in options:
        allowed = stammtisch.load(request.game).options.choices()["players"]
        options["players"] = min(max(len(bots), allowed[0]), allowed[-1])
    seed = request.seed
    if seed is None and request.resume:
        seed = seed_in(request.resume)
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    return Contest(stammtisch.load(request.game, **options), bots, seed, Limits(move=request.time_limit))


def _check_files(request: ContestRequest) -> None:
    """What cannot be written is better known before the games than after them."""
    if request.plot:
        check_chart(request.plot)
    for path in (request.json, request.resume):
        if path and not path.absolute().parent.is_dir():
            raise StammtischError(f"cannot write {path}: there is no folder {path.parent}")


def _play(contest: Contest, request: ContestRequest, sprt: Sprt | None, rounds: list[Round], place: Place) -> None:
    """Play until there are enough rounds, adding them to `rounds`; those of a resumed contest are not played again."""
    end = contest.rounds(request.games)
    file = ContestFile.open(request.resume, contest) if request.resume else None
    if file and file.dropped:
        print(f"{file.path}: the last line was damaged; its round is played again", file=sys.stderr)
    old = file.rounds[:end] if file else []
    fresh = play_rounds(contest, len(old), end, place.workers, place.executor)
    try:
        with closing(fresh), _bar() as bar:
            task = bar.add_task(escape(contest.names[0]), total=end)
            first = PointSums()
            for played in chain(old, _kept(fresh, file)):
                rounds.append(played)
                mine = round_points(played, 0)
                if mine:
                    first.add(mine)
                    bar.update(task, description=f"{escape(contest.names[0])} {escape(percent(first))}")
                bar.advance(task)
                if mine and sprt:
                    sprt.add(mine)
                    if sprt.accepted is not None:
                        return
    finally:
        if file:
            file.close()


def _kept(rounds: Iterable[Round], file: ContestFile | None) -> Iterator[Round]:
    for played in rounds:
        if file:
            file.add(played)
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


def _write(report: Report, request: ContestRequest) -> None:
    if request.json:
        write_whole(request.json, json.dumps(report.to_json(), indent=2, ensure_ascii=False) + "\n")
        print(f"Everything in numbers: {request.json}")
    if request.plot:
        draw(report, request.plot)
        print(f"The plot: {request.plot}")
