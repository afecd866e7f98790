"""A first turn on every board in every language: it can be played, nothing English is left, and it fits a phone."""

from __future__ import annotations

import pytest

from stammtisch.core.speech import LANGUAGES
from tests.page.conftest import People
from tests.page.device import PHONE
from tests.page.person import TITLES, Person
from tests.page.player import Player, by_touch
from tests.page.words import left_over

PLANTED = "document.querySelector('main').append('Now it is your turn. It is your turn.')"


def looks_right(person: Person) -> bool:
    assert left_over(person.language, person.texts) == []
    assert person.too_wide == []
    return False


@pytest.mark.parametrize("language", LANGUAGES)
def test_first_turns(people: People, language: str) -> None:
    ana = people("Ana", size=PHONE).open()
    ana.chooses(language)
    looks_right(ana)
    for game in TITLES:
        ana.play_now(game)
        player = Player(ana, game, press=by_touch)
        player.play(until=lambda who=player: (who.moves > 0 and looks_right(ana)) or who.turns > 0)  # type: ignore[misc]
        looks_right(ana)
        ana.open()


def test_english_would_be_found(people: People) -> None:
    ana = people(size=PHONE, language="de").open()
    looks_right(ana)
    ana.page.evaluate(PLANTED)
    assert len(left_over("de", ana.texts)) == 1
    assert left_over("de", ["Pass"]) == ["Pass"]
