"""Decisions: a match as rows, one for every decision, with all that a learner or a statistician asks of it.

Nobody is named in a row. What a person calls himself is no fact about a game; a bot is named by its level.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stammtisch.bots.names import nameplate
from stammtisch.core.constants import CHANCE
from stammtisch.core.match import Match
from stammtisch.core.places import win_shares
from stammtisch.core.position import Position

PERSON = "person"
"""What a row calls whoever is no bot, or cannot be known to be one."""


@dataclass(frozen=True)
class Decision:
    """One row: a decision, what was known, what was chosen, and how the match ended."""

    match: str
    """Which match: a name that says nothing of those who played."""
    ply: int
    """How many moves and outcomes of chance had come before."""
    turn: int
    """The number of the turn in the match, from 1."""
    seat: int
    """Who decided, from 0."""
    player: str
    """Who that was: the name of a bot, or "person"."""
    chance: list[str]
    """What chance gave since the last decision, in order: the truth, of which a seat may not see all."""
    observation: list[int]
    """What the seat saw, as numbers: `Position.observation`."""
    legal: list[int]
    """The moves that it might make, by number."""
    move: int
    """The move that it made, by number."""
    move_name: str
    """The same by name."""
    values: list[float] | None
    """What each legal move was worth, in their order; None: nobody asked, or nobody knows."""
    score: int | None
    """What this seat had in the end; this and what follows is None if the match was not finished."""
    place: int | None
    """Its place in the end, from 1."""
    share: float | None
    """What it had won: 1, or its part of a shared first place."""
    scores: list[int] | None
    """What all seats had in the end."""
    places: list[int] | None
    """Their places."""
    chance_after: list[str] | None
    """In the last row of a match, what chance gave after it; otherwise None."""


def decisions(
    name: str, match: Match, players: Sequence[str] | None = None, *, values: bool = False
) -> Iterator[Decision]:
    """The decisions of a match, in order. A match without any, broken off before the first, has no rows.

    `players` says who sat where: bots by name; by default all are people. With `values`, what each legal move was
    worth is computed: that takes long.
    """
    players = players or [PERSON] * match.game.players
    over = match.is_over
    scores, places = (match.scores, match.places) if over else (None, None)
    shares = win_shares(places) if places else None
    history = match.history
    last = max((i for i, event in enumerate(match.events) if event.seat != CHANCE), default=-1)
    chance: list[str] = []
    for ply, event in enumerate(match.events[: last + 1]):
        if event.seat == CHANCE:
            chance.append(str(event.move))
            continue
        position, seat = history[ply], event.seat
        yield Decision(
            match=name,
            ply=ply,
            turn=position.turns,
            seat=seat,
            player=players[seat],
            chance=chance,
            observation=position.observation(seat),
            legal=[int(move) for move in position.legal_moves],
            move=int(event.move),
            move_name=str(event.move),
            values=worth(position) if values else None,
            score=scores[seat] if scores else None,
            place=places[seat] if places else None,
            share=shares[seat] if shares else None,
            scores=scores,
            places=places,
            chance_after=[str(each.move) for each in match.events[last + 1 :]] if ply == last else None,
        )
        chance = []


def worth(position: Position) -> list[float]:
    """What each legal move is worth to the seat to move, in their order, by what that seat can see."""
    from stammtisch.bots.analysis import analyse  # it brings NumPy and Numba

    analysis = analyse(position)
    return [analysis.choice(move).value for move in position.legal_moves]


def called(name: str) -> str:
    """What rows call a seat, by the name that a record has for it: a bot by its level, everybody else a person."""
    plate = nameplate(name.strip())
    return plate.level if plate else PERSON
