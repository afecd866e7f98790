"""Colour: a screen that is redrawn with every step: the game's picture, the last events, the choices with keys."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from textwrap import wrap

from rich.console import Console
from rich.markup import escape
from rich.rule import Rule

from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.turn import LastTurns
from stammtisch.terminal.keyboard import assign_keys, forget, press, rest
from stammtisch.terminal.typed_moves import compact

KEY = "bold #2b1a10 on #ffb000"
COMMANDS = {"?": "?", "b": "board", "h": "help", "!": "hint", "q": "quit", "u": "undo"}
ENTER = ("\r", "\n", " ")
REMEMBERED = 6  # events that stay on the screen, if there is room


class Colour:
    def __init__(self, names: Sequence[str], pause: float = 0.0) -> None:
        with suppress(ImportError):
            import readline  # noqa: F401  typed lines can be edited and recalled
        self._console = Console(highlight=False)
        self._names = names
        self._pause = pause
        self._hurry = False
        self._told: list[str] = []
        self._words = ""
        self._beside = ""

    def draw(self, view: Position, turns: LastTurns, told: Sequence[str], below: Sequence[str]) -> None:
        """Title, picture, the last of what was told, and below it as much as there is; all as markup."""
        picture = self._picture(view, turns)
        below = [*below, *([f"   [dim italic]{escape(self._beside)}[/]"] if self._beside else [])]
        room = self._console.height - len(picture) - len(below) - 5
        recent = [escape(sentence) for sentence in told][-max(1, min(REMEMBERED, room)) :]
        events = [f"   [dim]{sentence}[/]" for sentence in recent[:-1]] + [
            f"   {sentence}\n" for sentence in recent[-1:]
        ]
        width = self._width()
        self._console.clear()
        self._console.print(Rule(f"[bold]{escape(view.game.title)}[/]", style="dim"), width=width)
        self._console.print("\n".join([*picture, "", *events, *below]), width=width)

    def _picture(self, view: Position, turns: LastTurns) -> list[str]:
        return str(view.game.text.picture(view, self._names, turns)).splitlines()

    def _width(self) -> int:
        """Pictures are 80 columns wide; longer lines would only be harder to read."""
        return min(80, self._console.width)

    def _answer(self, height: int, choices: int) -> list[str]:
        """What was said last, to stand below the choices; if it is too long for that, it gets the screen for itself."""
        lines: list[str] = []
        for line in self._words.splitlines():
            margin = " " * (3 + len(line) - len(line.lstrip()))
            lines += wrap(line.strip(), self._width() - 1, initial_indent=margin, subsequent_indent=margin)
        self._words = ""
        answer = ["", *(f"[bold]{escape(line)}[/]" for line in lines)] if lines else []
        if len(answer) + choices + height + 5 <= self._console.height or not answer:
            return answer
        self._console.clear()
        self._console.print("\n".join([*answer, "", "   [dim]press a key[/]"]))
        press()
        return []

    def board(self, view: Position, turns: LastTurns) -> None:
        self.draw(view, turns, self._told, [])

    def tell(self, sentence: str, view: Position, turns: LastTurns, *, wait: bool) -> None:
        self._told.append(sentence)
        if wait and self._pause and not self._hurry:
            self.draw(view, turns, self._told, ["   [dim]any key: on to your turn[/]"])
            self._hurry = rest(self._pause)

    def say(self, words: str) -> None:
        self._words = words

    def beside(self, words: str, seconds: int) -> None:
        self._beside = f"{words} ({seconds} s)" if words else ""

    def ask(self, view: Position, turns: LastTurns) -> str:
        if self._hurry:
            forget()
            self._hurry = False
        keys = assign_keys(view.legal_moves)
        height = len(self._picture(view, turns))
        if len(keys) > 1 and len(keys) + height + 5 > self._console.height:
            keys = {}  # no room for a line each: the moves are told in short, and typed
        choices = self._choices(view, keys)
        while True:
            self.draw(view, turns, self._told, [*choices, *self._answer(height, len(choices))])
            if not keys:
                return self._line()
            key = press().lower()
            if key in ENTER and len(keys) == 1:
                return str(view.legal_moves[0])
            if key in ENTER or key == ":":
                return self._line()
            if key in keys:
                return str(keys[key])
            if key in COMMANDS:
                return COMMANDS[key]
            self._words = f"The key {key} does nothing here." if key.isprintable() else "That key does nothing here."

    def _choices(self, view: Position, keys: dict[str, Move]) -> list[str]:
        hints = ["! hint", "? rules", "u undo", "h help", "q quit"]
        if not keys:
            moves = wrap(compact(view.legal_moves), self._width() - 1, initial_indent="   ", subsequent_indent="   ")
            return [*map(escape, moves), f"   [dim]type a move · {' · '.join(hints)}[/]"]
        width = max(len(str(move)) for move in view.legal_moves)
        leads_to = view.game.text.leads_to
        lines = [
            f"   [{KEY}] {key} [/] [bold]{str(move).ljust(width)}[/]  {escape(leads_to(view, move, self._names))}"
            for key, move in keys.items()
        ]
        enter = "Enter plays it" if len(keys) == 1 else "Enter to type"
        return [*lines, f"   [dim]{' · '.join(['press a key', enter, *hints])}[/]"]

    @staticmethod
    def _line() -> str:
        return input("   > ")

    def hand_over(self, name: str) -> None:
        self._told.clear()
        self._console.clear()
        self._console.print(f"\n   [bold]{escape(name)} is next.[/]  Hand over the keyboard, then press a key.")
        press()

    def close(self, view: Position, turns: LastTurns, lines: Sequence[str]) -> None:
        first, *others = lines
        self.draw(view, turns, self._told, [f"   [bold]{escape(first)}[/]", *(f"   {escape(line)}" for line in others)])
