"""What must hold of fields.py: a seat's observation has all that it may know of a position, once, and nothing else.

Fields that are left out must not matter: what follows from the others may have no other value, and what only counts, or
is scratch, may have any. That seats are where they are said to be is tried by turning the table: the same game with
every seat moved on looks the same to everybody and allows the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from stammtisch.core.constants import OVER, PASS
from stammtisch.core.contract.fields import COUNTER, DERIVED, SCRATCH, Field, Fields
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.core.record import Record
from stammtisch.testing.play import dice
from stammtisch.testing.playing import any_move, greedy_move, play_on

PLIES = 400
LOOKS = 60  # positions of each match that are looked at; of a game with many moves fewer
MADE = 4  # moves that are made of each position
ASKED = 10_000  # moves that may be looked at in all


def declared(game: Game) -> dict[str, Field]:
    return dict(game.part(Fields).FIELDS)


def check_fields(game: Game) -> None:
    """Every field is described, and none that there is not. A game without fields.py is not observed."""
    if not game.part(Fields):
        return
    fields, layout = declared(game), dict(game.module.State.LAYOUT)
    assert fields.keys() == layout.keys(), f"fields.py must describe {', '.join(layout)}, not {', '.join(fields)}"
    for name, field in fields.items():
        assert field.about, f"fields.py does not say what {name} is"
        assert field.omitted in ("", COUNTER, DERIVED, SCRATCH), f"{name} is left out as {field.omitted!r}"
        bounds = (field.low is None) + (field.high is None)
        assert bounds == (2 if field.omitted else 0), f"{name} needs a lowest and a highest value if it is observed"
        if field.by_seat:
            assert layout[name] % field.by_seat.groups == 0, f"the groups of {name} are not equally long"
            group = layout[name] // field.by_seat.groups
            assert not field.by_seat.seats or group % field.by_seat.seats == 0, f"{name} has no room for all seats"


def check_observations(game: Game) -> None:
    """What seats observe in some matches."""
    if not game.part(Fields):
        return
    check_fields(game)
    rng = dice(game)
    hidden: set[str] = set()
    known: dict[tuple[int, ...], Any] = {}
    for position in _positions(game):
        for seat in range(game.players):
            check_range(position, seat)
            facts = allowed(position, seat)
            same = known.setdefault(tuple(position.observation(seat)), facts)
            assert same == facts, f"seat {seat} observes the same, but {same} is not {facts} at {position.to_text()}"
        hidden |= check_hidden(position)
        check_omitted(position, rng)
        check_turned(position, rng)
    check_counters(game)
    told = {name for name, field in declared(game).items() if field.hidden}
    assert not hidden or hidden == told, f"`hide` changes {sorted(hidden)}, and fields.py calls {sorted(told)} hidden"


def _positions(game: Game) -> Iterator[Position]:
    looks = max(8, min(LOOKS, ASKED // game.rules.MOVES))
    for choose in (any_move, greedy_move):
        rng = dice(game)
        history = play_on(game.match(seed=rng.randrange(2**63)), choose, rng, PLIES).history
        yield from rng.sample(history, min(looks, len(history)))
        yield history[-1]


def check_range(position: Position, seat: int) -> None:
    """No number is out of the range that it is said to have, and a tensor's are from 0 to 1."""
    seen = position.game.observation
    row = position.observation(seat)
    for number, name, low, high in zip(row, seen.names, seen.low, seen.high, strict=True):
        assert low <= number <= high, f"{name} is {number}, but fields.py gives it {low} to {high}"
    tensor = position.tensor(seat)
    assert len(tensor) == len(seen.tensor_names)
    assert min(tensor) >= 0
    assert max(tensor) <= 1


def allowed(position: Position, seat: int) -> tuple[Any, ...]:
    """What a seat knows of a position besides what it observes: whose turn it is, seen from it, and its own score.

    If it is to move, also its moves.
    """
    turn = position.turn
    if turn >= 0:
        turn = (turn - seat) % position.game.players
    moves = tuple(position.legal_moves) if turn == 0 else ()
    return turn, moves, position.scores[seat]


