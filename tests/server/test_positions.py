"""Positions that belong to no table: shown, analysed, played on and set up, of our games and of one from outside."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

import stammtisch
from stammtisch import games
from stammtisch.core.position import Position
from stammtisch.server.protocol.positions import (
    PositionAfter,
    PositionAnalysed,
    PositionShown,
    SetupShown,
)
from stammtisch.server.protocol.study import Why
from stammtisch.testing.playing import any_move, play_on
from tests.examples import EXAMPLE, HIDDEN
from tests.installed_games import install, packages_in
from tests.server import api
from tests.server.server_process import ServerProcess

ALL = [*games.names(), "toy"]
PATIENCE = 120.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("positions")
    with packages_in(folder / "packages") as packages:
        install(packages, "toys", toy="tests.toy")
        games.allow(None)
        with ServerProcess(folder, "--games", "toy") as server:
            yield server
            assert '"level": "error"' not in server.log, server.log[-3000:]


def get(server: ServerProcess, what: str = "", status: int = 200, **asked: str) -> Any:
    """The answer; while the server is warming up, one asks again."""
    deadline = time.monotonic() + PATIENCE
    while True:
        answer = api.ask(server, "GET", f"/api/positions{what}?{urlencode(asked)}")
        if answer.status != 503 or time.monotonic() > deadline:
            assert answer.status == status, answer
            return answer.json
        time.sleep(0.2)


def post(server: ServerProcess, status: int = 200, **draft: Any) -> Any:
    answer = api.ask(server, "POST", "/api/positions/setup", draft)
    assert answer.status == status, answer
    return answer.json


def some_position(name: str, rng: Random) -> Position:
    """Anywhere in a random game, with a decision to be made."""
    game = stammtisch.load(name)
    game = game.having({"players": rng.choice(game.options.choices()["players"])})
    match = play_on(game.match(seed=rng.randrange(10**6)), any_move, rng, rng.randrange(10, 120))
    return match.history[-2] if match.is_over else match.position


@pytest.mark.parametrize("name", ALL)
def test_the_analysis_is_that_of_the_library(server: ServerProcess, name: str) -> None:
    seed = 22
    print(f"seed {seed}")
    rng = Random(seed)
    for number in range(4):
        position = some_position(name, rng)
        if number == 3 and position.turn >= 0:
            position = position.view(position.turn)
        line = position.to_text()
        found = PositionAnalysed.model_validate(get(server, "/analysis", game=name, line=line))
        right = stammtisch.analyse(position)
        assert (found.seat, found.unit) == (right.seat, str(right.unit)), line
        assert found.value == pytest.approx(right.value, abs=1e-9), line
        assert [each.move for each in found.choices] == [str(each.move) for each in right.choices], line
        for each, true in zip(found.choices, right.choices, strict=True):
            assert each.value == pytest.approx(true.value, abs=1e-9), line
            assert each.loss == pytest.approx(right.loss(true.move), abs=1e-9), line
            assert each.leads == true.leads, line
            assert each.figures == pytest.approx(dict(true.figures)), line


@pytest.mark.parametrize("name", ALL)
def test_a_game_is_played_from_its_start_by_lines_alone(server: ServerProcess, name: str) -> None:
    rng, line = Random(5), ""
    position = stammtisch.position(get(server, game=name)["line"])
    for _ in range(12):
        shown = PositionShown.model_validate(get(server, game=name, line=line))
        assert (shown.line, shown.turn) == (position.to_text(), position.turn)
        if position.is_over:
            break
        if position.is_chance:
            assert shown.throw is not None
            assert {each.move: each.chance for each in shown.throw.outcomes} == {
                str(kind): pytest.approx(float(chance)) for kind, chance in position.outcomes
            }
            throw = rng.choice(position.throws)[0]
            outcomes = ",".join(str(each) for each in throw)
            found = get(server, "/thrown", game=name, line=line, throw=outcomes)
            position = position.play_throw(throw)
        else:
            assert [each.move for each in shown.choices] == [str(move) for move in position.legal_moves]
            move = any_move(position, rng)
            found = get(server, "/moved", game=name, line=line, move=str(move))
            position = position.play(move)
        after = PositionAfter.model_validate(found)
        assert after.line == position.to_text()
        assert after.told
        line = after.line


def test_chance_decides_if_nobody_does(server: ServerProcess) -> None:
    start = get(server, game=EXAMPLE)
    lines = {get(server, "/thrown", game=EXAMPLE, line=start["line"])["line"] for _ in range(5)}
    assert len(lines) > 1
    assert all(not stammtisch.position(line).is_chance for line in lines)


def test_who_sees_what(server: ServerProcess) -> None:
    """A whole position is shown as who is to move sees it; of a view nobody else's moves are known."""
    position = some_position(HIDDEN, Random(3))
    me, others = position.turn, [seat for seat in range(position.game.players) if seat != position.turn]
    whole = get(server, game=HIDDEN, line=position.to_text())
    mine = get(server, game=HIDDEN, line=position.view(me).to_text())
    assert (whole["seat"], whole["state"]) == (me, position.view(me).state.to_json())
    assert (mine["state"], mine["choices"]) == (whole["state"], mine["choices"])
    assert mine["names"][me] == "You"
    theirs = position.view(others[0]).to_text()
    shown = get(server, game=HIDDEN, line=theirs)
    assert (shown["hidden"], shown["choices"], shown["throw"]) == (True, [], None)
    for what, more in (("/analysis", {}), ("/moved", {"move": "done"}), ("/thrown", {}), ("/why", {"move": "done"})):
        assert get(server, what, 409, game=HIDDEN, line=theirs, **more)["code"] == "bad_position"


