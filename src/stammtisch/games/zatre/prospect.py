"""What a score card of Zatre is likely to be worth in the end: more than it counts now. Rules Python, see listing.py.

Every column is expected to grow by so many boxes a tile that the player still lays, those behind the others faster, for
he makes what he lacks. How far it will get is uncertain: the chance that it reaches a row falls along a logistic curve.
A row counts its boxes by their chances, the bonus by the chance that all three are filled, and doubles by the chance
that it has a cross as well [Z6.3]. The rates are those of games between players who think so; docs/zatre-thinking.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stammtisch.games.zatre.card import BOXES, COLUMNS, POINTS, SEATS, bonus, first_box
from stammtisch.games.zatre.listing import CROSS

if TYPE_CHECKING:  # what is expected of the rules
    from stammtisch.games.zatre.rules import Options, State

RATES = (0.195, 0.195, 0.27, 0.155)  # boxes a tile in the columns 10, 11 and 12; crosses a tile
BOX = (1.2, 2.35, 4.6)  # points of a box to come: now and then it holds two runs
EVENING = (0.75, 22.0)  # the share of its lag that a column makes up in the long run; in so many tiles two thirds of it
WIDTH = (0.15, 0.15)  # of the logistic curve: so much, and so much more for every root of a tile to come
E = (2.718281828459045,)  # in a tuple, for numbers that are not whole are bound so only


def tiles_to_come(s: State, o: Options) -> float:
    """How many tiles each player is still to lay, on average: those in the bag and in the hands."""
    tiles = s.left
    for p in range(o.players):
        tiles += s.held[p]
    return tiles / o.players


def prospect(s: State, o: Options, p: int, tiles: float) -> float:
    """What a player's card may be expected to count in the end, if he is still to lay so many tiles."""
    mean = (s.filled[p] + s.filled[SEATS + p] + s.filled[2 * SEATS + p]) / COLUMNS
    evening = EVENING[0] * (1.0 - E[0] ** (-tiles / EVENING[1]))
    width = WIDTH[0] + WIDTH[1] * tiles**0.5
    crosses = s.crosses[p] + RATES[COLUMNS] * tiles
    top = 0.0
    for column in range(COLUMNS):
        top = max(top, length(s, p, column, mean, evening, tiles))
    points = 0.0
    for card_row in range(min(int(top + 4 * width) + 1, BOXES // o.players)):
        full = 1.0  # the chance that all three boxes are filled
        boxes = 0.0  # their points, if they are,
        likely = 0.0  # and as likely as each of them is
        for column in range(COLUMNS):
            if card_row < s.filled[column * SEATS + p]:
                box = 1.0 * s.box[first_box(o, column, p) + card_row]
                boxes += box
                likely += box
            else:
                reached = chance((length(s, p, column, mean, evening, tiles) - card_row - 0.5) / width)
                full *= reached
                boxes += BOX[column]
                likely += reached * BOX[column]
        cross = 1.0 if card_row < s.crosses[p] else chance((crosses - card_row - 0.5) / width)
        points += likely + full * bonus(card_row)
        points += cross * (likely + full * bonus(card_row) if o.double_incomplete else full * (boxes + bonus(card_row)))
    return points


def length(s: State, p: int, column: int, mean: float, evening: float, tiles: float) -> float:
    """How many boxes of a column are likely to be filled in the end."""
    filled = s.filled[column * SEATS + p]
    return filled + RATES[column] * tiles + evening * (mean - filled)


def chance(x: float) -> float:
    """The logistic curve."""
    if x > 8.0:
        return 1.0
    if x < -8.0:
        return 0.0
    # 1 / (1 + e^-x) is 0.5 + t / (1 + t²) with t = tanh(x / 4), here by a fraction: off by less than 10⁻⁹, and faster
    z = 0.25 * x
    q = z * z
    t = z * (135135.0 + q * (17325.0 + q * (378.0 + q))) / (135135.0 + q * (62370.0 + q * (3150.0 + 28.0 * q)))
    return 0.5 + t / (1.0 + t * t)


def prospect_with(s: State, o: Options, code: int, tiles: float) -> float:
    """The prospect of the player to move after a turn that writes this; see listing.py for the code."""
    write_code(s, o, code, 1)
    points = prospect(s, o, s.player, tiles)
    write_code(s, o, code, -1)
    return points


def write_code(s: State, o: Options, code: int, sign: int) -> None:
    """[Z6.2] Write on the player's card; or with sign -1 take it off again."""
    p = s.player
    for column in range(COLUMNS):
        runs = (code >> 3 * column) & 7
        if runs > 0:
            if sign < 0:
                s.filled[column * SEATS + p] -= 1
            at = first_box(o, column, p) + s.filled[column * SEATS + p]
            s.box[at] = runs * POINTS[column] if sign > 0 else 0
            if sign > 0:
                s.filled[column * SEATS + p] += 1
    s.crosses[p] += sign * (code // CROSS)
