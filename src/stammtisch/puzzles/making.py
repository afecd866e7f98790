"""Makes a file of puzzles: match by match, until there are as many as wanted. It goes on with a file that was begun.

While it is made, the file is FILE.part: a header with all that the puzzles depend on, then a line for each as it is
found. The same seed gives the same file, whatever the number of workers and however often it was begun.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from stammtisch.computing.work import Place, in_order
from stammtisch.core.contract.puzzles import Puzzles
from stammtisch.core.errors import StammtischError
from stammtisch.core.game import Game
from stammtisch.core.match import Match
from stammtisch.puzzles.mining import from_match, from_self_play
from stammtisch.puzzles.puzzle import Puzzle

ALIKE = 2
"""At most one in so many has the same best move."""


@dataclass(frozen=True)
class Making:
    """What is to be made."""

    game: Game
    wanted: int
    to: Path
    seed: int

    @property
    def header(self) -> dict[str, Any]:
        return {"puzzles": self.wanted, "game": self.game.name, "version": self.game.version, "seed": self.seed}

    @property
    def part(self) -> Path:
        """The file while it is made."""
        return self.to.with_name(f"{self.to.name}.part")

    def begun(self) -> list[Puzzle]:
        """The puzzles of a file that was begun."""
        if not self.part.exists():
            self.part.write_text(json.dumps(self.header) + "\n", "utf-8")
        header, _, rest = self.part.read_text("utf-8").partition("\n")
        if json.loads(header) != self.header:
            raise StammtischError(f"{self.part} was begun with {header}; delete it to begin anew")
        whole, _, _ = rest.rpartition("\n")  # whoever was stopped may have left half a line
        self.part.write_text("\n".join([header, *whole.splitlines(), ""]), "utf-8")
        return [Puzzle.from_line(line) for line in whole.splitlines()]

    def end(self, found: Sequence[Puzzle]) -> None:
        """The file as a whole."""
        write(self.to, found)
        self.part.unlink()


def write(path: Path, found: Iterable[Puzzle]) -> None:
    """The puzzles as a file; compressed, if its name ends in .gz."""
    text = "".join(f"{puzzle.to_line()}\n" for puzzle in found).encode()
    path.write_bytes(gzip.compress(text, mtime=0) if path.suffix == ".gz" else text)


def make(making: Making, here: Place, tick: Callable[[int, int], None]) -> list[Puzzle]:
    """Find as many puzzles as wanted in matches that bots play. tick(found, matches) tells how far it is."""
    kept = making.begun()
    last = max((int(puzzle.source.rpartition(" ")[2]) for puzzle in kept), default=-1)
    numbers = count(last + 1)
    played = in_order(here, from_self_play, ((making.game.name, making.seed, number) for number in numbers))
    with closing(played), making.part.open("a", encoding="utf-8") as file:
        for number, puzzle in enumerate(played, last + 1):
            if puzzle and is_wanted(puzzle, kept, making.wanted):
                kept.append(puzzle)
                file.write(f"{puzzle.to_line()}\n")
                file.flush()
            tick(len(kept), number + 1)
            if len(kept) >= making.wanted:
                break
    making.end(kept)
    return kept


def from_records(matches: Iterable[tuple[str, Match]], wanted: int, seed: int) -> Iterator[Puzzle]:
    """The puzzles in recorded matches, each with the name that it has there."""
    kept: list[Puzzle] = []
    for source, match in matches:
        puzzle = from_match(match, source, seed)
        if puzzle and is_wanted(puzzle, kept, wanted):
            kept.append(puzzle)
            yield puzzle
        if len(kept) >= wanted:
            return


def is_wanted(puzzle: Puzzle, kept: Sequence[Puzzle], wanted: int) -> bool:
    """Is it a new one, and are there not too many of its kind?"""
    if any(each.position == puzzle.position for each in kept):
        return False
    if sum(each.best[0] == puzzle.best[0] for each in kept) >= wanted / ALIKE:
        return False
    share = puzzle.view.game.part(Puzzles).TWO_MOVES
    return puzzle.moves > 2 or sum(each.moves == 2 for each in kept) < wanted * share
