"""Zatre: what its thinker says. Chances of the opening are exact, values come by looking ahead."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import stammtisch
from stammtisch.core.position import Position
from stammtisch.games.tables import best_in_bold, number, percent, table
from stammtisch.games.zatre import solve
from stammtisch.games.zatre.advice import result
from stammtisch.games.zatre.card import COLUMNS, POINTS, SEATS, first_box
from stammtisch.games.zatre.duties import MOST
from stammtisch.games.zatre.facts import state
from stammtisch.games.zatre.listing import CROSS
from stammtisch.games.zatre.packed import Packed
from stammtisch.games.zatre.rules import Options, State
from stammtisch.games.zatre.thinker import best_turns

GAMES = 12
EVERY = 6  # of the turns of these games, one in so many is looked at
WRITES = {"a 10": 1, "an 11": 1 << 3, "a 12": 1 << 6, "a cross": CROSS}
LEVEL = {0: 117, 4: 77, 8: 37, 10: 17}  # boxes in each column, and tiles in the bag then
LATE, LAG = 8, 3


def strategy(folder: Path) -> str:
    game = stammtisch.load("zatre")
    odds = solve.odds(game.start())
    return f"""\
The chances of the opening are exact; all values come from the master's own thinking, for two players
([Zatre: how it thinks](../zatre-thinking.md)).

### The opening

Three tiles allow an opening in {percent(odds["opening"], 2)} of the deals;
{number(odds["deals"])} deals are needed on average.

### What a box is worth

So much does one more entry add to what the own card is expected to count in the end. The three columns are level, and
every complete row has its cross:

{_level_cards()}

With {LATE} boxes in two of the columns and {LATE - LAG} in the one that lags behind, {LEVEL[LATE]} tiles in the
bag and a cross in every complete row:

{_lagging_cards()}

### What a good turn looks like

{_turns()}
"""


def card_state(filled: tuple[int, ...], left: int) -> State:
    """A game of two whose cards have so many boxes in each column, and a cross in every complete row."""
    s, o = State(), Options()
    for p in range(2):
        for column in range(COLUMNS):
            s.filled[column * SEATS + p] = filled[column]
            for at in range(filled[column]):
                s.box[first_box(o, column, p) + at] = POINTS[column]
        s.crosses[p] = min(filled)
        s.held[p] = 2
    s.left = left
    return s


def worths(filled: tuple[int, ...], left: int) -> dict[str, float]:
    """What each entry adds to the prospect of the card."""
    game = stammtisch.load("zatre")
    packed = Packed(Position.unchecked(game, card_state(filled, left), 0))
    codes = np.zeros((1 + len(WRITES), 1 + MOST), np.int32)
    codes[1:, 0] = list(WRITES.values())
    values = packed.weigh(codes)
    return {name: float(value - values[0]) for name, value in zip(WRITES, values[1:], strict=True)}


def _level_cards() -> str:
    rows = []
    for boxes, left in LEVEL.items():
        rows.append([str(boxes), str(left), *best_in_bold(worths((boxes,) * COLUMNS, left), 1).values()])
    return table(["boxes in each column", "tiles in the bag", *WRITES], rows)


def _lagging_cards() -> str:
    rows = []
    for lags, name in enumerate(("10", "11", "12")):
        filled = tuple(LATE - LAG if column == lags else LATE for column in range(COLUMNS))
        rows.append([name, *best_in_bold(worths(filled, LEVEL[LATE]), 1).values()])
    return table(["column that lags", *WRITES], rows)


def positions() -> list[Position]:
    """Decisions from games between experts, as the player sees them."""
    game, found, turns = stammtisch.load("zatre"), [], 0
    for seed in range(GAMES):
        match = game.match(seed=seed)
        while not match.is_over:
            position = match.position
            view = position.view(position.turn)
            if state(view).count == 0 and state(view).most > 0:
                turns += 1
                if turns % EVERY == 0:
                    found.append(view)
            match.play(game.bots["expert"].choose(view, seed))
    return found


def _turns() -> str:
    tiles = [0] * (MOST + 1)
    written: dict[str, int] = dict.fromkeys(WRITES, 0)
    looked, legal, greedy, lost = 0, 0, 0, 0.0
    for view in positions():
        turns = best_turns(view)
        best = turns[0]
        most = max(turns, key=lambda turn: (result(view, turn.code).points, turn.value))
        looked += 1
        legal += len(turns)
        tiles[len(best.moves)] += 1
        greedy += result(view, best.code).points == result(view, most.code).points
        lost += best.value - most.value
        for name, code in WRITES.items():
            written[name] += _has(best.code, code)
    shares = [[name, percent(count / looked)] for name, count in written.items()]
    return f"""\
{looked} decisions from {GAMES} games between experts, looked at by the master. There were
{number(legal / looked, 0)} legal turns on average. The best one laid one tile in {percent(tiles[1] / looked)}, two in
{percent(tiles[2] / looked)} and three in {percent(tiles[3] / looked)} of the cases, and it wrote

{table(["", "so often"], shares)}

The turn that counts most at once is the best one in {percent(greedy / looked)} of the cases. Who always makes it
(of several, the best) gives away {number(lost / looked)} points a turn."""


def _has(code: int, entry: int) -> bool:
    """Does a turn write this? See listing.py for the code."""
    return code >= CROSS if entry == CROSS else bool(code // entry & 7)
