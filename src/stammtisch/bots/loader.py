"""Loader: loads compiled bots in a process that answers people, so that nobody there waits for a compiler.

A thread waits until another process has compiled what is wanted (precompile.py), then loads it by thinking the same
thoughts. Only where there is no cache folder, the thread itself compiles.
"""

from __future__ import annotations

import logging
from threading import Condition, Event, Thread

from stammtisch.bots import precompile
from stammtisch.bots.named import can_compile
from stammtisch.bots.precompile import Part
from stammtisch.core.game import Bot, Game

PATIENCE = 1.0  # seconds that somebody may wait for what is nearly there
GLANCE = 0.2  # seconds between two looks whether another process is done

log = logging.getLogger("stammtisch.loader")
Item = tuple[Game, Part]


class NotReady(Exception):
    """It will be ready in a while."""


class Loader:
    def __init__(self) -> None:
        self._ready: dict[Item, Event] = {}
        self._wanted: list[Item] = []
        self._news = Condition()
        self._kept = precompile.can_be_kept()
        Thread(target=self._fetch, name="loader", daemon=True).start()

    def want(self, game: Game, part: Part = "levels", *, soon: bool = True) -> Event:
        """Fetch this next, or after all that is wanted already. The event is set when it is here."""
        item = (game, part)
        with self._news:
            if item not in self._ready:
                self._ready[item] = Event()
                if can_compile():  # else nobody ever brings it
                    self._wanted.append(item)
            if soon and item in self._wanted:
                self._wanted.remove(item)
                self._wanted.insert(0, item)
            self._news.notify()
            return self._ready[item]

    def has(self, game: Game, part: Part | None = "levels", patience: float = PATIENCE) -> bool:
        """Is it here, or will it be in a moment? Only what is compiled is worth waiting for."""
        if part is None:
            return True
        here = self.want(game, part)
        return here.wait(patience) if precompile.is_made(game.name, part) else here.is_set()

    @property
    def is_complete(self) -> bool:
        """Is everything here that was wanted?"""
        return all(event.is_set() for event in self._ready.values())

    def ready(self, game: Game, bot: Bot) -> Bot:
        """The bot, or who plays for it as long as it is not ready."""
        return bot if self.has(game, precompile.part_of(bot)) else precompile.stand_in(game)

    def _fetch(self) -> None:
        while True:
            with self._news:
                item = next((each for each in self._wanted if self._is_there(each)), None)
                if item is None:
                    self._news.wait(GLANCE if self._wanted else None)
                    continue
                self._wanted.remove(item)
            game, part = item
            try:
                for thought in precompile.thoughts(game, part):
                    thought()
            except Exception:  # whoever needs it meets the same mistake, and can say more about it
                log.exception("the bots of %s cannot be made ready", game.name)
            self._ready[item].set()

    def _is_there(self, item: Item) -> bool:
        game, part = item
        return not self._kept or precompile.is_made(game.name, part)
