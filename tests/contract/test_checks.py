"""What the rules cannot reach in form is refused with what is wrong; that all they reach is taken, ply.py says."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from stammtisch.core.errors import ParseError
from stammtisch.core.position import Position
from tests.helpers import GAMES, TOY, greedy_move, load, play_on

Facts = dict[str, Any]


def put(field: str, value: Any) -> Callable[[Facts], None]:
    """The field gets another value."""
    return lambda facts: facts.update({field: value})


def at(field: str, index: int, value: int) -> Callable[[Facts], None]:
    """One number of a row is another."""
    return lambda facts: facts[field].__setitem__(index, value)


def more(field: str, index: int, by: int = 1) -> Callable[[Facts], None]:
    """One number of a row is higher."""
    return lambda facts: facts[field].__setitem__(index, facts[field][index] + by)


def all_of(*changes: Callable[[Facts], None]) -> Callable[[Facts], None]:
    def change(facts: Facts) -> None:
        for each in changes:
            each(facts)

    return change


ALL = {"turns": (put("turns", 0), "turns is 0, but turns are counted from 1")}

KEEPING = {
    "a seat too many": (put("player", 2), "player is 2, but the seats are 0 to 1"),
    "somebody else's turn": (put("turns", 2), "player is 0, but turn 2 of 2 players is seat 1's"),
    "no phase": (put("phase", 9), "phase is 9, but phases are 0 to 3"),
    "a die too many set aside": (more("kept", 0), r"kept and dice make 1 \+ 8 dice, but there are 8"),
    "a die too many thrown": (more("thrown", 0), r"thrown and falling make 1 \+ 8 dice, but 8 are not set aside"),
    "a negative die": (all_of(at("kept", 0, -1), at("kept", 1, 1)), "kept says -1 dice"),
    "a throw that has fallen": (
        all_of(put("falling", 0), put("thrown", [8, 0, 0, 0, 0, 0])),
        "falling is 0, which does not go with phase 0",
    ),
    "a throw after the last symbol": (
        all_of(put("kept", [1] * 6), put("dice", 2), put("falling", 2)),
        "kept has all symbols, so there is no further throw",
    ),
    "nothing set aside": (
        all_of(put("phase", 2), put("falling", 0), put("thrown", [8, 0, 0, 0, 0, 0])),
        "kept has no die, though",
    ),
}

FAULTS: dict[str, dict[str, tuple[Callable[[Facts], None], str]]] = {
    "heckmeck": {
        **KEEPING,
        "an owner out of range": (at("lies", 3, 2), "lies puts tile 24 with seat 2, but the seats are 0 to 1"),
        "the highest": (put("highest", 14), "highest is 14, but the highest face-up tile of the grill is 15"),
        "over too early": (
            all_of(put("phase", 3), put("falling", 0), put("thrown", [8, 0, 0, 0, 0, 0])),
            "the game is over when no tile lies on the grill",
        ),
        "a tile without a stack": (at("lies", 3, 0), "give seat 0 the stack of no tiles, .* it gives him 24"),
        "a tile in two stacks": (
            all_of(at("lies", 3, 0), at("top", 0, 3), at("top", 1, 3)),
            "give seat 1 the stack 24, .* it gives him of no tiles",
        ),
        "a stack in a circle": (
            all_of(at("lies", 3, 0), at("lies", 4, 0), at("top", 0, 3), at("below", 3, 4), at("below", 4, 3)),
            "give seat 0 the stack 24 25",
        ),
        "something under a tile of the grill": (at("below", 3, 4), "below puts tile 24 on tile number 4"),
        "a stack of nobody": (at("top", 5, 3), "give seat 5 the stack 24"),
    },
    "barbecue": {
        **KEEPING,
        "an owner out of range": (at("holds", 0, 2), "holds puts plates of seat 2 on 23, but the seats are 0 to 1"),
        "three plates": (all_of(at("holds", 0, 1), at("plates", 0, 3)), "plates has 3 on 23, but there must be one or"),
        "a plate of nobody": (at("plates", 0, 1), "plates has 1 on 23, but there must be none"),
        "a snail too many": (more("snails", 0), r"make 12 \+ 1 \+ 0 snails, but there are 12"),
        "a negative supply": (all_of(put("supply", -1), at("snails", 0, 13)), "cannot be negative"),
        "worms of nobody": (at("worms", 4, 2), "give seat 4 something, but the seats are 0 to 1"),
        "negative worms": (at("worms", 1, -1), "worms gives seat 1 -1, but its plates alone have brought 0"),
        "plates without worms": (
            all_of(at("holds", 0, 1), at("plates", 0, 2)),
            "worms gives seat 1 0, but its plates alone have brought 2",
        ),
        "too many worms": (at("worms", 0, 125), "worms makes 125 in all, but there are never more than 124"),
    },
    "zocken": {
        "a seat too many": (put("player", 2), "player is 2, but the seats are 0 to 1"),
        "somebody else's turn": (put("turns", 2), "player is 0, but turn 2 of 2 players is seat 1's"),
        "a turn too many": (put("turns", 11), "turns is 11, but 2 players have 10 turns in 5 rounds"),
        "no phase": (put("phase", 5), "phase is 5, but phases are 0 to 4"),
        "over too early": (put("phase", 4), "phase says that the game is over, but 10 turns are played"),
        "a score of nobody": (at("scores", 7, 10), "scores gives seat 7 10, but the seats are 0 to 1"),
        "a crooked score": (at("scores", 0, 13), "scores gives seat 0 13, but .* a multiple of 5"),
        "an eighth die": (put("die", 7), "die is 7, but the dice are 0 to 6"),
        "a seven": (at("shows", 0, 7), "die 0 shows 7 and lies in -1, but faces are 1 to 6"),
        "shown in hand": (at("shows", 0, 3), "a die in hand shows nothing"),
        "not thrown": (put("phase", 2), "must have die 0 thrown and not yet placed"),
        "two on a slot": (put("lies", [3, 3, *[-1] * 5]), "die 0 shows 0 and lies in 3"),
        "two dice on a slot": (
            all_of(put("lies", [3, 3, *[-1] * 5]), put("shows", [2, 2, *[0] * 5])),
            "lies puts two dice on slot 3",
        ),
        "a value of no die": (at("slots", 0, 3), r"slots is \[3, .*but by shows and lies it is \[0, "),
        "the box": (put("box", 1), "box is 1, but lies has 0 dice there"),
        "placed": (put("placed", 2), "placed is 2, but lies has 0 dice placed"),
        "betting too early": (all_of(put("phase", 3), put("bettor", 1)), "placed is 0, which does not go with phase 3"),
        "a thrown die that lies": (
            all_of(
                put("phase", 1), at("lies", 0, 1), at("shows", 0, 2), at("slots", 1, 2), put("placed", 1)
            ),
            "die 0 is to be thrown, but lies has it placed",
        ),
        "no series": (
            all_of(
                put("lies", [1, 2, 3, *[-1] * 4]),
                put("shows", [1, 3, 2, *[0] * 4]),
                put("slots", [0, 1, 3, 2, *[0] * 5]),
                put("placed", 3),
            ),
            r"slots shows \[1, 3, 2\], which neither",
        ),
        "the direction": (put("direction", 1), "direction is 1, but by slots it is 0"),
        "a bettor out of range": (put("bettor", 2), "bettor is 2, but the seats are 0 to 1"),
        "the thrower bets": (
            all_of(
                put("phase", 3),
                put("lies", [1, 2, 3, *[-1] * 4]),
                put("shows", [1, 1, 1, *[0] * 4]),
                put("slots", [0, 1, 1, 1, *[0] * 5]),
                put("placed", 3),
            ),
            "bettor is seat 0, who throws and cannot bet",
        ),
        "a bet too early": (at("bets", 1, 1), "bets has 1 for seat 1, but it must be 0: he has not bet"),
    },
    "zatre": {
        "a seat too many": (put("player", 2), "player is 2, but the seats are 0 to 1"),
        "no phase": (put("phase", 5), "phase is 5, but phases are 0 to 4"),
        "the starter": (put("starter", 2), "starter is 2, but the seats are 0 to 1"),
        "a seven on the board": (at("board", 8 * 16 + 7, 7), "board has 7 on cell 135, which cannot lie there"),
        "a tile beside the board": (at("board", 0, 1), "board has 1 on cell 0, which cannot lie there"),
        "a duplicated tile": (more("bag", 2), "left is 121, but bag has 122 tiles"),
        "a tile of another kind": (
            all_of(more("bag", 2), more("bag", 3, -1)),
            r"bag, hand and board make 21 \+ 0 \+ 0 tiles with 3 pips, but there are 20",
        ),
        "a hand of nobody": (
            all_of(at("hand", 47, 1), at("held", 7, 1)), "hand or lot gives seat 7 a tile"),
        "held": (at("held", 0, 1), "held gives seat 0 1 tiles, but hand gives it 0"),
        "a lot": (at("lot", 0, 7), "lot gives seat 0 7, which cannot be in phase 0"),
        "a hand while lots are drawn": (
            all_of(at("hand", 0, 1), at("held", 0, 1), more("bag", 0, -1), put("left", 120)),
            "hand and board must be empty while lots are drawn",
        ),
        "not on the centre": (
            all_of(at("board", 8 * 16 + 6, 1), more("bag", 0, -1), put("left", 120)),
            "hand and board must be empty",
        ),
        "beside": (at("beside", 135, 3), "beside does not follow from board"),
        "the spots": (at("spot", 0, 99), "spot does not follow from board"),
        "scratch": (at("next", 0, 3), "next must be all 0"),
        "boxes": (at("filled", 0, 121), "filled has 121 boxes in column 10 of seat 0"),
        "an empty box": (at("filled", 16, 1), "box has 0 in column 12, where runs count 4 each"),
        "a box that is not filled": (at("box", 5, 1), "box has something that filled does not count"),
        "crosses": (at("crosses", 0, 1), "crosses is .*, but 0 double cells are covered"),
        "drawing": (put("drawing", 2), "drawing is 2, which does not go with phase 0 and 121 tiles left"),
        "dry": (put("dry", 1), "dry is 1, but 121 tiles are left"),
        "passes": (put("passes", 2), "passes is 2, but the game is over when all 2 pass"),
        "the opening": (put("opening", 0), "opening is 0, but 0 tiles lie on the board from turns before"),
        "count": (put("count", 2), "count is 2, but at most 3 tiles"),
        "laid": (at("laid", 0, 5), r"laid is \[5, 0, 0\], but it must name the cells of 0 tiles"),
        "made": (put("made", 1), "made is 1, but by board and laid it is 0"),
        "duties": (put("owed", 1), "owed is 1, but for this hand and board it is 0"),
    },
    TOY: {
        "a seat too many": (put("player", 2), "player is 2, but the seats are 0 to 1"),
        "no phase": (put("phase", 3), "phase is 3, but phases are 0 to 2"),
        "a marble too many": (more("bag", 1), "have 4 marbles of colour 1, but there are 3"),
        "held": (at("held", 0, 1), "held gives seat 0 1 marbles, but hand gives it 0"),
        "a hand of nobody": (
            all_of(at("hand", 6, 1), at("held", 2, 1), more("bag", 0, -1)),
            "hand gives seat 2 a marble, but the seats are 0 to 1",
        ),
        "no colour": (put("last", 3), "last is 3, but colours are 0 to 2"),
    },
}  # fmt: skip

CASES = [(name, fault) for name in GAMES for fault in {**ALL, **FAULTS.get(name, {})}]


@pytest.mark.parametrize(("name", "fault"), CASES, ids=lambda each: str(each))
def test_what_is_wrong_with_the_start_is_named(name: str, fault: str) -> None:
    change, reason = {**ALL, **FAULTS[name]}[fault]
    start = load(name).start()
    written = start.to_json()
    assert start.game.position(written) == start
    change(written["state"])
    with pytest.raises(ParseError, match=f"this position cannot come about in {start.game.title}: .*{reason}"):
        start.game.position(written)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_here_says_what_is_right(name: str) -> None:
    assert FAULTS[name]
    assert load(name).checks is not None


def wrong(position: Position, change: Callable[[Facts], None]) -> str:
    """Why a changed position is refused, as JSON."""
    written = position.to_json()
    change(written["state"])
    with pytest.raises(ParseError) as caught:
        position.game.position(written)
    return str(caught.value)


@pytest.mark.parametrize("viewer", [None, 0, 1, -1])
def test_tiles_of_zatre_are_counted_in_views_too(viewer: int | None) -> None:
    """What is hidden from a viewer is dealt before it is counted."""
    match = play_on(load("zatre").match(seed=2), greedy_move, Random(2), 40)
    position = match.position if viewer is None else match.position.view(viewer)
    assert position.game.position(position.to_json()) == position
    board = position.to_json()["state"]["board"]
    covered = next(c for c, pips in enumerate(board) if pips > 1)
    assert "tiles with" in wrong(position, more("board", covered, -1))
    assert "left is" in wrong(position, lambda facts: facts.update(left=facts["left"] + 1))


@pytest.mark.parametrize("name", GAMES)
def test_text_is_checked_as_well(name: str) -> None:
    game = load(name)
    with pytest.raises(ParseError, match="turns is 0, but turns are counted from 1"):
        game.position(f"{game.start().to_text()} : turns=0")
