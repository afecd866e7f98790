"""Workers: processes in which bots think, games are reviewed and whatever else is dear is computed, so that the event
loop never waits for it.

There are pools apart for the moves of bots at people's tables, for those at tables where nobody plays, for hints, for
reviews and for the rest. None of them can hold up another.

Where a server compiles ahead (precompiler.py), nobody waits in these processes for a compiler: as long as a game is not
ready, a simpler bot stands in for each of its bots, and everything else is put off.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal, NamedTuple, ParamSpec, TypeAlias, TypeVar

import stammtisch
from stammtisch import games
from stammtisch.bots import precompile, worker_process
from stammtisch.bots.loader import Loader, NotReady
from stammtisch.core.errors import MissingExtra
from stammtisch.core.extras import need
from stammtisch.core.game import Game
from stammtisch.server.live.budgets import HERE, Rate
from stammtisch.server.live.payer import SERVER, Payer
from stammtisch.server.live.pool import Pool, PoolSettings
from stammtisch.server.live.worker import JobLost
from stammtisch.server.protocol.refusal import Refusal

log = logging.getLogger("stammtisch.workers")

PoolName: TypeAlias = Literal["moves", "bots", "hints", "reviews", "rest"]

SETTINGS: Mapping[PoolName, PoolSettings] = {
    # Of bots, whom their host pays for; if that is too much, they wait (autoplay.py).
    "moves": PoolSettings(cpu=60, seconds=60, guest=HERE, grace=None, idle=None, distrusted=True),
    "bots": PoolSettings(nice=10, cpu=60, seconds=180, queue=10_000, guest=HERE, grace=None, distrusted=True),
    # Of people.
    "hints": PoolSettings(
        nice=5, cpu=20, seconds=60, queue=100, each=4, at_once=1,
        guest=Rate(30, 0.1), address=Rate(120, 0.3), total=Rate(600, 0.75),
    ),
    "reviews": PoolSettings(
        nice=10, cpu=60, seconds=180, queue=50, each=4, at_once=1,
        guest=Rate(120, 0.1), address=Rate(300, 0.3), total=Rate(600, 0.75),
    ),
    "rest": PoolSettings(
        nice=10, cpu=20, seconds=60, queue=100, each=8, at_once=1,
        guest=Rate(60, 0.1), address=Rate(120, 0.3), total=Rate(600, 0.75),
    ),
}  # fmt: skip
"""CPU seconds that hold for a machine of a few years ago."""
COMPILING = 60.0  # CPU seconds and seconds more for every job, where it may have to compile first
LOADING = 10.0  # seconds that somebody who asks for a hint waits until compiled code is loaded

P = ParamSpec("P")
T = TypeVar("T")


class BotMove(NamedTuple):
    """A bot's move."""

    move: str
    simpler: bool
    """A simpler bot has made it, for this one was not ready."""
    failed: bool = False
    """A simpler bot has made it, for this one failed."""


class BotFailed(Exception):
    """Neither the bot nor a simpler one has found a move."""


class Workers:
    def __init__(
        self,
        moves: int = 1,
        *,
        warm: bool = False,
        settings: Mapping[PoolName, PoolSettings] = SETTINGS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`moves`: processes for bots at people's tables. `warm`: their games are loaded before anybody asks, and
        nobody waits for a game that is not ready."""
        self._warm = warm
        settings = {**settings, "moves": replace(settings["moves"], processes=moves)}
        self.pools: Mapping[PoolName, Pool] = {
            name: Pool(
                each if warm else _patient(each),
                enter,
                warm,
                tuple(games.names()) if warm and name == "moves" else (),
                clock=clock,
            )
            for name, each in settings.items()
        }

    async def run(self, pool: PoolName, payer: Payer, job: Callable[P, T], *args: P.args, **names: P.kwargs) -> T:
        """Call a function in a process of a pool. A Refusal says why there is no answer."""
        try:
            return await self.pools[pool].run(payer, job, *args, **names)
        except JobLost:
            raise Refusal("no_answer", "thinking about it took too long; ask again") from None
        except MissingExtra as error:
            raise Refusal("no_answer", str(error)) from None
        except NotReady:
            raise Refusal("warming_up", "this is still being prepared; ask again in a moment") from None

    async def choose(
        self, bot: str, view: dict[str, Any], seed: int, payer: Payer = SERVER, pool: PoolName = "moves"
    ) -> BotMove:
        """A bot's move. A bot that fails has a second try in another process; then a simpler one stands in for it.

        Raises BotFailed if that fails too, or a Refusal if the payer has to wait.
        """
        thoughts = self.pools[pool]
        for attempt in ("first", "second"):
            try:
                return await thoughts.run(payer, choose, bot, view, seed)
            except Refusal:
                raise
            except Exception:
                log.exception("a bot failed at its %s try", attempt, extra={"bot": bot})
        try:
            return await thoughts.run(payer, stand_in, view, seed)
        except Refusal:
            raise
        except Exception as error:
            raise BotFailed from error

    def prepare(self, game: Game) -> None:
        """Somebody will play this: load it."""
        if self._warm:
            self.pools["moves"].tell(want, game.name, game.options.to_json(), game.version)

    def close(self) -> None:
        for pool in self.pools.values():
            pool.close()


def _patient(settings: PoolSettings) -> PoolSettings:
    return replace(
        settings,
        cpu=None if settings.cpu is None else settings.cpu + COMPILING,
        seconds=None if settings.seconds is None else settings.seconds + COMPILING,
    )


# ── In a process of its own ──────────────────────────────────────────────────────────────────────────────────────────

_loader: Loader | None = None
"""What is ready here; None: whoever asks waits."""


def enter(nice: int, warm: bool = False, ahead: tuple[str, ...] = ()) -> None:
    """The first thing in it."""
    global _loader
    worker_process.set_up(nice)
    if warm:
        _loader = Loader()
        for name in ahead:
            _loader.want(stammtisch.load(name), soon=False)


def want(name: str, options: dict[str, Any], version: int) -> None:
    if _loader:
        _loader.want(games.load(name, options, version))


def choose(bot: str, view: dict[str, Any], seed: int) -> BotMove:
    """The move of a bot, or as long as it is not ready, of a simpler one."""
    position = stammtisch.position(view)
    wanted = position.game.bots[bot]
    found = _loader.ready(position.game, wanted) if _loader else precompile.able(position.game, wanted)
    return BotMove(str(found.choose(position, seed)), found is not wanted)


def stand_in(view: dict[str, Any], seed: int) -> BotMove:
    """The move of the bot that stands in for one that has failed."""
    position = stammtisch.position(view)
    return BotMove(str(precompile.stand_in(position.game).choose(position, seed)), simpler=True, failed=True)


def when_ready(game: Game) -> None:
    """NotReady, unless everything that is known of a game can be said at once."""
    need("numba", "this")
    if _loader and not _loader.has(game, patience=LOADING):
        raise NotReady
