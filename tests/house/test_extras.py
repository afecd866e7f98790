"""A light installation: what it can do, and that whatever it lacks is named with the command that installs it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import stammtisch
from stammtisch import games
from stammtisch.core.errors import MissingExtra
from stammtisch.core.extras import EXTRAS, PACKAGES, need, optional_imports
from tests.helpers import ROOT
from tests.soak.install import SEED, script

PLAIN = {"click", "markdown_it", "mdurl", "openskill", "pygments", "rich"}  # in every installation
LACKING = sorted(EXTRAS.keys() - PLAIN)
MAIN = "from stammtisch.cli import main; main()"


def run(folder: Path, code: str, *arguments: str, lines: list[str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python as in an installation without extras; its children lack the packages as well."""
    (folder / "sitecustomize.py").write_text(f"import sys; sys.modules.update(dict.fromkeys({LACKING!r}))")
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input="".join(f"{line}\n" for line in lines or []),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT / 'src'}"},
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A record and a transcript to work with."""
    match = stammtisch.load("heckmeck").match(SEED)
    while not match.is_over:
        match.play(match.game.bots["first"].choose(match.position, 0))
    (tmp_path / "match.jsonl").write_text(match.record().to_jsonl())
    transcript = ROOT / "tests" / "fair" / "transcripts" / "heckmeck.jsonl"
    (tmp_path / "transcript.jsonl").write_bytes(transcript.read_bytes())
    return tmp_path


def test_the_table_of_extras_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    declared = {
        extra: {str(canonicalize_name(each.name)) for each in map(Requirement, wanted)} - {"stammtisch"}
        for extra, wanted in project["optional-dependencies"].items()
        if extra not in ("all", "dev")
    }
    provided = packages_distributions()
    told = {
        extra: {str(canonicalize_name(provided.get(package, [package])[0])) for package in packages}
        for extra, packages in PACKAGES.items()
    }
    assert told == declared
    assert len(project["dependencies"]) <= 3


@pytest.mark.parametrize("command", ["--help", "rules", "rules heckmeck", "rules heckmeck 3.4", "catalogue"])
def test_quick_commands_import_nothing_heavy(command: str) -> None:
    heavy = [*LACKING, "rich", "openskill", "asyncio", "multiprocessing"]
    code = (
        f"import sys\nfrom stammtisch.cli import main\ntry: main()\nexcept SystemExit: pass\n"
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *command.split()], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("game", games.names())
def test_a_whole_game_is_played_without_extras(tmp_path: Path, game: str) -> None:
    seats = ("--seats", "me,bot", "--seed", str(SEED), "--save", "match.jsonl")
    done = run(tmp_path, MAIN, "play", game, *seats, lines=script(game))
    assert (done.returncode, done.stderr) == (0, "")
    assert stammtisch.read((tmp_path / "match.jsonl").read_text("utf-8")).match.is_over


@pytest.mark.parametrize(
    "command",
    [
        "replay match.jsonl --plain",
        "convert match.jsonl",
        "verify transcript.jsonl",
        "arena heckmeck --bots first,random --games 4 --workers 2",
        "tournament advise --players 12 --evenings 10",
    ],
)
def test_without_extras_it_works(folder: Path, command: str) -> None:
    done = run(folder, MAIN, *command.split())
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("command", "why", "extra"),
    [
        ("odds heckmeck", "this needs numpy, which", "fast"),
        ("review match.jsonl", "this needs numpy, which", "fast"),
        ("warm", "compiling needs numba, which", "fast"),
        ("play zatre --seats me,master", "random and card play without it, but the bot 'master' needs numba", "fast"),
        ("arena zocken --bots exact,tidy", "random and tidy play without it, but the bot 'exact' needs numba", "fast"),
        ("arena heckmeck --bots first,random --cluster local", "--cluster needs ray, which", "cluster"),
        ("arena heckmeck --bots first,random --plot a.svg", "a plot needs matplotlib, which", "plots"),
        ("serve", "", "server"),
        ("backup copy.db", "", "server"),
        ("restore copy.db", "", "server"),
        ("doctor", "", "server"),
        ("statistics rebuild", "", "server"),
        ("admin tables", "", "server"),
        ("sit http://localhost:1/t/abc#join-k --bot first", "a seat at a table needs websockets, which", "server"),
    ],
)
def test_what_is_missing_is_named(folder: Path, command: str, why: str, extra: str) -> None:
    done = run(folder, MAIN, *command.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(why)
    assert done.stderr.endswith(f"which is not installed; install it with: pip install 'stammtisch[{extra}]'\n")
    assert done.stderr.count("\n") == 1


def test_a_hint_names_what_it_needs_and_the_game_goes_on(tmp_path: Path) -> None:
    done = run(tmp_path, MAIN, "play", "heckmeck", "--seats", "me,bot", lines=["hint", "help", "quit"])
    assert done.returncode == 0
    assert "This needs numpy, which is not installed; install it with: pip install 'stammtisch[fast]'." in done.stdout
    assert "Type a move, its beginning or its last word." in done.stdout


@pytest.mark.parametrize(
    "use",
    [
        "stammtisch.analyse(game.start())",
        "game.bots['master'].choose(game.match(1).position, 1)",
        "game.bots['search'].choose(game.match(1).position, 1)",
        "from stammtisch.fast import Simulator",
    ],
)
def test_the_library_names_it_too(tmp_path: Path, use: str) -> None:
    code = (
        "import stammtisch\ngame = stammtisch.load('heckmeck')\n"
        f"try: {use}\nexcept stammtisch.MissingExtra as error: print(error.extra, error)"
    )
    done = run(tmp_path, code)
    assert done.stderr == ""
    assert done.stdout.startswith("fast this needs n")


def test_other_missing_modules_are_not_explained_away() -> None:
    with pytest.raises(ModuleNotFoundError, match="of_no_extra"), optional_imports():
        import of_no_extra  # type: ignore[import-not-found]  # noqa: F401


def test_it_comes_whole_from_another_process() -> None:
    error = pickle.loads(pickle.dumps(MissingExtra("a sentence", "fast")))
    assert (str(error), error.extra) == ("a sentence", "fast")


def test_what_is_there_is_not_refused() -> None:
    need("numba", "nobody")
