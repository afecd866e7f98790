"""The puzzles of every game: enough of them, each as a puzzle must be; and those of a day."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from stammtisch import games
from stammtisch.core.errors import StammtischError
from stammtisch.puzzles import Puzzle
from stammtisch.puzzles.difficulty import HIGHEST, LOWEST, RATINGS, rating
from stammtisch.puzzles.library import A_DAY, FILES, next_puzzle, of_the_day, puzzles_in, puzzles_of
from stammtisch.puzzles.puzzle import PLAYED, TURN
from tests.examples import EXAMPLE, TITLES

ENOUGH = 200
LARGEST = 200_000  # bytes


def puzzles(game: str) -> list[Puzzle]:
    return list(puzzles_of(games.load(game)).values())


@pytest.mark.parametrize("game", TITLES)
def test_every_game_has_enough_puzzles_in_a_small_file(game: str) -> None:
    found = puzzles(game)
    assert len(found) >= ENOUGH
    assert len({each.position for each in found}) == len(found)
    folder = Path(games.load(game).module.__file__ or "").parent
    assert (folder / FILES[0]).stat().st_size < LARGEST


@pytest.mark.parametrize("game", TITLES)
def test_every_puzzle_is_a_position_of_the_player_to_move_and_its_moves_are_legal(game: str) -> None:
    for each in puzzles(game):
        view = each.view
        assert (view.game.name, view.viewer) == (game, view.turn)
        legal = {str(move) for move in view.legal_moves}
        assert {*each.best, each.second} <= legal
        assert each.second not in each.best
        assert each.values[0] > each.values[1]
        assert LOWEST <= each.rating <= HIGHEST
        assert each.check.way in (TURN, PLAYED)
        assert each.check.lead > (4 * each.check.error if each.check.way == PLAYED else 0)


def test_a_puzzle_is_a_line_and_back() -> None:
    first = puzzles(EXAMPLE)[0]
    assert Puzzle.from_line(first.to_line()) == first
    for line in ("", "[]", "{}", '{"position": 1}'):
        with pytest.raises(StammtischError, match="no puzzle"):
            Puzzle.from_line(line)
    with pytest.raises(StammtischError, match="cannot read"):
        puzzles_in(Path("nowhere"))


def test_a_day_has_the_same_puzzles_for_all_and_none_comes_twice_before_all_have_come() -> None:
    known, day = puzzles_of(games.load(EXAMPLE)), date(2026, 11, 19)
    assert of_the_day(known, EXAMPLE, day) == of_the_day(known, EXAMPLE, day)
    seen: list[str] = []
    for later in range(len(known) // A_DAY):
        seen += [each.name for each in of_the_day(known, EXAMPLE, day + timedelta(later))]
    assert len(seen) == len(set(seen)) == len(known) // A_DAY * A_DAY
    assert of_the_day({}, EXAMPLE, day) == []


def test_the_next_puzzle_is_near_the_rating_and_not_seen() -> None:
    known = puzzles(EXAMPLE)
    hardest = max(known, key=lambda each: each.rating)
    first = next_puzzle(known, 1000.0, (), 0)
    assert first
    assert first.rating == hardest.rating
    assert next_puzzle(known, 1000.0, {first.name}, 0) not in (first, None)
    assert next_puzzle(known, 25.0, {each.name for each in known}, 0) is None


def test_what_levels_find_less_often_is_rated_harder() -> None:
    rare, often = (rating(dict.fromkeys(RATINGS, share)) for share in (0.2, 0.8))
    assert LOWEST < often < rating(dict.fromkeys(RATINGS, 0.5)) < rare < HIGHEST
