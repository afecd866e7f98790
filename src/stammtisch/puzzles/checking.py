"""Computes again which move of a puzzle is best, and shares nothing with the solver that found it.

- `by_turn`: the rules alone, interpreted. Everything that can fall and be done until the turn ends, in exact fractions;
  each seat does what is worth most to itself.
- `by_playing`: it is played on from the best move and from the second, with the same dice and the same hidden tiles,
  until the difference is beyond FOUR standard errors. A bot makes the moves; what they bring is counted by the rules.

A turn in which too much can happen is played on, as is a game whose values count more than the turn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from stammtisch.bots.redraw import is_hidden, redraw
from stammtisch.core.constants import CHANCE, OVER
from stammtisch.core.contract.puzzles import Puzzles
from stammtisch.core.dice import DrawBuffer
from stammtisch.core.game import Bot, Move
from stammtisch.core.position import Position
from stammtisch.puzzles.puzzle import PLAYED, TURN, Check

FOUR = 4.0
"""Beyond so many standard errors a difference is clear."""
LEAST = 64
"""It is played on so many times from each move, then twice as often and so on, until the difference is clear."""
GAMES = 512
"""More often than this it is not played on."""
GAMES_AT_ONCE = 4096
"""The same where a game plays them compiled."""


def check(view: Position, best: Sequence[str], second: str, lead: float, seed: int) -> Check | None:
    """The check that says that one of the best moves leads the second; None: none says so."""
    asked = view.game.part(Puzzles)
    if not asked.WHOLE_GAME and not is_hidden(view) and asked.is_small(view):
        try:
            return by_turn(view, best, second)
        except TooMuchError:
            pass
    return by_playing(view, best[0], second, seed) if lead >= asked.LEAD_PLAYED else None


class TooMuchError(Exception):
    """More can happen in this turn than can be looked at."""


def by_turn(view: Position, best: Sequence[str], second: str) -> Check | None:
    """Every legal move by all that can come after it in this turn. None: another move is as good."""
    turn = WholeTurn(view)
    worth = {str(move): turn.worth(move) for move in view.legal_moves}
    others = [value for move, value in worth.items() if move not in best]
    lead = min(worth[move] for move in best) - max(others)
    if lead <= 0 or worth[second] < max(others):
        return None
    return Check(TURN, round(float(lead), 6), turn.positions)


Values = tuple[Fraction, ...]


class WholeTurn:
    """What the turn of a position brings its seats if each plays it as is best for itself."""

    def __init__(self, view: Position) -> None:
        self.view = view
        self.rules, self.options = view.game.rules, view.game.options
        self.positions = 0
        """So many were looked at."""
        self._asked = view.game.part(Puzzles)
        self._seats = [view.turn]
        """Whose worth is computed: that of everybody who decides in this turn."""
        self._known: dict[object, Values] = {}
        self._ends: dict[tuple[int, ...], Values] = {}

    def worth(self, move: int) -> Fraction:
        """What a legal move is worth to the player who makes it."""
        state = self.view.to_play_on()
        self.rules.play(state, self.options, int(move))
        while True:
            try:
                return self._after_decision(state)[0]
            except AnotherSeatError as found:
                self._seats.append(found.seat)
                self._known.clear()
                self._ends.clear()

    def _after_decision(self, state: Any) -> Values:
        """What the rest of the turn is worth. To the same position different decisions may lead; throws never do."""
        if state.turns != self.view.turns:
            return self._end(state)
        key = state.key()
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._values(state)
        return found

    def _values(self, state: Any) -> Values:
        turn = self.rules.turn(state, self.options)
        if turn == OVER or state.turns != self.view.turns:
            return self._end(state)
        self.positions += 1
        if self.positions > self._asked.POSITIONS:
            raise TooMuchError
        return self._chance(state) if turn == CHANCE else self._decision(state, turn)

    def _decision(self, state: Any, seat: int) -> Values:
        if seat not in self._seats:
            raise AnotherSeatError(seat)
        at = self._seats.index(seat)
        out = [0] * self.rules.MOVES
        best: Values = ()
        for move in out[: self.rules.moves(state, self.options, out)]:
            after = state.copy()
            self.rules.play(after, self.options, move)
            values = self._after_decision(after)
            if not best or values[at] > best[at]:
                best = values
        return best

    def _chance(self, state: Any) -> Values:
        """The mean over all throws. Numerators are summed up by denominator: that is quicker, and as exact."""
        sums: list[dict[int, int]] = [defaultdict(int) for _ in self._seats]
        lots = 1
        for number in range(self.rules.count_throws(state, self.options)):
            after = state.copy()
            ways, lots = self.rules.play_throw(after, self.options, number)
            if ways:
                for value, sum_ in zip(self._values(after), sums, strict=True):
                    sum_[value.denominator] += ways * value.numerator
        return tuple(sum((Fraction(n, d) for d, n in each.items()), Fraction(0)) / lots for each in sums)

    def _end(self, state: Any) -> Values:
        score, before = self.rules.score, self.view.scores
        gained = tuple(score(state, self.options, p) - had for p, had in enumerate(before))
        if gained not in self._ends:
            self._ends[gained] = tuple(self._asked.worth(gained, seat) for seat in self._seats)
        return self._ends[gained]


class AnotherSeatError(Exception):
    """Another seat decides in this turn as well, so what it is worth to that one must be known."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


def by_playing(view: Position, best: str, second: str, seed: int) -> Check | None:
    """Played on from both moves until it is clear which is better. None: it is the second, or it does not get clear."""
    asked = view.game.part(Puzzles)
    play_on = asked.play_on or PlayingOn(view.game.bots[asked.PLAYS_ON], whole_game=asked.WHOLE_GAME)
    moves = [view.game.move(best), view.game.move(second)]
    leads: list[float] = []
    games = LEAST
    while games <= (GAMES_AT_ONCE if asked.play_on else GAMES):
        ends = [play_on(view, move, seed + len(leads), games - len(leads)) for move in moves]
        worth = [[float(asked.worth(gained, view.turn)) for gained in each] for each in ends]
        leads += [one - other for one, other in zip(*worth, strict=True)]
        mean = sum(leads) / len(leads)
        error = sqrt(sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1) / len(leads))
        if abs(mean) > FOUR * error:
            return Check(PLAYED, round(mean, 4), len(leads), round(error, 4)) if mean > 0 else None
        games *= 2
    return None


class PlayingOn:
    """A bot that plays on, to the end of the turn or of the game, one game after another."""

    def __init__(self, bot: Bot, *, whole_game: bool) -> None:
        self.bot = bot
        self.whole_game = whole_game

    def __call__(self, view: Position, move: Move, seed: int, games: int) -> list[list[int]]:
        return [self._gained(view, move, seed + i) for i in range(games)]

    def _gained(self, view: Position, move: Move, seed: int) -> list[int]:
        """How the scores have grown. What is hidden, and all dice, come from the seed."""
        rules = view.game.rules
        position = redraw(view, seed).after(move)
        buffer = DrawBuffer()
        while not position.is_over and (self.whole_game or position.turns == view.turns):
            if position.is_chance:
                made = position.drawn(rules.draw_next(buffer, seed, position.turns, position.lots))
            else:
                made = self.bot.choose(position.view(position.turn), seed)
            position = position.after(made)
        return [now - then for now, then in zip(position.scores, view.scores, strict=True)]
