"""What Heckmeck tells people at its decisions: consequences of moves, the rules that apply, events in words."""

from __future__ import annotations

import pytest

import stammtisch
from stammtisch.games.heckmeck import text as TEXT  # noqa: N812
from stammtisch.games.heckmeck.rules import GRILL, LOWEST, NO_TILE
from stammtisch.games.keeping import CHOOSING, KEEPING

NAMES = ["Ann", "Ben"]
GAME = stammtisch.load("heckmeck", players=2)


def position(
    kept: dict[str, int], thrown: dict[str, int] | None = None, ann: int | None = None, ben: int | None = None
) -> stammtisch.Position:
    """Ann's decision: before setting aside if something was thrown, else after it; a single tile for each, if any."""
    state = GAME.start().state.to_json()
    count = [[dice.get(name, 0) for name in TEXT.SYMBOLS] for dice in (kept, thrown or {})]
    lies, top = [GRILL] * 16, [NO_TILE] * 7
    for player, tile in enumerate((ann, ben)):
        if tile:
            lies[tile - LOWEST], top[player] = player, tile - LOWEST
    state.update(kept=count[0], thrown=count[1], falling=0, dice=8 - sum(count[0]), lies=lies, top=top)
    state.update(phase=KEEPING if thrown else CHOOSING)
    return stammtisch.Position.unchecked(GAME, GAME.module.State.from_json(state))


def words(at: stammtisch.Position) -> dict[str, str]:
    return {str(move): TEXT.leads_to(at, move, NAMES) for move in at.legal_moves}


def test_keeping() -> None:
    at = position({"5": 2}, {"1": 1, "worm": 2, "4": 3})
    assert words(at) == {
        "keep 1": "11 points, 5 dice left, no worm yet",
        "keep 4": "22 points, 3 dice left, no worm yet",
        "keep worm": "20 points, 4 dice left",
    }
    assert TEXT.applies(at) == ["2.2"]
    assert TEXT.tell(at, GAME.move("keep worm"), NAMES) == "Ann set aside worm worm: 20 points."
    assert "no worm yet" in TEXT.picture(at, NAMES)


def test_the_last_dice() -> None:
    assert words(position({"5": 2, "worm": 4}, {"1": 2}))["keep 1"] == "32 points, the turn ends: take 32"
    assert words(position({"5": 2, "4": 4}, {"1": 2}))["keep 1"] == "28 points, the turn ends: it fails"
    assert words(position({"5": 1, "4": 2}, {"worm": 2}))["keep worm"] == "23 points, 3 dice left, enough for 23"


def test_taking_and_stealing() -> None:
    at = position({"worm": 4, "4": 1}, ben=24)
    assert words(at) == {
        "roll": "3 dice, new symbols: 1, 2, 3 or 5",
        "take 23": "1 worm, from the grill",
        "take 24": "1 worm, stolen from Ben",
    }
    assert TEXT.applies(at) == ["2.4", "3.4", "3.3"]
    assert TEXT.tell(at, GAME.move("take 24"), NAMES) == "Ann stole 24 from Ben: 1 worm."
    assert TEXT.applies(position({"worm": 4, "4": 1})) == ["2.4", "3.2"]
    assert TEXT.leads_to(at, GAME.move("take 24")) == "1 worm, stolen from seat 1"


@pytest.mark.parametrize(
    ("ann", "outcome", "rules"),
    [
        (None, "the turn fails", ["2.3", "4.3"]),
        (30, "the turn fails, 30 goes back, 36 face down", ["2.3", "4.1", "4.2"]),
    ],
)
def test_failing(ann: int | None, outcome: str, rules: list[str]) -> None:
    at = position({"5": 2, "worm": 2}, {"5": 4}, ann=ann)
    assert words(at) == {"pass": outcome}
    assert TEXT.applies(at) == rules
    assert TEXT.tell(at, 0, NAMES) == f"Ann rolled nothing new: {outcome}."


def test_stopping_with_nothing() -> None:
    assert TEXT.applies(position({"5": 2, "4": 4})) == ["2.4", "3.1"]
    assert TEXT.applies(position({"worm": 2})) == ["2.4", "3.6"]
    used_up = position({"5": 4, "4": 4})
    assert TEXT.applies(used_up) == ["2.5", "3.1"]
    assert "no dice left" in TEXT.picture(used_up, NAMES)
