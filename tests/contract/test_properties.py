"""Properties of every game, with options, dice and moves chosen by Hypothesis."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stammtisch.core.errors import ParseError, RecordError, StammtischError
from stammtisch.core.match import Match
from stammtisch.core.position_reading import AHEAD
from stammtisch.testing import ply
from tests.helpers import GAMES, load, read

pytestmark = pytest.mark.no_cover


@st.composite
def matches(draw: st.DrawFn, name: str, most: int = 40) -> Match:
    """A match with any options, any seed and any legal moves."""
    choices = load(name).options.choices()
    options = {key: draw(st.sampled_from(values), label=key) for key, values in choices.items()}
    match = load(name, options).match(seed=draw(st.integers(0, 2**63 - 1), label="seed"))
    for _ in range(draw(st.integers(0, most), label="moves")):
        if match.is_over:
            break
        match.play(draw(st.sampled_from(list(match.legal_moves)), label="move"))
    return match


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=40)
@given(data=st.data())
def test_any_match_keeps_the_contract_and_replays(name: str, data: st.DataObject) -> None:
    match = data.draw(matches(name))
    ply.check(match.position)
    for complete in (True, False):
        record = match.record(complete=complete)
        assert read(record.to_jsonl()).match.history == match.history
        assert read(record.to_text()).match.history == match.history


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=40)
@given(data=st.data())
def test_a_refused_move_changes_nothing(name: str, data: st.DataObject) -> None:
    match = data.draw(matches(name))
    before, key, events = match.position, match.position.state.key(), list(match.events)
    move = data.draw(st.sampled_from(match.game.moves))
    seat = data.draw(st.integers(-3, match.game.players))
    if move in match.legal_moves and seat == match.turn:
        return
    with pytest.raises(StammtischError):
        match.play(move, seat)
    assert match.position is before
    assert before.state.key() == key
    assert match.events == events


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=60)
@given(data=st.data())
def test_a_damaged_record_is_refused_with_its_line_or_still_true(name: str, data: st.DataObject) -> None:
    match = data.draw(matches(name, most=8))
    record = match.record(complete=data.draw(st.booleans()))
    text = data.draw(st.sampled_from([record.to_jsonl(), record.to_text()]))
    at = data.draw(st.integers(0, len(text) - 1))
    length = data.draw(st.integers(0, 4))
    instead = data.draw(st.text(alphabet='{}[]",:#= \n0123-seatkrolwm', max_size=4))
    damaged = text[:at] + instead + text[at + length :]
    refused: RecordError | None = None
    try:
        again = read(damaged)
    except RecordError as error:
        refused = error
    if refused:
        assert 1 <= refused.line <= damaged.count("\n") + 1
        assert "\n" not in str(refused)
    else:
        ply.check(again.match.position)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=150)
@given(data=st.data())
def test_a_position_from_outside_is_refused_or_can_be_played(name: str, data: st.DataObject) -> None:
    """One number of a true position is replaced by any other; no answer but a position that works, or a ParseError."""
    position = data.draw(matches(name, most=8)).position
    written = position.to_json()
    field = data.draw(st.sampled_from([*written["state"]]), label="field")
    number = st.one_of(st.integers(-5, 40), st.integers(), st.sampled_from([99, 2**15, 2**63]))
    if isinstance(written["state"][field], list):
        at = data.draw(st.integers(0, len(written["state"][field]) - 1), label="index")
        written["state"][field][at] = data.draw(number, label="number")
    else:
        written["state"][field] = data.draw(number, label="number")
    try:
        again = position.game.position(written)
    except ParseError:
        return
    assert again.legal_moves or again.outcomes or again.is_over
    assert len(again.scores) == len(again.places) == again.game.players
    for _ in range(AHEAD):
        assert -2 <= again.turn < again.game.players
        if again.turn >= 0:
            again = again.play(again.legal_moves[-1])
        elif again.is_chance:
            again = again.play(again.drawn(again.lots // 2))
