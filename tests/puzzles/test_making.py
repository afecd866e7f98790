"""A file of puzzles: the same seed gives the same file, also if it was stopped, and from records as well."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from stammtisch import games
from stammtisch.computing.work import Place
from stammtisch.core.errors import StammtischError
from stammtisch.puzzles import Puzzle
from stammtisch.puzzles.library import puzzles_in
from stammtisch.puzzles.making import ALIKE, Making, from_records, is_wanted, make, write
from stammtisch.puzzles.mining import candidate, self_play
from tests.examples import HIDDEN

HERE = Place(None, 1)
Tick = Callable[[int, int], None]


class StoppedError(Exception):
    pass


def stop_after(count: int) -> Tick:
    def tick(kept: int, _: int) -> None:
        if kept >= count:
            raise StoppedError

    return tick


def made(folder: Path, tick: Tick = lambda *_: None) -> list[Puzzle]:
    return make(Making(games.load(HIDDEN), 3, folder / "puzzles.jsonl.gz", 1), HERE, tick)


def test_the_same_seed_gives_the_same_file_also_if_it_was_stopped(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    whole.mkdir()
    stopped.mkdir()
    found = made(whole)
    with pytest.raises(StoppedError):
        made(stopped, stop_after(2))
    with next(stopped.glob("*.part")).open("a") as part:
        part.write('{"name": "half a li')
    assert made(stopped) == found
    assert (whole / "puzzles.jsonl.gz").read_bytes() == (stopped / "puzzles.jsonl.gz").read_bytes()
    assert puzzles_in(whole / "puzzles.jsonl.gz") == found
    assert [each.name for each in whole.iterdir()] == ["puzzles.jsonl.gz"]


def test_a_file_that_was_begun_otherwise_is_refused(tmp_path: Path) -> None:
    making = Making(games.load(HIDDEN), 3, tmp_path / "puzzles.jsonl", 1)
    making.begun()
    with pytest.raises(StammtischError, match="delete it"):
        Making(making.game, 3, making.to, 2).begun()


def test_puzzles_of_recorded_matches(tmp_path: Path) -> None:
    matches = [(f"evening-{number}", self_play(HIDDEN, 5, number)) for number in range(3)]
    found = list(from_records(matches, 1, 5))
    assert len(found) == 1
    assert found[0].source.startswith("evening-")
    write(tmp_path / "found.jsonl", found)
    assert puzzles_in(tmp_path / "found.jsonl") == found


def test_nobody_wants_the_same_puzzle_twice_or_all_of_a_kind() -> None:
    (puzzle,) = from_records([("one", self_play(HIDDEN, 5, 0))], 1, 5)
    assert is_wanted(puzzle, [], ALIKE)
    assert not is_wanted(puzzle, [puzzle], 100)


def test_a_decision_without_a_clear_best_move_is_none() -> None:
    start = self_play(HIDDEN, 5, 0).history
    decisions = [each for each in start if each.turn >= 0 and len(each.legal_moves) > 1]
    found = [candidate(each.view(each.turn)) for each in decisions[:12]]
    assert None in found
