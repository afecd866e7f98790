"""What the page of Barbecue is given agrees with the rules, whatever is played."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random

import pytest

from stammtisch import load
from stammtisch.core.position import Position
from stammtisch.core.translation import speaking
from stammtisch.core.turn import Event, LastTurns, Turn
from stammtisch.games.barbecue.figures import Figures
from stammtisch.games.barbecue.page import figures
from stammtisch.games.barbecue.rules import LOWEST, PLACES, PLATES, SNAIL
from tests.games.barbecue.positions import ALL, REACH, failed, given, grill, plates_of, snail_places, state
from tests.games.keeping.laid_dice import W, legal, total
from tests.helpers import any_move, greedy_move, play_on

TEN = [25, 26, 27, 28, 30] * 2


@pytest.mark.parametrize(
    ("at", "gain"),
    [
        (given(kept=REACH[29]), ("plate", 29, 3, None)),
        (given({1: [29]}, kept=REACH[29]), ("steal", 29, 3, 1)),
        (given({0: [29]}, kept=REACH[29]), ("second", 29, 3, None)),
        (given(snails=[29], kept=REACH[29]), ("snail", 29, 0, None)),
        (given(snails=[29], kept=REACH[41]), ("supply", None, 0, None)),
        (given(snails=[29], supply=0, kept=REACH[41]), ("snail", 29, 0, None)),
        (given(supply=0, kept=REACH[41]), ("end", None, 0, None)),
    ],
)
def test_what_stopping_wins(at: Position, gain: tuple[str, int | None, int, int | None]) -> None:
    found = figures(at)["dice"]["gain"]
    assert found
    assert tuple(found.values()) == gain


@pytest.mark.parametrize(
    ("at", "obstacle"),
    [
        (given(kept=REACH[22]), "low"),
        (given({1: [29, 29]}, kept=REACH[29]), "closed"),
        (given({0: TEN}, kept=REACH[29], plates="ten_then_fail"), "plate"),
        (given(kept={6: 8}), "worm"),
        (given(kept={W: 1, 6: 4}, thrown=[1, 1, 1]), None),  # a throw lies on the table: there is no stopping
        (given(), None),
    ],
)
def test_nothing_to_win(at: Position, obstacle: str | None) -> None:
    assert figures(at)["dice"]["gain"] is None
    assert figures(at)["obstacle"] == obstacle


def test_the_place_of_the_total_is_named_even_if_it_is_closed() -> None:
    assert figures(given({1: [29, 29]}, kept=REACH[29]))["at"] == 29
    assert figures(given(kept=REACH[22]))["at"] is None
    assert figures(given(kept=REACH[41]))["at"] is None


def test_the_throw_says_where_each_symbol_leads() -> None:
    found = figures(given({1: [29]}, kept={6: 4}, thrown=[W, 2, 2, 6]))["dice"]
    assert [(each["move"], each["dice"], each["new"], each["total"]) for each in found["throw"]] == [
        ("keep 2", 2, True, 28),
        ("keep 6", 1, False, None),
        ("keep worm", 1, True, 29),
    ]
    assert [each["gain"] and each["gain"]["kind"] for each in found["throw"]] == [None, None, "steal"]
    assert found["tray"] == [{"face": 6, "dice": 4, "points": 24}]
    assert (found["total"], found["worm"], found["left"]) == (24, False, 4)
    assert found["faces"] == [1, 2, 3, 4, 6, W]


def test_figures_know_no_language() -> None:
    at = given({1: [29]}, kept={6: 4}, thrown=[W, 2, 2, 6])
    with speaking("de"):
        german = figures(at)
    assert german == figures(at)


def test_where_the_next_snail_goes() -> None:
    assert figures(given({1: [36]}))["next_snail"] == 35
    assert figures(given({1: [*ALL]}))["next_snail"] == 36
    assert figures(given(supply=0))["next_snail"] is None
    assert figures(given({1: [*ALL] * 2}))["next_snail"] is None
    assert figures(failed(given(supply=0)))["next_snail"] is None


def test_worms_are_changed_five_to_one() -> None:
    assert figures(given(owned=[17, 4]))["worms"] == [(3, 2), (0, 4)]


def test_a_tie_at_the_end() -> None:
    assert figures(given({0: [29], 1: [31]}, supply=0))["tie"] is None
    assert figures(failed(given({0: [29], 1: [31]}, supply=0)))["tie"] is True
    assert figures(failed(given({0: [29], 1: [31]}, caught=[1], supply=0)))["tie"] is False
    assert figures(failed(given(owned=[3, 3], supply=0)))["tie"] is False  # without plates they share the place


@pytest.mark.parametrize("seed", range(8))
def test_random_play(seed: int) -> None:
    """Every move does to the grill and to the players what the figures before it have said."""
    rng = Random(seed)
    choices = load("barbecue").options.choices()
    match = load("barbecue", **{name: rng.choice(values) for name, values in choices.items()}).match(seed=seed)
    before = match.position
    while not match.is_over:
        shown = figures(before)
        json.dumps(shown)
        assert shown == figures(before.view(rng.randrange(-1, before.game.players)))
        move = (any_move if seed % 2 else greedy_move)(before, rng)
        assert [each["move"] for each in shown["dice"]["throw"] if each["new"]] == [
            name for name in legal(before) if name.startswith("keep")
        ]
        match.play(move)
        _check(shown, before, str(move), match.position)
        before = match.position
    assert figures(before)["tie"] is not None


def _check(shown: Figures, before: Position, move: str, after: Position) -> None:
    player, dice = state(before).player, shown["dice"]
    assert dice["total"] == total(before) == sum(each["points"] for each in dice["tray"])
    if shown["plates_left"] is not None:
        assert [PLATES - len(plates_of(before, p)) for p in range(before.game.players)] == shown["plates_left"]
    if move.startswith("keep"):
        (kept,) = [each for each in dice["throw"] if each["move"] == move]
        assert (kept["total"], kept["gain"]) == (total(after), figures(after)["dice"]["gain"])
    if move not in ("stop", "pass"):
        return
    gain, was, now = dice["gain"], state(before), state(after)
    if gain is None:  # a failed turn
        assert now.worms == was.worms
        if shown["next_snail"] is None:
            assert after.is_over
        else:
            assert set(snail_places(after)) - set(snail_places(before)) == {shown["next_snail"]}
        return
    assert now.worms[player] - was.worms[player] == gain["worms"]
    assert now.snails[player] - was.snails[player] == (gain["kind"] in ("snail", "supply"))
    assert was.supply - now.supply == (gain["kind"] == "supply")
    assert after.is_over == (gain["kind"] == "end")
    if gain["from"] is not None:
        assert was.worms[gain["from"]] - now.worms[gain["from"]] == gain["worms"]
    changed = [number for number in ALL if _lies(before, number) != _lies(after, number)]
    assert changed == ([gain["place"]] if gain["place"] else [])
    if gain["kind"] == "snail":
        assert gain["place"]
        assert was.holds[gain["place"] - LOWEST] == SNAIL
    elif gain["place"]:
        assert now.plates[gain["place"] - LOWEST] == (2 if gain["kind"] == "second" else 1)


def _lies(position: Position, number: int) -> tuple[int, int]:
    holds, plates = grill(position)
    return holds[number - LOWEST], plates[number - LOWEST]


@pytest.mark.parametrize(
    "options", [{}, {"players": 4, "deliberate_fail": True}, {"plates": "ten_then_fail"}, {"second_plate": "may"}]
)
def test_the_last_turn_is_what_changed_on_the_table(options: dict[str, object]) -> None:
    """From the record of the turn, and as everything lay before and after it."""
    kinds = set()
    for seed in range(4):
        match = play_on(load("barbecue", **options).match(seed=seed), greedy_move, Random(seed), 20_000)
        assert match.is_over
        for count, (before, after) in enumerate(pairwise(match.history), 1):
            last = figures(after, match.last_turns_at(count))["last"]
            if before.turns == after.turns and not after.is_over:
                assert last == figures(before, match.last_turns_at(count - 1))["last"]
                continue
            assert last
            was, now, by = state(before), state(after), before.turn
            changed = [g for g in range(PLACES) if (was.holds[g], was.plates[g]) != (now.holds[g], now.plates[g])]
            place = LOWEST + changed[0] if changed else None
            owner = was.holds[changed[0]] if changed and was.holds[changed[0]] >= 0 else None
            assert last["by"] == by
            if last["gain"] and last["gain"]["kind"] == "declined":
                assert (was.worms, was.snails, was.supply, changed) == (now.worms, now.snails, now.supply, [])
            elif last["gain"]:
                assert last["gain"]["place"] == place
                assert last["gain"]["worms"] == now.worms[by] - was.worms[by]
                assert last["gain"]["from"] == (owner if owner != by else None)
                assert (last["gain"]["kind"] in ("snail", "supply")) == (now.snails[by] > was.snails[by])
                assert (last["snail"], last["pushed"]) == (None, None)
            else:
                assert (now.worms, now.snails) == (was.worms, was.snails)
                assert (last["snail"], last["pushed"]) == (place, owner)
            kinds.add(last["gain"]["kind"] if last["gain"] else "failed")
    assert kinds >= {"plate", "steal", "failed"}


def test_a_declined_second_plate() -> None:
    """[B3.3]"""
    at = given({0: [29]}, kept=REACH[29], second_plate="may")
    assert figures(at)["can_decline"]
    assert not figures(given({0: [29]}, kept=REACH[29]))["can_decline"]
    assert not figures(given({0: [29]}, kept={6: 4}, thrown=[W, 1, 1, 1], second_plate="may"))["can_decline"]
    turn = Turn(at, (Event(0, at.check("decline")),))
    assert figures(turn.after(), LastTurns(Turn(turn.after()), turn))["last"] == {
        "by": 0,
        "gain": {"kind": "declined", "place": 29, "worms": 0, "from": None},
        "snail": None,
        "pushed": None,
    }


def test_a_snail_pushes_a_plate_off() -> None:
    """[B5.2]"""
    full = {p: [n for n in range(LOWEST, LOWEST + PLACES) if n % 2 == p] for p in (0, 1)}
    at = given(full, kept=REACH[29], deliberate_fail=True)
    turn = Turn(at, (Event(0, at.game.move("pass")),))
    assert figures(turn.after(), LastTurns(Turn(turn.after()), turn))["last"] == {
        "by": 0,
        "gain": None,
        "snail": LOWEST + PLACES - 1,
        "pushed": (LOWEST + PLACES - 1) % 2,
    }
