"""Bots that solve their turns, playing many games at once: the same games that they play in a `Match`, sooner."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from stammtisch.bots.levels import BEGINNER, EXPERT, REGULAR, LevelBot
from stammtisch.core.contract.lockstep import Ended
from stammtisch.core.extras import optional_imports
from stammtisch.core.game import Bot, Game
from stammtisch.games.keeping import ENDED
from stammtisch.games.keeping.bot import MasterBot, OneTurnBot

if TYPE_CHECKING:
    from stammtisch.games.keeping.lockstep import LockStep, Weigh


def _chances(lockstep: LockStep) -> Weigh:
    with optional_imports():
        from stammtisch.games.keeping import value
    return lockstep.chances(value.learned(lockstep.game))


WEIGHS: Mapping[str, Callable[[LockStep], Weigh]] = {
    OneTurnBot.name: lambda lockstep: lockstep.gains,
    MasterBot.name: _chances,
}
"""By the name of a bot, what it weighs the ends of a turn by."""
BOTS = (*WEIGHS, BEGINNER, REGULAR, EXPERT)
"""All that play in lock step. Levels weigh the ends of a turn as one-turn does, and do not make the best of it."""
MISTAKES = ("fear", "overlooks", "pips", "worms later")
"""In the order of a grade's numbers, see keeping/tempted.py."""


def play(game: Game, seatings: Sequence[Sequence[str]], seeds: Sequence[int]) -> list[Ended | None]:
    """The games of these bots, by seat, with these seeds; None: it went on for longer than the rules' LENGTH."""
    with optional_imports():
        import numpy as np
    lockstep, weighs, grades = _ready(game)
    seating = np.array([[BOTS.index(bot) for bot in bots] for bots in seatings])
    dice = np.array(seeds, np.int64)
    states = lockstep.start(len(seeds))
    plies = np.zeros(len(seeds), np.int64)
    rows = np.arange(len(seeds))
    while len(rows):
        for first in range(0, len(rows), lockstep.batch):
            some = rows[first : first + lockstep.batch]
            which = seating[some, states["player"][some]]
            lockstep.step(states, some, weighs, which, dice, grades=grades[which], plies=plies)
        rows = rows[(states["phase"][rows] != ENDED) & (plies[rows] <= game.module.LENGTH)]
    scores, places = lockstep.standings(states)
    whole = (states["phase"] == ENDED) & (plies <= game.module.LENGTH)
    told = zip(places.tolist(), scores.tolist(), plies.tolist(), strict=True)
    return [Ended(*each) if ended else None for ended, each in zip(whole, told, strict=True)]


@lru_cache(4)
def _ready(game: Game) -> tuple[LockStep, list[Weigh], Any]:
    """What plays this game; what each of the BOTS weighs the ends of a turn by, and their grades."""
    with optional_imports():
        import numpy as np

        from stammtisch.games.keeping.lockstep import LockStep
    found = LockStep(game, exact=True)
    weighs, grades = zip(*(player(found, bot) for bot in BOTS), strict=True)
    return found, list(weighs), np.array(grades)


def player(lockstep: LockStep, bot: str) -> tuple[Weigh, list[float]]:
    """What one of the BOTS weighs the ends of a turn by, and its grade."""
    weigh = WEIGHS.get(bot, WEIGHS[OneTurnBot.name])
    return weigh(lockstep), _grade(lockstep.game.bots[bot])


BEST = [0.0] * (1 + len(MISTAKES))
"""The grade of who makes the best moves."""


def _grade(bot: Bot) -> list[float]:
    """What makes a level, as the numbers of keeping/tempted.py; all are 0 for who makes the best moves."""
    if not isinstance(bot, LevelBot):
        return BEST
    weights = {mistake.name: weight for mistake, weight in bot.grade.mistakes.items()}
    assert weights.keys() <= set(MISTAKES), "a mistake that is not known in lock step"
    return [bot.grade.heat, *(weights.get(name, 0.0) for name in MISTAKES)]
