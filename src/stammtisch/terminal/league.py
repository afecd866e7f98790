"""A league of bots in the terminal: a bar while it runs, standings with intervals at the end."""

from __future__ import annotations

import json
import secrets
import sys
import tomllib
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from stammtisch.arena import League, Standing, league_table, play_league, short
from stammtisch.bots import Limits
from stammtisch.computing.cluster import where
from stammtisch.core.errors import OptionError, StammtischError
from stammtisch.terminal.files import write_whole
from stammtisch.tournament import Tournament


@dataclass(frozen=True)
class LeagueRequest:
    """What somebody who holds a league asked for."""

    file: Path
    save: Path | None = None
    json: Path | None = None
    workers: int | None = None
    cluster: str | None = None
    time_limit: float = Limits.move


def run_league(request: LeagueRequest) -> None:
    """Play the league and tell how it ended."""
    league = League.read(_read(request.file), str(secrets.randbelow(10**6)), Limits(move=request.time_limit))
    if request.save and league.times > 1:
        raise OptionError(f"--save keeps one tournament, but the file asks for {league.times}")
    for path in (request.save, request.json):
        if path and not path.absolute().parent.is_dir():
            raise StammtischError(f"cannot write {path}: there is no folder {path.parent}")
    at = datetime.now(UTC).isoformat(timespec="seconds")
    tables = len(league.scheme.tables_for(len(league.entries)).sizes(len(league.entries)))
    final = league.scheme.final_games if league.scheme.final_size != 0 else 0
    with where(request.cluster, request.workers) as (executor, workers), _bar() as bar:
        task = bar.add_task(escape(league.title), total=league.times * (league.scheme.rounds * tables + final))
        played = play_league(league, workers, at, lambda: bar.advance(task), executor)
    lines = league_table(played)
    _tell(league, lines)
    if request.save:
        write_whole(request.save, played[0].to_jsonl())
        print(f"The tournament: {request.save}")
    if request.json:
        data = {"seed": league.seed, "times": league.times, "table": [asdict(line) for line in lines]}
        write_whole(request.json, json.dumps(data, indent=2, ensure_ascii=False) + "\n")
        print(f"Everything in numbers: {request.json}")


def _read(path: Path) -> dict[str, Any]:
    text = read_text(path)
    try:
        data = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise StammtischError(f"{path}: {error}") from None
    if not isinstance(data, dict):
        raise StammtischError(f"{path}: a league must be an object with bots and a scheme")
    return data


def read_text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise StammtischError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise StammtischError(f"{path} is not text in UTF-8") from None


def _tell(league: League, lines: list[Standing]) -> None:
    scheme = league.scheme
    final = "no final" if scheme.final_size == 0 else f"a final, best of {scheme.final_games}"
    times = "" if league.times == 1 else f" {league.times} tournaments,"
    print(
        f"{league.title}: {scheme.game_for(scheme.smallest).title},{times} {len(lines)} bots, "
        f"{scheme.rounds} rounds ({scheme.pairing}) and {final}, seed {league.seed}"
    )
    faulty = any(line.faults for line in lines)
    table = Table(box=box.SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    table.add_column("bot", no_wrap=True)
    many = league.times > 1
    figures = ["won", "95 % interval"] if many else []
    figures += ["mean place" if many else "place", "score", "points a game", "95 % interval", "games"]
    for title in [*figures, *["faults"] * faulty]:
        table.add_column(title, justify="right", no_wrap=True)
    for line in lines:
        won = [f"{100 * line.won / league.times:.0f} %", _span([100 * each for each in line.share], 0)] if many else []
        place = f"{line.place:.1f}" if many else f"{line.place:.0f}"
        interval = _span(line.interval, 2) if line.interval else "too few games"
        cells = [*won, place, f"{line.score:.1f}", f"{line.points:.2f}", interval, str(line.games)]
        table.add_row(escape(short(line.name, 36)), *cells, *[str(line.faults)] * faulty)
    Console(width=120, highlight=False).print(table)


def _span(ends: Any, digits: int) -> str:
    return " – ".join(f"{end:.{digits}f}" for end in ends)


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )


def verify(path: Path) -> None:
    """Read a saved tournament, which draws and counts everything again, and tell what was found."""
    try:
        tournament = Tournament.read(read_text(path))
    except StammtischError as error:
        raise StammtischError(f"{path}: {error}") from None
    progress = tournament.progress
    seed = progress.seed or "none yet"
    print(f"{progress.title}: {tournament.number} events, {len(progress.players)} players, seed {seed}")
    print(f"{len(progress.drawn)} draws follow from the seed, and all results can be.")
    changes = [
        event
        for event in tournament.events
        if event.what.kind in ("corrected", "swapped", "moved", "no_show", "undrawn")
    ]
    for event in changes:
        data = {
            name: value for name, value in event.to_json().items() if name not in ("event", "at", "by", "kind", "lines")
        }
        details = ", ".join(f"{name} {value}" for name, value in data.items())
        print(f"  changed by hand: {event.what.kind}, {details} ({event.by}, {event.at})")
    if progress.ranking:
        print("The final ranking follows from the results:")
        for place, number in enumerate(progress.ranking, 1):
            print(f"  {place}. {progress.names[number]}")
    else:
        print(f"It is not closed yet; it stands at '{progress.phase}'.")
