"""ExternalBot: a bot in any language, a program of its own that speaks JSON Lines; docs/bots.md tells the protocol."""

from __future__ import annotations

import os
import shlex
from typing import Any

from stammtisch.bots.program import Limits, Program
from stammtisch.core.errors import BotFailure, IllegalMove, OptionError, ParseError
from stammtisch.core.excerpt import excerpt
from stammtisch.core.game import Game, Move
from stammtisch.core.position import Position
from stammtisch.core.translation import say

PROTOCOL = 1
PREFIX = "ext:"


def words(command: str, *, windows: bool = os.name == "nt") -> list[str]:
    """The words of a command. Windows quotes with " only, and its paths have backslashes."""
    if not windows:
        return shlex.split(command)
    split = shlex.shlex(command, posix=True, punctuation_chars=False)
    split.whitespace_split, split.commenters, split.escape, split.quotes = True, "", "", '"'
    return list(split)


class ExternalBot:
    """A bot in any language: a program that speaks JSON Lines (docs/bots.md).

    The program is started when it is first asked, and again after a failure. `close` ends it.
    """

    name: str
    """The command, after "ext:"."""
    limits: Limits
    """How long it may take."""

    instant = True
    """It needs nothing compiled here; what it compiles itself is its own affair."""

    def __init__(self, command: str, limits: Limits = Limits()) -> None:  # noqa: B008  # it is frozen
        try:
            self._words = words(command)
        except ValueError as error:
            raise OptionError(f"'{command}' is no command: {str(error).lower()}") from None
        if not self._words:
            raise OptionError("an external bot needs a command, as in ext:./my_bot")
        self.name = PREFIX + command
        self.limits = limits
        self._program: Program | None = None
        self._seat: tuple[Game, int | None] | None = None  # of the game it was told of last
        self._games = 0
        self._requests = 0

    @property
    def about(self) -> str:
        """How it plays, in a sentence of the language that is spoken."""
        return say("a separate program")

    def new_game(self) -> None:
        """The next question belongs to a new game, even if its seat and options are the same."""
        self._seat = None

    def choose(self, view: Position, seed: int) -> Move:
        """The move that the program answers with.

        Raises:
            BotFailure: It crashed, took too long or made no legal move.
        """
        try:
            return self._ask(view, seed)
        except BotFailure:
            self._drop()
            raise

    def _ask(self, view: Position, seed: int) -> Move:
        program = self._program or self._start()
        if self._seat != (view.game, view.viewer):
            self._games += 1
            self._seat = (view.game, view.viewer)
            program.tell(self._announcement(view))
        self._requests += 1
        program.tell(
            {
                "type": "move",
                "id": self._requests,
                "game_id": self._games,
                "view": view.to_json(),
                "legal": [str(move) for move in view.legal_moves],
                "seed": seed,
                "deadline_ms": round(1000 * self.limits.move),
            }
        )
        answer = program.hear(self.limits.move)
        _expect(answer, "move", id=self._requests)
        move = answer.get("move")
        if not isinstance(move, str):
            raise BotFailure("answered without a 'move' that is text")
        try:
            return view.check(move)
        except (IllegalMove, ParseError) as error:
            raise BotFailure(f"made no legal move: {excerpt(str(error), 200)}") from None

    def _announcement(self, view: Position) -> dict[str, Any]:
        game = view.game
        return {
            "type": "new_game",
            "game_id": self._games,
            "game": game.name,
            "version": game.version,
            "options": game.options.to_json(),
            "seat": view.viewer,
        }

    def _start(self) -> Program:
        self._program = Program(self._words)
        self._seat = None
        self._games = self._requests = 0
        self._program.tell({"type": "hello", "protocol": PROTOCOL})
        _expect(self._program.hear(self.limits.start), "ready", protocol=PROTOCOL)
        return self._program

    def _drop(self) -> None:
        if self._program:
            self._program.kill()
            self._program = None

    def close(self) -> None:
        """Tell the program to quit; it is ended if it does not."""
        if self._program:
            self._program.tell({"type": "quit"})
            self._program.close()
            self._program = None


def _expect(answer: dict[str, Any], kind: str, **wanted: int) -> None:
    for name, value in {"type": kind, **wanted}.items():
        if answer.get(name) != value:
            raise BotFailure(f"answered with {name} {excerpt(repr(answer.get(name)), 40)} instead of {value!r}")
