"""Match: whose turn it is, dice from a seed or fed, taking back."""

from __future__ import annotations

import pytest

import stammtisch
from stammtisch.core.constants import CHANCE
from stammtisch.core.dice import draw
from stammtisch.core.errors import GameOver, IllegalMove, OptionError, OutOfTurn, ParseError, RecordError, UndoError
from stammtisch.core.match import Match
from stammtisch.core.turn import Event
from tests.helpers import TOY, load

THROW = ["1", "1", "2", "3", "4", "5", "worm", "worm"]


def fed(*outcomes: str) -> Match:
    match = stammtisch.load("heckmeck").match(fed=True)
    for outcome in outcomes:
        match.play(outcome)
    return match


def test_the_dice_are_the_draws_of_the_turn() -> None:
    match = stammtisch.load("heckmeck").match(seed=7)
    assert [int(event.move) for event in match.events] == [draw(7, 1, k, 6) for k in range(8)]
    assert {event.seat for event in match.events} == {CHANCE}
    match.play(match.legal_moves[0])
    match.play("roll")
    again = [int(event.move) for event in match.events[10:]]
    assert again == [draw(7, 1, k, 6) for k in range(8, 8 + len(again))]
    match.play(match.legal_moves[-1])
    while match.position.state.to_json()["turns"] == 1:
        match.play(match.legal_moves[-1])
    assert [int(event.move) for event in match.events[-8:]] == [draw(7, 2, k, 6) for k in range(8)]


def test_the_same_seed_gives_the_same_match_and_another_seed_another() -> None:
    game = stammtisch.load("heckmeck")
    assert game.match(seed=1).events == game.match(seed=1).events
    assert game.match(seed=1).events != game.match(seed=2).events
    assert game.match().seed != game.match().seed


@pytest.mark.parametrize("seed", [0, 2**63 - 1])
def test_the_least_and_the_greatest_seed(seed: int) -> None:
    assert stammtisch.load("heckmeck").match(seed=seed).seed == seed


@pytest.mark.parametrize("seed", [-1, 2**63, "7", 7.0, True])
def test_other_seeds_are_refused(seed: object) -> None:
    with pytest.raises(OptionError, match="a seed must be a whole number from 0 to"):
        stammtisch.load("heckmeck").match(seed=seed)  # type: ignore[arg-type]


def test_a_fed_match_waits_at_every_throw() -> None:
    match = fed()
    assert match.seed is None
    assert match.turn == CHANCE
    assert not match.legal_moves
    for outcome in THROW:
        assert match.turn == CHANCE
        assert str(match.play(outcome)) == outcome
    assert match.turn == 0
    match.play("keep worm", seat=0)
    assert match.events[-1] == Event(0, match.game.move("keep worm"))


def test_a_match_has_a_seed_or_is_fed() -> None:
    with pytest.raises(OptionError, match="either a seed or fed dice"):
        stammtisch.load("heckmeck").match(seed=1, fed=True)


def test_what_is_no_outcome_is_not_understood() -> None:
    for wrong in ("6", "keep worm", 6, -1, True):
        with pytest.raises(ParseError, match="is no outcome of this throw in Heckmeck"):
            fed("1").play(wrong)


def test_nobody_plays_for_chance() -> None:
    with pytest.raises(OutOfTurn, match="chance is to move, so seat 0 may not play 'worm'"):
        fed().play("worm", seat=0)
    fed().play("worm", seat=CHANCE)


def test_an_outcome_without_weight_cannot_come() -> None:
    match = load(TOY, {"bag": "small", "players": 3}).match(fed=True)
    match.play("blue")
    with pytest.raises(IllegalMove, match="blue cannot come now; possible are white, red"):
        match.play("blue")


def test_a_move_out_of_turn_is_refused() -> None:
    match = stammtisch.load("heckmeck").match(seed=7)
    before = match.position
    with pytest.raises(OutOfTurn, match="it is seat 0's turn, so seat 1 may not play 'keep 1'"):
        match.play("keep 1", seat=1)
    assert match.position is before
    match.play("keep 1", seat=0)


def test_a_move_after_the_end_is_refused() -> None:
    match = load(TOY, {"bag": "small", "hand": 1}).match(seed=1)
    while not match.is_over:
        match.play(match.legal_moves[0])
    with pytest.raises(GameOver, match=f"'pass' comes too late; the final scores are \\{match.scores}"):
        match.play("pass")
    assert match.scores == match.position.scores
    assert match.places == match.position.places


def test_a_move_is_taken_back_until_the_next_throw() -> None:
    match = fed(*THROW)
    before = match.position
    match.play("keep worm")
    assert match.undoable
    assert str(match.undo()) == "keep worm"
    assert match.position == before
    assert len(match.events) == len(THROW)
    match.play("keep 1")
    assert "roll" in [str(move) for move in match.legal_moves]


def test_a_throw_is_never_taken_back_nor_what_came_before_it() -> None:
    match = stammtisch.load("heckmeck").match(seed=7)
    for _ in range(2):
        assert not match.undoable
        with pytest.raises(UndoError, match="dice have been thrown since the last move"):
            match.undo()
        match.play(match.legal_moves[0])
        match.play("roll")


def test_nothing_played_is_nothing_to_take_back() -> None:
    with pytest.raises(UndoError, match="nothing has been played"):
        fed().undo()


def test_taking_back_does_not_change_the_dice_to_come() -> None:
    straight, wavering = (stammtisch.load("heckmeck").match(seed=7) for _ in range(2))
    straight.play("keep 4")
    for move in ("keep 1", "keep worm"):
        wavering.play(move)
        wavering.undo()
    wavering.play("keep 4")
    for match in (straight, wavering):
        match.play("roll")
    assert straight.events == wavering.events


def test_history_is_the_start_and_the_position_after_every_event() -> None:
    match = fed(*THROW)
    assert len(match.history) == 9
    assert match.history[0] == match.game.start()
    assert match.history[-1] is match.position
    match.history.clear()
    assert len(match.history) == 9


def test_a_short_record_needs_a_seed() -> None:
    with pytest.raises(RecordError, match="a match with fed dice has no seed"):
        fed(*THROW).record(complete=False)


def test_a_match_shows_where_it_stands() -> None:
    assert repr(fed(*THROW)) == (
        "<Match of heckmeck, 8 events: seat 0 may keep 1, keep 2, keep 3, keep 4, keep 5, keep worm>"
    )


def test_a_run_of_outcomes_is_fed_from_lots() -> None:
    match = fed()
    assert [str(move) for move in match.throw(lambda n: n - 1)] == ["worm"] * 8
    assert str(match.legal_moves) == "[keep worm]"
    assert match.throw(lambda n: n - 1) == []


def test_a_run_ends_where_others_see_the_outcomes() -> None:
    """In the toy each seat draws its own hand: two draws, then those of the next."""
    match = load(TOY).match(fed=True)
    widths: list[int] = []

    def first(n: int) -> int:
        widths.append(n)
        return 0

    seen = [(match.position.thrower, match.position.audience, len(match.throw(first))) for _ in range(2)]
    assert seen == [(0, 0, 2), (1, 1, 2)]
    assert widths == [9, 8, 7, 6]
    assert not match.position.is_chance
