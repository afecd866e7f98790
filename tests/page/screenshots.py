"""`make screenshots`: every page and board, wide and narrow, light and dark, to docs/screenshots.

`python -m tests.page.screenshots heckmeck start` takes only those whose name begins so.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Error

from tests.helpers import ROOT
from tests.page.browser import launched
from tests.page.person import DESKTOP, PHONE, Person
from tests.page.pictures import save
from tests.server.house import House

FOLDER = ROOT / "docs" / "screenshots"
FORMS = {"desktop": DESKTOP, "phone": PHONE}
WHOLE_GAME = 10_000
GAMES = {"heckmeck": 12, "barbecue": 14, "zocken": 12, "zatre": 24}
"""How many moves are made before the picture is taken."""


def begun(game: str) -> Callable[[Person], None]:
    def get_there(person: Person) -> None:
        person.open(f"/t/{person.has_opened(game, 'regular', 'beginner', moves=GAMES[game])}")
        person.my_turn.wait_for()

    return get_there


def page(path: str) -> Callable[[Person], None]:
    def get_there(person: Person) -> None:
        person.open(path)

    return get_there


def start_with_tables(person: Person) -> None:
    person.has_opened("zatre", "regular")
    person.open()
    person.page.get_by_text("Go on playing").wait_for()


def waiting(person: Person) -> None:
    person.invites("zocken")
    person.shows_code()


def hint(person: Person) -> None:
    begun("heckmeck")(person)
    person.asks_for_a_hint()


def over(person: Person) -> None:
    person.open(f"/t/{person.has_opened('heckmeck', 'beginner', moves=WHOLE_GAME)}")
    person.page.get_by_role("heading", name="has won").or_(person.page.get_by_text("share the first")).wait_for()


def nothing(person: Person) -> None:
    with person.trouble():  # 404, and it is one
        person.open("/nowhere")


SCENES: dict[str, Callable[[Person], None]] = {
    "start": page("/"),
    "start-tables": start_with_tables,
    "new": page("/new/heckmeck"),
    "waiting": waiting,
    **{game: begun(game) for game in GAMES},
    "hint": hint,
    "over": over,
    **{f"learn-{game}": page(f"/learn/{game}") for game in GAMES},
    "rules": page("/rules/zatre"),
    "verify": page("/verify"),
    "nothing": nothing,
}


def take(browser: Browser, house: House, name: str, form: str) -> list[str]:
    """The pictures of a scene, light and dark, of the same moment; what went wrong meanwhile."""
    person = Person(browser, house, "Ana", size=FORMS[form])
    try:
        SCENES[name](person)
        person.page.wait_for_load_state("networkidle")
        for scheme in ("light", "dark"):
            person.page.emulate_media(color_scheme=scheme)
            person.page.wait_for_timeout(300)  # fonts, and boards that measure themselves
            save(person.page.screenshot(), FOLDER / f"{name}-{form}-{scheme}.png")
        return person.faults
    except (AssertionError, Error) as error:
        return [*person.faults, str(error)[:600]]
    finally:
        person.close()


def main(wanted: list[str]) -> int:
    wrong = []
    with (
        tempfile.TemporaryDirectory() as folder,
        House(Path(folder), "--changes", "10000") as house,
        launched() as browser,
    ):
        for name in SCENES:
            if not wanted or name.startswith(tuple(wanted)):
                print(name, flush=True)
                wrong += [f"{name}: {fault}" for form in FORMS for fault in take(browser, house, name, form)]
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
