"""Flags: a command for each game, whose options are the game's own — asked of the game, never written here."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature, getdoc, signature
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from stammtisch import games
from stammtisch.core.game import Game
from stammtisch.core.options import is_span, show
from stammtisch.core.translation import say


def for_each_game(body: Callable[..., Any]) -> type[TyperGroup]:
    """A group of commands, one a game, made when asked for: `body(game, options, **flags)` with the game's options."""

    class Games(TyperGroup):
        def list_commands(self, ctx: Any) -> list[str]:
            return games.names()

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            return _command(games.load(cmd_name), body)

    return Games


def _command(game: Game, body: Callable[..., Any]) -> Any:
    """`body` as a command of one game: its first two parameters, game and options, become flags for the options."""
    choices = {name: _flag(game, name, values) for name, values in type(game.options).choices().items()}
    if type(game.options).PRESETS:
        choices["preset"] = _parameter("preset", "|".join(type(game.options).PRESETS), "a named set of options")

    def command(**given: Any) -> Any:
        options = {name: value for name in choices if (value := given.pop(name)) is not None}
        return body(game.name, options, **given)

    own = list(signature(body, eval_str=True).parameters.values())[2:]
    command.__signature__ = Signature([*own, *choices.values()])  # type: ignore[attr-defined]
    page = [f"{game.title}. {say(game.text.SUMMARY)}", f"Bots: {', '.join(game.bots)}.", getdoc(body) or ""]
    app = typer.Typer(rich_markup_mode=None, add_completion=False)
    app.command(game.name, help="\n\n".join(page))(command)
    return typer.main.get_command(app)


def _flag(game: Game, name: str, values: list[Any]) -> Parameter:
    shape = f"{values[0]}-{values[-1]}" if is_span(values) else "|".join(show(value) for value in values)
    help_ = say(game.text.OPTIONS[name])
    if name != "players":  # the seats set their number
        help_ += f"  [default: {show(getattr(game.options, name))}]"
    return _parameter(name, shape, help_)


def _parameter(name: str, shape: str, help_: str) -> Parameter:
    option = typer.Option(f"--{name.replace('_', '-')}", metavar=shape, help=help_, show_default=False)
    return Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[str | None, option])
