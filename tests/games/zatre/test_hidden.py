"""[Z2.3] Hands are hidden from the other players."""

from __future__ import annotations

from stammtisch.core.constants import EVERYBODY
from tests.games.zatre.positions import SIXES, given, hand, lay, legal, state

LINE = "6@(7,7) 4@(7,8)"


def test_a_view_keeps_ones_own_hand_only() -> None:
    """Rivals' tiles might as well be in the bag; how many they hold is known."""
    position = given(LINE, [1, 2], [[3, 4], [5, 5, 5]], players=3)
    seen = position.view(1)
    assert [hand(seen, p) for p in range(3)] == [[], [3, 4], []]
    assert state(seen).held[:3] == [2, 2, 3]
    assert state(seen).left == state(position).left
    assert sum(state(seen).bag) == state(position).left + 5
    s, full = state(seen), state(position)
    assert [s.bag[k] + s.hand[6 + k] for k in range(6)] == [full.bag[k] + sum(full.hand[k::6]) for k in range(6)]


def test_what_a_rival_must_do_is_not_told() -> None:
    """Whether he can score, and how many tiles he can lay, would tell of his hand."""
    blocked = given(SIXES, [2, 6], [[1, 1]])
    able = given(SIXES, [1, 1], [[2, 6]])
    assert state(able).most == 2
    assert state(able.view(1)).most == 0
    other = given(SIXES, [1, 6], [[1, 1]])
    assert state(blocked).most == 0
    assert blocked.view(1) == other.view(1)


def test_ones_own_duties_are_known() -> None:
    position = given(LINE, [1, 2], [[3, 4]])
    assert legal(position.view(0)) == legal(position)
    assert legal(lay(position, "1@(7,9)", done=False).view(0)) == legal(lay(position, "1@(7,9)", done=False))


def test_open_hands() -> None:
    position = given(LINE, [1, 2], [[3, 4]], open_hands=True)
    assert position.view(1).state == position.state
    after = lay(position, "1@(7,9) 2@(6,7)")
    assert after.audience == EVERYBODY


def test_a_drawn_tile_is_seen_by_who_draws_it() -> None:
    after = lay(given(LINE, [1, 2], [[3, 4]]), "1@(7,9) 2@(6,7)")
    assert after.audience == 0


def test_at_the_end_hands_are_laid_open() -> None:
    """[Z7.3] They count."""
    position = given(SIXES, [6], [[6, 6]], bag=[]).play("pass").play("pass")
    assert hand(position.view(0), 1) == [6, 6]
    assert position.view(0).scores == position.scores == [-6, -12]
