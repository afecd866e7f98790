"""How Zatre is thought about: legal turns with what they are worth, by the own card and by looking ahead.

Everything is deterministic: the same view gives the same values. How long it thinks is set by numbers of
samples, not by the clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from stammtisch.bots.redraw import redraw
from stammtisch.core.constants import PASS, SPECTATOR
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.games.zatre.duties import MOST
from stammtisch.games.zatre.endgame import GIVEN_UP, LEVELS
from stammtisch.games.zatre.facts import state
from stammtisch.games.zatre.listing import CROSS
from stammtisch.games.zatre.packed import Packed
from stammtisch.games.zatre.race import WIDEST, race
from stammtisch.games.zatre.rules import DONE

SAMPLES = 64  # at a throw
HANDS = 40  # that the player to move might hold instead of his own
SEEDS_A_TURN = 1000
NODES = 50_000  # positions at the end of a game, for all turns together; beyond, it is looked at as before


@dataclass(frozen=True)
class TurnWorth:
    """A legal turn: the moves that lay its tiles, what it writes on the card (see listing.py), and what it is worth."""

    moves: frozenset[int]
    code: int
    value: float
    """The own card's expected count in the end; if it was looked at, the expected lead over the rivals' average."""
    rivals: float = 0.0
    """If it was looked at: what the rivals' cards are expected to count, on average."""
    looked: bool = False


def listed_turns(view: Position) -> Any:
    """All legal turns as rows of numbers: what each writes, and the moves that lay its tiles; see listing.py."""
    return Packed(view).turns()


@lru_cache(4)
def card_turns(view: Position) -> list[TurnWorth]:
    """All legal turns by what they make of the own card, the best first. A level asks several times for a position."""
    table = Packed(view)
    turns = table.turns()
    values = table.weigh(turns)
    return [_worth(turns[i], values[i]) for i in np.argsort(-values, kind="stable")]


def looked_turns(view: Position) -> list[TurnWorth]:
    """All legal turns, the best first. The most promising are looked at, the closer they are the longer: see race.py.

    All are looked at with the same tiles, so that luck does not choose between them. What was dropped is not valued
    above what stayed.
    """
    table = Packed(view)
    turns = table.turns()
    cards = table.weigh(turns)
    seat = state(view).player
    seed = SEEDS_A_TURN * state(view).turns  # other tiles in every turn
    prospects = {i: np.zeros((0, table.players)) for i in range(len(turns))}

    def leads(i: int, samples: int) -> Any:
        more = table.look(seat, turns[i, 1:], seed + len(prospects[i]), samples)
        prospects[i] = np.concatenate([prospects[i], more])
        return _leads(more, seat)

    entered = [int(i) for i in np.argsort(-cards, kind="stable")]
    groups = race(entered[:WIDEST], leads)
    values = {i: float(np.mean(_leads(prospects[i], seat))) for group in groups for i in group}
    beside = float(np.mean([value - cards[i] for i, value in values.items()]))
    found: list[TurnWorth] = []
    for group in (*groups, entered[WIDEST:]):
        highest = found[-1].value if found else np.inf
        for i in group:
            value = min(values.get(i, cards[i] + beside), highest)
            rivals = _rivals(prospects[i], seat).mean() if i in values else 0.0
            found.append(_worth(turns[i], value, rivals, looked=i in values))
    return found


