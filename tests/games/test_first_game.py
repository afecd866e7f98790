"""docs/first-game.md says what is true: its files make a package, and its commands print what it shows."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stammtisch
from stammtisch.bots import decision_seed
from stammtisch.games import outside
from tests import first_game
from tests.installed_games import packages_in

pytestmark = pytest.mark.no_cover

LAST = 11  # section


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The reader's folder at the end of the page, and the game installed."""
    home = tmp_path_factory.mktemp("first-game")
    first_game.write(home / "pig", LAST)
    with packages_in(home / "packages") as packages:
        first_game.install(home / "pig", packages)
        found_anew()
        yield home / "pig"


def found_anew() -> None:
    invalidate_caches()
    outside.forget()


def run(folder: Path, command: str, lines: tuple[str, ...] = ()) -> str:
    program, *arguments = shlex.split(command)
    code = {"stammtisch": "from stammtisch.cli import main; main()", "pytest": "import pytest; exit(pytest.main())"}
    done = subprocess.run(
        [sys.executable, "-c", code[program], *arguments],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


def stripped(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


def test_three_files_are_a_game(tmp_path: Path) -> None:
    """After section 2 it can be played, and the board shows the state as it is."""
    first_game.write(tmp_path / "pig", 2)
    assert sorted(each.name for each in (tmp_path / "pig" / "stammtisch_pig").iterdir()) == [
        "rules.md",
        "rules.py",
        "text.py",
    ]
    with packages_in(tmp_path / "packages") as packages:
        first_game.install(tmp_path / "pig", packages)
        told = run(tmp_path, "stammtisch play pig --seats me,random --seed 1", ("bank", "roll"))
        assert "collected: 0." in told
        assert "You may:\n  roll\n" in told
        assert "Bank is not allowed, because you have collected nothing in this turn [P2.3]" in told
        assert "You drew 6." in told
        assert "bot master: always makes the best move it knows" in run(tmp_path, "stammtisch catalogue")


def test_every_command_prints_what_the_page_shows(folder: Path) -> None:
    shown = first_game.commands()
    assert [command.split()[1] for command in shown] == ["rules", "check", "odds", "arena", "tournament"]
    for command, output in shown.items():
        assert stripped(run(folder, command)) == stripped(output), command
    assert "1. master" in run(folder, "stammtisch tournament verify evening.jsonl")


def test_the_readers_own_tests(folder: Path) -> None:
    assert "3 passed" in run(folder, "pytest")


def test_a_match_in_the_terminal(folder: Path, tmp_path: Path) -> None:
    match, typed = stammtisch.load("pig", players=2, target=25).match(seed=3), []
    while not match.is_over:
        move = match.legal_moves[-1]
        if match.turn == 0:
            typed.append(str(move))
        else:
            move = match.game.bots["hold20"].choose(match.position.view(1), decision_seed(match))
        match.play(move)
    told = run(tmp_path, "stammtisch play pig --target 25 --seats me,hold20 --seed 3 --save pig.jsonl", tuple(typed))
    assert "Collected: 0." in told
    assert stammtisch.read((tmp_path / "pig.jsonl").read_text("utf-8")).match.scores == match.scores
    assert max(match.scores) >= 25
    assert "All figures in % winning chance" in run(tmp_path, "stammtisch review pig.jsonl")


@pytest.mark.usefixtures("folder")
def test_a_program_can_learn_it() -> None:
    page = first_game.PAGE.read_text("utf-8")
    (shown,) = re.findall(r"^```python-console\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    example = doctest.DocTestParser().get_doctest(shown, {}, "pig", None, None)
    assert doctest.DocTestRunner().run(example).failed == 0


@pytest.mark.usefixtures("folder")
def test_a_position_that_cannot_be_is_refused() -> None:
    start = stammtisch.load("pig").start()
    with pytest.raises(stammtisch.ParseError, match="collected is 1, but a turn collects nothing, or 2 and more"):
        start.game.position(f"{start.to_text()} : collected=1")


@pytest.mark.usefixtures("folder")
def test_the_masters_share_is_exact() -> None:
    """Both are played out exactly: the solver's choices against the rule of thumb, each beginning half of the games."""
    solve = import_module("stammtisch_pig.solve")
    choices, own = solve.solved(100), np.arange(100)[:, None]
    best = [bank >= roll for roll, bank in choices]
    hold = [np.broadcast_to(collected >= np.minimum(20, 100 - own), (100, 100)) for collected in range(101)]
    master = rival = np.full((100, 100), 0.5)
    for _ in range(100):
        master, rival = _turn(best, rival), _turn(hold, master)
    share = 100 * (master[0, 0] + 1 - rival[0, 0]) / 2
    page = first_game.PAGE.read_text("utf-8")
    assert f"The exact share of the master is {share:.2f} %." in page
    low, high = map(float, re.findall(r" master +[\d.]+ % +([\d.]+) – ([\d.]+)", page)[0])
    assert low < share < high


def _turn(banks: list[Any], rival: Any) -> Any:
    """The chances at the beginning of a turn of who banks so, by what the beginning of the rival's turn is worth."""
    passed = np.ones((200, 100))
    passed[:100] = 1 - rival.T
    after: dict[int, Any] = {}
    for collected in reversed(range(101)):
        faces = [after.get(collected + face, np.ones((100, 100))) for face in range(2, 7)]
        roll = (passed[:100] + sum(faces)) / 6
        after[collected] = np.where(banks[collected], passed[collected : collected + 100], roll)
    return roll


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    """As section 3 suggests."""
    first_game.write(tmp_path / "pig", 2)
    text = tmp_path / "pig" / "stammtisch_pig" / "text.py"
    text.write_text(re.sub(r"WHY = .*", "WHY = {}", text.read_text("utf-8")), "utf-8")
    code = "from stammtisch.cli import main; main()"
    with packages_in(tmp_path / "packages") as packages:
        first_game.install(tmp_path / "pig", packages)
        done = subprocess.run([sys.executable, "-c", code, "check", "pig"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "wrong  every ply: forbids answers 203, but text.WHY does not say why\n" in done.stdout
    assert done.stdout.endswith("Pig: 1 wrong\n")


@pytest.mark.parametrize(
    ("file", "content", "why"),
    [("rules.py", "def (", "SyntaxError: invalid syntax"), ("text.py", "", "stammtisch_pig.text lacks TITLE")],
)
def test_a_server_does_not_start_with_a_broken_game(tmp_path: Path, file: str, content: str, why: str) -> None:
    first_game.write(tmp_path / "pig", 2)
    (tmp_path / "pig" / "stammtisch_pig" / file).write_text(content, "utf-8")
    code = "from stammtisch.cli import main; main()"
    with packages_in(tmp_path / "packages") as packages:
        first_game.install(tmp_path / "pig", packages)
        serve = [sys.executable, "-c", code, "serve", "--games", "pig", "--port", "0", "--data", str(tmp_path / "data")]
        done = subprocess.run(serve, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"the game 'pig' of stammtisch-pig cannot be played: {why}")
