"""A fresh install in the terminal: a match goes on while nothing is compiled, and says so."""

from __future__ import annotations

import pytest

from stammtisch import games
from stammtisch.bots.levels import LEVELS
from tests.fresh_install import FreshInstall
from tests.terminal.conftest import Run

WARMING = "Warming up: until all is compiled, bots play a simpler game."


@pytest.mark.parametrize("game", games.names())
def test_every_bot_moves_while_the_compiler_is_held_up(fresh_install: FreshInstall, run: Run, game: str) -> None:
    done = run("play", game, "--seats", ",".join(LEVELS), "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(WARMING) == 1
    assert "The match is saved" in done.stdout, "it was played to its end"
    assert fresh_install.compiled == []


def test_a_hint_is_put_off(fresh_install: FreshInstall, run: Run) -> None:
    done = run("play", "heckmeck", "--seats", "Ann,master", "--seed", "1", lines=["hint", "quit"])
    assert "Hints are still being prepared: ask again in a moment." in done.stdout
    assert fresh_install.compiled == []


def test_warm_does_it_once(fresh_install: FreshInstall, run: Run) -> None:
    fresh_install.let_go()
    first, second = (run("warm", "barbecue") for _ in range(2))
    assert first.returncode == second.returncode == 0, first.stderr + second.stderr
    assert "Heckmeck Barbecue: ready after" in first.stdout
    assert "Heckmeck Barbecue: ready already." in second.stdout
    assert fresh_install.ready == {"barbecue"}
    assert {"_solve", "_roll", "_outlook"} <= set(fresh_install.compiled)
    played = run("play", "barbecue", "--seats", "master,beginner", "--seed", "1")
    assert played.returncode == 0
    assert WARMING not in played.stdout


def test_warm_without_a_place_says_so(run: Run, monkeypatch: pytest.MonkeyPatch, fresh_install: FreshInstall) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    done = run("warm", "barbecue")
    assert done.returncode == 2
    assert "XDG_CACHE_HOME" in done.stderr
