"""A position as one line of text. That every position of every game comes back, the contract suite says."""

from __future__ import annotations

from functools import reduce

import pytest

import stammtisch
from stammtisch.core.errors import OptionError, ParseError, StammtischError, UnknownGame
from stammtisch.core.position import Position
from tests.helpers import TOY, load

GAME = stammtisch.load("heckmeck", players=3, steal="forced")
THROWN = reduce(Position.play, ["1", "4", "4", "5", "5", "5", "worm", "worm"], GAME.start())
TEXT = "stammtisch/1 heckmeck/1 players=3 steal=forced : phase=1 falling=0 thrown=1,0,0,2,3,2"


def test_the_line_says_what_is_not_as_at_the_start() -> None:
    assert THROWN.to_text() == TEXT
    assert GAME.start().to_text() == "stammtisch/1 heckmeck/1 players=3 steal=forced"
    assert THROWN.view(2).to_text() == TEXT.replace(" :", " as=2 :")
    assert THROWN.view(-1).to_text() == TEXT.replace(" :", " as=-1 :")


def test_the_line_comes_back() -> None:
    assert stammtisch.position(TEXT) == GAME.position(TEXT) == THROWN
    assert stammtisch.position(f"  {TEXT}\n") == THROWN
    assert stammtisch.position(TEXT.replace(" :", " as=2 :")) == THROWN.view(2)
    assert stammtisch.position("stammtisch/1 zocken/2") == stammtisch.load("zocken").start()


def test_a_view_stays_a_view() -> None:
    """Whatever is hidden is not in its text."""
    match = load(TOY).match(seed=3)
    view = match.position.view(0)
    text = view.to_text()
    assert "as=0" in text
    again = load(TOY).position(text)
    assert again.viewer == 0
    assert again == view
    rivals = [getattr(again.state, "hand")[i] for i in range(3, 9)]  # noqa: B009
    assert rivals == [0] * 6


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("", ParseError, "must begin with its form and its game, as in 'stammtisch/1 pig/1 players=2'"),
        ("heckmeck/1 players=3", ParseError, "must begin with its form and its game"),
        ("stammtisch/2 heckmeck/1", ParseError, "the form stammtisch/2; this version reads stammtisch/1"),
        ("stammtisch/1 heckmeck", ParseError, "as in 'pig/1', not 'heckmeck'"),
        ("stammtisch/1 chess/1", UnknownGame, "there is no game 'chess'"),
        ("stammtisch/1 heckmeck/99", StammtischError, "version 99 is not known here"),
        ("stammtisch/1 heckmeck/1 players=9", OptionError, "players cannot be '9'"),
        ("stammtisch/1 heckmeck/1 player=3", OptionError, "did you mean players"),
        ("stammtisch/1 heckmeck/1 players", ParseError, "stands 'players'; write each option and field as name=value"),
        ("stammtisch/1 heckmeck/1 players=2 players=2", ParseError, "gives 'players' twice"),
        ("stammtisch/1 heckmeck/1 as=me", ParseError, "or -1 for a spectator, not 'me'"),
        ("stammtisch/1 heckmeck/1 as=2", ParseError, "viewer must be a seat from 0 to 1"),
        ("stammtisch/1 heckmeck/1 : worms=3", ParseError, "the state has no field 'worms'; .* has turns, player"),
        ("stammtisch/1 heckmeck/1 : turns=many", ParseError, "'turns' must be a whole number, not 'many'"),
        ("stammtisch/1 heckmeck/1 : turns=99999999999", ParseError, "'turns' must be a whole number"),
        ("stammtisch/1 heckmeck/1 : dice=999", ParseError, "'dice' must be a whole number of 8 bits, not 999"),
        ("stammtisch/1 heckmeck/1 : kept=1,2", ParseError, "'kept' must have 6 numbers, not 2"),
        ("stammtisch/1 heckmeck/1 : kept=0*99999", ParseError, r"as in 1,0\*3,2; '0\*99999' is none"),
        ("stammtisch/1 heckmeck/1 : kept=1,,2", ParseError, "'' is none"),
    ],
)
def test_a_line_that_is_wrong_is_refused(text: str, kind: type[StammtischError], reason: str) -> None:
    with pytest.raises(kind, match=reason):
        stammtisch.position(text)


def test_a_line_of_other_options_is_refused() -> None:
    with pytest.raises(ParseError, match=r"the position's options is .*'players': 3.*, but this game's is"):
        stammtisch.load("heckmeck").position(TEXT)


BOARD = (
    "-1*20,0*3,-1,0*3,-1*6,0*13,-1*3,0*13,-1*3,0*13,-1,-1,0*15,-1,0*15,-1,0*15,-1,-1,0*4,3,3,6,0*6,-1,-1,0*7,6,6,0*6,-1,"
    "0*8,1,0*6,-1,0*8,3,0*6,-1,-1,0*7,2,4,0*4,-1*3,0*8,1,0*4,-1*3,0*13,-1*6,0*3,-1,0*3,-1*21"
)

# Lines as they were once written, with whose turn it is, the scores and the first legal moves. They are read for ever.
WRITTEN = [
    (
        "stammtisch/1 heckmeck/1 players=3 steal=forced : turns=7 phase=1 falling=0 dice=6 thrown=2,0,1,1,0,2 "
        "kept=0*5,2 lies=-1*3,1,-1,1,-1*9,-2 highest=14 below=-1*5,3,-1*10 top=-1,5,-1*5",
        (0, [0, 3, 0], ["keep 1", "keep 3", "keep 4"]),
    ),
    (
        "stammtisch/1 barbecue/1 players=4 worms=even : turns=6 player=1 phase=1 falling=0 dice=5 thrown=1,1,2,0,0,1 "
        "kept=0,0,2,0,1,0 holds=2,-1,-1,1,3,0,-1,-1,0,-1*5 plates=1,0,0,1*3,0,0,1,0*5 worms=5,2,1,2,0",
        (1, [5, 2, 1, 2], ["keep 1", "keep 2", "keep worm"]),
    ),
    (
        "stammtisch/1 zocken/1 players=2 cascade=on : placed=4 die=3 shows=0*3,1,6,2,6 lies=-1*3,0,6,1,8 "
        "slots=1,2,0*4,6,0,6 direction=1",
        (0, [0, 0], ["throw red", "throw orange", "throw yellow"]),
    ),
    (
        "stammtisch/1 zatre/1 players=2 open_hands=on : turns=6 player=1 phase=3 opening=0 left=107 "
        f"bag=18,18,15,19,20,17 held=2,2,0*6 hand=1,0,1,0*4,1,1,0*39 board={BOARD} box=0*480,4,4,0*118,4,4,0*118 "
        "filled=0*16,2,2,0*6 crosses=1,1,0*6 owed=1 least=2 most=2",
        (1, [8, 8], ["lay 2 9,9", "lay 2 10,9", "lay 2 11,7"]),
    ),
]


@pytest.mark.parametrize(("text", "stands"), WRITTEN, ids=lambda each: str(each)[:24])
def test_lines_from_before_are_read(text: str, stands: tuple[int, list[int], list[str]]) -> None:
    position = stammtisch.position(text)
    assert (position.turn, position.scores, [str(move) for move in position.legal_moves[:3]]) == stands
    assert position.to_text() == text
