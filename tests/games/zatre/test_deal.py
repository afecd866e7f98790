"""Hidden hands are redrawn: a view becomes a whole position that its viewer cannot tell from the true one."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from stammtisch.core.position import Position
from tests.games.zatre.positions import SIXES, given, hand, lay, legal, state
from tests.helpers import any_move, load, option_sets, play_on

LINE = "6@(7,7) 4@(7,8)"


def dealt(view: Position, rng: Random) -> Position:
    rules, o, s = view.game.rules, view.game.options, state(view).copy()
    assert view.viewer is not None
    while lots := rules.unseen(s, o, view.viewer):
        rules.deal(s, o, view.viewer, rng.randrange(lots))
    return Position.unchecked(view.game, s)


@pytest.mark.parametrize("options", option_sets("zatre"), ids=lambda options: " ".join(map(str, options.values())))
def test_the_viewer_sees_no_difference_and_play_goes_on(options: dict[str, object]) -> None:
    rng = Random(str(options))
    match = play_on(load("zatre", options).match(seed=1), any_move, rng, 400)
    for before in rng.sample(match.history, 6):
        for viewer in range(before.game.players):
            position = dealt(before.view(viewer), rng)
            assert position.view(viewer) == before.view(viewer)
            s = state(position)
            assert sum(s.bag) == s.left
            assert [len(hand(position, p)) for p in range(before.game.players)] == s.held[: before.game.players]
            for _ in range(12):
                if position.is_over:
                    break
                if position.is_chance:
                    position = position.play(position.outcomes[0][0])
                else:
                    assert not (legal(position) == ["pass"] and state(position).count)
                    position = position.play(any_move(position, rng))


def test_a_tile_is_as_likely_as_it_is_unseen() -> None:
    """[Z1.2]"""
    view = given(LINE, [1, 2], [[6, 6]], bag=[3, 3, 3, 5]).view(0)
    rules, o = view.game.rules, view.game.options
    lots = rules.unseen(view.state, o, 0)
    assert lots == 6
    drawn: Counter[int] = Counter()
    for lot in range(lots):
        s = state(view).copy()
        rules.deal(s, o, 0, lot)
        drawn[hand(Position.unchecked(view.game, s), 1)[0]] += 1
    assert drawn == {3: 3, 5: 1, 6: 2}


def test_what_a_rival_must_do_is_worked_out_again() -> None:
    """Also in the middle of his turn, and when he has laid all his tiles."""
    position = given(LINE, [1, 2], [[3, 4]], bag=[])
    for at in (position, lay(position, "1@(7,9)", done=False), lay(position, "1@(7,9) 2@(6,7)", done=False)):
        assert state(at.view(1)).most == 0
        assert dealt(at.view(1), Random(1)) == at
    opening = lay(given((), [1, 5, 6], [[3, 4]], bag=[]), "5@(7,7)", done=False)
    assert dealt(opening.view(1), Random(1)) == opening
    blocked = given(SIXES, [2, 6], [[1, 1]], bag=[])
    assert dealt(blocked.view(1), Random(1)) == blocked


def test_a_hand_that_would_not_have_begun_so_may_end_so() -> None:
    """[Z5.2] The 5 on a double cell earns its cross together with the 2. With a 1 instead it could not lie there."""
    begun = lay(given("4@(7,7) 3@(7,8)", [5, 2], [[6, 6]], bag=[]), "5@(8,8)", done=False)
    other = state(begun).copy()
    other.hand[0], other.hand[1] = 1, 0
    position = dealt(Position.unchecked(begun.game, other).view(1), Random(1))
    assert legal(position) == ["done"]
    assert state(position.play("done")).filled == [0] * 24


def test_nothing_is_missing_in_open_hands() -> None:
    position = given(LINE, [1, 2], [[3, 4]], open_hands=True)
    assert position.game.rules.unseen(position.state, position.game.options, 1) == 0
