"""Zocken: what the exact turn says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import stammtisch
from stammtisch.core.position import Position
from stammtisch.games.tables import best_in_bold, number, percent, table
from stammtisch.games.zocken import solve
from stammtisch.games.zocken.facts import state
from stammtisch.games.zocken.rules import BET, BETTING
from stammtisch.games.zocken.solve_tables import ABOVE_50, SERIES


def strategy(folder: Path) -> str:
    start = stammtisch.load("zocken").start()
    odds = solve.odds(start)
    first = solve.best(solve.values(start))
    above = sum(chance for score, chance in odds["distribution"].items() if score > 50)
    return f"""\
All figures are exact. [Zocken, solved](../zocken-solver.md) tells how they are found, and why the master plays for the
lead over those who bet, not for points.

### What a turn is worth

Played for the most points a turn brings {number(odds["expected_score"])} on average and more than 50 in
{percent(above)}. Who wants more than 50 and nothing else gets it in {percent(odds["best_p_above_50"])}, and who wants
nothing but a complete series in {percent(odds["best_p_series"])}.

### Which die first

{_first_dice(start)}

Dice come in equal pairs, for the board can be read from the other side.

### Where to put it

The first die is *{str(first).removeprefix("throw ")}*. Here is what the turn is then worth, by what it shows and where
it goes:

{_first_places(start.play(first))}

### Whether to bet

{_bets(start)}
"""


def _first_dice(start: Position) -> str:
    scores, wins, series = (solve.values(start, goal) for goal in (solve.SCORE, ABOVE_50, SERIES))
    shown = best_in_bold({str(move): round(value, 9) for move, value in scores.items()})
    rows = [
        [str(move).removeprefix("throw "), shown[str(move)], percent(wins[move]), percent(series[move])]
        for move in scores
    ]
    return table(["first die", "points expected", "best chance of more than 50", "best chance of a series"], rows)


def _first_places(thrown: Position) -> str:
    rows = []
    for face, _ in thrown.outcomes:
        values = solve.values(thrown.play(face))
        rows.append([str(face), *best_in_bold({str(move): value for move, value in values.items()}, 1).values()])
    places = [str(move).removeprefix("place ") for move in solve.values(thrown.play(thrown.outcomes[1][0]))]
    return table(["shows", *places], rows)


def after_three(position: Position, chance: float = 1.0) -> Iterator[tuple[Position, float]]:
    """Every position in which others bet, with its chance, if the thrower plays for the most points."""
    if state(position).phase == BETTING:
        yield position, chance
    elif position.is_chance:
        for face, share in position.outcomes:
            yield from after_three(position.play(face), chance * float(share))
    else:
        yield from after_three(position.play(solve.best(solve.values(position))), chance)


def _bets(start: Position) -> str:
    groups: dict[int, list[tuple[float, float, float, float]]] = defaultdict(list)
    for position, chance in after_three(start):
        s, game = state(position), position.game
        gain = solve.values(position)[game.moves[BET]]
        wins = sum(share for score, share in solve.distribution(position).items() if score > 50)
        groups[game.rules.count_matches(s)].append((chance, solve.worth(position), wins, gain))
    everything = [each for group in groups.values() for each in group]
    gaining = sum(chance for chance, *_, gain in everything if gain > 0)
    rows = []
    for matches in sorted(groups):
        weight = sum(chance for chance, *_ in groups[matches])
        points, wins, gain = (sum(each[0] * each[k] for each in groups[matches]) / weight for k in (1, 2, 3))
        rows.append([str(matches), percent(weight), number(points, 1), percent(wins), number(gain, 1)])
    mean = sum(chance * gain for chance, *_, gain in everything)
    worst = min(gain for *_, gain in everything)
    return f"""\
On a turn that is played for the most points, a bet after the third die brings {number(mean)} on average. It
gains on average in {percent(gaining)} of the positions that such play leads to; in the worst of them it brings
{number(worst)}.

{table(["colours matched by three dice", "so often", "points expected", "more than 50", "a bet brings"], rows)}"""
