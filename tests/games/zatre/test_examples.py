"""The worked examples of the rules page, section 9; a test has the name of its example."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, takewhile

import pytest

from stammtisch.core.errors import IllegalMove
from stammtisch.core.position import Position
from stammtisch.games.zatre.facts import result
from stammtisch.games.zatre.turns import legal_turns
from tests.games.zatre.cards import written
from tests.games.zatre.positions import SIXES, card, given, hand, lay, legal, state, tiles
from tests.helpers import OptionSet

RING = "3@(7,6) 2@(7,7) 4@(8,7) 1@(9,7) 2@(9,8) 2@(9,9) 1@(8,9) 4@(7,9)"
TWO = "4@(7,7) 3@(7,8)"


def makes(position: Position, turn: str) -> tuple[int, ...]:
    """What a legal turn makes: tens, elevens, twelves, crosses."""
    assert frozenset(tiles(turn)) in legal_turns(position)
    won = result(lay(position, turn, done=False))
    assert str(lay(position, turn, done=False).legal_moves[0]) == "done"
    return (*won.runs, won.crosses)


def refused(position: Position, turn: str, paragraph: str) -> None:
    """The turn is not legal, and its last tile is refused by this paragraph."""
    assert frozenset(tiles(turn)) not in legal_turns(position)
    *before, (pips, row, column) = tiles(turn)
    with pytest.raises(IllegalMove) as refusal:
        lay(position, before, done=False).play(f"lay {pips} {row},{column}")
    assert refusal.value.paragraph == paragraph


def from_hand(board: str, turn: str) -> Position:
    """The board, and a hand that is just this turn."""
    return given(board, [pips for pips, _, _ in tiles(turn)])


def o1() -> None:
    """[Z3.3] The first tile of the opening goes to the centre; the others next to tiles laid."""
    position = given((), [3, 4, 5])
    turn = "5@(7,7) 4@(7,6) 3@(7,8)"
    assert makes(position, turn) == (0, 0, 1, 1)
    assert card(lay(position, turn)) == ([], [], [4], 1)


def o2() -> None:
    """[Z3.3] Two tiles are enough."""
    assert makes(given((), [6, 6, 1]), "6@(7,7) 6@(7,8)") == (0, 0, 1, 1)


def o3() -> None:
    """[Z3.3] opening_cap"""
    turn = "6@(7,7) 6@(7,8) 5@(8,7)"
    assert makes(given((), [5, 6, 6], opening_cap="per_run"), turn) == (0, 1, 1, 1)
    refused(given((), [5, 6, 6]), turn, "Z3.3")


def o4() -> None:
    """[Z3.3, Z5.1] The centre is covered without a cross: 5.2 does not apply to the opening."""
    turn = "1@(7,7) 6@(7,8) 6@(8,8)"
    assert makes(given((), [1, 6, 6], opening_cap="per_run"), turn) == (0, 0, 1, 1)
    refused(given((), [1, 6, 6]), turn.rpartition(" ")[0], "Z3.3")  # 1 and 6 leave room for 5 only
    assert makes(given((), [1, 6, 6], opening_cap="per_run"), "6@(7,7) 6@(7,8) 1@(6,8)") == (0, 0, 1, 1)


def o5() -> None:
    """[Z3.3] The centre must be covered."""
    position = given((), [6, 6, 1])
    assert frozenset(tiles("6@(7,8) 6@(7,9)")) not in legal_turns(position)
    refused(position, "6@(7,8)", "Z3.3")
    assert {str(move).split()[-1] for move in position.legal_moves} == {"7,7"}


def o6() -> None:
    """[Z3.4] No opening possible: everything is redrawn."""
    for drawn in ([1, 2, 3], [3, 3, 3], [5, 4, 4]):
        position = given((), drawn, [[1, 1]], turns=1)
        assert legal(position) == ["pass"]
        after = position.play("pass")
        assert after.is_chance
        assert sum(state(after).held) == 0
        assert state(after).bag == [21, 20, 20, 20, 20, 20]
        assert state(after).turns == 2


def r1() -> None:
    """[Z4.2]"""
    board = "6@(7,7) 5@(7,8)"
    refused(given(board, [2]), "2@(7,9)", "Z4.2")
    assert makes(given(board, [1]), "1@(7,9)") == (0, 0, 1, 0)


def r2() -> None:
    """[Z4.5]"""
    assert makes(given("3@(7,7) 4@(7,8)", [4]), "4@(7,9)") == (0, 1, 0, 0)


def r3() -> None:
    """[Z2.1] A tile may join two runs to one."""
    assert makes(given(RING, [3]), "3@(7,8)") == (0, 0, 1, 0)
    refused(given(RING, [4]), "4@(7,8)", "Z4.2")


def r4() -> None:
    """[Z2.2, Z4.1] Two new runs down and across, in any order."""
    position = given(RING, [3, 5])
    for order in permutations(tiles("3@(7,8) 5@(8,8)")):
        won = result(lay(position, order, done=False))
        assert (*won.runs, won.crosses) == (2, 0, 1, 1)
    assert lay(position, "3@(7,8) 5@(8,8)") == lay(position, "5@(8,8) 3@(7,8)")


def r5() -> None:
    """[Z4.5] A run that passes 10 on the way to 12 scores only the 12."""
    position = given("6@(7,7) 1@(7,8)", [3, 2])
    assert makes(position, "3@(7,9) 2@(7,10)") == (0, 0, 1, 0)
    assert card(lay(position, "3@(7,9) 2@(7,10)")) == ([], [], [4], 0)


def r6() -> None:
    """[Z2.1, Z4.1] Diagonal contact is no contact."""
    refused(given("3@(7,7)", [3]), "3@(6,6)", "Z4.1")


def d1() -> None:
    """[Z5.2]"""
    refused(from_hand(TWO, "5@(8,8)"), "5@(8,8)", "Z5.2")


def d2() -> None:
    """[Z5.1] The cross is earned by another tile of the same turn."""
    assert makes(from_hand(TWO, "5@(8,8) 2@(9,8)"), "5@(8,8) 2@(9,8)") == (1, 0, 0, 1)


def d3() -> None:
    """[Z5.1] Two double cells in one run of 12."""
    assert makes(from_hand(TWO, "4@(6,8) 5@(8,8)"), "4@(6,8) 5@(8,8)") == (0, 0, 1, 2)


# [Z4.3] How many legal turns there are under these options, in the order of the table of counts.
COLUMNS: list[OptionSet] = [
    *({"must_score": True, "lay": lay, "low_runs": low} for lay in ("free", "most") for low in ("beside", "never")),
    *({"must_score": False, "lay": lay} for lay in ("free", "most")),
]


def counts(board: str, hand: list[int]) -> list[int]:
    """The legal turns in each column of the table; without `must_score`, `low_runs` has no say."""
    found = [len(legal_turns(given(board, hand, **options))) for options in COLUMNS]
    strict = [len(legal_turns(given(board, hand, **options, low_runs="never"))) for options in COLUMNS[4:]]
    assert strict == found[4:]
    return found


FULL = "1@(6,7) 6@(7,7) 5@(7,8) 5@(8,5) 4@(8,6) 3@(8,7) 6@(9,6)"
COUNTED: list[tuple[str, str, list[list[int]]]] = [
    ("L1", "6@(7,7) 4@(7,8)", [[1, 2]]),
    ("L2", SIXES, [[1], [1, 1], [2, 6]]),
    ("L4", FULL, [[4, 4]]),
    ("L5", "6@(6,6) 6@(6,7) 4@(7,7) 5@(7,8)", [[4, 4]]),
    ("L6", "1@(6,7) 6@(7,7) 6@(7,8) 4@(8,7) 6@(8,8)", [[3, 3]]),
    ("N1", "6@(7,7) 6@(8,7)", [[5, 3]]),
    ("N2", "4@(7,6) 5@(7,7) 3@(7,8)", [[2, 6]]),
]
"""The examples of the table of counts: their boards and hands."""


def l1() -> None:
    """[Z4.3, Z4.4]"""
    board = "6@(7,7) 4@(7,8)"
    assert counts(board, [1, 2]) == [16, 4, 12, 4, 26, 18]
    for options in COLUMNS[:4]:
        assert frozenset(tiles("1@(6,7) 2@(5,7)")) not in legal_turns(given(board, [1, 2], **options))


def l2() -> None:
    """[Z4.3, Z4.6]"""
    assert legal(given(SIXES, [2, 6])) == ["pass"]
    assert counts(SIXES, [1]) == [4, 4, 4, 4, 4, 4]
    assert counts(SIXES, [1, 1]) == [10, 8, 6, 4, 10, 6]
    assert counts(SIXES, [2, 6]) == [0] * 6


def l3() -> None:
    """[Z7.2] The last six makes the board dead: the game ends before anybody draws."""
    after = lay(given("6@(7,7) 6@(7,8) 6@(8,7)", [6], [[2, 3]]), "6@(8,8)")
    assert after.is_over
    assert hand(after, 0) == []
    assert after.scores == [8, -5]


def l4() -> None:
    """[Z4.3] The duty to score comes before the duty to lay the most tiles."""
    assert counts(FULL, [4, 4]) == [1, 1, 1, 1, 3, 1]
    for options in COLUMNS[:4]:
        position = given(FULL, [4, 4], **options)
        assert legal_turns(position) == [frozenset(tiles("4@(9,5)"))]
        assert makes(position, "4@(9,5)") == (1, 0, 0, 1)
    position = given(FULL, [4, 4], must_score=False, lay="most")
    assert legal_turns(position) == [frozenset(tiles("4@(7,5) 4@(7,4)"))]
    assert makes(position, "4@(7,5) 4@(7,4)") == (0, 0, 0, 0)


def l5() -> None:
    """[Z5.2] The other 4 fits only on a double cell without a cross."""
    board = "6@(6,6) 6@(6,7) 4@(7,7) 5@(7,8)"
    assert counts(board, [4, 4]) == [1] * 6
    position = given(board, [4, 4])
    assert legal_turns(position) == [frozenset(tiles("4@(5,6)"))]
    assert makes(position, "4@(5,6)") == (1, 0, 0, 0)


def l6() -> None:
    """[Z5.3]"""
    board = "1@(6,7) 6@(7,7) 6@(7,8) 4@(8,7) 6@(8,8)"
    assert counts(board, [3, 3]) == [3, 3, 2, 2, 3, 2]
    position = given(board, [3, 3])
    turns = ["3@(6,6)", "3@(6,6) 3@(5,6)", "3@(6,6) 3@(6,5)"]
    assert set(legal_turns(position)) == {frozenset(tiles(turn)) for turn in turns}
    for turn in turns:
        assert makes(position, turn) == (0, 0, 0, 0)
    assert frozenset(tiles("3@(6,6)")) not in legal_turns(given(board, [3, 3], lay="most"))


def n1() -> None:
    """[Z4.3] The 5 alone scores and ends the turn; to lay the most is an option."""
    board = "6@(7,7) 6@(8,7)"
    assert counts(board, [5, 3]) == [10, 4, 6, 4, 12, 6]
    position = given(board, [5, 3], [[1, 1]])
    assert makes(position, "5@(8,8)") == (0, 1, 0, 1)
    after = lay(position, "5@(8,8)")
    assert card(after) == ([], [2], [], 1)
    assert (hand(after, 0), state(after).drawing) == ([3], 1)
    most = given(board, [5, 3], [[1, 1]], lay="most")
    assert "done" not in legal(lay(most, "5@(8,8)", done=False))


def n2() -> None:
    """[Z4.3]"""
    assert counts("4@(7,6) 5@(7,7) 3@(7,8)", [2, 6]) == [22, 16, 18, 12, 24, 18]


def s1() -> None:
    """[Z6.2, Z6.3] A cross in an incomplete row has no effect."""
    assert lay(given((), [3, 4, 5]), "5@(7,7) 4@(7,6) 3@(7,8)").scores[0] == 4
    assert written([((0, 0, 1), 1)]).scores[0] == 4


def s2() -> None:
    """[Z6.3]"""
    three: list[tuple[tuple[int, int, int], int]] = [((1, 0, 0), 0), ((0, 1, 0), 0), ((0, 0, 1), 0)]
    assert written(three).scores[0] == 10
    assert written([*three, ((0, 0, 0), 1)]).scores[0] == 20


def s3() -> None:
    """[Z6.2] The multiple goes into one box."""
    assert card(lay(given("6@(5,6) 6@(6,7)", [6]), "6@(5,7)")) == ([], [], [8], 0)
    assert card(lay(given("5@(5,6) 5@(6,7) 5@(9,6)", [6, 6]), "6@(5,7) 6@(9,7)")) == ([], [6], [], 0)


def s4() -> None:
    """[Z6.3]"""
    assert written([((1, 0, 0), 1), ((0, 2, 0), 0), ((0, 0, 3), 0)]).scores[0] == 40


EXAMPLES = [
    *(o1, o2, o3, o4, o5, o6),
    *(r1, r2, r3, r4, r5, r6),
    *(d1, d2, d3),
    *(l1, l2, l3, l4, l5, l6, n1, n2),
    *(s1, s2, s3, s4),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.__name__.upper())
def test_example(example: Callable[[], None]) -> None:
    example()


def table(header: str) -> list[list[str]]:
    """The rows of a table of the page, by a word of its header."""
    lines = given((), [1, 2, 3]).game.rulebook.page.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("| id |") and header in line)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in takewhile(bool, lines[at + 2 :])]


def test_every_example_of_the_page_is_here() -> None:
    assert [example.__name__.upper() for example in EXAMPLES] == [name for name, *_ in table("result")]


def test_the_table_of_counts() -> None:
    """[Z4.3] For each example the legal turns under each set of options; L2 has three hands."""
    cards = {name: (board, drawn) for name, board, drawn in COUNTED}
    rows = {name: numbers for name, *numbers in table("beside")}
    assert rows.keys() == cards.keys()
    for name, (board, hands) in cards.items():
        found = zip(*(counts(board, each) for each in hands), strict=True)
        assert rows[name] == [" / ".join(map(str, numbers)) for numbers in found]
