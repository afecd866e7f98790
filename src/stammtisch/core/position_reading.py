"""Positions from outside, as text, as JSON or as a State: what the rules cannot reach in form is refused.

A game says what is right in `check(s, o)` of its check.py, which gives a sentence for every fault it finds. Without it
a position is only tried out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from stammtisch.core import position_text
from stammtisch.core.constants import CHANCE, OVER, SPECTATOR
from stammtisch.core.errors import ParseError
from stammtisch.core.excerpt import quoted
from stammtisch.core.record import Record

if TYPE_CHECKING:
    from stammtisch.core.game import Game

AHEAD = 16  # plies for which a position from outside is tried out: enough for a throw, a choice and what follows

MOST_HIDDEN = 10_000  # a view in which more is hidden is none


def from_json(game: Game, data: Any) -> tuple[Record, int | None]:
    """The state and the viewer of a position that `Position.to_json` wrote."""
    if not isinstance(data, Mapping) or "state" not in data:
        raise ParseError("a position must be an object with 'game', 'version', 'options' and 'state'")
    options = data.get("options")
    if isinstance(options, Mapping):  # some may be left out, see options.added
        data = {**data, "options": game.module.Options.read(options).to_json()}
    _agree(game, data)
    return checked(game, game.module.State.from_json(data["state"]), data.get("viewer"))


def from_text(game: Game, text: str) -> tuple[Record, int | None]:
    """The state and the viewer of a position that `Position.to_text` wrote."""
    written = position_text.parse(text)
    options = game.module.Options.read(written.options).to_json()
    _agree(game, {"game": written.game, "version": written.version, "options": options})
    return checked(game, position_text.read_state(game, written.fields), written.viewer)


def from_state(game: Game, state: Record, viewer: int | None) -> tuple[Record, int | None]:
    """The state and the viewer of a position that a caller has put together."""
    if not isinstance(state, Record):
        raise ParseError(f"a position is made of a State of {game.title}, not of {quoted(state)}")
    return checked(game, game.module.State.from_json(dict(vars(state))), viewer)


def _agree(game: Game, data: Mapping[str, Any]) -> None:
    for name, mine in (("game", game.name), ("version", game.version), ("options", game.options.to_json())):
        given = data.get(name, mine)
        if type(given) is not type(mine) or given != mine:  # 1.0 and True are equal to 1
            raise ParseError(f"the position's {name} is {quoted(given)}, but this game's is {mine!r}")


def checked(game: Game, state: Record, viewer: Any) -> tuple[Record, int | None]:
    """The same, if the rules could have led there."""
    if viewer is not None and not (type(viewer) is int and SPECTATOR <= viewer < game.players):
        seats = f"a seat from 0 to {game.players - 1}, {SPECTATOR} for a spectator,"
        raise ParseError(f"a position's viewer must be {seats} or null, not {quoted(viewer)}")
    refused = f"this position cannot come about in {game.title}:"
    try:
        fault = _fault(game, state, viewer)
        if not fault:
            _try_out(game, state, AHEAD if viewer is None else 0)
    except Exception as error:  # whatever a rule stumbles over, it is the position that is wrong
        raise ParseError(f"{refused} its numbers do not fit") from error
    if fault:
        raise ParseError(f"{refused} {fault}")
    return state, viewer


def _fault(game: Game, state: Record, viewer: int | None) -> str:
    """The first thing that is wrong in form, or nothing."""
    if state.turns < 1:
        return f"turns is {state.turns}, but turns are counted from 1"
    if not 0 <= state.player < game.players:
        return f"player is {state.player}, but the seats are 0 to {game.players - 1}"
    whole = _whole(game, state, viewer) if game.checks else None
    return next(iter(game.checks.check(whole, game.options)), "") if whole else ""


def _whole(game: Game, view: Record, viewer: int | None) -> Record | None:
    """A state that the viewer cannot tell from the true one; None if the game cannot deal what it hides."""
    rules, o, state = game.rules, game.options, view.copy()
    if viewer is None or not game.defines("hide"):
        return state
    if not game.defines("deal"):
        return None
    for _ in range(MOST_HIDDEN):
        lots = rules.unseen(state, o, viewer)
        if lots <= 0:
            return state
        rules.deal(state, o, viewer, lots // 2)
    raise ValueError("there is no end of what is hidden")


def _try_out(game: Game, state: Record, plies: int) -> None:
    """Ask a state that comes from outside everything, and play on for some plies; nonsense fails here, not later.

    A view is only asked: without the hidden hands it cannot be played on.
    """
    rules, o, s = game.rules, game.options, state.copy()
    for seat in range(game.players):
        rules.score(s, o, seat)
        rules.place(s, o, seat)
    out = [0] * rules.MOVES
    for ply in range(plies + 1):
        turn = rules.turn(s, o)
        if not OVER <= turn < game.players:
            raise IndexError(f"there is no seat {turn}")
        if turn == OVER:
            return
        if turn == CHANCE:
            move = rules.outcome(s, o, rules.spread(s, o) // 2)
        else:
            move = out[rules.moves(s, o, out) - 1]
        if ply < plies:
            rules.play(s, o, move)
