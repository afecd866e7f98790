"""Random positions of Heckmeck and Barbecue, in every phase of a turn and at every stage of a game."""

from __future__ import annotations

from random import Random

from stammtisch import load
from stammtisch.core.position import Position
from stammtisch.games.keeping import CHOOSING, KEEPING, THROWING
from stammtisch.games.keeping.text import state

GAMES = ("heckmeck", "barbecue")


def random_position(name: str, rng: Random) -> Position:
    """A position at least some plies after the start of a game with random options."""
    choices = load(name).options.choices()
    start = load(name, **{option: rng.choice(values) for option, values in choices.items()}).start()
    position, plies, phase = start, rng.randrange(400), rng.choice((THROWING, KEEPING, CHOOSING))
    while plies > 0 or state(position).phase != phase:
        position = start if position.is_over else _played_on(position, rng)
        plies -= 1
    return position


def _played_on(position: Position, rng: Random) -> Position:
    """One ply further; most decisions are sensible, so that tiles are taken and places filled."""
    if position.is_chance:
        return position.play(position.drawn(rng.randrange(6)))
    if rng.random() < 0.2:
        return position.play(rng.choice(position.legal_moves))
    return position.play(position.game.bots["first"].choose(position, 0))
