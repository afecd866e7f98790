"""Two people in two browsers: they follow each other, see that the other is here, call, and find each other."""

from __future__ import annotations

import json
import re
from functools import partial

from playwright.sync_api import expect

from tests.examples import EXAMPLE, TITLES
from tests.page.conftest import People
from tests.page.device import PHONE
from tests.page.person import Person
from tests.server import api

GAME = TITLES[EXAMPLE]


def seeks(person: Person, *, bots: bool = False) -> str:
    person.open()
    person.button("Play with anybody").click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_label(re.compile("^Game")).select_option(EXAMPLE)
    dialog.get_by_label("After a minute").set_checked(bots)
    assert person.barriers() == []
    dialog.get_by_role("button", name="Look for players").click()
    return person.at_table()


def follows(ana: Person, ion: Person) -> None:
    """As if they had met."""
    me = api.ask(ion.server, "GET", "/api/me", token=ion.known()).json["guest"]
    assert api.ask(ana.server, "PUT", f"/api/my/followed/{me}", token=ana.known()).status == 200


def test_one_tap_calls_somebody_who_is_here_wherever_he_looks(people: People) -> None:
    ana, ion = people("Ana"), people("Ion", size=PHONE)
    follows(ana, ion)
    ana.open()
    followed = ana.page.get_by_role("listitem").filter(has_text="Ion")
    expect(followed).to_contain_text("not here")
    ion.open(f"/rules/{EXAMPLE}")
    expect(followed).to_contain_text("here now")
    assert ana.barriers() == []
    ana.button("Invite Ion").click()
    table = ana.at_table()
    expect(ion.page.get_by_text(f"Ana invites you to {GAME}")).to_be_visible()
    assert ion.barriers() == []
    assert not ion.too_wide
    ion.page.get_by_role("button", name="Join", exact=True).click()
    assert ion.at_table() == table
    ion.button("Sit down").click()
    play(ana, ion)
    expect(ion.page.get_by_text("Ana invites you")).to_have_count(0)


def play(*people: Person) -> None:
    """They wait until their game has begun."""
    for each in people:
        each.until(partial(plays, each), "the game")


def plays(person: Person) -> bool:
    return bool(person.view.get("status") == "playing")


def blocked_by(person: Person) -> list[object]:
    return list(api.ask(person.server, "GET", "/api/my/people", token=person.known()).json["blocked"])


def test_a_call_is_put_away_and_one_need_not_hear_of_somebody_again(people: People) -> None:
    ana, ion = people("Ana"), people("Ion")
    follows(ana, ion)
    ion.open("/dice")
    ana.open()
    ana.button("Invite Ion").click()
    ana.at_table()
    ion.button("Never from Ana").click()
    expect(ion.page.get_by_text("Ana invites you")).to_have_count(0)
    ion.until(lambda: bool(blocked_by(ion)), "what Ion wants")
    ion.open()
    ion.page.get_by_text("People you hear nothing from").click()
    ion.button("Allow Ana again").click()
    expect(ion.button("Allow Ana again")).to_have_count(0)


def test_players_are_followed_after_the_game(people: People) -> None:
    ana, ion = people("Ana"), people("Ion")
    _, link = ana.invites(EXAMPLE)
    ion.accepts(link)
    ion.until(lambda: ion.view.get("status") == "playing", "the game")
    ion.gives_up()
    ana.button("Follow Ion").click()
    ana.page.get_by_text("You follow Ion.").wait_for()
    ana.open()
    followed = ana.page.get_by_role("listitem").filter(has=ana.button("Unfollow Ion"))
    expect(followed).to_contain_text("here now")


def test_two_who_look_for_players_meet_and_the_game_begins(people: People) -> None:
    ana, ion = people("Ana"), people("Ion", size=PHONE)
    table = seeks(ana)
    expect(ana.page.get_by_text("You are looking for players.")).to_be_visible()
    assert ana.barriers() == []
    assert seeks(ion) == table
    play(ana, ion)


def test_whoever_stops_looking_or_closes_the_tab_is_no_longer_met(people: People) -> None:
    ana, ion = people("Ana"), people("Ion")
    table = seeks(ana)
    ana.button("Stop looking").click()
    ana.page.wait_for_url(re.compile(r"/$"))
    assert seeks(ion) == table  # it is free again
    ion.page.close()

    def free() -> bool:
        seats = api.ask(ana.server, "GET", f"/api/tables/{table}").json["view"]["seats"]
        return all(seat["free"] for seat in seats)

    ana.until(free, "the seat of somebody who has closed the tab")
    listed = json.dumps(api.ask(ana.server, "GET", "/api/tables").json)
    assert table not in listed
