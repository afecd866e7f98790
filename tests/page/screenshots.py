"""`make screenshots`: every page and board, wide and narrow, light and dark, to docs/screenshots; and what a player
sees of each trick of a dishonest server.

`python -m tests.page.screenshots start learn` takes only those whose names begin with these words.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Error

from tests.examples import EXAMPLE
from tests.helpers import ROOT
from tests.page.browser import launched
from tests.page.device import DESKTOP, PHONE
from tests.page.person import Person
from tests.page.pictures import save
from tests.page.scenes import SCENES
from tests.page.victim import TRICKS, WARNINGS, plays
from tests.server import dishonest
from tests.server.server_process import ServerProcess

FOLDER = ROOT / "docs" / "screenshots"
FORMS = {"desktop": DESKTOP, "phone": PHONE}


def take(browser: Browser, server: ServerProcess, name: str, form: str) -> list[str]:
    """The pictures of a scene, light and dark, of the same moment; what went wrong meanwhile."""
    person = Person(browser, server, "Ana", size=FORMS[form])
    try:
        SCENES[name](person)
        person.at_rest()
        for scheme in ("light", "dark"):
            person.page.emulate_media(color_scheme=scheme)
            person.page.wait_for_timeout(300)  # fonts, and boards that measure themselves
            save(person.page.screenshot(), FOLDER / f"{name}-{form}-{scheme}.png")
        return person.faults
    except (AssertionError, Error) as error:
        return [*person.faults, str(error)[:600]]
    finally:
        person.close()


def take_trick(browser: Browser, server: ServerProcess, trick: str, name: str) -> list[str]:
    """The page of somebody whom the server cheats, on a phone."""
    person = Person(browser, server, trick, size=PHONE)
    try:
        person.open(f"/t/{person.has_opened(EXAMPLE, 'beginner')}")
        assert plays(person, 4), "the page says nothing"
        person.at_rest()
        save(person.page.screenshot(), FOLDER / f"{name}.png")
        return person.faults
    finally:
        person.close()


def main(wanted: list[str]) -> int:
    wrong = []
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder), "--changes", "10000") as server,
        launched() as browser,
    ):
        for name in SCENES:
            if not wanted or name.startswith(tuple(wanted)):
                print(name, flush=True)
                wrong += [f"{name}: {fault}" for form in FORMS for fault in take(browser, server, name, form)]
    with tempfile.TemporaryDirectory() as folder, dishonest.server(Path(folder)) as server, launched() as browser:
        for trick in (*TRICKS, *WARNINGS):
            name = f"cheat-{trick.lower().replace(' ', '-')}"
            if not wanted or name.startswith(tuple(wanted)):
                print(name, flush=True)
                wrong += [f"{name}: {fault}" for fault in take_trick(browser, server, trick, name)]
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
