"""The examples of the docstrings are true: each runs, and what it shows is what comes out."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

from tests.helpers import SOURCE


def modules() -> list[str]:
    """Every module with an example in it."""
    found = [path for path in sorted(SOURCE.rglob("*.py")) if ">>> " in path.read_text("utf-8")]
    names = [".".join(path.relative_to(SOURCE.parent).with_suffix("").parts) for path in found]
    return [name.removesuffix(".__init__") for name in names]


def test_the_commonest_tasks_have_examples() -> None:
    shown = {
        test.name
        for name in modules()
        for test in doctest.DocTestFinder(exclude_empty=True).find(import_module(name))
        if test.examples
    }
    tasks = {
        "stammtisch.load",
        "stammtisch.position",
        "stammtisch.read",
        "stammtisch.verify",
        "stammtisch.analyse",
        "stammtisch.core.position.LegalMoves",
        "stammtisch.core.position.Position.play",
        "stammtisch.core.position.Position.to_text",
        "stammtisch.core.match.Match",  # play, and who has won
        "stammtisch.core.match.Match.record",
        "stammtisch.core.contract.solver.Solver",
        "stammtisch.bots.seeds.decision_seed",  # a match of bots
        "stammtisch.bots.review.review",
        "stammtisch.arena.contest.Contest",
        "stammtisch.fast.simulator.Simulator",
        "stammtisch.tournament.tournament.Tournament",
    }
    assert tasks <= shown


@pytest.mark.parametrize("name", modules())
def test_examples(name: str) -> None:
    result = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.attempted
    assert not result.failed
