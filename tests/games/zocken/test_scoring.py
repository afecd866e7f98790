"""What a turn and a bet count: [K4.1] to [K4.3], [K5.2], with bounds as properties of any turn."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stammtisch import load
from stammtisch.core.match import Match
from stammtisch.games.zocken.facts import finished
from stammtisch.games.zocken.rules import AGAINST, BOX, FOR, HAND, OPEN, SLOTS
from tests.games.zocken.positions import ending, finish, placing, points, state, throw


@pytest.mark.parametrize(("matches", "colours"), [(0, 0), (1, 10), (2, 30), (3, 60), (4, 100), (5, 150), (7, 280)])
def test_colours(matches: int, colours: int) -> None:
    """[K4.1, K4.2] Six of seven cannot be: the last would lie on its own colour too."""
    assert points(ending("X/1-2-3-4-5-5-6/X", matches=matches)) == 50 + colours


def test_six_matches_beside_an_end() -> None:
    """[K4.2, K4.3]"""
    assert points(ending("1/1-2-3-4-5-6-X/X", matches=6)) == 50 + 210 - 10


def test_colours_without_a_series() -> None:
    """[K4.2]"""
    assert points(ending("X/1-2-3-4-5-6-X/X", box=[1], matches=3)) == 60 - 20
    assert points(ending("X/1-2-3-4-5-6-X/X", box=[1], matches=3, colours_need_series=True)) == -20
    assert points(ending("X/1-2-3-4-5-5-6/X", matches=3, colours_need_series=True)) == 50 + 60


@pytest.mark.parametrize(
    ("line", "box", "matches", "score", "gain", "gain_from_50"),
    [
        ("X/1-2-3-4-5-5-6/X", [], 1, 60, 30, 30),
        ("X/1-2-3-4-5-5-6/X", [], 0, 50, -20, 25),
        ("1/1-2-3-4-5-5-X/X", [], 0, 40, -20, -20),
        ("X/1-X-X-X-X-X-X/X", [2, 3, 4, 5, 6, 2], 0, -120, -20, -20),
    ],
)
def test_a_bet(line: str, box: list[int], matches: int, score: int, gain: int, gain_from_50: int) -> None:
    """[K5.2] The thrower keeps all his points; who did not bet neither wins nor loses."""
    for option, won in (("above_50", gain), ("from_50", gain_from_50)):
        setting = {"players": 4, "player": 1, "bet_wins_at": option, "scores": [5, 5, 5, 5]}
        after = finish(line, box, matches, bets=[0, 3], **setting)
        assert after.scores == [5 + won, 5 + score, 5, 5 + won]


def _played(value: int, moves: list[str], **options: object) -> int:
    """What a turn scores whose dice, in the order of their colours, are placed so; the last four show `value`."""
    position = load("zocken", **options).start()
    for number, move in enumerate(moves):
        if number == 3:
            position = position.play("no bet")
        colour = ("red", "orange", "yellow", "green", "blue", "violet", "white")[number]
        turn = placing(throw(position, colour, (3, 4)[number] if number < 2 else value), move)
        position = turn.after()
    return points(turn)


def test_the_bounds_are_reached() -> None:
    """[K4.3]"""
    assert points(ending("X/1-2-3-4-5-5-6/X", matches=7)) == 330
    five = ["place -20"] * 5
    assert _played(6, ["place left", "place right", *five]) == -120
    assert _played(6, ["place 6", "place 7", *five[:1], *five[:4]], ends_from=4) == -100
    assert _played(6, ["place -20"] * 7, penalty_box="free") == -140


@st.composite
def first_turn(draw: st.DrawFn) -> Match:
    """A match whose first turn has been played, under any options, with any dice and any moves."""
    choices = load("zocken").options.choices()
    options: dict[str, Any] = {key: draw(st.sampled_from(values)) for key, values in choices.items()}
    match = load("zocken", **options).match(fed=True)
    while match.position.turns == 1:
        position = match.position
        if position.is_chance:
            match.play(position.drawn(draw(st.integers(0, 5))))
        else:
            match.play(draw(st.sampled_from(list(position.legal_moves))))
    return match


@settings(max_examples=150)
@given(first_turn())
def test_any_turn_keeps_the_bounds(match: Match) -> None:
    """[K4.3, K5.2, K5.3] Multiples of 10 for the thrower, of 5 for the bettors."""
    before, after = match.history[-2:]
    options: Any = after.game.options
    penalty_box = options.to_json()["penalty_box"]
    lowest = -140 if penalty_box == "free" else -100 if options.ends_from == 4 else -120
    score = points(match.last_turns.before)
    assert lowest <= score <= 330
    assert score % 10 == 0
    assert after.scores[0] == score
    won = score > 50 or (score == 50 and options.to_json()["bet_wins_at"] == "from_50")
    gains = {0: 0, FOR: score // 2 if won else -20, AGAINST: -20 if won else 20}
    for p in range(1, after.game.players):
        assert after.scores[p] == gains[state(before).bets[p]]
        assert after.scores[p] % 5 == 0


@settings(max_examples=150)
@given(first_turn())
def test_dice_are_conserved_and_the_series_holds(match: Match) -> None:
    """[K2.1, K3.1] A placed die never moves; every die lies in one place; the values rise or fall."""
    for before, position in pairwise(match.history[:-1]):
        s = state(position)
        values = [value for value in s.slots if value]
        assert values in (sorted(values), sorted(values, reverse=True))
        assert (s.direction == OPEN) == (len(set(values)) < 2)
        for die, lies in enumerate(state(before).lies):
            assert lies in (HAND, s.lies[die])
        for slot in range(SLOTS):
            assert s.lies.count(slot) == (s.slots[slot] > 0)
        assert all(s.slots[lies] == s.shows[die] for die, lies in enumerate(s.lies) if 0 <= lies < SLOTS)
        assert s.lies.count(BOX) == s.box
        assert s.placed == len(values) + s.box == 7 - s.lies.count(HAND)


@settings(max_examples=100)
@given(first_turn())
def test_the_parts_of_the_score_add_up(match: Match) -> None:
    """[K4.1, K4.2, K4.3]"""
    turn, before, after = match.last_turns.before, state(match.history[-2]), match.position
    assert turn
    rules, o, s = after.game.rules, after.game.options, finished(turn)
    parts = [
        rules.series_points(s.box),
        rules.colour_points(o, rules.count_matches(s), s.box),
        rules.count_ends(s) * rules.END,
        s.box * rules.PENALTY,
    ]
    assert sum(parts) == points(turn) == after.scores[0]
    assert (parts[0] == 50) == (s.box == 0)
    assert before.box <= s.box <= before.box + 1
