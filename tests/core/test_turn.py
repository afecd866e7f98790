"""Turns: where they begin and end, what a seat may know of them, and that a table gives the same ones as a match."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.core.constants import CHANCE, SPECTATOR
from stammtisch.core.match import Match
from stammtisch.core.turn import LastTurns, Turn
from stammtisch.server.table.play import Play
from tests.helpers import GAMES, TOY, any_move, load, play_on


def played(name: str, **options: object) -> Match:
    return play_on(load(name, options).match(seed=4), any_move, Random(4), 400)


@pytest.mark.parametrize("name", GAMES)
def test_the_last_two_turns_at_any_moment(name: str) -> None:
    match = played(name)
    history = match.history
    for count in range(0, len(history), 7):
        turns = match.last_turns_at(count)
        assert turns.now.start.turns == history[count].turns
        assert turns.now.after() == history[count]
        assert turns.now.player == turns.now.start.thrower
        if turns.before is None:
            assert turns.now.start == history[0]
            continue
        assert turns.before.after() == turns.now.start
        assert turns.before.start.turns == turns.before.after(-1).turns < turns.now.start.turns
        assert turns.ended(history[count]) == (turns.now if history[count].is_over else turns.before)
    assert match.last_turns == match.last_turns_at(len(match.events))


def test_the_start_has_no_turn_before() -> None:
    start = load("heckmeck").start()
    assert load("heckmeck").match(fed=True).last_turns == LastTurns(Turn(start))


@pytest.mark.parametrize("name", ["zatre", TOY])
def test_what_others_drew_in_secret_is_in_no_view(name: str) -> None:
    """A view has all decisions, the own draws and the open ones, and begins with what the viewer saw."""
    match = played(name)
    hidden = 0
    for count in range(0, len(match.history), 3):
        turn = match.last_turns_at(count).now
        for seat in (0, 1, SPECTATOR):
            seen = turn.view(seat)
            assert list(seen.decisions) == list(turn.decisions)
            assert seen.start == turn.start.view(seat)
            audiences = [turn.after(k).audience for k, event in enumerate(turn.events) if event.seat == CHANCE]
            assert len(seen.events) == len(turn.events) - sum(to not in (-1, seat) for to in audiences)
            hidden += len(turn.events) - len(seen.events)
    assert hidden > 5


@pytest.mark.parametrize("name", GAMES)
def test_a_table_gives_the_same_turns(name: str) -> None:
    """Asked at every moment or only now and then, and after moves were taken back."""
    match = played(name)
    often, seldom = Play(match.game), Play(match.game)
    for count, event in enumerate(match.events, 1):
        for play in (often, seldom):
            if event.seat == CHANCE:
                play.fall([str(event.move)])
            else:
                play.replay(str(event.move))
        plays = [often, seldom] if count % 11 == 0 else [often]
        expected = match.last_turns_at(count)
        seat = match.history[count].turn
        for play in plays:
            own = play.last_turns(seat if seat >= 0 else None)
            assert own == (expected if seat == -2 else expected.view(seat if seat >= 0 else SPECTATOR))
    often.undo(5)
    count = len(match.events) - 5
    seat = match.history[count].turn
    seen = often.last_turns(seat if seat >= 0 else None)
    assert seen == match.last_turns_at(count).view(seat if seat >= 0 else SPECTATOR)


def test_others_do_not_see_a_turn_that_is_being_drafted() -> None:
    match = played("zatre")
    play, drafted = Play(match.game), 0
    for event in match.events:
        if event.seat == CHANCE:
            play.fall([str(event.move)])
            continue
        play.replay(str(event.move))
        if play.is_drafting:
            drafted += 1
            assert list(play.last_turns(None).now.decisions) == []
            assert list(play.last_turns(1 - event.seat).now.decisions) == []
            assert [str(each.move) for each in play.last_turns(event.seat).now.decisions] == play.drafted()
    assert drafted > 5
