"""What the page of Heckmeck is given agrees with the rules, whatever is played."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from stammtisch import load
from stammtisch.core.position import Position
from stammtisch.games.heckmeck.figures import Figures
from stammtisch.games.heckmeck.page import figures
from stammtisch.games.heckmeck.rules import FACE_DOWN, LOWEST, TILES
from tests.games.heckmeck.positions import W, face_down, given, grill, legal, stack, state, total
from tests.helpers import any_move, greedy_move, play_on


@pytest.mark.parametrize(
    ("at", "gain"),
    [
        (given(kept={W: 2, 4: 2, 5: 1}), [23]),  # [H3.2]
        (given(kept={W: 2, 4: 2}), None),  # 18
        (given(kept={5: 4, 4: 1}), None),  # [H3.1] no worm
        (given([25, 27], [[21], [26]], {W: 3, 4: 2, 2: 1, 1: 1}), [25, 26]),  # T8
        (given([25, 27], [[21], [26]], {W: 3, 4: 2, 2: 1, 1: 1}, steal="forced"), [26]),
        (given([21, 24, 25], [[23]], {W: 3, 4: 2}, lower="any"), [21]),
        (given([21, 22, 25], [[24]], {W: 3, 4: 2}, lower="any"), [21, 22]),
        (given([27], thrown=[1, 1, 2, 3, 4, 5, W, W]), None),  # a throw lies on the table: there is no stopping
    ],
)
def test_what_can_be_taken(at: Position, gain: list[int] | None) -> None:
    assert figures(at)["dice"]["gain"] == gain


def test_the_throw_says_where_each_symbol_leads() -> None:
    at = given([22, 27], [[21], [26]], {5: 2, 4: 1}, [W, W, W, 2, 5])
    found = figures(at)["dice"]
    assert [(each["move"], each["dice"], each["new"], each["total"], each["gain"]) for each in found["throw"]] == [
        ("keep 2", 1, True, 16, None),
        ("keep 5", 1, False, None, None),
        ("keep worm", 3, True, 29, [27]),
    ]
    assert found["tray"] == [{"face": 4, "dice": 1, "points": 4}, {"face": 5, "dice": 2, "points": 10}]
    assert (found["total"], found["worm"], found["left"]) == (14, False, 5)


@pytest.mark.parametrize(
    ("options", "back", "down"),
    [
        ({}, 27, [34]),  # T13
        ({"fast": "returned_down"}, 27, [27, 34]),  # T16
        ({"fast": "no_exception"}, 27, [34]),  # T17
    ],
)
def test_what_failing_costs(options: dict[str, Any], back: int, down: list[int]) -> None:
    at = given([31, 33, 34], [[22, 27]], {W: 1}, **options)
    assert figures(at)["failing"] == {"back": back, "down": down}


def test_failing_without_a_tile_costs_nothing_or_the_highest() -> None:
    assert figures(given([31, 33], kept={W: 1}))["failing"] == {"back": None, "down": []}
    assert figures(given([31, 33], kept={W: 1}, flip_without_tile=True))["failing"] == {"back": None, "down": [33]}


def test_the_tiles() -> None:
    tiles = figures(load("heckmeck").start())["tiles"]
    assert [each["number"] for each in tiles] == list(range(21, 37))
    assert [each["worms"] for each in tiles] == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4


def test_the_end() -> None:
    shown = figures(given([22], [[21, 25], [36]], {W: 2, 4: 3}).play("take 22"))
    assert shown["places"] == [2, 1]  # [H5.2] four worms each; the higher tile is 36
    assert shown["failing"] is None


@pytest.mark.parametrize("seed", range(8))
def test_random_play(seed: int) -> None:
    """Every move does to the tiles what the figures before it have said."""
    rng = Random(seed)
    choices = load("heckmeck").options.choices()
    match = load("heckmeck", **{name: rng.choice(values) for name, values in choices.items()}).match(seed=seed)
    for _ in range(1500):
        if match.is_over:
            break
        before = match.position
        shown = figures(before)
        json.dumps(shown)
        assert shown == figures(before.view(rng.randrange(-1, before.game.players)))
        assert shown["stacks"] == [stack(before, p) for p in range(before.game.players)]
        assert shown["places"] is None
        move = (any_move if seed % 2 else greedy_move)(before, rng)
        match.play(move)
        _check(shown, before, str(move), match.position)
    assert figures(match.position)["places"] == (match.position.places if match.is_over else None)


def _check(shown: Figures, before: Position, move: str, after: Position) -> None:
    player, dice = state(before).player, shown["dice"]
    assert dice["total"] == total(before) == sum(each["points"] for each in dice["tray"])
    may = legal(before)
    assert [each["move"] for each in dice["throw"] if each["new"]] == [name for name in may if name[:4] == "keep"]
    assert [f"take {number}" for number in dice["gain"] or []] == [name for name in may if name[:4] == "take"]
    if move.startswith("keep"):
        (kept,) = [each for each in dice["throw"] if each["move"] == move]
        assert (kept["total"], kept["gain"]) == (total(after), figures(after)["dice"]["gain"])
    if move.startswith("take"):
        assert stack(after, player) == [*shown["stacks"][player], int(move[5:])]
        assert face_down(after) == face_down(before)
    if move in ("stop", "pass"):
        assert shown["failing"]
        back, down = shown["failing"]["back"], shown["failing"]["down"]
        assert stack(after, player) == shown["stacks"][player][: None if back is None else -1]
        assert set(face_down(after)) - set(face_down(before)) == set(down)
        assert set(grill(after)) == (set(grill(before)) | {back} - {None}) - set(down)


@pytest.mark.parametrize("options", [{}, {"players": 4, "fast": "returned_down"}, {"flip_without_tile": False}])
def test_the_last_turn_is_what_changed_on_the_table(options: dict[str, Any]) -> None:
    """From the record of the turn, and as the tiles lay before and after it."""
    match = play_on(load("heckmeck", **options).match(seed=6), greedy_move, Random(6), 20_000)
    assert match.is_over
    kinds = set()
    for count, (before, after) in enumerate(pairwise(match.history), 1):
        last = figures(after, match.last_turns_at(count))["last"]
        if before.turns == after.turns and not after.is_over:
            assert last == figures(before, match.last_turns_at(count - 1))["last"]
            continue
        assert last
        was, now, by = state(before).lies, state(after).lies, before.turn
        gone = [t for t in range(TILES) if was[t] == by != now[t]]
        down = [LOWEST + t for t in range(TILES) if was[t] != now[t] == FACE_DOWN]
        got = [t for t in range(TILES) if was[t] != now[t] == by]
        if got:
            owner = was[got[0]] if was[got[0]] >= 0 else None
            assert last == {"by": by, "won": LOWEST + got[0], "rival": owner, "lost": None}
        else:
            lost = {"back": LOWEST + gone[0] if gone else None, "down": down}
            assert last == {"by": by, "won": None, "rival": None, "lost": lost}
        kinds.add((bool(got), last["rival"] is not None, bool(gone), bool(down)))
    assert len(kinds) >= 4
    assert figures(match.history[0], match.last_turns_at(0))["last"] is None
