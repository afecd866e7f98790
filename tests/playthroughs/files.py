"""Golden playthroughs: a whole match of every game as text, to be read by a person.

Every turn begins with the board; then come, for every decision, what chance gave before it, all legal moves
and the one that was made. Moves are mostly sensible and always the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from stammtisch.core.constants import CHANCE
from stammtisch.core.contract.text import board_in_words
from stammtisch.core.game import Game
from stammtisch.core.options import show
from tests.helpers import GAMES, greedy_move, load, play_on, turns

SEED = 1
FOLDER = Path(__file__).parent


def games(name: str) -> dict[str, Game]:
    """The playthroughs of a game: the defaults, and all options at their last value but the players."""
    game = load(name)
    last = {option: values[-1] for option, values in game.options.choices().items()}
    return {f"{name}-defaults": game, f"{name}-options": load(name, last | {"players": game.players + 1})}


def written(game: Game) -> str:
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    rng = Random(SEED)
    match = play_on(game.match(seed=SEED), greedy_move, rng, game.rules.LENGTH)
    options = ", ".join(f"{name} {show(value)}" for name, value in game.options.to_json().items())
    yield f"{game.title}, version {game.version}: {options}, seed {SEED}"
    thrown: list[str] = []
    shown = 0
    names = [f"seat {p}" for p in range(game.players)]
    for count, (event, before) in enumerate(zip(match.events, match.history, strict=False)):
        if turns(before) != shown:
            yield f"\n── turn {turns(before)}"
            yield board_in_words(game.text, before, names, match.last_turns_at(count))
            shown = turns(before)
        if event.seat == CHANCE:
            thrown.append(str(event.move))
            continue
        if thrown:
            yield f"chance gives {' '.join(thrown)}"
            thrown = []
        yield f"seat {event.seat} may {', '.join(map(str, before.legal_moves))} → {event.move}"
    yield f"\n── the end, after {len(match.events)} plies"
    yield board_in_words(game.text, match.position, names, match.last_turns)
    yield f"scores {match.scores}, places {match.places}, position {match.position.digest()}"


def paths() -> dict[str, tuple[Path, Game]]:
    """All playthroughs by title."""
    return {title: (FOLDER / f"{title}.txt", game) for name in GAMES for title, game in games(name).items()}
