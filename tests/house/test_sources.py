"""docs/sources.md: what it names exists, and it has every option that is another reading."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from stammtisch.core.game import Game
from stammtisch.core.options import show
from stammtisch.tournament.presets import SHARING
from stammtisch.tournament.scheme import Scheme
from tests.helpers import GAMES, ROOT, TOY, load
from tests.house.test_paragraphs import TOURNAMENT, citations

PRINTED = [name for name in GAMES if name != TOY]
PAGE = (ROOT / "docs" / "sources.md").read_text("utf-8")
NO_READING = {"players", "rounds", "open_hands"}
"""Options that the sources leave to those who play, or that are not about the rules."""

_NAMED = re.compile(r"`(\w+)`(?: `(\w+)`)?")


def rows(title: str) -> list[list[str]]:
    """The cells of the table under a heading."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"there is no section {title}"
    lines = [line for line in found[1].splitlines() if line.startswith("|")][2:]
    assert len(lines) > 4
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def named(row: list[str]) -> list[tuple[str, str]]:
    """The options in the last cell, each with its value or ""; a preset is none."""
    return [(name, value) for name, value in _NAMED.findall(row[3]) if not _is_preset(name)]


def _is_preset(name: str) -> bool:
    return any(name in load(game).options.PRESETS for game in PRINTED)


@pytest.mark.parametrize("game", [load(name) for name in PRINTED], ids=PRINTED)
def test_what_is_named_of_a_game_exists(game: Game) -> None:
    choices = {name: [show(value) for value in values] for name, values in game.options.choices().items()}
    for row in rows(game.title):
        assert len(row) == 4
        cited = [*citations(row[0]), *citations(row[3])]
        assert cited
        for name in cited:
            assert name[0] == game.text.LETTER
            assert game.rulebook.cited(name), f"there is no paragraph {name}"
        for option, value in named(row):
            assert option in choices, f"there is no option {option}"
            assert not value or value in choices[option], f"{option} cannot be {value}"


@pytest.mark.parametrize("game", [load(name) for name in PRINTED], ids=PRINTED)
def test_every_option_stands_there_with_all_its_values(game: Game) -> None:
    told = {name for row in rows(game.title) for name in named(row)}
    usual = type(game.options)()
    for option, values in game.options.choices().items():
        if option in NO_READING:
            continue
        if isinstance(values[0], bool):
            assert (option, "") in told, f"{option} is not told"
        else:
            wanted = {(option, show(value)) for value in values if value != getattr(usual, option)} - {(option, "off")}
            assert wanted <= told, f"{wanted - told} is not told"


def test_what_is_named_of_tournaments_exists() -> None:
    settings = {each.name for each in fields(Scheme)}
    for row in rows("Tournaments"):
        assert len(row) == 4
        assert list(citations(row[0]))
        for name in citations(row[0]):
            assert TOURNAMENT.cited(name), f"there is no paragraph {name}"
        for setting, value in named(row):
            assert setting in settings, f"there is no setting {setting}"
            assert not value or value in SHARING
