"""Making and checking puzzles in the terminal, with a bar."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import stammtisch
from stammtisch.computing.processes import place
from stammtisch.core.errors import StammtischError
from stammtisch.core.match import Match
from stammtisch.puzzles.again import faults
from stammtisch.puzzles.library import puzzles_in, puzzles_of
from stammtisch.puzzles.making import Making, from_records, make, write
from stammtisch.puzzles.puzzle import Puzzle
from stammtisch.terminal.files import read_record


@dataclass(frozen=True)
class MakeRequest:
    """What is asked for on the command line."""

    game: str
    wanted: int
    to: Path
    seed: int
    workers: int
    records: Sequence[Path] = ()


def make_puzzles(request: MakeRequest) -> None:
    """Find them, and write them as a file."""
    game = stammtisch.load(request.game)
    with _bar() as bar:
        task = bar.add_task(game.title, total=request.wanted)
        if request.records:
            matches = _matches(request.game, request.records)
            found = []
            for puzzle in from_records(matches, request.wanted, request.seed):
                found.append(puzzle)
                bar.advance(task)
            write(request.to, found)
        else:
            making = Making(game, request.wanted, request.to, request.seed)
            with place(request.workers) as here:
                found = make(making, here, lambda kept, _: bar.update(task, completed=kept))
    size = request.to.stat().st_size
    print(f"{request.to}: {len(found)} puzzles, {size / 1000:.0f} kB")


def check_puzzles(name: str, file: Path | None, seed: int | None) -> int:
    """Check every puzzle of a game, or of a file, anew. Status 1 means that one is wrong."""
    game = stammtisch.load(name)
    puzzles: Sequence[Puzzle] = puzzles_in(file) if file else list(puzzles_of(game).values())
    if not puzzles:
        raise StammtischError(f"{game.title} has no puzzles")
    wrong = 0
    with _bar() as bar:
        task = bar.add_task(game.title, total=len(puzzles))
        for puzzle in puzzles:
            for fault in faults(puzzle, game.name, seed):
                wrong += 1
                bar.console.print(f"{puzzle.name}: {fault}", markup=False, highlight=False, soft_wrap=True)
            bar.advance(task)
    print(f"{len(puzzles)} puzzles of {game.title} were checked; {wrong or 'no'} faults were found.")
    return 1 if wrong else 0


def _matches(game: str, paths: Sequence[Path]) -> Iterator[tuple[str, Match]]:
    for path in paths:
        match = read_record(path).match
        if match.game.name != game:
            raise StammtischError(f"{path} is a record of {match.game.title}, not of {stammtisch.load(game).title}")
        yield path.stem, match


def _bar() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True)
