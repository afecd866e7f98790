"""BackgroundCompiler: compiles what the bots at a table need while people play; nobody waits for it."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterable, Mapping
from multiprocessing.process import BaseProcess

from stammtisch import games
from stammtisch.bots import precompile, worker_process
from stammtisch.bots.loader import Loader
from stammtisch.bots.named import can_compile
from stammtisch.bots.precompile import Part
from stammtisch.core.game import Bot, Game

NICE = 19


class BackgroundCompiler:
    """For one table. What is compiled already is loaded while people look at the board, and waited for: so the same
    seed gives the same match whenever nothing has to be compiled."""

    def __init__(self, game: Game, bots: Iterable[Bot], *, ahead: bool = True) -> None:
        """`ahead`: false if people would rather wait, as programs do that count on the same moves every time."""
        self._game = game
        self._loader: Loader | None = None
        self._compiler: BaseProcess | None = None
        self._begun = time.monotonic()
        needed: dict[Part, None] = {part: None for bot in bots if (part := precompile.part_of(bot))}
        needed["levels"] = None  # somebody may ask for a hint
        self._made = all(precompile.is_made(game.name, part) for part in needed)
        if ahead and can_compile():
            self._loader = Loader()
            for part in needed:
                self._loader.want(game, part, soon=False)
            if not self._made and precompile.can_be_kept():
                self._begin(list(needed))

    def _begin(self, parts: list[Part]) -> None:
        spawn = multiprocessing.get_context("spawn")
        given = (self._game.name, self._game.options.to_json(), self._game.version, parts)
        self._compiler = spawn.Process(target=_compile, args=given, daemon=True)
        self._compiler.start()

    def ready(self, bot: Bot) -> Bot:
        """The bot, or who plays for it now."""
        part = precompile.part_of(bot)
        if self._loader is None or part is None:
            return bot
        if self._made:
            self._loader.want(self._game, part).wait()
        return self._loader.ready(self._game, bot)

    def can_advise(self) -> bool:
        return self._loader is None or self._made or self._loader.has(self._game)

    def seconds(self) -> int | None:
        """How long it has been at work; None: it is done."""
        if self._loader and self._loader.is_complete:
            self._loader = None
        return int(time.monotonic() - self._begun) if self._loader and not self._made else None

    def close(self) -> None:
        if self._compiler and self._compiler.is_alive():
            self._compiler.terminate()  # what is compiled is kept, function by function


def _compile(name: str, options: Mapping[str, object], version: int, parts: list[Part]) -> None:
    """In a process of its own."""
    worker_process.set_up(NICE)
    game = games.load(name, options, version)
    for part in parts:
        precompile.make(game, part)
