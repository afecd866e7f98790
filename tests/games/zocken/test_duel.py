"""The game for two, solved: against plain search, step by step through a turn, against the file that the package brings
along; and nobody has an answer to the master."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from stammtisch import load
from stammtisch.cli import app
from stammtisch.core.contract.whole_game import WholeGame
from stammtisch.core.errors import OptionError, StammtischError
from stammtisch.core.position import Position
from stammtisch.games.zocken import solve, winning
from stammtisch.games.zocken.duel import EDGE, LEADS, OVER, STEP, duel
from stammtisch.games.zocken.duel_bots import Exact, Master
from stammtisch.games.zocken.duel_file import kept, key, read, write
from stammtisch.games.zocken.duel_match import chances, match
from stammtisch.games.zocken.duel_solve import solved
from stammtisch.games.zocken.make_duels import variants
from stammtisch.games.zocken.rules import BETTING, FOR, PICKING, Options
from tests.games.zocken.plain_turn import PlainTurn
from tests.games.zocken.positions import given, state
from tests.games.zocken.test_race import share

CLOSE = 1e-6
FIRST = 0.492795397  # what the first thrower wins of a game under the default rules


def rows_of(**options: object) -> list[Any]:
    found = kept(load("zocken", players=2, **options))
    assert found
    return found


# ── Against plain search ─────────────────────────────────────────────────────────────────────────────────────────────


def after(position: Position, row: Callable[[int], float], bet: str) -> Callable[[int, int], float]:
    """The thrower's chance by the points of his turn, from his rival's by the lead with which he throws then."""
    s, rules, o = state(position), position.game.rules, position.game.options
    lead = s.scores[s.player] - s.scores[1 - s.player]
    brings = {"bet": rules.bet_points, "no bet": lambda _o, _p: 0, "bet against": rules.against_points}
    return lambda points, _box: 1 - row(-(lead + points - brings[bet](o, points)))


@pytest.mark.no_cover
@pytest.mark.parametrize(("turn", "move"), [(4, "bet"), (4, "no bet"), (10, "bet against")])
def test_a_bet_is_worth_what_the_best_dice_after_it_leave(turn: int, move: str) -> None:
    """Four dice left, by trying everything; what the next thrower wins is taken from the file."""
    betting = "both" if move == "bet against" else "for"
    position = given("2/X-3-X-X-X-X-3/X", matches=1, player=1 - turn % 2, turns=turn, scores=[90, 60], betting=betting)
    rows = rows_of()

    def row(lead: int) -> float:
        return float(rows[10 - turn][EDGE + lead // STEP])

    plain = PlainTurn(position.game, after(position, row, move)).solve(position)[0]
    found = {str(each): chance for each, chance in winning.values(position).items()}
    assert found[move] == pytest.approx(1 - plain, abs=CLOSE)


@pytest.mark.parametrize("turn", [1, 6, 10])
@pytest.mark.no_cover
def test_every_move_is_worth_what_comes_after_it(turn: int) -> None:
    """Through turns of random moves: the best move, the mean of what a die shows, the least at a bet of the rival."""
    position = given("X/X-X-X-X-X-X-X/X", bets=[], player=1 - turn % 2, turns=turn, scores=[40, 65])
    thrower, lead = position.turn, 25 if turn % 2 == 0 else -25
    rows = rows_of()
    assert value(position, thrower) == pytest.approx(rows[11 - turn][EDGE + lead // STEP], abs=CLOSE)
    for k in range(40):
        found = value(position, thrower)
        if state(position).turns != turn or position.is_over:
            break
        if position.is_chance:
            shown = [float(chance) * value(position.play(face), thrower) for face, chance in position.outcomes]
            assert found == pytest.approx(sum(shown), abs=CLOSE)
        for move, chance in winning.values(position).items():
            mine = chance if position.turn == thrower else 1 - chance
            assert mine == pytest.approx(value(position.play(move), thrower), abs=CLOSE)
        choices = [face for face, _ in position.outcomes] if position.is_chance else position.legal_moves
        position = position.play(choices[(k * 5 + turn) % len(choices)])


def value(position: Position, seat: int) -> float:
    """A seat's chance in any position."""
    if position.is_over:
        return share(list(position.scores), seat)
    if position.is_chance:
        return sum(float(chance) * value(position.play(face), seat) for face, chance in position.outcomes)
    best = max(winning.values(position).values())
    return best if position.turn == seat else 1 - best


