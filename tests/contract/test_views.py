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
from stammtisch.core.constants import EVERYBODY
from stammtisch.core.game import Game, Move
from stammtisch.core.position import Position
from stammtisch.core.record import Key, Record
from stammtisch.fast import drive
from tests.contract import ply
from tests.helpers import CASES, GAMES, TOY, OptionSet, any_move, case_id, load, play_on

PLIES = 60


def hides(game: Game) -> bool:
    """Under these options, is there chance that only one seat may see?"""
    match = play_on(game.match(seed=1), any_move, Random(1), PLIES)
    return any(position.is_chance and position.audience != EVERYBODY for position in match.history)


def check_twins(start: Position, viewer: int, rng: Random) -> int:
    """Two histories that the viewer cannot tell apart must look the same to him all the way.

    Both see the same moves and open outcomes, but what is drawn out of his sight may differ. The number of plies after
    which the two really were different.
    """
    one, other = start, start
    different = 0
    for _ in range(PLIES):
        assert one.turn == other.turn
        pair = _next(one, other, viewer, rng)
        if pair is None:
            break
        one, other = one.play(pair[0]), other.play(pair[1])
        assert one.view(viewer) == other.view(viewer), f"seat {viewer} can tell {one.state} from {other.state}"
        different += one != other
    return different


def _next(one: Position, other: Position, viewer: int, rng: Random) -> tuple[Move, Move] | None:
    """What happens next in either history, or nothing that can happen in both."""
    if one.is_chance and one.audience not in (EVERYBODY, viewer):
        return rng.choice(one.outcomes)[0], rng.choice(other.outcomes)[0]
    choices = [[m for m, _ in p.outcomes] if p.is_chance else list(p.legal_moves) for p in (one, other)]
    if one.turn == viewer:
        assert choices[0] == choices[1], "a player's moves must not depend on what he cannot see"
    common = [move for move in choices[0] if move in choices[1]]
    if not common:
        return None
    move = rng.choice(common)
    return move, move


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_a_view_does_not_tell_hidden_things(name: str, options: OptionSet) -> None:
    rng = Random(f"{name} {options}")
    start = load(name, options).start()
    viewers = range(start.game.players)
    different = sum(check_twins(start, viewer, rng) for viewer in viewers for _ in range(3))
    assert (different > 0) == hides(start.game), "only a game that hides something has histories that look alike"


@pytest.mark.parametrize("name", GAMES)
def test_a_view_is_enough_to_move(name: str) -> None:
    match = play_on(load(name).match(seed=3), any_move, Random(3), PLIES)
    hidden = hides(match.game)
    for position in match.history:
        for viewer in range(position.game.players):
            view = position.view(viewer)
            assert view.viewer == viewer
            assert view.turn == position.turn
            assert view.scores == position.scores
            assert view.places == position.places
            assert view.view(viewer) == view, "looking twice shows no more and no less"
            if position.turn == viewer:
                assert view.legal_moves == position.legal_moves
            if not hidden:
                assert view.state == position.state
            assert position.game.position(view.to_json()) == view
            ply.check_text(view)


def test_a_leak_is_noticed() -> None:
    game = load(TOY)
    game.rules = type(game.rules)(**{**vars(game.rules), "hide": defaults.hide})
    with pytest.raises(AssertionError, match="can tell"):
        check_twins(game.start(), 0, Random(1))


# ── What is hidden, drawn anew ───────────────────────────────────────────────────────────────────────────────────────


def missing(view: Position) -> int:
    """How many things have to be dealt to make a view a whole position."""
    rules, o, state, seat = view.game.rules, view.game.options, view.state.copy(), view.viewer
    assert seat is not None
    count = 0
    while lots := rules.unseen(state, o, seat):
        rules.deal(state, o, seat, lots - 1)
        count += 1
    return count


def check_redraw(position: Position, viewer: int, seed: int) -> Position:
    """A redrawn position looks like the true one to who cannot see it, and hides as much from everybody else."""
    view = position.view(viewer)
    drawn = redraw(view, seed)
    assert drawn.viewer is None
    assert drawn.view(viewer) == view, "the viewer could tell it from the true one"
    assert redraw(view, seed) == drawn
    assert (missing(view) > 0) == (view.state != position.state), "what `hide` takes away `deal` must bring back"
    for seat in range(position.game.players):
        assert missing(drawn.view(seat)) == missing(position.view(seat)), f"seat {seat} has more or less to guess"
    return drawn


def check_playable(drawn: Position, seed: int) -> None:
    """It can be played to its end."""
    rules, s = bind(drawn.game.module, drive), drawn.state.copy()
    plies = rules.playout(s, drawn.game.options, rules.Workspace(rules.MOVES), seed, rules.LENGTH)
    assert plies < rules.LENGTH


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_what_is_hidden_can_be_redrawn(name: str, options: OptionSet) -> None:
    game = load(name, options)
    history = play_on(game.match(seed=5), any_move, Random(5), PLIES).history
    several = 0
    for seed, position in enumerate(history[::7]):
        for viewer in range(game.players):
            drawn = check_redraw(position, viewer, seed)
            if position.turn == viewer:
                assert drawn.legal_moves == position.legal_moves
            others = {redraw(position.view(viewer), seed + other).key() for other in range(1, 5)}
            several += others != {drawn.key()}
    assert (several > 0) == hides(game), "where something is hidden there are several ways to redraw it"
    if hides(game):
        check_playable(redraw(history[-1].view(0), 1), 1)


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
        check_redraw(position, 0, 1)
