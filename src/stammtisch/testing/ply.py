"""What must hold in every position of every game."""

from __future__ import annotations

import json
from fractions import Fraction

from stammtisch.core.constants import CHANCE, EVERYBODY, OVER, PASS
from stammtisch.core.position import Position

MOST_LOTS = 2**16  # what one draw can choose from


def check(position: Position) -> None:
    """Everything below, for one position."""
    key = position.state.key()
    check_fields(position)
    check_json(position)
    check_text(position)
    check_turn(position)
    check_thrower(position)
    check_legal_moves(position)
    check_outcomes(position)
    check_result(position)
    assert position.state.key() == key, "asking has changed the state"


def check_fields(position: Position) -> None:
    facts = vars(position.state)
    assert list(facts) == [name for name, _ in position.state.LAYOUT], "the state has fields that it does not declare"
    for name, length in position.state.LAYOUT:
        numbers = facts[name] if length else [facts[name]]
        assert len(numbers) == max(length, 1), f"the row {name} has changed its length"
        assert all(type(n) is int for n in numbers), f"{name} holds more than ints"
        limit = 2**31 if name in position.state.WIDE else 2**7
        assert all(-limit <= n < limit for n in numbers), (
            f"{name} leaves the range a compiled state can hold: {numbers}; fields that need more than a byte stand in "
            f"State.WIDE"
        )


def check_json(position: Position) -> None:
    data = json.loads(json.dumps(position.to_json()))
    again = position.game.position(data)
    assert again == position, "a position is another one when it is written as JSON and read again"
    assert hash(again) == hash(position)
    assert again.state == position.state
    assert again.digest() == position.digest()


def check_text(position: Position) -> None:
    text = position.to_text()
    assert "\n" not in text, f"a position's text is one line, not {text!r}"
    again = position.game.position(text)
    assert again == position, f"a position is another one when its text is read: {text}"
    assert hash(again) == hash(position)
    assert again.viewer == position.viewer
    assert again.legal_moves == position.legal_moves
    assert again.to_text() == text


def check_turn(position: Position) -> None:
    assert position.turn in (CHANCE, OVER) or 0 <= position.turn < position.game.players, (
        f"turn answers {position.turn}, but the seats are 0 to {position.game.players - 1}"
    )
    assert position.turns >= 1, f"turns is {position.turns}, but turns are counted from 1"


def check_thrower(position: Position) -> None:
    if position.is_chance:
        assert 0 <= position.thrower < position.game.players, f"player is {position.thrower}, which is nobody's seat"
        assert position.audience in (EVERYBODY, position.thrower), "only who throws may see a hidden outcome alone"


def check_legal_moves(position: Position) -> None:
    legal = list(map(int, position.legal_moves))
    if position.turn < 0:
        assert legal == [], "nobody may move at a throw, or after the end"
        return
    rules, options = position.game.rules, position.game.options
    state = position.state.copy()  # some rules lay a tile and take it back
    codes = {m: rules.forbids(state, options, m) for m in range(1, rules.MOVES)}
    allowed = [m for m, code in codes.items() if code == 0]
    assert legal == (allowed or [PASS]), "moves and forbids disagree, or PASS is not exactly the move without any other"
    for code in set(codes.values()) - {0}:
        number = f"{code // 100}.{code % 100}"
        assert code in position.game.text.WHY, f"forbids answers {code}, but text.WHY does not say why"
        assert number in position.game.rulebook, f"forbids answers {code}, but rules.md has no paragraph {number}"


def check_outcomes(position: Position) -> None:
    chances = [chance for _, chance in position.outcomes]
    if not position.is_chance:
        assert chances == [], "there are outcomes, but nothing is thrown"
        return
    assert sum(chances) == Fraction(1), f"the chances of all outcomes make {sum(chances)}"
    assert all(chance > 0 for chance in chances)
    lots = position.game.rules.spread(position.state, position.game.options)
    assert 1 <= lots <= MOST_LOTS, f"there are {lots} lots, but one draw chooses from 1 to {MOST_LOTS}"
    drawn = [position.game.rules.outcome(position.state, position.game.options, lot) for lot in range(lots)]
    shares = {int(kind): Fraction(drawn.count(kind), lots) for kind in sorted(set(drawn))}
    assert shares == {int(kind): chance for kind, chance in position.outcomes}, "lots are not shared out as told"


def check_result(position: Position) -> None:
    scores, places = position.scores, position.places
    assert len(scores) == len(places) == position.game.players
    for mine, place in zip(scores, places, strict=True):
        better = [p for p in places if p < place]
        assert place == len(better) + 1, f"places {places}: they begin with 1, and shared places skip the next"
        assert all(theirs >= mine for theirs, p in zip(scores, places, strict=True) if p < place), (
            f"scores {scores} do not go with places {places}"
        )