# ── The file ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_first_thrower_wins_a_little_less_than_half_of_the_games() -> None:
    assert rows_of()[10][EDGE] == pytest.approx(FIRST, abs=1e-9)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("options", "left", "leads"),
    [
        ({}, 1, [-23, -5, 0, 2]),
        ({}, 2, [-7, 0, 11]),
        ({}, 10, [0, 31]),
        ({}, 20, [-16]),
        ({"bets": "both"}, 1, [-4]),
        ({"bets": "both"}, 10, [3]),
        ({"bet_wins_at": "from_50"}, 7, [3]),
        ({"ends_from": 4}, 10, [0]),
    ],
    ids=str,
)
def test_the_file_holds_what_is_solved_anew(options: dict[str, object], left: int, leads: list[int]) -> None:
    rows = rows_of(**options)
    found = duel(load("zocken", players=2, **options)).before(rows[left - 1], np.array(leads))
    assert found == pytest.approx(rows[left][EDGE + np.array(leads)], abs=1e-10)


def test_the_file_has_all_single_options() -> None:
    for options in variants():
        rows = rows_of(**options)
        assert len(rows) > 2 * Options().rounds
        assert all((np.diff(row) >= -1e-12).all() for row in rows)  # a greater lead is never worse
    assert kept(load("zocken", players=2, bets="both", cascade=True)) is None
    assert key(Options(players=3, rounds=2)) == ""


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    rows = rows_of()[:4]
    write(tmp_path / "some.npz", 7, {"": rows})
    found = read(tmp_path / "some.npz", "")
    assert found
    assert found[0] == 7
    assert all((one == other).all() for one, other in zip(found[1], rows, strict=True))
    assert read(tmp_path / "some.npz", "bets both") is None


# ── Matches ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.no_cover
@pytest.mark.parametrize("left", [1, 2, 10])
def test_nobody_has_an_answer_to_the_master(left: int) -> None:
    """A perfect rival who knows how it plays wins half; if this holds with one turn less left, it does with this."""
    game, rows, leads = load("zocken", players=2), rows_of(), np.array([-9, 0, 4])
    ours = chances(game, None, Master, left, 1 - rows[left - 1], True, leads)
    assert ours == pytest.approx(rows[left][EDGE + leads], abs=CLOSE)
    theirs = chances(game, None, Master, left, rows[left - 1], False, leads)
    assert theirs == pytest.approx(1 - rows[left][EDGE + leads], abs=CLOSE)
    both = chances(game, Master, Master, left, 1 - rows[left - 1], True, leads)
    assert both == pytest.approx(rows[left][EDGE + leads], abs=CLOSE)


@pytest.mark.no_cover
def test_a_match_is_what_is_played() -> None:
    """The last turn, thrown and bet on by `exact`: all that can happen after three dice."""
    game = load("zocken", players=2)
    rows = match(game, Exact, Exact, 1)
    bot = game.bots["exact"]
    position = given("X/X-X-X-X-X-X-X/X", bets=[], player=1, turns=10, scores=[60, 0])
    assert rows.ours[1][EDGE - 12] == pytest.approx(_played(position, bot), abs=1e-9)


def _played(position: Position, bot: Any) -> float:
    """What the thrower of the last turn wins, if the bot makes all decisions before the fourth die."""
    s = state(position)
    if position.is_chance:
        return sum(float(chance) * _played(position.play(face), bot) for face, chance in position.outcomes)
    if s.phase == PICKING and s.placed == 3:
        bet = s.bets[0] == FOR
        total = 0.0
        for points, chance in solve.distribution(position).items():
            gain = position.game.rules.bet_points(position.game.options, points) if bet else 0
            total += chance * share([s.scores[0] + gain, s.scores[1] + points], 1)
        return total
    assert s.phase != BETTING or position.turn == 0
    return _played(position.play(bot.choose(position, 0)), bot)


# ── The command ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.no_cover
def test_the_last_turn_by_the_command(tmp_path: Path) -> None:
    position = given("X/X-X-X-X-X-X-X/X", bets=[], player=1, turns=10, scores=[60, 20])
    (tmp_path / "last.txt").write_text(position.to_text())
    command = ["solve", "zocken", "--position", str(tmp_path / "last.txt"), "--against", "exact", "--json"]
    done = CliRunner().invoke(app, command)
    found = json.loads(done.stdout)
    assert found["positions"] == len(LEADS)
    assert found["first"] == pytest.approx(rows_of()[1][EDGE - 8], abs=1e-9)
    assert 0.51 < found["answers"]["exact"] < 0.6


def test_what_cannot_be_solved_is_refused() -> None:
    game = load("zocken", players=2)
    part = game.part(WholeGame)
    assert part.parallel
    with pytest.raises(StammtischError, match="for two players, not for 3"):
        part.listed(load("zocken", players=3).start(), lambda _, __: None)
    with pytest.raises(OptionError, match="how 'tidy' plays cannot be told exactly"):
        part.listed(game.start(), lambda _, __: None).policy("tidy")


def test_after_the_end_the_winner_is_known() -> None:
    assert [list(row) for row in solved(load("zocken", players=2), 0)] == [list(OVER)]
