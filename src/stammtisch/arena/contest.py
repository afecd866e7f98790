"""Contest: bots that play one game against each other, round after round. Every round is a function of its number."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack

from stammtisch.arena.results import Fault, Result, Round
from stammtisch.arena.seating import Arrangement, Seating
from stammtisch.bots import ExternalBot, Limits, bot_named, decision_seed
from stammtisch.bots.named import no_such_bot
from stammtisch.core.errors import BotFailure, OptionError
from stammtisch.core.excerpt import excerpt
from stammtisch.core.game import Bot, Game
from stammtisch.core.match import Match

MOST = 12  # bots; beyond, there are too many ways to seat them


class Contest:
    """Bots that play one game against each other, round after round.

    `bots` are from 2 to 12 names as people type them, `seed` a number from 0 to 2**63 - 1 that gives all dice and all
    random choices of the bots: every round is a function of its number. `play_rounds` plays rounds, and `Report` says
    what they showed.

    Raises:
        OptionError: There are too few or too many bots, the game has no such bot, or this is no seed.
        MissingExtra: A bot needs the extra `fast`, which is not installed.

    Examples:
        >>> import stammtisch
        >>> from stammtisch.arena import Contest
        >>> contest = Contest(stammtisch.load("heckmeck"), ["first", "random"], seed=7)
        >>> contest
        <Contest of heckmeck: first, random; seed 7>
        >>> [game.places for game in contest.play(0).games]  # the same dice from both seats
        [[1, 2], [2, 1]]
    """

    game: Game
    """The game, with its options."""
    bots: list[str]
    """The bots as they were given."""
    names: list[str]
    """The bots as reports name them; a second one of its kind has a number."""
    kinds: list[str]
    """What the game calls each bot; "" for a program of somebody's own."""
    seed: int
    """What all dice come from."""
    limits: Limits
    """How long a program of somebody's own may take."""
    seating: Seating
    """Who sits where in every round."""

    def __init__(self, game: Game, bots: Sequence[str], seed: int, limits: Limits = Limits()) -> None:  # noqa: B008
        if isinstance(bots, str):  # a text is a sequence too, of letters
            names = bots.replace(",", " ").split()
            raise OptionError(f"bots must be a list of names, such as {names}, not one text")
        if not 2 <= len(bots) <= MOST:
            raise OptionError(f"a contest needs from 2 to {MOST} bots, not {len(bots)}")
        self.game = game
        self.bots = [name.strip() for name in bots]
        self.seed = seed
        self.limits = limits
        self.seating = Seating(len(bots), game.players)
        game.match(seed)  # refuses what is no seed
        met: Counter[str] = Counter()
        self.names, self.kinds = [], []
        for name in self.bots:
            bot = self._bot(name)
            self.kinds.append("" if isinstance(bot, ExternalBot) else bot.name)
            met[bot.name] += 1
            self.names.append(bot.name if met[bot.name] == 1 else f"{bot.name} {met[bot.name]}")

    def _bot(self, name: str) -> Bot:
        bot = bot_named(self.game, name, self.limits)
        if bot is None:
            raise no_such_bot(self.game, name)
        return bot

    def __repr__(self) -> str:
        return f"<Contest of {self.game.name}: {', '.join(self.names)}; seed {self.seed}>"

    def rounds(self, games: int) -> int:
        """How many rounds have at least this many games."""
        count = 0
        while games > 0:
            games -= len(self.seating.round(count))
            count += 1
        return count

    def seed_of(self, number: int) -> int:
        """The seed that all games of a round share, by the round's number from 0. No round's seed tells another's."""
        return int.from_bytes(hashlib.sha256(f"{self.seed} {number}".encode()).digest()[:8]) >> 1

    def play(self, number: int) -> Round:
        """Play the round of this number, from 0.

        A program of somebody's own runs for one round, so that no round depends on those before it. A bot that fails
        loses its game, and the round goes on.
        """
        seed = self.seed_of(number)
        arrangements = self.seating.round(number)
        with ExitStack() as stack:
            bots = self._hire(arrangements[0], stack)
            games = [self._game(seats, seed, bots) for seats in arrangements]
        return Round(number, seed, games)

    def _hire(self, seats: Arrangement, stack: ExitStack) -> dict[int, list[Bot]]:
        """A bot for every seat, by its number; external bots are closed with the stack."""
        hired: dict[int, list[Bot]] = {}
        for number in seats:
            bot = self._bot(self.bots[number])
            if isinstance(bot, ExternalBot):
                stack.callback(bot.close)
            hired.setdefault(number, []).append(bot)
        return hired

    def _game(self, seats: Arrangement, seed: int, hired: dict[int, list[Bot]]) -> Result:
        waiting = {number: list(bots) for number, bots in hired.items()}
        bots = [waiting[number].pop(0) for number in seats]
        for bot in bots:
            if isinstance(bot, ExternalBot):
                bot.new_game()
        match = self.game.match(seed)
        fault = _play_out(match, bots)
        places = _after_fault(match.places, fault.seat) if fault else match.places
        stopped = not match.is_over and fault is None
        return Result(seats, places, match.scores, len(match.events), fault, stopped)


def _play_out(match: Match, bots: Sequence[Bot]) -> Fault | None:
    """Play to the end, or until a bot fails, or until the game has had all its plies."""
    while not match.is_over and len(match.events) < match.game.module.LENGTH:
        seat = match.turn
        try:
            match.play(bots[seat].choose(match.position.view(seat), decision_seed(match)))
        except BotFailure as failure:
            return Fault(seat, str(failure))
        except Exception as error:  # a bot of our own: whatever it does, it loses only its game
            return Fault(seat, f"failed with {type(error).__name__}: {excerpt(str(error), 200)}")
    return None


def _after_fault(places: Sequence[int], seat: int) -> list[int]:
    """Places when a seat has lost by its own fault: it is last, the others are placed as they stood."""
    others = [place for p, place in enumerate(places) if p != seat]
    return [len(places) if p == seat else 1 + sum(other < place for other in others) for p, place in enumerate(places)]
