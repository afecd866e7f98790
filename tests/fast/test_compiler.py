"""The compiler: an edited rule is really played, bounds are really checked, and what cannot work is refused."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import pytest

from stammtisch.core.errors import OptionError
from stammtisch.core.game import Game
from stammtisch.fast import Simulator
from stammtisch.fast.compiler import compile_rules
from tests.helpers import load
from tests.toy import rules as toy_rules
from tests.toy import text as toy_text

TOY_SOURCE = Path(toy_rules.__file__).read_text("utf-8")


def module_from(path: Path, source: str, name: str = "edited_rules") -> ModuleType:
    """Write a rules file and import it anew, always with the same time and, for equal lengths, the same size."""
    path.write_text(source, "utf-8")
    os.utime(path, (1_000_000_000, 1_000_000_000))
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # the cache finds a function's module by its name
    sys.dont_write_bytecode, before = True, sys.dont_write_bytecode  # or Python itself would reuse the old file
    try:
        spec.loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = before
    return module


def scores(module: ModuleType, *, boundscheck: bool = False) -> list[list[int]]:
    simulator = Simulator(Game("edited", module, toy_text, {}), parallel=False, boundscheck=boundscheck)
    return [list(map(int, row)) for row in simulator.batch(20).scores]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("POINTS[kind]\n", "POINTS[0]   \n"),  # the code of a function that another one calls
        ("POINTS = (1, 2, -3)", "POINTS = (5, 2, -3)"),  # a constant
    ],
)
def test_an_edited_rule_is_played(tmp_path: Path, old: str, new: str) -> None:
    """Numba's own cache would return the old code: same file, same time, same size, same lines."""
    path = tmp_path / "rules.py"
    assert old in TOY_SOURCE
    assert scores(module_from(path, TOY_SOURCE)) == scores(toy_rules)
    edited = module_from(path, TOY_SOURCE.replace(old, new.ljust(len(old)) if "=" in new else new))
    assert scores(edited) != scores(toy_rules)
    interpreted = Game("edited", edited, toy_text, {})
    assert [Simulator(interpreted, parallel=False).play(i)[0].scores for i in range(20)] == scores(edited)


def test_bounds_are_checked_when_asked(tmp_path: Path) -> None:
    """A write past a row's end: an error when bounds are checked."""
    broken = TOY_SOURCE.replace("    s.bag[kind] -= 1\n", "    s.bag[kind] -= 1\n    s.held[s.player + 99] += 0\n")
    module = module_from(tmp_path / "broken.py", broken, "broken_rules")
    with pytest.raises(IndexError):
        scores(module, boundscheck=True)


def test_a_cache_is_written_and_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    module = module_from(tmp_path / "cached.py", TOY_SOURCE, "cached_rules")
    game = Game("cached", module, toy_text, {})
    before = scores(module)
    assert list((tmp_path / "cache").rglob("*.nbi")), "nothing was cached"
    compile_rules.cache_clear()
    again = Simulator(game, parallel=False)
    assert [list(map(int, row)) for row in again.batch(20).scores] == before
    assert sum(again.rules.many.stats.cache_hits.values()) == 1


def test_without_a_place_for_a_cache_nothing_is_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = module_from(tmp_path / "rules.py", TOY_SOURCE, "uncached_rules")
    monkeypatch.setattr("numba.core.caching.CacheImpl._locator_classes", [])
    assert scores(module) == scores(toy_rules)
    assert not list(tmp_path.rglob("*.nbi"))


def first_legal(s: Any, o: Any, legal: Any, count: int, cup: Any, seed: int) -> int:
    return int(legal[0])


def by_lot(s: Any, o: Any, legal: Any, count: int, cup: Any, seed: int) -> int:
    return int(legal[shake(cup, seed, 0, count)])  # type: ignore[name-defined]  # noqa: F821  # a name of the rules


def test_policies() -> None:
    """A policy is bound with the rules: it may use their names."""
    game = load("toy")
    first = Simulator(game, first_legal, parallel=False).batch(20)
    assert first.scores.tolist() != Simulator(game, parallel=False).batch(20).scores.tolist()
    assert len(set(map(tuple, first.scores.tolist()))) > 1, "draws differ from game to game"
    assert Simulator(game, by_lot, parallel=False).batch(20).finished.all()


def test_a_policy_with_a_closure_is_refused() -> None:
    wanted = 3

    def stubborn(s: Any, o: Any, legal: Any, count: int, cup: Any, seed: int) -> int:
        return wanted

    with pytest.raises(TypeError, match="plain function"):
        Simulator(load("heckmeck"), stubborn)


def test_impossible_batches_are_refused() -> None:
    simulator = Simulator(load("heckmeck"), parallel=False)
    with pytest.raises(OptionError, match="seeds go from 0"):
        simulator.batch(2, seed=2**63 - 1)
    with pytest.raises(OptionError, match="0 or more"):
        simulator.batch(-1)
    with pytest.raises(OptionError, match="the start is a position of"):
        simulator.batch(1, start=load("heckmeck", {"players": 3}).start())
    assert len(simulator.batch(0)) == 0
