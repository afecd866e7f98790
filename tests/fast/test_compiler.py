"""The compiler: an edited rule is really played, bounds are really checked, and what cannot work is refused."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from numba.core.errors import TypingError
from numba.core.event import Event, Listener, install_listener

from stammtisch.core.errors import OptionError
from stammtisch.core.game import Game
from stammtisch.fast import Simulator
from stammtisch.fast.cache import DigestCache
from stammtisch.fast.compiler import compile_rules
from tests.helpers import TOY, load
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


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "stammtisch" / "compiled"


def played(module: ModuleType) -> tuple[list[list[int]], int]:
    """The scores of some games, and how many functions had to be compiled for them."""
    compile_rules.cache_clear()
    begun: list[Event] = []
    with install_listener("numba:compile", Recording(begun)):
        return scores(module), len(begun)


class Recording(Listener):  # type: ignore[misc]  # Numba has no types
    def __init__(self, begun: list[Event]) -> None:
        self._begun = begun

    def on_start(self, event: Event) -> None:
        if isinstance(event.data["dispatcher"]._cache, DigestCache):  # Numba has functions of its own
            self._begun.append(event)

    def on_end(self, event: Event) -> None:
        pass


def test_what_is_compiled_is_kept_where_it_is_installed_again(tmp_path: Path, cache: Path) -> None:
    """Another path, another time, and other lines in the file: Numba's own cache would know nothing of it."""
    before, compiled = played(module_from(tmp_path / "first.py", TOY_SOURCE, "kept_rules"))
    assert compiled == len(list(cache.iterdir())) > 10
    again = module_from(tmp_path / "second.py", f"# A new licence.\n\n{TOY_SOURCE}", "kept_rules")
    os.utime(tmp_path / "second.py")
    assert played(again) == (before, 0)


def test_a_changed_callee_is_compiled_again(tmp_path: Path, cache: Path) -> None:
    before, compiled = played(module_from(tmp_path / "rules.py", TOY_SOURCE, "changed_rules"))
    edited = module_from(tmp_path / "rules.py", TOY_SOURCE.replace("POINTS[kind]\n", "POINTS[0]   \n"), "changed_rules")
    found, anew = played(edited)
    assert found != before
    assert 0 < anew < compiled, "what does not call it is found again"
    assert played(module_from(tmp_path / "rules.py", TOY_SOURCE, "changed_rules")) == (before, 0)


LOOSE = """\
from stammtisch.fast.compiler import jit

def inner(x):
    return x + 1

def outer(x):
    return inner(x) * MOST

inner = jit(inner)
outer = jit(outer)
"""


def loose(folder: Path, source: str = LOOSE, most: int = 3) -> int:
    """What functions of no game compute, in a file that is written and loaded anew."""
    return int(module_from(folder / "loose.py", f"MOST = {most}\n{source}", "loose").outer(1))


def test_functions_of_no_game_are_known_by_all_they_rest_on(tmp_path: Path, cache: Path) -> None:
    """A constant, and the code of what is called: Numba's own cache would not notice all of that."""
    found = [loose(tmp_path), loose(tmp_path, most=5), loose(tmp_path, LOOSE.replace("+ 1", "+ 2")), loose(tmp_path)]
    assert found == [6, 10, 9, 6]
    assert len(list(cache.iterdir())) == 5  # of `inner` there are two


def test_damaged_code_is_compiled_again(tmp_path: Path, cache: Path) -> None:
    loose(tmp_path)
    (path,) = cache.glob("outer-*.code")
    whole = path.read_bytes()
    for damaged in (b"", b"nonsense", whole[:-1] + bytes([whole[-1] ^ 1])):
        path.write_bytes(damaged)
        assert loose(tmp_path) == 6
        assert path.read_bytes() != damaged


def test_code_of_a_module_that_was_renamed_is_compiled_again(tmp_path: Path, cache: Path) -> None:
    """Compiled code names its module; after an upgrade there may be none of that name."""
    path = tmp_path / "old_name.py"
    path.write_text(f"MOST = 3\n{LOOSE}")
    for name in ("old_name", "new_name"):  # each in a process of its own: one remembers what it has compiled
        path = path.rename(tmp_path / f"{name}.py")
        call = [sys.executable, "-c", f"import {name}; print({name}.outer(1))"]
        assert subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=True).stdout == "6\n"
    assert len(list(cache.iterdir())) == 2  # what is compiled again is written again


