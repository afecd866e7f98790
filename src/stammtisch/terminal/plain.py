"""Plain: lines that can be read aloud or piped. No colour, no boxes, no cursor: what is new, and the choices."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from stammtisch.core.contract.text import board_in_words
from stammtisch.core.position import Position
from stammtisch.core.turn import LastTurns
from stammtisch.terminal.keyboard import MOST
from stammtisch.terminal.typed_moves import compact


class Plain:
    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._asked: Position | None = None
        self._beside = ""

    def board(self, view: Position, turns: LastTurns) -> None:
        self.say(board_in_words(view.game.text, view, self._names, turns))

    def tell(self, sentence: str, view: Position, turns: LastTurns, *, wait: bool) -> None:
        self.say(sentence)

    def say(self, words: str) -> None:
        print(words, flush=True)

    def beside(self, words: str, seconds: int) -> None:
        """Told once when it begins, and once when it is over."""
        if words != self._beside:
            self.say(words or "All is ready now.")
        self._beside = words

    def ask(self, view: Position, turns: LastTurns) -> str:
        """The next line. The choices are told once; an empty line repeats them or, with one only, takes it."""
        while True:
            if view != self._asked:
                self._choices(view)
                self._asked = view
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            if line.strip():
                return line
            if len(view.legal_moves) == 1:
                return str(view.legal_moves[0])
            self._asked = None

    def _choices(self, view: Position) -> None:
        self.say(f"{self._names[view.turn]} may:")
        if len(view.legal_moves) > MOST:
            self.say(f"  {compact(view.legal_moves)}")
            return
        for move in view.legal_moves:
            leads = view.game.text.leads_to(view, move, self._names)
            self.say(f"  {move}: {leads}" if leads else f"  {move}")

    def hand_over(self, name: str) -> None:
        self.say(f"{name} is next: hand over the keyboard and press Enter.")
        if not sys.stdin.readline():
            raise EOFError

    def close(self, view: Position, turns: LastTurns, lines: Sequence[str]) -> None:
        self.board(view, turns)
        self.say("\n".join(lines))
