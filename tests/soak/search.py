"""The search in large numbers: compiled equals interpreted in every game, and rules that Numba cannot compile.

python -m tests.soak.search
"""

from __future__ import annotations

from random import Random
from types import ModuleType
from typing import Any

from rich.console import Console

from stammtisch.bots.playouts import CompiledEngine, Engine, engine_of, run_playouts
from stammtisch.core.game import Game
from tests.helpers import GAMES, TOY, greedy_move, load, option_sets, play_on
from tests.toy import rules as toy_rules
from tests.toy import text as toy_text

VIEWS = 40
PLAYOUTS = 60


def check_game(name: str) -> int:
    """Views of matches under every option set; how many."""
    sets = option_sets(name)
    for number in range(VIEWS):
        game = load(name, sets[number % len(sets)])
        assert type(engine_of(game, compiled=True)) is CompiledEngine
        rng = Random(number)
        history = play_on(game.match(seed=number), greedy_move, rng, 200).history
        position = rng.choice([position for position in history if not position.is_over])
        view = position.view(max(position.turn, 0))
        one, other = run_playouts(view, PLAYOUTS, number), run_playouts(view, PLAYOUTS, number, compiled=False)
        assert one == other, f"{game!r}, match {number}: {one} is not {other}"
    return VIEWS


def score_uncompilable(s: Any, o: Any, p: int) -> int:
    return plain_score(s, o, p) + 0 * len(vars(s))  # type: ignore[name-defined, no-any-return]  # noqa: F821


def check_uncompilable() -> None:
    """Marbles with a score that Numba refuses is searched interpreted, with the same result."""
    module = ModuleType(toy_rules.__name__)
    vars(module).update(vars(toy_rules))
    score_uncompilable.__module__ = module.__name__
    vars(module).update(plain_score=toy_rules.score, score=score_uncompilable)
    odd = Game("odd", module, toy_text, {})
    assert type(engine_of(odd, compiled=True)) is Engine
    one, other = (run_playouts(game.match(seed=1).position, 200, 1) for game in (odd, load(TOY)))
    assert one.win == other.win


def main() -> None:
    console = Console()
    for name in GAMES:
        console.print(f"{name}: {check_game(name)} views, {PLAYOUTS} playouts each, compiled as interpreted")
    check_uncompilable()
    console.print("rules that cannot be compiled are interpreted")


if __name__ == "__main__":
    main()
