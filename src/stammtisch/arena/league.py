"""League: bots in tournaments, with the schemes that people use. A file says who plays what, and how often.

    seed = "7"
    times = 20                                 # tournaments; more of them make the intervals narrower
    bots = ["master", "expert", {bot = "regular", count = 2}, {bot = "ext:./my_bot", name = "Mine"}]

    [scheme]
    preset = "free"
    game = "pig"
    rounds = 6

A tournament is a function of its seed: every draw, and the dice of every game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from stammtisch.arena.report import short
from stammtisch.bots import ExternalBot, Limits, RandomBot, bot_named, decision_seed
from stammtisch.core.errors import BotFailure, OptionError
from stammtisch.core.game import Bot
from stammtisch.tournament import Entered, Line, Result, Scheme, Seeded, Tournament, game_seed, sheet_of

MOST = 10_000  # tournaments
AGAIN = 5  # a game that goes on for too long is played again with other dice, so often
AUTHOR = "stammtisch"
LONGEST = 40  # letters of a command as a name


@dataclass(frozen=True)
class Job:
    """One game at one table: all that a worker needs to play it."""

    tournament: int
    round: int
    table: int
    scheme: Scheme
    players: tuple[int, ...]  # by seat
    bots: tuple[str, ...]
    seed: str
    limits: Limits


@dataclass(frozen=True)
class League:
    """What is to be played: `entries` are names and bots."""

    title: str
    scheme: Scheme
    entries: tuple[tuple[str, str], ...]
    seed: str
    times: int = 1
    limits: Limits = Limits()  # noqa: RUF009  # it is frozen

    @classmethod
    def read(cls, data: Mapping[str, Any], seed: str, limits: Limits = Limits()) -> League:  # noqa: B008  # frozen
        """A league from a file's data; `seed` is for one that gives none."""
        known = ("title", "seed", "times", "bots", "scheme")
        for name in data:
            if name not in known:
                raise OptionError(f"a league has no '{name}'; it has {', '.join(known)}")
        given = data.get("scheme", {})
        scheme = Scheme.read({"preset": given} if isinstance(given, str) else _table("scheme", given))
        times, title = data.get("times", 1), data.get("title", "")
        if type(times) is not int or not 1 <= times <= MOST:
            raise OptionError(f"times must be a number from 1 to {MOST}, not {times!r}")
        if not isinstance(title, str):
            raise OptionError(f"the title must be text, not {title!r}")
        bots = data.get("bots")
        if not isinstance(bots, list):
            raise OptionError('a league needs its bots: bots = ["expert", "regular", …]')
        entries = tuple(_entries(bots))
        league = cls(title or "League", scheme, entries, str(data.get("seed", seed)), times, limits)
        for _, bot in entries:
            league.bot(bot)
        if len({name.casefold() for name, _ in entries}) != len(entries):
            raise OptionError("two bots have the same name; give each one of its own")
        if not scheme.fewest <= len(entries) <= scheme.most:
            raise OptionError(f"this scheme is for {scheme.fewest} to {scheme.most} players, not {len(entries)}")
        return league

    def bot(self, name: str) -> Bot:
        game = self.scheme.game_for(self.scheme.smallest)
        bot = bot_named(game, name, self.limits)
        if bot is None:
            raise OptionError(f"{game.title} has no bot '{name}'; it has {', '.join(game.bots)}")
        return bot

    def open(self, number: int, at: str) -> Tournament:
        """The tournament of this number, with everybody entered."""
        seed = self.seed if self.times == 1 else f"{self.seed} {number}"
        tournament = Tournament.opened(self.title, self.scheme, by=AUTHOR, at=at)
        for name, bot in self.entries:
            tournament.apply(Entered(name, bot), by=AUTHOR, at=at)
        tournament.apply(Seeded(seed), by=AUTHOR, at=at)
        return tournament

    def jobs(self, number: int, tournament: Tournament, at: str) -> list[Job]:
        """Draw what comes next, and give the games to be played; none at the end, when it is closed."""
        progress = tournament.progress
        if progress.phase == "cut":
            tournament.apply(tournament.cut(), by=AUTHOR, at=at)
        if progress.phase == "done":
            tournament.apply(tournament.close(), by=AUTHOR, at=at)
            return []
        drawn = tournament.draw()
        tournament.apply(drawn, by=AUTHOR, at=at)
        bots = dict(enumerate((bot for _, bot in self.entries), 1))
        return [
            Job(
                number,
                drawn.round,
                table,
                self.scheme,
                seats,
                tuple(bots[p] for p in seats),
                progress.seed,
                self.limits,
            )
            for table, seats in enumerate(drawn.tables, 1)
        ]

    def enter(self, tournament: Tournament, job: Job, lines: tuple[Line, ...], at: str) -> None:
        tournament.apply(Result(job.round, job.table, lines), by=AUTHOR, at=at)


def play(job: Job) -> tuple[Line, ...]:
    """Play a game. A bot that fails is out; chance plays on for it, so that the game of the others has a true end."""
    for again in range(AGAIN):
        lines = _game(job, game_seed(job.seed, job.round, job.table, again))
        if lines:
            return lines
    raise OptionError(f"games at table {job.table} do not come to an end")


def _game(job: Job, seed: int) -> tuple[Line, ...]:
    """The result, or nothing if the game goes on for too long."""
    match = job.scheme.game_for(len(job.bots)).match(seed)
    out: set[int] = set()
    with ExitStack() as stack:
        bots: list[Bot] = []
        for name in job.bots:
            bot = bot_named(match.game, name, job.limits)
            assert bot, name  # the league has asked for it
            if isinstance(bot, ExternalBot):
                stack.callback(bot.close)
            bots.append(bot)
        while not match.is_over:
            if len(match.events) >= match.game.module.LENGTH:
                return ()
            seat = match.turn
            try:
                match.play(bots[seat].choose(match.position.view(seat), decision_seed(match)))
            except BotFailure:
                out.add(seat)
                bots[seat] = RandomBot()
    sheet, state = sheet_of(job.scheme.game), match.position.state
    return tuple(
        Line(player, 0, 0, out=True) if seat in out else Line(player, match.scores[seat], sheet.mark(state, seat))
        for seat, player in enumerate(job.players)
    )


def _entries(bots: list[Any]) -> Iterator[tuple[str, str]]:
    """Names and bots; a second one of its kind has a number."""
    met: dict[str, int] = {}
    for given in bots:
        entry = {"bot": given} if isinstance(given, str) else _table("bots", given)
        bot, count = entry.get("bot"), entry.get("count", 1)
        if not isinstance(bot, str) or type(count) is not int or not 1 <= count <= 1000:
            raise OptionError('a bot is given as "expert", or as {bot = "expert", count = 3, name = "Emma"}')
        for _ in range(count):
            name = str(entry.get("name", short(bot, LONGEST)))
            met[name] = met.get(name, 0) + 1
            yield name if met[name] == 1 else f"{name} {met[name]}", bot


def _table(name: str, given: Any) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise OptionError(f"'{name}' cannot be {given!r}")
    return given
