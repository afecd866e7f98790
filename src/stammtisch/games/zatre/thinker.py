"""How Zatre is thought about: legal turns with what they are worth, by the own card and by looking ahead.

Everything is deterministic: the same view gives the same values. How long it thinks is set by LOOKS, not by the clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

from stammtisch.bots.redraw import redraw
from stammtisch.core.bind import Rules
from stammtisch.core.constants import PASS, SPECTATOR
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.fast import drive
from stammtisch.fast.compiler import compile_rules
from stammtisch.fast.layout import pack, pack_options, workspace_dtype
from stammtisch.games.zatre import endgame, listing, lookahead, prospect, rules
from stammtisch.games.zatre.duties import MOST
from stammtisch.games.zatre.endgame import GIVEN_UP, LEVELS
from stammtisch.games.zatre.facts import state
from stammtisch.games.zatre.listing import CODES, CROSS
from stammtisch.games.zatre.rules import DONE

LOOKS = ((30, 8), (8, 16), (3, 32))
"""The best 30 turns for the own card are played on with 8 samples of the tiles, the best 8 of them with 16 more, …"""
SAMPLES = 64  # at a throw
HANDS = 40  # that the player to move might hold instead of his own
SEEDS_A_TURN = 1000
NODES = 50_000  # positions at the end of a game, for all turns together; beyond, it is looked at as before

_ROOM = 4096  # turns
_MIND = np.dtype(
    [("worth", np.float64, (CODES,)), ("count", np.int32), ("cell", np.int32, (MOST,)), ("pips", np.int32, (MOST,))],
    align=True,
)


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


@cache
def compiled() -> Rules:
    return compile_rules(rules, drivers=(drive, listing, prospect, lookahead, endgame))


class Packed:
    """A packed view and what compiled thinking needs beside it."""

    def __init__(self, view: Position) -> None:
        self.rules = compiled()
        self.states = np.repeat(pack(view.state, kind=rules.State), 2)
        self.options = pack_options(view.game.options)
        self.workspaces = np.zeros(1, workspace_dtype(view.game.rules.MOVES))
        self.mind = np.zeros(1, _MIND)
        self.players = view.game.players

    def turns(self) -> Any:
        """All legal turns: what each writes, and its moves."""
        turns = np.zeros((_ROOM, 1 + MOST), np.int32)
        found = self.rules.list_turns_of(self.states, self.options, turns)
        if found > len(turns):
            turns = np.zeros((found, 1 + MOST), np.int32)
            self.rules.list_turns_of(self.states, self.options, turns)
        return turns[:found]

    def weigh(self, turns: Any) -> Any:
        """What each turn makes of the own card in the end."""
        values = np.zeros(len(turns))
        self.rules.weigh_turns(self.states, self.options, self.mind, turns, values)
        return values

    def look(self, seat: int, moves: Any, seed: int, samples: int) -> Any:
        """The sums of all seats' prospects after a turn and one more of everybody, over some samples of the tiles."""
        sums = np.zeros(self.players)
        turns = self.players + (moves[0] > 0)
        self.rules.look(self.states, self.options, self.workspaces, self.mind, seat, moves, turns, seed, samples, sums)
        return sums


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
    """All legal turns, the best first. The most promising are looked at, by LOOKS.

    All are looked at with the same tiles, so that luck does not choose between them. What was dropped after a few
    samples is not valued above what stayed.
    """
    table = Packed(view)
    turns = table.turns()
    cards = table.weigh(turns)
    values = cards.copy()
    seat = state(view).player
    seed = SEEDS_A_TURN * state(view).turns  # other tiles in every turn
    sums, samples = np.zeros((len(turns), table.players)), np.zeros(len(turns), np.int64)
    left = [int(i) for i in np.argsort(-cards, kind="stable")]
    groups = []
    for wanted, more in LOOKS:
        groups.append(left[wanted:])
        left = left[:wanted]
        for i in left:
            sums[i] += table.look(seat, turns[i, 1:], seed + int(samples[i]), more)
            samples[i] += more
            values[i] = _lead(sums[i] / samples[i], seat)
        left.sort(key=lambda i: -values[i])
    looked = samples > 0
    values[~looked] += np.mean(values[looked] - cards[looked])
    found: list[TurnWorth] = []
    for group in (left, *reversed(groups)):
        highest = found[-1].value if found else np.inf
        for i in group:
            rivals = (sums[i].sum() - sums[i, seat]) / (table.players - 1) / max(samples[i], 1)
            found.append(_worth(turns[i], min(values[i], highest), rivals, looked=bool(looked[i])))
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
    """All legal turns, the best first: exactly, or by looking ahead."""
    return exact_turns(view) or looked_turns(view)


def expected_lead(view: Position) -> float:
    """How far the player whose turn it is may be expected to be ahead of the rivals' average in the end.

    What the viewer does not see is sampled, and everybody makes a turn.
    """
    assert view.viewer is not None
    table = Packed(view)
    sums = table.look(view.viewer, np.zeros(MOST, np.int32), SEEDS_A_TURN * state(view).turns, SAMPLES)
    return _lead(sums / SAMPLES, state(view).player)


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
    s, lay_move = state(view), view.game.rules.lay_move
    lies = frozenset(lay_move(c, s.board[c]) for c in s.laid[: s.count])
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


def _lead(means: Any, seat: int) -> float:
    """Of one seat, over the average of the others."""
    return float(means[seat] - (means.sum() - means[seat]) / (len(means) - 1))
