"""The bots of Heckmeck, weakest first."""

from __future__ import annotations

from collections.abc import Mapping

from stammtisch.bots import RandomBot
from stammtisch.core.game import Bot, Move
from stammtisch.core.position import Position
from stammtisch.games.heckmeck.rules import KEEP, ROLL, STOP, TAKE, State
from stammtisch.games.keeping import WORM


class FirstBot:
    """Takes the first tile it can get: no plan, no greed."""

    name = "first"

    def choose(self, view: Position, seed: int) -> Move:  # noqa: ARG002  it needs no luck of its own
        legal = view.legal_moves
        takes = [move for move in legal if TAKE <= move < STOP]
        if takes:
            return takes[-1]  # the highest; a theft, if there is one, comes last
        if ROLL in legal:
            return view.game.moves[ROLL]
        return max(legal, key=lambda move: self._worth(view, move))

    @staticmethod
    def _worth(view: Position, move: Move) -> tuple[bool, int]:
        """Nothing is taken without a worm, so worms come first; then points."""
        after = view.play(move).state
        assert isinstance(after, State)
        return (move == KEEP + WORM, view.game.rules.total(after))


BOTS: Mapping[str, Bot] = {bot.name: bot for bot in (RandomBot(), FirstBot())}