def test_what_is_not_allowed_is_refused_with_its_paragraph(server: ServerProcess) -> None:
    line = stammtisch.load(EXAMPLE).match(seed=7).position.to_text()
    why = Why.model_validate(get(server, "/why", game=EXAMPLE, line=line, move="roll"))
    assert not why.allowed
    assert why.paragraph
    assert why.text
    refused = get(server, "/moved", 409, game=EXAMPLE, line=line, move="roll")
    assert refused["code"] == "illegal"
    assert get(server, "/moved", 409, game=EXAMPLE, line=line, move="fly")["code"] == "unknown_move"
    assert get(server, "/thrown", 409, game=EXAMPLE, line=line)["code"] == "illegal"
    start = stammtisch.load(EXAMPLE).start().to_text()
    assert "8 outcomes" in get(server, "/thrown", 409, game=EXAMPLE, line=start, throw="1,2")["reason"]
    assert get(server, "/thrown", 409, game=EXAMPLE, line=start, throw=",".join("9" * 8))["code"] == "illegal"
    assert get(server, "/why", 409, game=EXAMPLE, line=start, move="roll")["code"] == "not_your_turn"


GAME = f"{EXAMPLE}/{stammtisch.load(EXAMPLE).version}"
NONSENSE = [
    "x", "stammtisch/1", f"stammtisch/2 {GAME}", "stammtisch/1 nothing/1", f"stammtisch/1 {EXAMPLE}/99",
    f"stammtisch/1 {GAME} players=99", f"stammtisch/1 {GAME} : lies=0*9999", f"stammtisch/1 {GAME} : phase=9",
    f"stammtisch/1 {GAME} : phase={'9' * 3000}", f"stammtisch/1 {GAME} as=77", "\x00\x1b[31m", "☃" * 400,
    f"stammtisch/1 {HIDDEN}/2 : board=1", f"stammtisch/1 {GAME} : phase=1 phase=1", "=" * 3999, "[" * 3999,
]  # fmt: skip


@pytest.mark.parametrize("what", ["", "/analysis", "/moved", "/thrown", "/why"])
def test_nonsense_ends_in_one_short_sentence(server: ServerProcess, what: str) -> None:
    more = {"move": "roll"} if what in ("/moved", "/why") else {}
    for line in NONSENSE:
        refused = get(server, what, 409, game=EXAMPLE, line=line, **more)
        assert refused["code"] == "bad_position", line[:80]
        assert 10 < len(refused["reason"]) < 400, refused
        assert "\n" not in refused["reason"]
    assert get(server, what, 422, game=EXAMPLE, line="x" * 4001, **more)["code"] == "bad_request"
    assert get(server, what, 404, game="chess", line="", **more)["code"] == "no_game"
    other = next(name for name in games.names() if name != EXAMPLE)
    refused = get(server, what, 409, game=other, line=stammtisch.load(EXAMPLE).start().to_text(), **more)
    assert refused["reason"].startswith("This is a position of ")


def test_a_line_of_a_megabyte_is_refused_before_it_is_read(server: ServerProcess) -> None:
    path = f"/api/positions?game={EXAMPLE}&line={'x' * 2**20}"
    answer = api.ask(server, "GET", path)
    assert answer.status in (400, 414, 422, 431)
    assert len(answer.body) < 300
    assert post(server, 413, game=EXAMPLE, line="x" * 2**20)["code"] == "too_large"


@pytest.mark.parametrize("name", ALL)
def test_a_position_is_set_up(server: ServerProcess, name: str) -> None:
    start = stammtisch.load(name).start()
    begun = SetupShown.model_validate(post(server, game=name, line=start.to_text()))
    assert begun.line == start.to_text()
    assert begun.groups
    (key,) = (each.key for group in begun.groups for each in group.controls if each.key == "player")
    chosen = SetupShown.model_validate(post(server, game=name, line=start.to_text(), values={key: 1, "nothing": 3}))
    assert {each.key: each.value for group in chosen.groups for each in group.controls}[key] == 1
    assert (chosen.line is None) == bool(chosen.fault)
    more = post(server, game=name, line=start.to_text(), options={"players": 3})
    assert stammtisch.position(more["line"]).game.players == 3


def test_what_cannot_be_set_up_is_refused(server: ServerProcess) -> None:
    assert post(server, 409, game=EXAMPLE, options={"players": 99})["code"] == "bad_options"
    assert post(server, 409, game=EXAMPLE, options={"colour": "red"})["code"] == "bad_options"
    assert post(server, 422, game=EXAMPLE, values={"player": 10**9})["code"] == "bad_request"
    assert post(server, 422, game=EXAMPLE, values={str(n): 1 for n in range(2001)})["code"] == "bad_request"
    assert post(server, 404, game="chess")["code"] == "no_game"
    wrong = post(server, game=EXAMPLE, values={"kept.0": 10**6})
    assert (wrong["line"], bool(wrong["fault"])) == (None, True)
