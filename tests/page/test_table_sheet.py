"""Results from the phones of those who sit at a table: one enters, another corrects or confirms."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.page.conftest import People
from tests.page.device import DESKTOP, PHONE
from tests.page.organiser_page import OrganiserPage
from tests.page.table_sheet import TableSheet
from tests.server.server_process import ServerProcess
from tests.server.tournament_client import NAMES, TournamentClient

TOO_MANY = [(20, 36), (15, 35), (10, 34)]
WRONG = [(12, 36), (7, 33), (3, 28)]
RIGHT = [(12, 36), (3, 28), (7, 33)]


def small(server: ServerProcess, **wanted: Any) -> TournamentClient:
    """Six players at two tables."""
    scheme = {"preset": "free", "game": "heckmeck", "rounds": 2, "final_size": 0}
    tournament = TournamentClient(server, "Spring cup", scheme=scheme, **wanted)
    tournament.enter(NAMES[:6])
    return tournament


def test_one_enters_another_corrects_and_the_first_confirms(people: People, server: ServerProcess) -> None:
    tournament = small(server)
    tournament.draw()
    one, two, three = names = tournament.seated(1, 1)
    organiser = OrganiserPage(people("Olga").open(f"/c/{tournament.id}#key={tournament.shown['key']}"))
    organiser.shows("Tables")
    first = TableSheet(people(one, size=PHONE), tournament.link(1, 1))
    second = TableSheet(people(two, size=PHONE), tournament.link(1, 1))
    assert "key" not in first.page.url
    first.is_there()
    second.is_there()

    second.field("Worms", three).fill("9")
    first.types(dict(zip(names, TOO_MANY, strict=True)))
    with first.person.trouble():
        first.saves()
        expect(first.refused.last).to_have_text(
            "That is 45 worms in all, but the grill holds only 40. "
            "Please check it again. If it is right, ask the organiser to enter it."
        )
    expect(first.field("Worms", two)).to_have_value("15")
    first.types(dict(zip(names, WRONG, strict=True)))
    first.saves()
    expect(first.page.get_by_text("Waiting for somebody else at this table to confirm it")).to_be_visible()
    expect(first.confirm).to_have_count(0)

    expect(second.page.get_by_text(f"Entered by {one}, not confirmed yet")).to_be_visible()
    expect(organiser.table(1)).to_contain_text(f"Entered by {one}, not confirmed yet")
    assert second.lines == ["1. 12 36 18", "2. 7 33 10", "3. 3 28 4"]
    second.corrects()
    expect(second.field("Worms", three)).to_have_value("9")  # what was typed before the result came
    expect(second.page.get_by_text(f"{one} has entered a result in the meantime.")).to_be_visible()
    second.types(dict(zip(names, RIGHT, strict=True)))
    second.saves()

    expect(first.page.get_by_text(f"Entered by {two}, not confirmed yet")).to_be_visible()
    assert tournament.scores(1, 1) == [12, 3, 7]
    assert not tournament.table(1, 1)["confirmed"]
    first.confirms()
    expect(second.page.get_by_text(f"Confirmed by {one}.")).to_be_visible()
    expect(second.page.get_by_role("heading", name="Current standings")).to_be_visible()
    assert tournament.table(1, 1)["confirmed"].endswith(one)
    expect(organiser.confirmed(1)).to_be_visible()

    other = tournament.table(1, 2)["seats"]
    lines = [
        {"player": player, "score": score, "mark": mark} for player, (score, mark) in zip(other, RIGHT, strict=True)
    ]
    tournament.do({"kind": "result", "round": 1, "table": 2, "lines": lines})
    tournament.draw()
    table = 1 if two in tournament.seated(2, 1) else 2
    expect(second.page.get_by_text(re.compile(f"^Round 2 is drawn: you are at table {table}\\."))).to_be_visible()


def at_the_first_table(people: People, server: ServerProcess) -> tuple[TournamentClient, list[str], TableSheet]:
    """A tournament whose first round is drawn, who sits at table 1, and the phone of the first of them."""
    tournament = small(server)
    tournament.draw()
    names = tournament.seated(1, 1)
    phone = TableSheet(people(names[0], size=PHONE), tournament.link(1, 1))
    phone.is_there()
    return tournament, names, phone


def test_what_was_typed_outlives_a_lost_connection(people: People, server: ServerProcess) -> None:
    tournament, names, phone = at_the_first_table(people, server)
    phone.types(dict(zip(names, RIGHT, strict=True)))
    with phone.person.trouble():
        phone.person.context.set_offline(True)
        phone.saves()
        expect(phone.refused.last).to_contain_text("The server cannot be reached. Nothing is lost")
        expect(phone.page.get_by_text("Not connected.")).to_be_visible()
        phone.person.context.set_offline(False)
        expect(phone.page.get_by_text("Not connected.")).to_be_hidden()
    expect(phone.field("Worms", names[1])).to_have_value("3")
    phone.saves()
    expect(phone.page.get_by_text("Waiting for somebody else at this table to confirm it")).to_be_visible()
    assert tournament.scores(1, 1) == [12, 3, 7]


def test_what_was_typed_outlives_a_page_that_is_loaded_again(people: People, server: ServerProcess) -> None:
    tournament, names, phone = at_the_first_table(people, server)
    phone.types(dict(zip(names[:2], RIGHT[:2], strict=True)))
    phone.left(names[2]).check()
    phone.page.reload()  # as phones do by themselves, with pages that were not looked at for a while
    expect(phone.field("Worms", names[1])).to_have_value("3")
    expect(phone.left(names[2])).to_be_checked()
    phone.left(names[2]).uncheck()
    phone.types({names[2]: RIGHT[2]})
    phone.saves()
    expect(phone.page.get_by_text("Waiting for somebody else at this table to confirm it")).to_be_visible()
    assert tournament.scores(1, 1) == [12, 3, 7]

    phone.person.button("Edit it").click()
    phone.field("Worms", names[1]).fill("9")
    phone.person.button("Cancel").click()
    phone.page.reload()
    phone.person.button("Edit it").click()
    expect(phone.field("Worms", names[1])).to_have_value("3")  # what was thrown away stays so


def test_nobody_is_kept_out_of_a_sheet(people: People, server: ServerProcess) -> None:
    tournament = small(server)
    tournament.draw()
    phone = TableSheet(people(tournament.seated(1, 2)[1], size=PHONE), tournament.link(1, 2))
    barriers = {"who": phone.person.barriers()}
    phone.is_there()
    phone.field("Worms", tournament.seated(1, 2)[0]).wait_for()
    for scheme in ("light", "dark"):
        phone.page.emulate_media(color_scheme=scheme)
        barriers[scheme] = phone.person.barriers()
    assert phone.person.too_wide == []
    phone.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    barriers["wide"] = phone.person.barriers()
    assert not any(barriers.values()), barriers
    phone.page.reload()
    expect(phone.page.get_by_text(f"You are {phone.person.name}.")).to_be_visible()


def test_without_the_key_of_the_table_nothing_can_be_entered(people: People, server: ServerProcess) -> None:
    tournament = small(server)
    tournament.draw()
    stranger = people("Zoe", size=PHONE).open(tournament.link(1, 1).partition("#")[0])
    expect(stranger.page.get_by_role("alert")).to_contain_text("Scan the code on the table again.")
    expect(stranger.button("Save the result")).to_have_count(0)


def test_a_player_whom_the_organiser_entered_takes_the_place(people: People, server: ServerProcess) -> None:
    tournament = small(server, online={})
    key = tournament.shown["claims"]["2"]
    ben = people("Ben", size=PHONE).open(f"/c/{tournament.id}/me#key={key}")
    ben.button("I am Ben").click()
    ben.page.wait_for_url(re.compile(f"/c/{tournament.id}$"))
    assert "2" not in tournament.shown["claims"]
    another = people("Mallory", size=PHONE).open(f"/c/{tournament.id}/me#key={key}")
    with another.trouble():
        another.button("I am Ben").click()
        expect(another.page.get_by_role("alert")).to_have_text("Somebody else has already used this link.")
