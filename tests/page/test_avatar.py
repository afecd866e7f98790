"""What people look like: an avatar that is chosen once is seen by the others too; felt on the own device."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.examples import EXAMPLE
from tests.page.conftest import People
from tests.page.device import PHONE
from tests.page.person import Person
from tests.server import api


def avatar_of(person: Person) -> str:
    """As the server keeps it."""
    return str(api.ask(person.server, "GET", "/api/me/export", token=person.known()).json["guest"]["avatar"])


def test_the_others_see_the_avatar_at_the_table(people: People) -> None:
    ana, ion = people("Ana"), people("Ion", size=PHONE)
    ana.known()
    ana.open("/me")
    ana.page.get_by_role("radio", name="penguin").check()
    ana.until(lambda: avatar_of(ana) == "penguin", "the avatar to be kept")
    _, link = ana.invites(EXAMPLE)
    ion.accepts(link)
    for each in (ana, ion):
        each.until(lambda: each.view.get("status") == "playing", "the game")  # noqa: B023
        assert [seat["avatar"] for seat in each.view["seats"]] == ["penguin", ""]
        expect(each.page.locator(".mat [data-animal]").first).to_have_attribute("data-animal", "penguin")


def test_a_table_of_felt_can_be_read_in_both_themes(people: People) -> None:
    for scheme in ("light", "dark"):
        ana = people(scheme=scheme)
        ana.open(f"/t/{ana.has_opened(EXAMPLE, 'beginner')}")
        ana.my_turn.wait_for()
        for felt in ("green", "blue", "red"):
            ana.button("Settings").click()
            ana.page.get_by_label("Table colour").select_option(felt)
            ana.button("Settings").click()
            assert ana.barriers() == []
