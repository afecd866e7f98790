"""Option sets of a game that cover all pairs of values."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from stammtisch.core.game import Game
from stammtisch.core.options import plain

OptionSet = dict[str, Any]


def option_sets(game: Game) -> list[OptionSet]:
    """The defaults, and sets in which all pairs of option values meet."""
    choices = {option: few(values) for option, values in game.options.choices().items()}
    usual = type(game.options)()
    sets = [{option: getattr(usual, option) for option in choices}, *pairwise(choices)]
    return [{key: plain(value) for key, value in each.items()} for each in sets]


def few(values: list[Any]) -> list[Any]:
    """Of a long range of numbers the ends and the middle stand for all; everything else is taken whole."""
    return [values[0], values[len(values) // 2], values[-1]] if len(values) > 8 else values


def pairwise(choices: Mapping[str, list[Any]]) -> list[OptionSet]:
    """A few option sets in which any two values of different options meet at least once.

    Greedy: each new set begins with a pair still to be met, and every other option takes the value that meets most.
    """
    missing = {
        frozenset({(one, value), (other, rival)})
        for one, other in combinations(choices, 2)
        for value in choices[one]
        for rival in choices[other]
    }
    sets: list[OptionSet] = []
    while missing:
        chosen: OptionSet = dict(min(missing, key=lambda pair: sorted(map(repr, pair))))
        for name, values in choices.items():
            if name not in chosen:
                chosen[name] = max(values, key=lambda value: len(_met({**chosen, name: value}) & missing))
        missing -= _met(chosen)
        sets.append({name: chosen[name] for name in choices})
    return sets


def _met(chosen: OptionSet) -> set[frozenset[tuple[str, Any]]]:
    return {frozenset(pair) for pair in combinations(chosen.items(), 2)}
