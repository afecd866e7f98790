"""A view shows what its player may see, and nothing that would tell apart what he cannot see.

What he cannot see can be drawn anew, as likely as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from stammtisch.bots.redraw import redraw
from stammtisch.core import defaults
from stammtisch.core.bind import bind
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.core.record import Key, Record
from stammtisch.fast import drive
from stammtisch.testing import views
from stammtisch.testing.playing import any_move, play_on
from tests.helpers import CASES, GAMES, TOY, OptionSet, case_id, load


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_a_view_does_not_tell_hidden_things(name: str, options: OptionSet) -> None:
    views.check_secrets(load(name, options))


@pytest.mark.parametrize("name", GAMES)
def test_a_view_is_enough_to_move(name: str) -> None:
    views.check_views(load(name))


def test_a_leak_is_noticed() -> None:
    game = load(TOY)
    game.rules = type(game.rules)(**{**vars(game.rules), "hide": defaults.hide})
    with pytest.raises(AssertionError, match="can tell"):
        views.check_twins(game.start(), 0, Random(1))


# ── What is hidden, drawn anew ───────────────────────────────────────────────────────────────────────────────────────


def check_playable(drawn: Position, seed: int) -> None:
    """It can be played to its end."""
    rules, s = bind(drawn.game.module, drive), drawn.state.copy()
    plies = rules.playout(s, drawn.game.options, rules.Workspace(rules.MOVES), seed, rules.LENGTH)
    assert plies < rules.LENGTH


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_what_is_hidden_can_be_redrawn(name: str, options: OptionSet) -> None:
    game = load(name, options)
    views.check_redraws(game)
    if views.hides(game):
        position = play_on(game.match(seed=5), any_move, Random(5), views.PLIES).position
        check_playable(redraw(position.view(0), 1), 1)


def every_redraw(s: Record, game: Game, viewer: int, chance: Fraction) -> Iterator[tuple[Key, Fraction]]:
    """Every way in which lots can complete a view, with its chance."""
    lots = game.rules.unseen(s, game.options, viewer)
    if not lots:
        yield s.key(), chance
    for lot in range(lots):
        after = s.copy()
        game.rules.deal(after, game.options, viewer, lot)
        yield from every_redraw(after, game, viewer, chance / lots)


@pytest.mark.parametrize("players", [2, 3])
def test_hands_are_redrawn_as_likely_as_they_are(players: int) -> None:
    """Marbles: all marbles out of sight, told apart, in any order; the rivals hold the first ones."""
    game = load(TOY, {"players": players})
    view = game.match(seed=2).position.view(0)
    found: dict[Key, Fraction] = {}
    for key, chance in every_redraw(view.state, game, 0, Fraction(1)):
        found[key] = found.get(key, Fraction(0)) + chance
    bag, held, hand = (getattr(view.state, row) for row in ("bag", "held", "hand"))
    orders = list(permutations([kind for kind in range(3) for _ in range(bag[kind])]))
    expected: Counter[Key] = Counter()
    for order in orders:
        rest, hands, drawn = list(bag), list(hand), iter(order)
        for seat in range(1, players):
            for _ in range(held[seat]):
                kind = next(drawn)
                rest[kind] -= 1
                hands[3 * seat + kind] += 1
        expected[view.state.from_json({**view.state.to_json(), "bag": rest, "hand": hands}).key()] += 1
    assert found == {key: Fraction(count, len(orders)) for key, count in expected.items()}
    assert len(found) > players


def test_a_game_that_cannot_deal_is_noticed() -> None:
    game = load(TOY)
    game.rules = type(game.rules)(**{**vars(game.rules), "unseen": defaults.unseen})
    position = play_on(game.match(seed=1), any_move, Random(1), 6).position
    with pytest.raises(AssertionError, match="must bring back"):
        views.check_redraw(position, 0, 1)