MISSED = """
import loose
print("ready", flush=True)
input()
print(loose.outer(1), *(sum(each.stats.cache_misses.values()) for each in (loose.outer, loose.inner)))
"""


def test_two_processes_never_compile_the_same(tmp_path: Path, cache: Path) -> None:
    (tmp_path / "loose.py").write_text(f"MOST = 3\n{LOOSE}")
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    ready: list[Any] = [subprocess.Popen([sys.executable, "-c", MISSED], cwd=tmp_path, **pipes) for _ in range(3)]
    assert [each.stdout.readline() for each in ready] == ["ready\n"] * 3
    for each in ready:
        each.stdin.write("\n")
        each.stdin.flush()
    told = sorted(each.communicate(timeout=120)[0] for each in ready)
    assert told == ["6 0 0\n", "6 0 0\n", "6 1 1\n"]
    assert len(list(cache.iterdir())) == 2  # and no lock is left


def test_what_cannot_be_compiled_is_locked_no_longer(tmp_path: Path, cache: Path) -> None:
    with pytest.raises(TypingError):
        loose(tmp_path, LOOSE.replace("x + 1", "x + 'a'"))
    assert list(cache.iterdir()) == []


def test_without_a_place_for_a_cache_nothing_is_cached(tmp_path: Path, cache: Path) -> None:
    (tmp_path / "cache").write_text("in the way")
    assert loose(tmp_path) == 6
    assert not cache.exists()


def first_legal(s: Any, o: Any, legal: Any, count: int, buffer: Any, seed: int) -> int:
    return int(legal[0])


def by_lot(s: Any, o: Any, legal: Any, count: int, buffer: Any, seed: int) -> int:
    return int(legal[draw_next(buffer, seed, 0, count)])  # type: ignore[name-defined]  # noqa: F821  # a name of the rules


def test_a_policy_may_use_names_of_the_rules() -> None:
    """A policy is bound with the rules: it may use their names."""
    game = load("toy")
    first = Simulator(game, first_legal, parallel=False).batch(20)
    assert first.scores.tolist() != Simulator(game, parallel=False).batch(20).scores.tolist()
    assert len(set(map(tuple, first.scores.tolist()))) > 1, "draws differ from game to game"
    assert Simulator(game, by_lot, parallel=False).batch(20).finished.all()


def test_a_policy_with_a_closure_is_refused() -> None:
    wanted = 3

    def stubborn(s: Any, o: Any, legal: Any, count: int, buffer: Any, seed: int) -> int:
        return wanted

    with pytest.raises(TypeError, match="plain function"):
        Simulator(load("heckmeck"), stubborn)


def test_a_view_in_which_something_is_hidden_is_not_played_on() -> None:
    start = load(TOY).match(seed=1).position
    simulator = Simulator(start.game, parallel=False)
    assert simulator.play(1, start=start)[0].is_over
    with pytest.raises(OptionError, match="the start is a view, in which something is hidden"):
        simulator.play(1, start=start.view(0))


def test_impossible_batches_are_refused() -> None:
    simulator = Simulator(load("heckmeck"), parallel=False)
    with pytest.raises(OptionError, match="seeds go from 0"):
        simulator.batch(2, seed=2**63 - 1)
    with pytest.raises(OptionError, match="the number of games must be a whole number"):
        simulator.batch(2.5)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="the seed must be a whole number, not '7'"):
        simulator.batch(1, seed="7")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="0 or more"):
        simulator.batch(-1)
    with pytest.raises(OptionError, match="the start is a position of"):
        simulator.batch(1, start=load("heckmeck", {"players": 3}).start())
    with pytest.raises(OptionError, match="the start must be a Position, not "):
        simulator.play(1, start=load("heckmeck").start().state)  # type: ignore[arg-type]
    for limit in (-1, 2**31, 10**30):
        with pytest.raises(OptionError, match=rf"the limit of plies must be from 0 to 2147483647, not {limit}"):
            simulator.batch(1, limit=limit)
    with pytest.raises(OptionError, match=r"the limit of plies must be a whole number, not 2\.5"):
        simulator.batch(1, limit=2.5)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="the number of plies must be from 0 to 2147483647, not -5"):
        simulator.trace(1, -5)
    assert len(simulator.batch(0)) == 0
    assert not simulator.batch(1, limit=0).finished.any()
    assert len(simulator.trace(1, 0)) == 1
    assert len(simulator.trace(1, 2**31 - 1)) == simulator.play(1)[1] + 1
