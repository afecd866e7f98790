"""What quick.py sees at once is what the search of duties.py finds by trying: duties and moves, under all options."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.core.bind import bind
from stammtisch.games.zatre import rules
from stammtisch.games.zatre.rules import DONE, MOVES, Options, State
from tests.games.zatre.positions import given, state
from tests.games.zatre.test_legal_turns import DUTIES, grown
from tests.helpers import OptionSet

pytestmark = pytest.mark.no_cover


def no_turn_is_simple(s: State) -> bool:
    return False


QUICK = bind(rules)
BY_SEARCH = bind(rules, replace={"is_simple": no_turn_is_simple})


def legal(bound: object, s: State, o: Options) -> list[int]:
    out = [0] * MOVES
    return out[: bound.moves(s, o, out)]  # type: ignore[attr-defined]


def compare(s: State, o: Options) -> list[int]:
    """The legal moves, found in both ways and by asking for each."""
    if s.count == 0:
        other = s.copy()
        BY_SEARCH.find_duties(other, o)
        QUICK.find_duties(s, o)
        assert s == other, s.board
    found = legal(QUICK, s, o)
    assert found == legal(BY_SEARCH, s, o), s
    assert found == [m for m in range(1, MOVES) if QUICK.forbids(s, o, m) == 0] or found == [0]
    return found


@pytest.mark.parametrize("options", DUTIES, ids=lambda options: " ".join(map(str, options.values())))
def test_what_is_seen_at_once_is_what_a_search_finds(options: OptionSet) -> None:
    rng = Random(str(options))
    for _ in range(30):
        board = [(pips, r, c) for (r, c), pips in grown(rng).items()]
        position = given(board, [rng.randint(1, 6) for _ in range(rng.choice([1, 2, 2, 2, 3]))], **options)
        s, o = state(position).copy(), position.game.options
        assert isinstance(o, Options)
        found = compare(s, o)
        while found[-1] > DONE:
            QUICK.play(s, o, rng.choice([m for m in found if m > DONE]))
            found = compare(s, o)
