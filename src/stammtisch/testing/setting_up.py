"""What must hold of setting up a position by hand (core/contract/setup.py)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from stammtisch.core.contract.setup import Group
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.core.setting_up import Draft, draft
from stammtisch.testing.playing import any_move, play_on

GAMES = 6
TRIES = 12  # of each position
FAR = 3  # a number may be so much beyond its range: what is typed is anything


def check_setup(game: Game) -> None:
    """What is chosen stays chosen, and makes a position or a sentence that says what is wrong."""
    rng = Random(8)
    for number in range(GAMES):
        position = play_on(game.match(seed=number), any_move, rng, rng.randrange(80)).position
        if not position.is_over:
            _check_from(position, rng)


def _check_from(position: Position, rng: Random) -> None:
    begun = draft(position, {}, {})
    assert begun.position == position, "where nothing is chosen, the position must be as it was"
    keys = [each.key for group in begun.groups for each in group.controls if each.label]
    assert len(set(keys)) == len(keys), "two controls have the same key"
    possible = 0
    for _ in range(TRIES):
        chosen = _any_choices(begun.groups, rng)
        found = draft(position, {}, chosen)
        possible += found.position is not None
        _check_draft(found, chosen)
    assert possible, f"of {TRIES} ways to change {position.to_text()} by a few choices none makes a position"


def _any_choices(groups: Sequence[Group], rng: Random) -> dict[str, int]:
    """Some controls, each with any value."""
    chosen = {}
    for group in rng.choices(groups, k=rng.choice((1, 1, 2))):
        able = [each for each in group.controls if each.label]
        if able:
            values = [value for value, _ in group.choices]
            low, high = max(group.low - FAR, -99), min(group.high + FAR, 99)
            chosen[rng.choice(able).key] = rng.choice(values) if values else rng.randint(low, high)
    return chosen


def _check_draft(found: Draft, chosen: dict[str, int]) -> None:
    shown = {each.key: each.value for group in found.groups for each in group.controls}
    lost = {key: value for key, value in chosen.items() if shown.get(key, value) != value}
    assert not lost, f"what was chosen is not shown: {lost}"
    if found.position:
        assert not found.fault, f"a position that can be has a fault: {found.fault}"
        read = found.game.position(found.position.to_text())
        assert read == found.position, "the line of a position set up by hand gives another one"
    else:
        assert found.fault.endswith("."), f"a fault is a sentence, not {found.fault!r}"
