"""Episode: one game from its start to its end, as PettingZoo and Gymnasium step through it."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stammtisch.bots.seeds import seed_for_decision
from stammtisch.core.constants import PASS
from stammtisch.core.dice import SEEDS, DrawBuffer
from stammtisch.core.errors import IllegalMove, OptionError, ParseError, StammtischError
from stammtisch.core.excerpt import quoted
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.rl.rewards import ILLEGAL, SCORE, final_rewards
from stammtisch.rl.terms import ERROR, LOSE, Terms


class Episode:
    """One game. Its dice come from a seed, and fall as they do in `game.match(seed)`.

    So somebody is always to move until the end.
    """

    position: Position
    """How it stands, whole."""
    rewards: list[float]
    """What the last move was worth to each seat, with all that followed from it by chance."""
    totals: list[float]
    """The sums of all rewards so far."""
    is_truncated: bool
    """Was it cut off, at `turns` or at the game's own limit?"""
    offender: int | None
    """The seat that ended it by an illegal move."""

    def __init__(self, terms: Terms, seed: int) -> None:
        """
        Raises:
            OptionError: The seed is no whole number from 0 to 2**63 - 1.
        """
        if not (type(seed) is int and 0 <= seed < SEEDS):
            raise OptionError(f"a seed must be a whole number from 0 to 2**63 - 1, not {quoted(seed)}")
        self.terms = terms
        self.seed = seed
        self.position = terms.start
        self.plies = 0
        self.is_truncated = False
        self.offender = None
        self._buffer = DrawBuffer()
        self._scores = self.position.scores
        self.totals = [0.0] * terms.game.players
        self._go_on()

    @property
    def is_terminated(self) -> bool:
        """Has the game ended by its rules, or by an illegal move?"""
        return self.position.is_over or self.offender is not None

    @property
    def is_done(self) -> bool:
        return self.is_terminated or self.is_truncated

    @property
    def turn(self) -> int:
        """The seat to move; of an episode that was cut off, the seat whose turn it was."""
        return self.position.turn if self.position.turn >= 0 else self.position.thrower

    @property
    def decision_seed(self) -> int:
        """A seed for what a bot chooses now; the same as in a match with the same seed and moves."""
        return seed_for_decision(self.seed, self.plies)

    def play(self, action: Any, random: np.random.Generator) -> None:
        """Make the move with this number; then chance plays until somebody is to move.

        Raises:
            IllegalMove: The rules forbid it, and the terms say that this is an error.
            ParseError: It is the number of no move.
            StammtischError: The episode is over.
        """
        if self.is_done:
            raise StammtischError("the episode is over; reset() begins the next one")
        try:
            move = self.position.check(_number(action), self.position.turn)
        except (IllegalMove, ParseError):
            if self.terms.illegal == ERROR:
                raise
            if self.terms.illegal == LOSE:
                self._lose(self.position.turn)
                return
            legal = self.position.legal_moves
            move = legal[int(random.integers(len(legal)))]
        self._make(move)
        self._go_on()

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for each legal move. Who is not to move can only pass, so that no mask is empty."""
        mask = np.zeros(len(self.terms.game.moves), np.int8)
        if seat == self.position.turn and not self.is_done:
            mask[[int(move) for move in self.position.legal_moves]] = 1
        else:
            mask[PASS] = 1
        return mask

    def _make(self, move: Move) -> None:
        self.position = self.position.after(move)
        self.plies += 1

    def _go_on(self) -> None:
        """Until somebody has a choice, or it ends. Draws are those of a match: core/match.py."""
        terms, rules = self.terms, self.terms.game.rules
        while not self.position.is_over:
            position = self.position
            turns = position.turns - terms.start.turns
            if self.plies >= terms.length or (terms.turns and turns >= terms.turns):
                self.is_truncated = True
                break
            if position.is_chance:
                lot = rules.draw_next(self._buffer, self.seed, position.turns, position.lots)
                self._make(position.drawn(lot))
            elif terms.skip_forced and len(position.legal_moves) == 1:
                self._make(position.legal_moves[0])
            else:
                break
        self._reward()

    def _reward(self) -> None:
        if self.terms.reward == SCORE:
            scores = self.position.scores
            self.rewards = [float(now - before) for now, before in zip(scores, self._scores, strict=True)]
            self._scores = scores
        elif self.is_done:
            self.rewards = final_rewards(self.terms.reward, self.position.places)
        else:
            self.rewards = [0.0] * len(self.totals)
        self._count()

    def _lose(self, seat: int) -> None:
        self.offender = seat
        self.rewards = [0.0] * len(self.totals)
        self.rewards[seat] = ILLEGAL - self.totals[seat]
        self._count()

    def _count(self) -> None:
        self.totals = [total + reward for total, reward in zip(self.totals, self.rewards, strict=True)]


def _number(action: Any) -> Any:
    """The number of a move, also from NumPy. What is none stays as it is: a name is understood, all else refused."""
    try:
        return action if isinstance(action, str | bool) else index(action)
    except TypeError:
        return action
