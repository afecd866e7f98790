"""Compiles and computes ahead what the bots and hints of a game need, before anybody waits for it.

A fresh install has nothing compiled, and compiling takes half a minute a game. So a process that nobody waits for does
it (`make`), and leaves a note in the cache folder when a game is done. Processes that answer people look for the note
before they touch compiled code; until it is there, the game's best bot in plain Python plays instead (`stand_in`), see
loader.py. The note names everything that compiled code could rest on: after an upgrade it is made anew, which takes a
second or two if nothing has really changed, for the code itself is found again (fast/cache.py).
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Literal, TypeAlias

from stammtisch.bots.analysis import analyse
from stammtisch.bots.levels import LEVELS
from stammtisch.bots.named import can_compile, is_simple, simple_bots
from stammtisch.bots.random_bot import RandomBot
from stammtisch.core.folders import cache_folder
from stammtisch.core.game import Bot, Game
from stammtisch.core.position import Position

Part: TypeAlias = Literal["levels", "search"]
"""What can be made ready by itself: the four levels with hints and reviews, or the search that plays any game."""
SEARCH = "search"
LOCK = "compiling.lock"
SEED = 1  # of the match whose positions are thought about

Thought: TypeAlias = Callable[[], object]


# ── What is needed ───────────────────────────────────────────────────────────────────────────────────────────────────


def part_of(bot: Bot) -> Part | None:
    """What must be ready before this bot can play at once; None: nothing."""
    if is_simple(bot):
        return None
    return "search" if bot.name == SEARCH else "levels"


def able(game: Game, bot: Bot) -> Bot:
    """The bot, or who plays for it where nothing can be compiled."""
    return bot if is_simple(bot) or can_compile() else stand_in(game)


def player(game: Game, name: str) -> str:
    """The name of who plays where this bot is asked for: a simpler one, where nothing can be compiled."""
    return name if can_compile() else able(game, game.bots[name]).name


def stand_in(game: Game) -> Bot:
    """The best of the bots that need nothing compiled."""
    return simple_bots(game)[-1]


def thoughts(game: Game, part: Part = "levels") -> list[Thought]:
    """Thoughts that together call all compiled code of a part."""
    if part == "search":
        return _thoughts(game, (SEARCH,))
    found = _thoughts(game, LEVELS)
    more = game.players + 1  # at a larger table other code may be needed
    if more in game.options.choices()["players"]:
        found += _thoughts(game.having({"players": more}), LEVELS)
    return found


def _thoughts(game: Game, names: Sequence[str]) -> list[Thought]:
    views, throws = _moments(game)
    bots = [game.bots[name] for name in names if name in game.bots]
    found: list[Thought] = [partial(bot.choose, view, SEED) for view in views for bot in bots]
    if SEARCH not in names:
        found += [partial(analyse, position) for position in (*views, *throws)]
    return found


def _moments(game: Game) -> tuple[list[Position], list[Position]]:
    """Of a match at random: one decision of every kind and the last one, as the mover sees them; the first and the last
    throw. Decisions are of one kind if their moves begin with the same words: "keep", or "roll" and "stop".
    """
    match, player = game.match(SEED), RandomBot()
    while not match.is_over:
        match.play(player.choose(match.position, len(match.events)))
    views = [each.view(each.turn) for each in match.history if len(each.legal_moves) > 1]
    kinds = {frozenset(str(move).split()[0] for move in view.legal_moves): view for view in reversed(views)}
    throws = [each for each in match.history if each.is_chance]
    return [*kinds.values(), *views[-1:]], [*throws[:1], *throws[-1:]]


# ── Whether it is there ──────────────────────────────────────────────────────────────────────────────────────────────


def is_made(name: str, part: Part = "levels") -> bool:
    """Is everything that this part of a game needs on disk?"""
    note = _note(name, part) if can_compile() else None
    return note is not None and note.exists()


def can_be_kept() -> bool:
    """Is there a folder that what is compiled can be left in?"""
    home = cache_folder()
    if home is None:
        return False
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(home, os.W_OK)


def _note(name: str, part: Part) -> Path | None:
    home = cache_folder()
    return home / "ready" / f"{name}-{part}-{_stamp()}" if home else None


@cache
def _stamp() -> str:
    """A fingerprint of all that compiled code and tables could rest on: sources, versions, the processor."""
    found = hashlib.sha256()
    package = Path(__file__).parents[1]
    for room in ("bots", "core", "fast", "games"):
        for path in sorted((package / room).rglob("*.py")):
            found.update(path.read_bytes())
    versions = [version(each) for each in ("numba", "numpy")]
    found.update(repr((versions, sys.implementation.cache_tag, platform.machine(), _processor())).encode())
    return found.hexdigest()[:16]


def _processor() -> list[str]:
    """What kind of processor it is and what it can do, where the system says so: a volume may have moved."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").partition("\n\n")[0].splitlines()
    except OSError:
        return [platform.processor()]
    return [line for line in lines if line.startswith(("model name", "flags", "Features", "CPU part"))]


# ── Making it ────────────────────────────────────────────────────────────────────────────────────────────────────────


def make(game: Game, part: Part = "levels", step: Callable[[int, int], None] | None = None) -> None:
    """Compile and compute what is not there yet. One process does that at a time; the others wait, and find it done.

    `step` is told how many thoughts of how many were thought.
    """
    with _alone():
        if is_made(game.name, part):
            return
        begun = time.monotonic()
        wanted = thoughts(game, part)
        for done, thought in enumerate(wanted, 1):
            thought()
            if step:
                step(done, len(wanted))
        _leave_note(game.name, part, time.monotonic() - begun)


def _leave_note(name: str, part: Part, seconds: float) -> None:
    note = _note(name, part)
    if note is None:
        return
    with suppress(OSError):
        note.parent.mkdir(parents=True, exist_ok=True)
        for old in note.parent.glob(f"{name}-{part}-*"):
            old.unlink(missing_ok=True)
        note.write_text(json.dumps({"seconds": round(seconds, 1)}), "utf-8")


@contextmanager
def _alone() -> Iterator[None]:
    """Nobody else compiles meanwhile. The system frees the lock when the process ends, however it ends."""
    home = cache_folder()
    if home is None or not can_be_kept():
        yield
        return
    from filelock import FileLock  # comes with the extra `fast`, as what compiles does

    with FileLock(home / LOCK, fallback_to_soft=False):
        yield
