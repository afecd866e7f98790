"""Flags: one command for each game, with the game's own options."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getdoc
from typing import Any

import click

from stammtisch import games
from stammtisch.core.game import Game
from stammtisch.core.options import is_span, show
from stammtisch.core.translation import say


class GameCommands(click.Group):
    """A group of commands, one a game, made when asked for: `body(game, options, **flags)` with the game's options."""

    def __init__(self, name: str, body: Callable[..., Any], about: str) -> None:
        """`body` has its own flags from `click.option`."""
        super().__init__(name, help=about, no_args_is_help=True, subcommand_metavar="GAME [OPTIONS]")
        self._body = body

    def list_commands(self, ctx: click.Context) -> list[str]:
        return games.names()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        return _command(games.load(cmd_name), self._body)


def _command(game: Game, body: Callable[..., Any]) -> click.Command:
    """`body` as a command of one game, with flags for the game's options besides its own."""
    choices = [_flag(game, name, values) for name, values in type(game.options).choices().items()]
    if presets := type(game.options).PRESETS:
        choices.append(_option("preset", "|".join(presets), "a named set of options"))

    def command(**given: Any) -> Any:
        options = {name: value for each in choices if (value := given.pop(name := str(each.name))) is not None}
        return body(game.name, options, **given)

    own: list[click.Parameter] = body.__click_params__[::-1]  # type: ignore[attr-defined]
    page = [f"{game.title}. {say(game.text.SUMMARY)}", f"Bots: {', '.join(game.bots)}.", getdoc(body) or ""]
    return click.Command(game.name, callback=command, params=[*own, *choices], help="\n\n".join(page))


def _flag(game: Game, name: str, values: list[Any]) -> click.Option:
    shape = f"{values[0]}-{values[-1]}" if is_span(values) else "|".join(show(value) for value in values)
    help_ = say(game.text.OPTIONS[name])
    if name != "players":  # the seats set their number
        help_ += f"  [default: {show(getattr(game.options, name))}]"
    return _option(name, shape, help_)


def _option(name: str, shape: str, help_: str) -> click.Option:
    return click.Option([f"--{name.replace('_', '-')}"], metavar=shape, help=help_)
