"""A first turn on every board in every language: it can be played, nothing English is left, and it fits a phone.

In English too: by finger in test_touch.py, and what fits in test_everywhere.py.
"""

from __future__ import annotations

from contextlib import suppress

import pytest

from stammtisch.core.translation import ENGLISH, LANGUAGES
from tests.examples import TITLES
from tests.page.conftest import People
from tests.page.device import PHONE
from tests.page.languages import left_over
from tests.page.person import Person
from tests.page.random_player import RandomPlayer, by_touch

ENGLISH_TEXT = "Now then. It is your turn."
PLANTED = f"document.querySelector('main').append('{ENGLISH_TEXT}')"


def looks_right(person: Person) -> None:
    """Always: what comes from the server may be on its way, but not for long."""
    with suppress(AssertionError):
        person.until(lambda: not left_over(person.language, person.texts), "translations", 5000)
    assert left_over(person.language, person.texts) == []
    assert person.too_wide == []


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != ENGLISH])
def test_the_first_turns_of_every_game_in_every_language(people: People, language: str) -> None:
    ana = people("Ana", size=PHONE).open()
    ana.chooses(language)
    looks_right(ana)
    ana.open("/new/heckmeck").looks_at_the_options()
    looks_right(ana)
    for game in TITLES:
        ana.open().play_now(game)
        player = RandomPlayer(ana, game, press=by_touch)
        player.play(until=lambda who=player: who.turns > 0, each=lambda: looks_right(ana))  # type: ignore[misc]  # mypy knows no default of a lambda


def test_english_would_be_found(people: People) -> None:
    ana = people(size=PHONE, language="de").open()
    looks_right(ana)
    ana.page.evaluate(PLANTED)
    assert left_over("de", ana.texts) == [ENGLISH_TEXT]
    assert left_over("de", ["Pass", "Passen"]) == ["Pass"]
