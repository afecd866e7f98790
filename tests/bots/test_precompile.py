"""What is compiled ahead is all that bots and hints need, and an upgrade keeps it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import stammtisch
from stammtisch import games
from stammtisch.bots import LEVELS, precompile
from tests.fresh_install import FreshInstall
from tests.helpers import ROOT, load, untraced

COVERED = """
import sys
import stammtisch
from stammtisch.bots import LEVELS, RandomBot, analyse, precompile
from stammtisch.fast.cache import DigestCache

name = sys.argv[1]
for thought in precompile.thoughts(stammtisch.load(name)):
    thought()
known, late = DigestCache.load_overload, []
DigestCache.load_overload = lambda self, sig, context: late.append(self._name) or known(self, sig, context)
for players in (2, 3):
    game = stammtisch.load(name, players=players)
    match = game.match(5)
    while not match.is_over:
        position = match.position
        view = position.view(position.turn)
        if len(match.events) % 11 == 0 or position.state.turns > 28:
            for level in LEVELS:
                game.bots[level].choose(view, 1)
            analyse(view)
        match.play(RandomBot().choose(view, len(match.events)))
    for position in match.history[:: 17 * players]:
        if not position.is_over:
            analyse(position)
print(" ".join(late))
"""


@pytest.mark.parametrize("game", games.names())
def test_nothing_is_compiled_or_loaded_after_it(game: str) -> None:
    """In a process of its own, for others have loaded what it may have forgotten."""
    done = subprocess.run([sys.executable, "-c", COVERED, game], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "\n"), done.stderr


@pytest.mark.parametrize("name", [*games.names(), "toy"])
def test_a_simpler_bot_plays_instead(name: str) -> None:
    game = load(name)
    assert {precompile.part_of(game.bots[level]) for level in LEVELS if level in game.bots} <= {"levels"}
    match, bot = game.match(1), precompile.stand_in(game)
    while not match.is_over:
        match.play(bot.choose(match.position.view(match.turn), 1))


def test_stand_ins() -> None:
    found = {name: precompile.stand_in(stammtisch.load(name)).name for name in games.names()}
    assert found == {"barbecue": "first", "heckmeck": "first", "zatre": "card", "zocken": "tidy"}


def test_an_upgrade_that_leaves_the_rules_keeps_what_is_compiled(fresh_install: FreshInstall, tmp_path: Path) -> None:
    """Other files with other times and other comments: everything is looked at again, and found."""
    fresh_install.let_go()
    package = tmp_path / "upgrade" / "stammtisch"
    shutil.copytree(ROOT / "src" / "stammtisch", package, ignore=shutil.ignore_patterns("__pycache__", "page"))
    installed(tmp_path / "upgrade")
    before = fresh_install.compiled
    solver = package / "games" / "keeping" / "solve.py"
    whole = solver.read_text("utf-8")
    solver.write_text(f"# Another licence.\n\n{whole}", "utf-8")
    assert "ready after" in installed(tmp_path / "upgrade"), "a new version is looked at"
    assert fresh_install.compiled == before

    throwing = package / "games" / "keeping" / "throw_on.py"
    whole = throwing.read_text("utf-8")
    assert "mean = g.blank[k] * fail" in whole
    throwing.write_text(whole.replace("mean = g.blank[k] * fail", "mean = fail * g.blank[k]"), "utf-8")
    installed(tmp_path / "upgrade")
    assert fresh_install.compiled == sorted([*before, "_outlook", "_roll", "_solve", "throw_on"])


def installed(folder: Path) -> str:
    """What `stammtisch warm` says where this version is installed."""
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); from stammtisch.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "warm", "barbecue"], capture_output=True, text=True, check=True, env=untraced()
    )
    return done.stdout
