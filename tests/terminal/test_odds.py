"""`stammtisch odds`: figures, pages, charts, and what is refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import stammtisch
from stammtisch.core.errors import ParseError
from stammtisch.terminal.odds import read_position, show_odds
from tests.helpers import TOY, load
from tests.terminal.conftest import Run


def test_heckmeck_as_json(run: Run) -> None:
    odds = json.loads(run("odds", "heckmeck", "--json").stdout)
    assert list(odds) == ["at_least", "exactly", "expected_worms"]
    assert list(odds["at_least"]) == list(odds["exactly"]) == [str(total) for total in range(21, 41)]
    assert list(odds["expected_worms"]) == ["0", "1", "2", "3", "4"]
    assert f"{odds['at_least']['21']:.6f}" == "0.893027"
    assert f"{odds['expected_worms']['0']:.6f}" == "1.644730"
    assert odds["at_least"]["40"] == odds["exactly"]["40"]
    assert all(odds["exactly"][total] <= odds["at_least"][total] for total in odds["exactly"])


def test_barbecue_as_json(run: Run) -> None:
    odds = json.loads(run("odds", "barbecue", "--json").stdout)
    assert list(odds) == ["at_least", "exactly"]
    assert list(odds["at_least"]) == list(odds["exactly"]) == [str(total) for total in range(23, 48)]


def test_a_position_in_a_line_of_text(tmp_path: Path) -> None:
    match = stammtisch.load("heckmeck", players=3).match(seed=7)
    for position in (match.position, match.position.view(0)):
        (tmp_path / "position.txt").write_text(f"{position.to_text()}\n")
        assert read_position(tmp_path / "position.txt", match.game) == position


@pytest.mark.parametrize("name", ["heckmeck", "barbecue"])
def test_a_page_of_a_position_and_a_plot(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = stammtisch.load(name, players=3)
    match = game.match(seed=7)
    (tmp_path / "position.json").write_text(json.dumps(match.position.to_json()))
    show_odds(game, tmp_path / "position.json", as_json=False, plot=tmp_path / "odds.svg")
    page = capsys.readouterr().out
    assert page.startswith(f"{game.title}\n\nThe best chance of a total with a worm.")
    assert "In this position the best policy can expect" in page
    for move in match.legal_moves:
        assert f"\n{move} " in page
    assert page.count(" best\n") == 1
    assert "<svg" in (tmp_path / "odds.svg").read_text()


def test_a_position_as_json(run: Run, tmp_path: Path) -> None:
    match = stammtisch.load("heckmeck", players=3).match(seed=7)
    (tmp_path / "position.json").write_text(json.dumps(match.position.view(0).to_json()))
    here = json.loads(run("odds", "heckmeck", "--position", "position.json", "--json").stdout)["here"]
    assert set(here["moves"]) == {str(move) for move in match.legal_moves}
    assert here["expected_worms"] == max(move["value"] for move in here["moves"].values())
    assert here["fail"] + sum(here["totals"].values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ("hekmeck", "there is no game 'hekmeck'"),
        ("heckmeck --position missing", "cannot read missing: No such file or directory"),
        ("heckmeck --position text", "text is no position: it is neither a line that begins with stammtisch/ nor JSON"),
        ("heckmeck --position half.json", "half.json: a position must be an object that gives its 'version'"),
        ("heckmeck --position barbecue.json", "barbecue.json is a position of barbecue, not of heckmeck"),
        (
            "heckmeck --position nine.json",
            "nine.json: this position cannot come about in Heckmeck am Bratwurmeck: thrown and falling make 0 + 9 dice",
        ),
        ("heckmeck --plot odds.doc", "a plot is written as .svg, .png, .pdf, so 'odds.doc' will not do"),
        ("heckmeck --plot nowhere/odds.svg", "cannot write nowhere/odds.svg: there is no folder nowhere"),
    ],
)
def test_an_error_is_one_sentence(run: Run, tmp_path: Path, flags: str, sentence: str) -> None:
    (tmp_path / "text").write_text("kept: worm")
    (tmp_path / "half.json").write_text('{"game": "heckmeck"}')
    (tmp_path / "barbecue.json").write_text(json.dumps(stammtisch.load("barbecue").start().to_json()))
    nine = stammtisch.load("heckmeck").start().to_json()
    nine["state"]["falling"] = 9
    (tmp_path / "nine.json").write_text(json.dumps(nine))
    done = run("odds", *flags.split())
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_a_solver_or_matplotlib(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(stammtisch.OptionError, match=r"there are no odds for .* yet"):
        show_odds(load(TOY), None, as_json=True, plot=None)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(stammtisch.StammtischError, match=r"pip install 'stammtisch\[plots\]'"):
        show_odds(stammtisch.load("heckmeck"), None, as_json=True, plot=tmp_path / "odds.png")


@pytest.mark.parametrize(
    ("nonsense", "reason"),
    [
        ("falling", "thrown and falling make 0 . 127 dice"),
        ("nesting", "nor JSON"),
        ("digits", "nor JSON"),
        ("twice", "is no position: a field is there twice"),
    ],
)
def test_the_odds_of_nonsense_are_one_sentence(tmp_path: Path, nonsense: str, reason: str) -> None:
    written = load("heckmeck").start().to_json()
    written["state"]["falling"] = 127
    twice = json.dumps(written)[:-1] + ', "version": 1}'
    text = {"falling": json.dumps(written), "nesting": "[" * 100_000, "digits": "9" * 10_000, "twice": twice}[nonsense]
    file = tmp_path / "position.json"
    file.write_text(text, "utf-8")
    with pytest.raises(ParseError, match=reason):
        show_odds(load("heckmeck"), file, as_json=False, plot=None)
