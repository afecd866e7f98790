"""Self-play: matches of bots, for export. Every match is a function of its number; more cores change only the time."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Sequence
from concurrent.futures import Executor
from typing import Any

from stammtisch.bots import bot_named, decision_seed
from stammtisch.bots.named import no_such_bot
from stammtisch.computing.processes import place
from stammtisch.computing.work import Shared, in_order
from stammtisch.core.game import Bot, Game
from stammtisch.core.match import Match
from stammtisch.data.decisions import Decision, decisions


class SelfPlay:
    """Bots that play a game against each other. From match to match they move on by a seat.

    With fewer bots than seats they sit down again, in their order.

    Raises:
        OptionError: The game has no such bot, or this is no seed.
        MissingExtra: A bot needs the extra `fast`, which is not installed.

    Examples:
        >>> import stammtisch
        >>> from stammtisch.data import SelfPlay
        >>> played = SelfPlay(stammtisch.load("heckmeck"), ["first", "random"], seed=7)
        >>> played.players(0), played.players(1)
        (['first', 'random'], ['random', 'first'])
        >>> played.match(1).is_over
        True
    """

    game: Game
    """The game, with its options."""
    bots: list[str]
    """The bots as they were given."""
    seed: int
    """What all dice and all random choices come from."""

    def __init__(self, game: Game, bots: Sequence[str], seed: int) -> None:
        self.game = game
        self.bots = list(bots)
        self.seed = seed
        game.match(seed)  # refuses what is no seed
        self._hired = [self._bot(name.strip()) for name in bots]

    def __reduce__(self) -> tuple[Any, ...]:
        return SelfPlay, (self.game, self.bots, self.seed)

    def _bot(self, name: str) -> Bot:
        bot = bot_named(self.game, name)
        if bot is None:
            raise no_such_bot(self.game, name)
        return bot

    def seed_of(self, number: int) -> int:
        """The seed of a match, by its number from 0. No match's seed tells another's."""
        return int.from_bytes(hashlib.sha256(f"{self.seed} {number}".encode()).digest()[:8]) >> 1

    def players(self, number: int) -> list[str]:
        """Who sits where in a match."""
        return [bot.name for bot in self._seated(number)]

    def _seated(self, number: int) -> list[Bot]:
        return [self._hired[(seat + number) % len(self._hired)] for seat in range(self.game.players)]

    def match(self, number: int) -> Match:
        """The match of this number, played to its end, or as far as the rules let a match go."""
        bots = self._seated(number)
        match = self.game.match(self.seed_of(number))
        while not match.is_over and len(match.events) < match.game.module.LENGTH:
            match.play(bots[match.turn].choose(match.position.view(match.turn), decision_seed(match)))
        return match

    def decisions(self, number: int, *, values: bool) -> list[Decision]:
        """The rows of a match; it is called by its number."""
        return list(decisions(str(number), self.match(number), self.players(number), values=values))

    def all_decisions(
        self, count: int, *, values: bool, workers: int | None = None, executor: Executor | None = None
    ) -> Generator[list[Decision], None, None]:
        """The rows of the first `count` matches, in their order.

        `workers` are processes of this machine, by default this one; with an `executor` matches are played where it
        works, and `workers` says how many it has. Neither changes anything but the time.
        """
        with place(workers, executor) as found:
            shared = Shared(self)
            yield from in_order(found, _decisions, ((shared, number, values) for number in range(count)))


def _decisions(played: Shared[SelfPlay], number: int, values: bool) -> list[Decision]:
    return played.value.decisions(number, values=values)
