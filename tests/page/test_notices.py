"""Play over days: whose turn it is, what happened since, and being told of it at a real place."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from stammtisch.bots.names import NAMES
from tests.page.conftest import People
from tests.server.notice_endpoints import until, web

BOT = f"({'|'.join(NAMES)})"
NEWS = re.compile(rf"Ana, {BOT}.*\1", re.S)
"""Who plays, and what one of them did."""
AGO = "ms => { const seen = JSON.parse(localStorage['stammtisch.seen']); for (const each of Object.values(seen))" \
    " each.at -= ms; localStorage['stammtisch.seen'] = JSON.stringify(seen); }"  # fmt: skip


def test_the_start_page_says_whose_turn_it_is_and_what_happened(people: People) -> None:
    ana = people("Ana")
    table = ana.has_opened("heckmeck", "beginner", moves=1)
    ana.open(f"/t/{table}")
    ana.my_turn.wait_for()
    seen = ana.seq
    ana.open()
    mine = ana.page.locator(f'a[href="/t/{table}"]')
    expect(mine).to_contain_text("It is your turn.")
    expect(mine).not_to_contain_text(NEWS)
    ana.page.get_by_text("1 game is waiting for you").wait_for()
    expect(ana.page).to_have_title("(1) Stammtisch")

    ana.plays_elsewhere(table, turns=2)  # her own, and the bot's
    ana.page.evaluate(AGO, 3 * 3600_000)
    ana.open()
    expect(mine).to_contain_text(NEWS)
    mine.click()
    card = ana.page.get_by_role("region", name="Since you left")
    expect(card).to_be_visible()
    lines = card.get_by_role("listitem").all_inner_texts()
    assert lines
    assert all(re.search(BOT, line) for line in lines)  # what she did herself she knows
    assert set(lines) <= set(ana.told)
    assert ana.seq > seen
    card.get_by_role("button", name="Got it").click()
    expect(card).to_have_count(0)
    ana.page.reload()
    ana.my_turn.wait_for()
    expect(card).to_have_count(0)


def test_who_was_away_for_a_moment_is_told_nothing(people: People) -> None:
    ana = people("Ana")
    table = ana.has_opened("heckmeck", "beginner", moves=1)
    ana.open(f"/t/{table}")
    ana.my_turn.wait_for()
    ana.plays_elsewhere(table, turns=2)
    ana.page.reload()
    ana.my_turn.wait_for()
    expect(ana.page.get_by_role("region", name="Since you left")).to_have_count(0)


def test_a_channel_is_added_tried_told_and_stopped(people: People) -> None:
    ana = people("Ana")
    ana.known()
    with web() as hook:
        ana.open("/notices")
        ana.page.get_by_label("Address").fill(f"json://{hook.host}/ana")
        ana.button("Add").click()
        expect(ana.page.get_by_text("Nothing has been sent yet.")).to_be_visible()
        assert f"{hook.host}/ana" not in ana.page.content()
        ana.button("Send a test message").click()
        until(lambda: len(hook.received) == 1)
        assert hook.received[0].json["title"] == "Stammtisch can reach you"

        table = ana.has_opened("heckmeck", "beginner")
        until(lambda: len(hook.received) == 2)
        message = hook.received[1].json["message"]
        assert f"{ana.server.address}/t/{table}" in message
        ana.open(re.findall(r"http\S+/t/\S+", message)[0])
        ana.my_turn.wait_for()

        ion = people("Ion")  # whoever reads the message, on whatever device
        ion.open(re.findall(r"http\S+/unsubscribe#\S+", message)[0])
        ion.button("Stop notifications").click()
        expect(ion.page.get_by_role("status")).to_contain_text("Nothing more will be sent to json://127.0.0.1")
        ana.open("/notices")
        expect(ana.page.get_by_text("Switched off by the link in a message.")).to_be_visible()
        ana.button("Switch on again").click()
        expect(ana.page.get_by_text("Last notified:")).to_be_visible()
        ana.button("Remove").click()
        expect(ana.page.get_by_text("Removed.")).to_be_visible()


def test_a_browser_is_asked_only_when_the_button_was_pressed(people: People) -> None:
    ana = people("Ana", worker=True)
    ana.known()
    ana.context.add_init_script(
        "const ask = Notification.requestPermission.bind(Notification); window.asked = 0;"
        "Notification.requestPermission = () => { window.asked++; return ask(); };"
    )
    ana.open("/notices")
    ana.button("Notify me on this device").wait_for()
    assert ana.page.evaluate("window.asked") == 0
    ana.button("Notify me on this device").click()
    expect(ana.page.get_by_role("alert")).to_contain_text(
        "This browser does not allow notifications."
    )  # one without a screen
    assert ana.page.evaluate("window.asked") == 1


def test_what_is_pushed_is_shown_with_a_way_to_stop_it(people: People) -> None:
    """A browser without a screen shows no notifications: seen is what our worker gives it to show."""
    ana = people("Ana", worker=True)
    ana.open().page.evaluate("navigator.serviceWorker.ready.then(worker => worker.active.state)")
    (worker,) = ana.context.service_workers
    worker.evaluate("() => {self.shown = []; registration.showNotification = async (...said) => shown.push(said)}")
    line = ana.context.new_cdp_session(ana.page)
    found: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    line.send("ServiceWorker.enable")
    ana.until(lambda: bool(found), "the worker")
    here = ana.server.address
    said = {"title": "Your turn", "body": "Ion waits.", "link": f"{here}/t/abc", "stop": f"{here}/unsubscribe#x"}
    data = json.dumps({**said, "stop_words": "Unsubscribe", "tag": "1"})
    line.send("ServiceWorker.deliverPushMessage", {"origin": here, "registrationId": found[-1], "data": data})
    ana.until(lambda: bool(worker.evaluate("shown.length")), "the notification")
    ((title, shown),) = worker.evaluate("shown")
    assert (title, shown["body"], shown["tag"]) == ("Your turn", "Ion waits.", "1")
    assert shown["data"] == {"link": said["link"], "stop": said["stop"]}
    assert shown["actions"] == [{"action": "stop", "title": "Unsubscribe"}]
