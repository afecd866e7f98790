"""Games from outside: found by their entry points, refused by name where they are broken, and never in others' way."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import stammtisch
from stammtisch import games
from stammtisch.bots import decision_seed
from stammtisch.core.errors import BrokenGame, UnknownGame
from tests.installed_games import install

OURS = games.names()


def test_an_installed_game_is_like_any_other(packages: Path) -> None:
    install(packages, "toys", toy="tests.toy")
    assert games.names() == sorted([*OURS, "toy"])
    game = stammtisch.load("toy", players=3, bag="small")
    assert game.title == "Marbles"
    assert "Marbles" in [each.title for each in stammtisch.catalogue()]
    match = game.match(seed=5)
    while not match.is_over:
        match.play(match.legal_moves[0])
    assert stammtisch.read(match.record().to_jsonl()).match.scores == match.scores
    assert not games.faults()


def test_only_what_is_allowed_counts(packages: Path) -> None:
    (packages / "rude.py").write_text("raise SystemExit('it was imported')", "utf-8")
    install(packages, "toys", toy="tests.toy", rude="rude")
    games.allow(["toy"])
    assert games.names() == sorted([*OURS, "toy"])
    games.allow([])
    assert games.names() == OURS
    with pytest.raises(UnknownGame, match="there is no game 'toy'"):
        games.load("toy")
    with pytest.raises(UnknownGame, match="there is no game 'pig'"):
        games.allow(["pig"])


def broken(packages: Path, name: str, rules: str, text: str = "") -> None:
    folder = packages / f"{name}_game"
    folder.mkdir()
    for file, content in (("__init__.py", ""), ("rules.py", rules), ("text.py", text), ("rules.md", "# Nothing\n")):
        (folder / file).write_text(content, "utf-8")
    install(packages, f"{name}-game", **{name: f"{name}_game"})


@pytest.mark.parametrize(
    ("name", "rules", "text", "why"),
    [
        ("one", "import nowhere", "", "No module named 'nowhere'"),
        ("two", "from tests.toy.rules import *", "TITLE = 'Two'", "two_game.text lacks LETTER, SUMMARY"),
        ("three", "from tests.toy.rules import *", "from tests.toy.text import *", "no numbered paragraphs"),
        ("four", "VERSION = 1", "from tests.toy.text import *", "lacks Options"),
    ],
)
def test_a_broken_game_is_named_and_breaks_nothing_else(
    packages: Path, name: str, rules: str, text: str, why: str
) -> None:
    broken(packages, name, rules, text)
    assert games.names() == OURS
    assert why in games.faults()[name]
    with pytest.raises(BrokenGame, match=f"the game '{name}' of {name}-game cannot be played: .*{why}"):
        games.load(name)
    told = subprocess.run(
        [sys.executable, "-c", "from stammtisch.cli import main; main()", "catalogue"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert why in told.stderr
    assert all(f"{each} — " in told.stdout for each in OURS)


def test_a_name_is_given_once(packages: Path) -> None:
    install(packages, "mine", toy="tests.toy", **{OURS[0]: "tests.toy"})
    install(packages, "yours", toy="tests.toy")
    assert games.names() == OURS
    assert games.load(OURS[0]).title != "Marbles"
    assert games.faults() == {
        OURS[0]: f"mine cannot bring a game '{OURS[0]}': Stammtisch has a game of that name",
        "toy": "there are several games 'toy': mine and yours bring one each",
    }
    with pytest.raises(BrokenGame, match="several games 'toy'"):
        games.load("toy")


def test_it_is_played_in_the_terminal_and_in_the_arena(packages: Path, tmp_path: Path) -> None:
    install(packages, "toys", toy="tests.toy")

    def run(*arguments: str, lines: tuple[str, ...] = ()) -> str:
        done = subprocess.run(
            [sys.executable, "-c", "from stammtisch.cli import main; main()", *arguments],
            input="".join(f"{line}\n" for line in lines),
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    match, typed = stammtisch.load("toy", players=2).match(seed=3), []
    while not match.is_over:
        move = match.legal_moves[0]
        if match.turn == 0:
            typed.append(str(move))
        else:
            move = match.game.bots["random"].choose(match.position.view(1), decision_seed(match))
        match.play(move)
    told = run("play", "toy", "--seats", "me,random", "--seed", "3", "--save", "toy.jsonl", lines=tuple(typed))
    assert "Watch it again with: stammtisch replay toy.jsonl" in told
    assert stammtisch.read((tmp_path / "toy.jsonl").read_text("utf-8")).match.scores == match.scores
    assert f"{match.scores[0]} points" in run("replay", "toy.jsonl", "--plain")
    assert run("rules", "toy", "2.1").startswith("2.1 A player lays one marble")
    assert "random" in run("arena", "toy", "--bots", "beginner,random", "--games", "4", "--seed", "1", "--workers", "2")
