"""The check without the solver: it agrees with the analysis, and finds puzzles that are wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stammtisch import games
from stammtisch.bots import analyse
from stammtisch.puzzles import Puzzle
from stammtisch.puzzles.again import faults
from stammtisch.puzzles.checking import WholeTurn, by_playing
from stammtisch.puzzles.library import puzzles_of
from stammtisch.puzzles.puzzle import PLAYED, TURN
from tests.examples import TITLES

SAMPLE = 5


def quickest(game: str) -> list[Puzzle]:
    """The puzzles that are checked soonest; tests/soak/puzzles.py checks all of them."""
    return sorted(puzzles_of(games.load(game)).values(), key=lambda each: each.check.count)[:SAMPLE]


def swapped(puzzle: Puzzle) -> Puzzle:
    """The same with a wrong solution."""
    return replace(puzzle, best=(puzzle.second,), second=puzzle.best[0])


@pytest.mark.parametrize("game", TITLES)
def test_a_sample_of_the_puzzles_is_right(game: str) -> None:
    for each in quickest(game):
        assert list(faults(each, game)) == []


@pytest.mark.parametrize("game", TITLES)
def test_a_wrong_puzzle_is_found(game: str) -> None:
    for each in quickest(game):
        wrong = swapped(each)
        told = list(faults(wrong, game))
        assert any("by the analysis" in fault for fault in told)
        assert any("without the solver" in fault for fault in told)


@pytest.mark.parametrize("game", TITLES)
def test_the_rules_alone_value_every_move_as_the_analysis_does(game: str) -> None:
    for each in quickest(game):
        if each.check.way == TURN:
            turn, analysis = WholeTurn(each.view), analyse(each.view)
            for choice in analysis.choices:
                assert float(turn.worth(choice.move)) == pytest.approx(choice.value, abs=1e-4)


@pytest.mark.parametrize("game", TITLES)
def test_playing_on_finds_the_better_move_and_refuses_the_worse(game: str) -> None:
    each = max(quickest(game), key=lambda each: each.lead)
    found = by_playing(each.view, each.best[0], each.second, seed=7)
    assert found
    assert found.way == PLAYED
    assert found.lead > 4 * found.error
    assert by_playing(each.view, each.second, each.best[0], seed=7) is None


def test_what_is_no_puzzle_at_all_is_said() -> None:
    name, other = list(TITLES)[:2]
    good = quickest(name)[0]
    assert any("is a position of" in fault for fault in faults(good, other))
    assert any("not legal" in fault for fault in faults(replace(good, second="pass"), name))
    assert list(faults(replace(good, position="nonsense"), name))
    whole = replace(good, position=" ".join(word for word in good.position.split() if not word.startswith("as=")))
    assert list(faults(whole, name)) == ["it is not the position of the player to move as he sees it"]
