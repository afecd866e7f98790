"""Finds puzzles: looks at the decisions of a match, and keeps at most one that is clear, not trivial, and checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from stammtisch.bots import decision_seed
from stammtisch.bots.analysis import SAME, Analysis, analyse
from stammtisch.bots.levels import BEGINNER, EXPERT, MASTER, REGULAR
from stammtisch.core.contract.puzzles import Puzzles
from stammtisch.core.dice import draw
from stammtisch.core.game import Game
from stammtisch.core.match import Match
from stammtisch.core.position import Position
from stammtisch.puzzles.checking import check
from stammtisch.puzzles.difficulty import found_by, rating
from stammtisch.puzzles.puzzle import Puzzle, seed_of_puzzle

PLAYERS = (BEGINNER, REGULAR, EXPERT)
"""Who plays the matches: their positions are those that people come to."""
FEWEST = 2
"""Legal moves that there must be; in most puzzles there are more, see making.py."""
LOOKS = 24
"""Decisions of a match that are looked at."""


@dataclass(frozen=True)
class Candidate:
    """A decision with a clear best move."""

    view: Position
    best: tuple[str, ...]
    second: str
    values: tuple[float, float]


def from_self_play(name: str, seed: int, number: int) -> Puzzle | None:
    """The puzzle in the match of this number, played by bots; None: it has none."""
    return from_match(self_play(name, seed, number), f"self-play {number}", seed_of(seed, number))


def seed_of(seed: int, number: int) -> int:
    """The seed of a match."""
    k = 4 * number
    return sum(draw(seed, 0, k + i, 2**15) << 15 * i for i in range(4))


def self_play(name: str, seed: int, number: int) -> Match:
    """The match of this number, played by bots."""
    from stammtisch import games

    variants = Puzzles.of(games.load(name).module.__package__ or "").VARIANTS
    game: Game = games.load(name, variants[number % len(variants)])
    bots = [game.bots[PLAYERS[(seat + number) % len(PLAYERS)]] for seat in range(game.players)]
    match = game.match(seed_of(seed, number))
    while not match.is_over and len(match.events) < game.module.LENGTH:
        match.play(bots[match.turn].choose(match.position.view(match.turn), decision_seed(match)))
    return match


def from_match(match: Match, source: str, seed: int) -> Puzzle | None:
    """The first puzzle among the decisions of a match, in an order drawn from the seed."""
    for position in _drawn(match, seed):
        found = candidate(position.view(position.turn))
        puzzle = made_of(found, source) if found and _is_asked(found, source, seed) else None
        if puzzle:
            return puzzle
    return None


def _is_asked(found: Candidate, source: str, seed: int) -> bool:
    """Is its move one of those that this match is asked for?"""
    number = int.from_bytes(sha256(f"{seed} {source} {found.best[0]}".encode()).digest()[:8])
    return number % found.view.game.part(Puzzles).KINDS == 0


def _drawn(match: Match, seed: int) -> Iterator[Position]:
    decisions = [each for each in match.history if each.turn >= 0 and len(each.legal_moves) >= FEWEST]
    for k in range(min(LOOKS, len(decisions))):
        yield decisions.pop(draw(seed, 2, k, len(decisions)))


def candidate(view: Position) -> Candidate | None:
    """A view in which one move is clearly the best by the analysis."""
    analysis: Analysis = analyse(view)
    best = [choice for choice in analysis.choices if analysis.loss(choice.move) < SAME]
    others = [choice for choice in analysis.choices if choice not in best]
    if not others or analysis.loss(others[0].move) < view.game.part(Puzzles).LEAD:
        return None
    values = (round(best[0].value, 4), round(others[0].value, 4))
    return Candidate(view, tuple(str(choice.move) for choice in best), str(others[0].move), values)


def made_of(found: Candidate, source: str) -> Puzzle | None:
    """The puzzle that a candidate is, unless it is too easy, the master plays otherwise, or the check fails."""
    view, best = found.view, found.best
    levels = found_by(view, best)
    if levels[BEGINNER] > view.game.part(Puzzles).OFTEN or str(view.game.bots[MASTER].choose(view, 0)) not in best:
        return None
    position, lead = view.to_text(), found.values[0] - found.values[1]
    checked = check(view, best, found.second, lead, seed_of_puzzle(position))
    if checked is None:
        return None
    return Puzzle(position, best, found.second, found.values, rating(levels), checked, source)
