"""A game from outside on a real server: only where the operator has named it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stammtisch import games
from tests.installed import install
from tests.server import knock
from tests.server.house import House

OPENING: dict[str, Any] = {"game": "toy", "seats": [{}, {"kind": "bot", "bot": "beginner"}]}


def test_a_game_that_the_operator_names(packages: Path, tmp_path: Path) -> None:
    install(packages, "toys", toy="tests.toy")
    with House(tmp_path, "--games", "toy") as house:
        shown = {each["game"]: each for each in knock.ask(house, "GET", "/api/games").json}
        assert sorted(shown) == sorted([*games.names()])
        assert shown["toy"]["name"] == "Marbles"
        assert shown["toy"]["options"][1]["said"] == ["full", "small"]
        assert not shown["toy"]["lesson"]
        assert [each["name"] for each in shown["toy"]["levels"]] == ["beginner", "regular", "expert", "master"]
        assert knock.ask(house, "GET", "/api/games/toy/rules").json["title"] == "Marbles"
        assert knock.ask(house, "GET", "/api/games/toy/lesson").json["code"] == "no_lesson"
        assert knock.ask(house, "POST", "/api/tables", OPENING, token=knock.guest(house)).status == 201


def test_a_game_that_the_operator_does_not_name(packages: Path, tmp_path: Path) -> None:
    install(packages, "toys", toy="tests.toy")
    with House(tmp_path) as house:
        assert "toy" not in [each["game"] for each in knock.ask(house, "GET", "/api/games").json]
        assert knock.ask(house, "GET", "/api/games/toy/rules").status == 404
        assert knock.ask(house, "POST", "/api/tables", OPENING, token=knock.guest(house)).json["code"] == "bad_options"
