"""Bots by the names people type: `first`, `bot` for a beginner, `ext:COMMAND` for a program of one's own."""

from __future__ import annotations

from collections.abc import Mapping

from stammtisch.bots.external import PREFIX, ExternalBot
from stammtisch.bots.levels import BEGINNER
from stammtisch.bots.names import nameplate
from stammtisch.bots.program import Limits
from stammtisch.core.errors import OptionError
from stammtisch.core.extras import is_installed, need
from stammtisch.core.game import Bot, Game
from stammtisch.core.suggest import did_you_mean


def bot_named(game: Game, name: str, limits: Limits | None = None) -> Bot | None:
    """The bot that people mean by a name, or None if it may be a person's.

    A name is that of a bot of the game ("master"), the same after "bot" ("bot master", "bot:master"), "bot" alone for a
    beginner, a bot as records name it ("bot beginner Resi", "bot beginner 2"), or "ext:COMMAND" for a program of your
    own, which `limits` hold for.

    Raises:
        OptionError: The name begins with "bot", but the game has no such bot.
        MissingExtra: The bot needs the extra `fast`, which is not installed.

    Examples:
        >>> import stammtisch
        >>> from stammtisch.bots import bot_named
        >>> game = stammtisch.load("heckmeck")
        >>> bot_named(game, "bot master").name
        'master'
        >>> bot_named(game, "Ann") is None
        True
    """
    if is_external(name):
        return ExternalBot(name.strip().removeprefix(PREFIX), limits or Limits())
    plate = nameplate(name.strip())
    if plate and plate.name and plate.level in game.bots:
        return _able(game, game.bots[plate.level])
    words = name.lower().replace(":", " ").split()
    certain = words[:1] == ["bot"]
    kind = words[1:] if certain else words
    if len(kind) > 1 and kind[-1].isdecimal():
        kind = kind[:-1]  # "bot first 2", the second of its kind
    if certain and not kind:
        kind = [BEGINNER if can_compile() else simple_bots(game)[-1].name]
    bot = game.bots.get(" ".join(kind))
    if bot is None and certain:
        raise no_such_bot(game, " ".join(kind))
    return _able(game, bot) if bot else None


def no_such_bot(game: Game, name: str) -> OptionError:
    """What is wrong with a name that must be a bot's."""
    known = ", ".join(game.bots)
    return OptionError(f"{game.title} has no bot '{name}'; it has {known}{did_you_mean(name, game.bots)}")


def _able(game: Game, bot: Bot) -> Bot:
    """The bot, if it can play in this installation."""
    if not is_simple(bot):
        others = " and ".join(each.name for each in simple_bots(game))
        need("numba", f"{others} play without it, but the bot '{bot.name}'")
    return bot


def is_simple(bot: Bot) -> bool:
    """Does it play at once, and without anything compiled? It says so itself, by `instant = True`."""
    return bool(getattr(bot, "instant", False))


def simple_bots(game: Game) -> list[Bot]:
    """The bots that need nothing compiled, the best last."""
    return [bot for bot in game.bots.values() if is_simple(bot)]


def can_compile() -> bool:
    """Is there what the other bots need?"""
    return is_installed("numba")


def by_name(*bots: Bot) -> Mapping[str, Bot]:
    """A game's bots: some to compare with, then the four levels."""
    return {bot.name: bot for bot in bots}


def is_external(name: str) -> bool:
    """Does this name ask for a program to be run?"""
    return name.strip().startswith(PREFIX)
