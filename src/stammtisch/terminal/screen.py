"""Screen: what a table needs to show a match and to ask people. Plain and Colour are the two there are."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Protocol

from stammtisch.core.position import Position
from stammtisch.core.turn import LastTurns


class Screen(Protocol):
    def board(self, view: Position, turns: LastTurns) -> None:
        """Show everything; `turns` tell what led there."""

    def tell(self, sentence: str, view: Position, turns: LastTurns, *, wait: bool) -> None:
        """Tell what happened and led to this view; `wait` so that people can follow."""

    def say(self, words: str) -> None:
        """Answer the person who was asked last."""

    def beside(self, words: str, seconds: int) -> None:
        """What goes on beside the match, and for how long now; no words: nothing any more."""

    def ask(self, view: Position, turns: LastTurns) -> str:
        """What the person to move types; a key is given as the words it stands for."""

    def hand_over(self, name: str) -> None:
        """Hide everything until the named person sits at the keyboard."""

    def close(self, view: Position, turns: LastTurns, lines: Sequence[str]) -> None:
        """The end of the match."""


def is_plain(asked: bool) -> bool:
    """Plain lines: because somebody wants them, or because this is no terminal for anything else."""
    return asked or not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb"
