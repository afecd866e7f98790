"""External bots as real programs: a good one plays whole matches, bad ones lose their game and harm nobody."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

import stammtisch
from stammtisch.arena import Contest, Result
from stammtisch.bots import ExternalBot, Limits, RandomBot, decision_seed
from stammtisch.bots.program import Program, kill_all
from stammtisch.core.errors import BotFailure, OptionError
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from tests.arena.programs import ROGUE, SAMPLE, is_gone
from tests.helpers import ROOT, TOY, load

REASONS = {
    "crashes": r"ended with status 1: RuntimeError: I have\[31m had enough",
    "crashes late": "ended with status 3",
    "kills itself": "was killed by signal 9",
    "hangs": "gave no answer within 0.3 s",
    "reads nothing": "gave no answer within 0.3 s",
    "floods a line": "wrote a line of more than 65,536 bytes",
    "floods lines": "(wrote more than 100 lines that nobody asked for|answered with type None instead of 'move')",
    "talks too much": "answered with id 1 instead of 2",
    "plays illegally": "made no legal move: stop is not allowed, because .*",
    "plays nonsense": r"made no legal move: 'castle\[2J x+…' is no move in .*",
    "plays a number": "answered without a 'move' that is text",
    "writes garbage": "answered what is no JSON object: keep worm, please",
    "writes a list": r"answered what is no JSON object: \[\]",
    "mistakes the question": "answered with id 2 instead of 1",
    "closes its output": "closed its output",
    "leaves at once": "ended with status 1: I do not feel like it",
    "never gets ready": "gave no answer within 0.3 s",
    "speaks another protocol": "answered with protocol 99 instead of 1",
}


def test_the_sample_bot_plays_a_whole_match() -> None:
    contest = Contest(stammtisch.load("heckmeck", fast="no_exception"), [SAMPLE, "random"], seed=1)
    played = contest.play(0)
    assert [game.fault for game in played.games] == [None, None]
    assert all(game.plies > 20 for game in played.games)
    assert played == contest.play(0)
    assert len((ROOT / "docs" / "sample_bot.py").read_text().splitlines()) <= 40


@pytest.mark.parametrize("kind", REASONS)
def test_a_bad_bot_loses_its_game_and_harms_nobody(kind: str) -> None:
    limits = Limits(
        move=0.3 if REASONS[kind].startswith("gave no answer") else 10.0,
        start=0.3 if kind == "never gets ready" else 10.0,
    )
    contest = Contest(stammtisch.load("heckmeck"), ["first", f"{ROGUE} '{kind}'"], seed=3, limits=limits)
    games = contest.play(0).games
    for game in games:
        bad = game.seats.index(1)
        assert game.fault
        assert game.fault.seat == bad
        assert re.fullmatch(REASONS[kind], game.fault.reason)
        assert game.places[bad] == 2
        assert game.points[bad] == 0
    assert Result.from_json(json.loads(json.dumps(games[0].to_json())), games[0].seats) == games[0]


class Careless:
    """A bot of our own with a mistake in it."""

    name = "careless"
    about = "breaks things"

    def choose(self, view: Position, seed: int) -> Move:
        if seed % 2:
            raise RuntimeError("two\nlines")
        return view.game.moves[0]


def test_our_own_bots_are_not_treated_better() -> None:
    game = load(TOY)
    vars(game)["bots"] = {"careless": Careless(), "random": RandomBot()}
    contest = Contest(game, ["random", "careless"], seed=2)
    faults = [result.fault for number in range(8) for result in contest.play(number).games]
    reasons = {fault.reason for fault in faults if fault}
    assert "failed with RuntimeError: two lines" in reasons
    assert any(reason.startswith("failed with IllegalMove: you can pass only when") for reason in reasons)


def test_a_game_without_end_is_counted_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stammtisch.load("heckmeck")
    monkeypatch.setattr(game.module, "LENGTH", 30)
    played = Contest(game, ["first", "random"], seed=2).play(0)
    assert all(result.stopped and result.fault is None and result.plies >= 30 for result in played.games)
    assert [Result.from_json(result.to_json(), result.seats) for result in played.games] == played.games


def test_at_a_larger_table_the_others_are_placed_as_they_stood() -> None:
    game = stammtisch.load("heckmeck", players=3)
    contest = Contest(game, ["first", "random", f"{ROGUE} 'crashes late'"], seed=3)
    for result in contest.play(0).games:
        assert result.fault
        bad = result.fault.seat
        assert result.places[bad] == 3
        others = [(result.scores[p], result.places[p]) for p in range(3) if p != bad]
        assert min(place for _, place in others) == 1
        assert sum(result.points) == 1
        assert sorted(others) == sorted(others, key=lambda each: -each[1])  # more points, better place


def test_children_are_killed_too(tmp_path: Path) -> None:
    notes = tmp_path / "pid"
    bot = ExternalBot(f"{ROGUE[4:]} 'has a child' {notes}", Limits(move=0.3))
    match = stammtisch.load("heckmeck").match(1)
    with pytest.raises(BotFailure, match="gave no answer"):
        bot.choose(match.position.view(match.turn), 1)
    assert is_gone(int(notes.read_text()))


def test_who_will_not_leave_is_ended() -> None:
    bot = ExternalBot(f"{ROGUE[4:]} 'will not leave'")
    match = stammtisch.load("heckmeck").match(1)
    assert bot.choose(match.position.view(match.turn), decision_seed(match)) == match.legal_moves[0]
    program = bot._program
    assert program
    bot.close()
    assert program._process.returncode == -9
    bot.close()  # twice does no harm


def test_what_still_runs_at_the_end_is_killed() -> None:
    program = Program([sys.executable, "-c", "import time; time.sleep(600)"])
    kill_all()
    assert program._process.returncode == -9


def test_it_is_ended_where_there_are_no_groups_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("os.killpg")
    program = Program([sys.executable, "-c", "import time; time.sleep(600)"])
    program.kill()
    assert program._process.returncode == -9


def test_commands_that_cannot_be_run() -> None:
    match = stammtisch.load("heckmeck").match(1)
    with pytest.raises(BotFailure, match="cannot be started: No such file or directory"):
        ExternalBot("./no-such-bot").choose(match.position.view(match.turn), 1)
    with pytest.raises(OptionError, match="an external bot needs a command"):
        ExternalBot(" ")
    with pytest.raises(OptionError, match="is no command: no closing quotation"):
        ExternalBot("python 'x")


def test_an_external_bot_never_sees_a_rivals_hand(tmp_path: Path) -> None:
    """All that is written to it: nothing but what the rules' `hide` leaves of the position, replayed here."""
    notes = tmp_path / "notes"
    game = load(TOY, {"players": 3})
    contest = Contest(game, [f"{ROGUE} 'takes notes' {notes}", "ext:cat", "ext:false"], seed=5)
    bots = [ExternalBot(contest.bots[0][4:]) for _ in range(3)]
    match = game.match(contest.seed_of(0))
    expected = []
    while not match.is_over:
        view, seed = match.position.view(match.turn), decision_seed(match)
        hidden = [marbles for i, marbles in enumerate(view.to_json()["state"]["hand"]) if i // 3 != match.turn]
        assert not any(hidden)
        expected.append((view.to_json(), [str(move) for move in view.legal_moves], seed))
        match.play(bots[match.turn].choose(view, seed))
    for bot in bots:
        bot.close()
    told = [json.loads(line) for line in notes.read_text().splitlines()]
    asked = [message for message in told if message["type"] == "move"]
    assert [(message["view"], message["legal"], message["seed"]) for message in asked] == expected
    fields = {"type", "id", "game_id", "view", "legal", "seed", "deadline_ms"}
    assert {frozenset(message) for message in asked} == {frozenset(fields)}
    rest = [message for message in told if message["type"] != "move"]
    assert {frozenset(message) for message in rest} == {
        frozenset({"type", "protocol"}),
        frozenset({"type", "game_id", "game", "version", "options", "seat"}),
        frozenset({"type"}),
    }
    assert str(match.seed) not in notes.read_text()


def test_every_game_is_announced(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    Contest(load(TOY), [f"{ROGUE} 'takes notes' {notes}", "ext:false"], seed=5).play(0)
    told = [json.loads(line) for line in notes.read_text().splitlines()]
    announced = [(message["game_id"], message["seat"]) for message in told if message["type"] == "new_game"]
    assert announced == [(1, 0)]  # the second game was over before its turn: the rival did not even start
    assert [message["type"] for message in told][:3] == ["hello", "new_game", "move"]