def exact_turns(view: Position) -> list[TurnWorth] | None:
    """All legal turns with the lead in which they end if both play for it, the best first; None if it takes too long.

    For two players and an empty bag: what is unseen is the rival's hand.
    """
    s = state(view)
    if view.game.players != 2 or s.left > 0:
        return None
    table = Packed(view)
    turns = table.turns()
    best = np.zeros(LEVELS, np.int64)
    found = []
    for turn in turns:
        states = np.repeat(table.states[:1], LEVELS)
        lead = table.rules.final_lead(states, table.options, s.player, turn[1:], best, NODES // len(turns))
        if lead == GIVEN_UP:
            return None
        found.append(_worth(turn, lead))
    return sorted(found, key=lambda worth: -worth.value)


def best_turns(view: Position) -> list[TurnWorth]:
    """All legal turns, the best first: exactly, or by looking ahead.

    A turn that was begun is finished as it was thought of, so a turn is thought of once — unless what lies was not
    looked at then.
    """
    laid = _laid(view)
    turns = [turn for turn in _thought(_before_turn(view)) if turn.moves >= laid]
    return turns if turns[0].looked or not laid else _thought(view)


@lru_cache(4)
def _thought(view: Position) -> list[TurnWorth]:
    return exact_turns(view) or looked_turns(view)


def _laid(view: Position) -> frozenset[int]:
    """The moves that have laid the tiles of this turn."""
    s = state(view)
    return frozenset(view.game.rules.lay_move(c, s.board[c]) for c in s.laid[: s.count])


def _before_turn(view: Position) -> Position:
    """With the tiles of this turn in the hand again. What makes a legal turn is known already and stays."""
    s, rules = state(view), view.game.rules
    if s.count == 0:
        return view
    s = s.copy()
    while s.count:
        rules.take_back(s)
    s.made = 0  # `lay` does not count
    rules.find_all_spots(s)
    return Position.unchecked(view.game, s, view.viewer)


def expected_lead(view: Position) -> float:
    """How far the player whose turn it is may be expected to be ahead of the rivals' average in the end.

    What the viewer does not see is sampled, and everybody makes a turn.
    """
    assert view.viewer is not None
    table = Packed(view)
    prospects = table.look(view.viewer, np.zeros(MOST, np.int32), SEEDS_A_TURN * state(view).turns, SAMPLES)
    return float(_leads(prospects, state(view).player).mean())


def hand_luck(view: Position) -> float:
    """What the hand of the player to move is worth for his card in this turn, above what such hands are worth.

    Such hands are drawn from all tiles that a spectator does not see.
    """
    seen = state(view).copy()
    view.game.rules.hide(seen, view.game.options, SPECTATOR)
    public = Position.unchecked(view.game, seen, SPECTATOR)
    seed = SEEDS_A_TURN * state(view).turns
    others = [_for_the_card(redraw(public, seed + sample)) for sample in range(HANDS)]
    return _for_the_card(view) - sum(others) / HANDS


def _for_the_card(view: Position) -> float:
    """What the best turn makes of the own card; with no turn, the card as it is."""
    table = Packed(view)
    turns = table.turns()
    return float(table.weigh(turns if len(turns) else np.zeros((1, 1 + MOST), np.int32)).max())


def by_move(view: Position, turns: list[TurnWorth]) -> dict[Move, TurnWorth]:
    """For every legal move the best turn that it lies in. `done` makes the turn as it lies."""
    lies = _laid(view)
    best: dict[int, TurnWorth] = {}
    for turn in turns:
        for move in [DONE] if turn.moves == lies else turn.moves - lies:
            best.setdefault(move, turn)
    return {move: best[move] for move in view.legal_moves if move != PASS}


def card_values(view: Position) -> Mapping[Move, float]:
    """What each legal move makes of the own card in the end."""
    return {move: turn.value for move, turn in by_move(view, card_turns(view)).items()}


def without_crosses(view: Position) -> Mapping[Move, float]:
    """What the crosses of each legal move add to the own card, taken away; moves without a cross are left out."""
    turns = {move: turn for move, turn in by_move(view, card_turns(view)).items() if turn.code >= CROSS}
    rows = np.zeros((len(turns), 1 + MOST), np.int32)
    rows[:, 0] = [turn.code % CROSS for turn in turns.values()]
    less = Packed(view).weigh(rows)
    return {move: float(value - turn.value) for (move, turn), value in zip(turns.items(), less, strict=True)}


def best_values(view: Position) -> Mapping[Move, float]:
    """The lead that each legal move lets expect."""
    return {move: turn.value for move, turn in by_move(view, best_turns(view)).items()}


def _worth(turn: Any, value: float, rivals: float = 0.0, *, looked: bool = False) -> TurnWorth:
    return TurnWorth(frozenset(int(m) for m in turn[1:] if m), int(turn[0]), float(value), float(rivals), looked)


def _leads(prospects: Any, seat: int) -> Any:
    """Of one seat, over the average of the others, in each sample."""
    return prospects[:, seat] - _rivals(prospects, seat)


def _rivals(prospects: Any, seat: int) -> Any:
    """The average of the others in each sample."""
    return (prospects.sum(1) - prospects[:, seat]) / (prospects.shape[1] - 1)


def final_scores(view: Position, move: Move, seed: int, games: int) -> list[list[int]]:
    """How every seat's score grows until the end of the game after a move, in so many games played on from it.

    Everybody makes the turn that is best for his own card. What is hidden, and all draws, come from the seed.
    """
    laid = np.zeros(MOST, np.int32)
    if move == DONE:
        laid[: state(view).count] = sorted(_laid(view))
    else:
        view = view.play(move)
    ends = Packed(view).play_out(view.turn, laid, seed, games)
    had = view.scores
    return [[round(end) - had[seat] for seat, end in enumerate(row)] for row in ends]
