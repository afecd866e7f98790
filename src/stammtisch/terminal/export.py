"""Games as Parquet in the terminal: from records, from a server's database, or played by bots; with a bar."""

from __future__ import annotations

import secrets
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import stammtisch
from stammtisch.computing.cluster import where
from stammtisch.core.dice import SEEDS
from stammtisch.core.errors import StammtischError
from stammtisch.core.extras import need
from stammtisch.core.match import Match
from stammtisch.terminal.files import read_record
from stammtisch.terminal.signals import ENDING

if TYPE_CHECKING:
    from stammtisch.data import GameFiles

RECORDS = (".jsonl", ".txt")
"""How the records in a folder are named."""


Found = tuple[str, Match | StammtischError | None, list[str]]
"""A match by its name, or why it cannot be read, or None if it does not count; and who sat where."""


def export_records(paths: Iterable[Path], to: Path, *, values: bool = False) -> int:
    """Records of matches: files, and folders of them. Status 1 means that some could not be read."""
    found = _record_files(paths)
    return export_matches((_read(path) for path in found), len(found), to, values=values)


@dataclass(frozen=True)
class SelfPlayRequest:
    """What somebody who wants bots to play for him asked for."""

    game: str
    options: Mapping[str, object]
    bots: str
    games: int
    to: Path
    seed: int | None = None
    values: bool = False
    workers: int | None = None
    cluster: str | None = None


def export_self_play(request: SelfPlayRequest) -> int:
    """Matches that bots play for this."""
    need("pyarrow", "a Parquet file")
    from stammtisch.data import GameFiles, SelfPlay

    bots = request.bots.split(",")
    options = dict(request.options)
    if "players" not in options:
        allowed = stammtisch.load(request.game).options.choices()["players"]
        options["players"] = min(max(len(bots), allowed[0]), allowed[-1])
    seed = secrets.randbelow(SEEDS) if request.seed is None else request.seed
    played = SelfPlay(stammtisch.load(request.game, **options), bots, seed)
    with (
        where(request.cluster, request.workers, most=request.games) as (executor, workers),
        _interruptible(),
        GameFiles(request.to, values=request.values) as files,
        _bar() as bar,
    ):
        task = bar.add_task(request.game, total=request.games)
        rows = played.all_decisions(request.games, values=request.values, workers=workers, executor=executor)
        with closing(rows):
            for each in rows:
                files.of(played.game).add(each)
                bar.advance(task)
    _tell(files)
    if request.seed is None:
        print(f"The seed: {seed}")
    return 0


def export_matches(source: Iterable[Found], count: int, to: Path, *, values: bool = False) -> int:
    """Matches from anywhere, such as a server's database. Status 1 means that some could not be read."""
    need("pyarrow", "a Parquet file")
    from stammtisch.data import GameFiles

    left_out = 0
    with _interruptible(), GameFiles(to, values=values) as files, _bar() as bar:
        task = bar.add_task("games", total=count)
        for name, found, players in source:
            match = _observable(found)
            if isinstance(match, StammtischError):
                left_out += 1
                bar.console.print(str(match), style="none", markup=False, highlight=False, soft_wrap=True)
            elif match:
                files.add(name, match, players)
            bar.advance(task)
        if not any(file.matches for file in files.files.values()):
            raise StammtischError(
                f"nothing was written: none of {left_out} games could be read" if left_out else "there are no games"
            )
    _tell(files)
    if left_out:
        print(f"{left_out} of {count} games were left out, for the reasons above.", file=sys.stderr)
    return 1 if left_out else 0


def _observable(match: Match | StammtischError | None) -> Match | StammtischError | None:
    """Rules of old may have fields of which nobody says what they mean."""
    try:
        _ = match.game.observation if isinstance(match, Match) else None
    except StammtischError as error:
        return error
    return match


def _tell(files: GameFiles) -> None:
    for file in files.files.values():
        size = file.path.stat().st_size
        print(f"{file.path}: {file.matches:,} games, {file.rows:,} decisions, {_bytes(size)}")


def _bytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"


def _record_files(paths: Iterable[Path]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(each for each in path.rglob("*") if each.suffix in RECORDS and each.is_file())
            if not inside:
                raise StammtischError(f"there are no records in {path}: no files named {' or '.join(RECORDS)}")
            found += inside
        elif path.exists():
            found.append(path)
        else:
            raise StammtischError(f"there is no file {path}")
    return found


def _read(path: Path) -> Found:
    from stammtisch.data.decisions import called

    try:
        replayed = read_record(path)
    except StammtischError as error:
        return path.stem, error, []
    return path.stem, replayed.match, [called(name) for name in replayed.seats]


@contextmanager
def _interruptible() -> Iterator[None]:
    """Whoever stops it leaves nothing half-written."""
    before = {each: signal.signal(each, signal.default_int_handler) for each in ENDING}
    try:
        yield
    except KeyboardInterrupt:
        raise StammtischError("stopped; nothing was written") from None
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )
