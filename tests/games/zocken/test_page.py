"""The figures of the page agree with the rules, over whole games under many options."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random

import pytest

from stammtisch import load
from stammtisch.core.match import Match
from stammtisch.core.position import Position
from stammtisch.core.turn import LastTurns, Turn
from stammtisch.games.zocken.figures import Figures, LastTurn, Room
from stammtisch.games.zocken.page import figures
from stammtisch.games.zocken.rules import BET, BOX, DICE, FACES, PLACE, PLACING, SLOTS
from tests.games.zocken.positions import ending, given, placing, state

TABLES: list[dict[str, object]] = [
    {"players": 3, "rounds": 2},
    {"players": 2, "rounds": 2, "ends_from": 4, "penalty_box": "forced_only"},
    {"players": 4, "rounds": 1, "cascade": True, "bet_wins_at": "from_50"},
    {"players": 2, "rounds": 2, "penalty_box": "free", "colours_need_series": True},
]


def played(options: dict[str, object], seed: int) -> Match:
    """A random game."""
    random = Random(seed)
    match = load("zocken", **options).match(fed=True)
    while not match.is_over:
        now = match.position
        match.play(now.drawn(random.randrange(FACES)) if now.is_chance else random.choice(now.legal_moves))
    return match


def last_turn(turn: Turn) -> LastTurn:
    """What is shown of a turn when it is over."""
    after = turn.after()
    found = figures(after, LastTurns(turn) if after.is_over else LastTurns(Turn(after), turn))["last"]
    assert found
    return found


def room_by_asking(position: Position) -> Room:
    """The same as `room`, by asking `forbids_place` for every value and slot."""
    s, game = state(position).copy(), position.game
    found: Room = []
    for slot in range(SLOTS):
        values = []
        for value in range(1, FACES + 1):
            s.shows[s.die] = value
            if s.placed < DICE and game.rules.forbids_place(s, game.options, slot) == 0:
                values.append(value)
        assert values == (list(range(values[0], values[-1] + 1)) if values else [])
        found.append((values[0], values[-1]) if values else None)
    return found


@pytest.mark.parametrize("options", TABLES)
def test_figures_agree_with_the_rules(options: dict[str, object]) -> None:
    before: Figures | None = None
    for position in played(options, seed=1).history:
        shown = figures(position)
        assert json.dumps(shown)
        assert shown["room"] == room_by_asking(position)
        s = state(position)
        here = [m - PLACE for m in position.legal_moves if PLACE <= m < BET] if s.phase == PLACING else []
        assert shown["may"] == here
        assert list(shown["after"]) == [str(position.game.moves[PLACE + slot]) for slot in here]
        parts = shown["score"]
        assert parts["points"] == parts["series"] + parts["colours"] + parts["end_points"] + parts["box_points"]
        for slot in here:
            promised = shown["after"][str(position.game.moves[PLACE + slot])]
            after = position.play(PLACE + slot)
            if s.placed + 1 < DICE:
                assert promised == {"score": figures(after)["score"], "room": figures(after)["room"]}
            else:
                assert promised["score"] == last_turn(placing(position, PLACE + slot))["score"]
        if before and before["round"] != shown["round"]:
            assert shown["round"] == before["round"] + 1
        before = shown


@pytest.mark.parametrize("options", TABLES)
def test_the_last_turn_is_what_the_scores_gained(options: dict[str, object]) -> None:
    match = played(options, seed=2)
    turns = 0
    for count, (before, after) in enumerate(pairwise(match.history), 1):
        if before.scores == after.scores and state(before).turns == state(after).turns:
            continue
        turns += 1
        last = figures(after, match.last_turns_at(count))["last"]
        assert last
        gained = [now - then for now, then in zip(after.scores, before.scores, strict=True)]
        assert gained == [
            last["score"]["points"]
            if p == last["thrower"]
            else last["bet"] * (p in last["bettors"]) + last["against"] * (p in last["doubters"])
            for p in range(after.game.players)
        ]
    assert turns >= 4


def test_a_turn_of_three_matches_and_an_end() -> None:
    last = last_turn(ending("1/1-2-3-4-5-6-X/X", matches=3, bets=[1], players=3))
    assert last["thrower"] == 0
    assert last["score"]["points"] == 100
    assert (last["score"]["series"], last["score"]["colours"], last["score"]["end_points"]) == (50, 60, -10)
    assert (last["bettors"], last["bet"]) == ([1], 50)


def test_a_series_is_hoped_for_until_a_die_lies_on_the_box() -> None:
    assert figures(given("X/1-2-X-X-X-X-X/X"))["score"]["hope"] == 50
    lost = figures(given("X/1-2-X-X-X-X-X/X", box=[6], bets=[]))["score"]
    assert (lost["hope"], lost["box_points"]) == (0, -20)


def test_who_has_bet() -> None:
    asked = given("X/1-2-3-X-X-X-X/X", player=2, players=4)
    assert figures(given("X/1-2-X-X-X-X-X/X", player=2, players=4))["bets"] == [None] * 4
    assert figures(asked)["bets"] == [None] * 4
    assert figures(asked.play("bet"))["bets"] == [None, None, None, True]
    assert figures(asked.play("bet").play("no bet"))["bets"] == [False, None, None, True]
    assert figures(asked.play("bet").play("no bet").play("bet"))["bets"] == [False, True, None, True]


def test_who_has_bet_against() -> None:
    """[K5.3]"""
    asked = given("X/1-2-3-X-X-X-X/X", player=2, players=4, betting="both")
    after = asked.play("bet against").play("bet")
    assert (figures(after)["bets"], figures(after)["doubters"]) == ([True, None, None, False], [3])
    assert figures(after)["against"] == {"wins": 20, "loses": 20}
    assert figures(given())["against"] is None
    last = last_turn(ending("1/1-2-3-4-5-6-X/X", matches=3, bets=[1], against=[2], betting="both", players=3))
    assert (last["bettors"], last["bet"], last["doubters"], last["against"]) == ([1], 50, [2], -20)


@pytest.mark.parametrize(("wins_at", "enough"), [("above_50", False), ("from_50", True)])
def test_what_a_bet_asks_for(wins_at: str, enough: bool) -> None:
    shown = figures(load("zocken", bet_wins_at=wins_at).start())
    assert (shown["stake"], shown["from_stake"]) == (50, enough)


def test_places_are_told_in_the_end_only() -> None:
    game = played({"players": 3, "rounds": 1}, seed=3).history
    assert [figures(each)["places"] for each in game[:-1]] == [None] * (len(game) - 1)
    assert figures(game[-1])["places"] == list(game[-1].places)


def test_the_box_is_a_place_too() -> None:
    shown = figures(given("X/5-5-4-3-3-X-X/X", thrown=4))
    assert shown["may"] == [BOX]
    assert shown["after"]["place -20"]["score"]["box"] == 1
