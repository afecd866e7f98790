"""Puzzles on a server: shown without a solution, answered once, with a rating that goes up and down."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from stammtisch.puzzles.library import puzzles_of, with_puzzles
from stammtisch.rating import START
from stammtisch.server.protocol.puzzles import PuzzleExplained, PuzzleJudged, PuzzleShown, PuzzlesShown
from stammtisch.server.puzzles.queries import streak
from stammtisch.server.study.library import the_game
from tests.examples import EXAMPLE
from tests.server.api import ask
from tests.server.server_process import ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("puzzles")) as found:
        yield found


@pytest.fixture
def token(server: ServerProcess) -> str:
    return str(ask(server, "POST", "/api/guests", {"name": "Ana"}).json["token"])


def judged(server: ServerProcess, puzzle: dict[str, Any], move: str, token: str | None = None) -> PuzzleJudged:
    path = f"/api/puzzles/{puzzle['game']}/{puzzle['puzzle']}/answer"
    return PuzzleJudged.model_validate(ask(server, "POST", path, {"move": move}, token=token).json)


def listed(server: ServerProcess, token: str | None = None) -> PuzzlesShown:
    return PuzzlesShown.model_validate(ask(server, "GET", "/api/puzzles", token=token).json)


def solution(puzzle: dict[str, Any]) -> str:
    return puzzles_of(the_game(puzzle["game"]))[puzzle["puzzle"]].best[0]


def wrong_move(puzzle: dict[str, Any]) -> str:
    return puzzles_of(the_game(puzzle["game"]))[puzzle["puzzle"]].second


def test_a_right_answer_raises_the_rating_and_a_wrong_one_lowers_it(server: ServerProcess, token: str) -> None:
    first = ask(server, "GET", f"/api/puzzles/{EXAMPLE}/next", token=token).json
    PuzzleShown.model_validate(first)
    right = judged(server, first, solution(first), token)
    assert right.right
    assert right.counted
    assert right.before
    assert right.after
    assert right.before.mu == START.mu < right.after.mu
    second = ask(server, "GET", f"/api/puzzles/{EXAMPLE}/next", token=token).json
    assert second["puzzle"] != first["puzzle"]
    wrong = judged(server, second, wrong_move(second), token)
    assert (wrong.right, wrong.counted, wrong.before) == (False, True, right.after)
    assert wrong.after
    assert wrong.after.mu < right.after.mu
    (mine,) = [each for each in listed(server, token).games if each.game == EXAMPLE]
    assert (mine.answered, mine.solved, mine.rating) == (2, 1, wrong.after)
    assert mine.curve == [right.after.mu, wrong.after.mu]


def test_an_answer_counts_once(server: ServerProcess, token: str) -> None:
    puzzle = ask(server, "GET", f"/api/puzzles/{EXAMPLE}/next", token=token).json
    first = judged(server, puzzle, wrong_move(puzzle), token)
    again = judged(server, puzzle, solution(puzzle), token)
    assert (again.right, again.counted, again.before, again.after) == (True, False, first.after, first.after)
    path = f"/api/puzzles/{EXAMPLE}/{puzzle['puzzle']}"
    assert ask(server, "GET", path, token=token).json["answered"] is False
    assert ask(server, "GET", path).json["answered"] is None


def test_without_a_name_puzzles_are_solved_all_the_same(server: ServerProcess) -> None:
    puzzle = ask(server, "GET", f"/api/puzzles/{EXAMPLE}/next").json
    found = judged(server, puzzle, solution(puzzle))
    assert (found.right, found.counted, found.before, found.after) == (True, False, None, None)


def test_what_is_no_move_here_is_refused(server: ServerProcess, token: str) -> None:
    puzzle = ask(server, "GET", f"/api/puzzles/{EXAMPLE}/next", token=token).json
    path = f"/api/puzzles/{EXAMPLE}/{puzzle['puzzle']}/answer"
    assert ask(server, "POST", path, {"move": "fly"}, token=token).json["code"] == "illegal"
    assert ask(server, "GET", f"/api/puzzles/{EXAMPLE}/0123456789").json["code"] == "no_puzzle"
    assert ask(server, "GET", "/api/puzzles/chess/next").json["code"] == "no_game"


def test_no_question_tells_the_solution(server: ServerProcess) -> None:
    puzzle = ask(server, "GET", f"/api/puzzles/{EXAMPLE}/next").json
    assert set(puzzle) == set(PuzzleShown.model_fields)
    assert puzzle["view"]["legal"] == [each["move"] for each in puzzle["choices"]]


def test_the_explanation_tells_of_every_move(server: ServerProcess) -> None:
    puzzle = ask(server, "GET", f"/api/puzzles/{EXAMPLE}/next").json
    path = f"/api/puzzles/{EXAMPLE}/{puzzle['puzzle']}/explanation?language=de"
    found = PuzzleExplained.model_validate(ask(server, "GET", path).json)
    assert {each.move for each in found.choices} == set(puzzle["view"]["legal"])
    assert found.choices[0].move in found.best
    assert not found.choices[0].instead
    assert all(each.instead for each in found.choices if each.move not in found.best)


def test_the_puzzles_of_the_day_are_the_same_for_all_and_make_a_streak(server: ServerProcess, token: str) -> None:
    mine, others = listed(server, token), listed(server)
    today = {each.game: [line.puzzle for line in each.today] for each in mine.games}
    assert today == {each.game: [line.puzzle for line in each.today] for each in others.games}
    assert list(today) == with_puzzles()
    assert mine.streak == 0
    puzzle = {"game": EXAMPLE, "puzzle": today[EXAMPLE][0]}
    judged(server, puzzle, solution(puzzle), token)
    after = listed(server, token)
    assert after.streak == 1
    (game,) = [each for each in after.games if each.game == EXAMPLE]
    assert [line.answered for line in game.today] == [True, None, None]


def test_a_streak_ends_with_a_day_left_out() -> None:
    day = date(2026, 11, 19)
    last = day.toordinal()
    assert streak([], day) == 0
    assert streak([last, last - 1, last - 3], day) == 2
    assert streak([last - 1, last - 2], day) == 2  # today is not over
    assert streak([last - 2], day) == 0


def test_whoever_leaves_takes_his_answers_with_him(server: ServerProcess, token: str) -> None:
    puzzle = ask(server, "GET", f"/api/puzzles/{EXAMPLE}/next", token=token).json
    judged(server, puzzle, solution(puzzle), token)
    exported = ask(server, "GET", "/api/me/export", token=token).json
    (row,) = exported["puzzles"]["puzzle_answer"]
    assert (row["puzzle"], row["solved"]) == (puzzle["puzzle"], True)