def check_hidden(position: Position) -> set[str]:
    """The fields that `hide` changes, without those that follow from others; fields.py must call them hidden."""
    found = set()
    for seat in range(position.game.players):
        view = position.view(seat).state
        for name, field in declared(position.game).items():
            if field.is_observed and getattr(view, name) != getattr(position.state, name):
                assert field.hidden, f"`hide` changes {name}, but fields.py does not call it hidden"
                found.add(name)
    return found


def check_omitted(position: Position, rng: Random) -> None:
    """Scratch and counters may say anything; the derived fields may say nothing else, if the game has a check.py."""
    game = position.game
    for name, field in declared(game).items():
        if not field.omitted:
            continue
        changed = position.state.copy()
        _change(changed, name, rng)
        if field.omitted == DERIVED:
            if game.checks and name not in game.checks.DERIVED and position.turn >= 0:
                assert _is_wrong(game, changed), f"{name} may have any value, so it does not follow from other fields"
        else:
            other = Position.unchecked(game, changed)
            for seat in range(game.players):
                assert allowed(other, seat) == allowed(position, seat), f"{name} is left out, but it matters"


def check_counters(game: Game) -> None:
    """Whatever the counters say, the game goes on in the same way."""
    rng, one = dice(game), game.start()
    state = one.state.copy()
    for name, field in declared(game).items():
        if field.omitted == COUNTER:
            _change(state, name, rng)
    other = Position.unchecked(game, state)
    for _ in range(PLIES):
        for seat in range(game.players):
            assert allowed(one, seat) == allowed(other, seat), "a field is called a counter, but it matters"
        if one.is_over:
            return
        move = rng.choice([each for each, _ in one.outcomes] if one.is_chance else one.legal_moves)
        one, other = one.play(move), other.play(move)


def _change(state: Record, name: str, rng: Random) -> None:
    value: Any = getattr(state, name)
    if isinstance(value, int):
        setattr(state, name, value + 1)
    else:
        value[rng.randrange(len(value))] += 1


def _is_wrong(game: Game, state: Record) -> bool:
    try:
        return next(iter(game.checks.check(state, game.options)), "") != ""
    except (IndexError, ValueError, ZeroDivisionError):
        return True


def turned(game: Game, state: Record, by: int) -> Record:
    """The same state with every seat so many places further round the table: seat `by` becomes seat 0."""
    after, players = state.copy(), game.players
    for name, length in game.module.State.LAYOUT:
        field, value = declared(game)[name], getattr(state, name)
        if field.holds_seat:
            moved = [each if each < 0 else (each - by) % players for each in (value if length else [value])]
            setattr(after, name, moved if length else moved[0])
        elif field.by_seat:
            group, width = length // field.by_seat.groups, field.by_seat.width(length, players)
            row = getattr(after, name)
            for start in range(0, length, group):
                for q in range(players):
                    p = (q + by) % players
                    row[start + q * width : start + (q + 1) * width] = value[
                        start + p * width : start + (p + 1) * width
                    ]
    return after


def check_turned(position: Position, rng: Random) -> None:
    """Whoever sits where: the same is observed, and the same is allowed."""
    if position.turn < 0 and position.turn != OVER:
        return  # chance has no seat
    game = position.game
    by = rng.randrange(1, game.players)
    other = Position.unchecked(game, turned(game, position.state, by))
    for seat in range(game.players):
        moved = (seat - by) % game.players
        assert other.observation(moved) == position.observation(seat), f"seat {seat} observes another table"
        assert allowed(other, moved) == allowed(position, seat), "which seat is where must be told by fields.py"
        assert other.places[moved] == position.places[seat], "which seat is where must be told by fields.py"
    moves = [move for move in position.legal_moves if move != PASS]  # which may begin the game anew
    for move in rng.sample(moves, min(MADE, len(moves))):
        one, same = turned(game, position.after(move).state, by), other.after(move).state
        for name, _ in game.module.State.LAYOUT:
            told = getattr(one, name) == getattr(same, name)
            assert told, f"after {move} with the seats turned, {name} is {getattr(same, name)}"
