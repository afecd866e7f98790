"""A guest keeps his games across devices, and is forgotten when he asks for it."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from tests.page.conftest import People
from tests.page.test_two_browsers import agree, play
from tests.server.server_process import ServerProcess

PASSWORD = "a worm in the kitchen"


def test_a_game_goes_on_at_another_device_and_back(people: People) -> None:
    ana, phone = people("Ana"), people("Phone")
    table = ana.open().play_now("heckmeck")
    play(2, ana)
    story = ana.told

    ana.button("Settings").click()
    ana.page.get_by_role("link", name="Account and devices").click()
    ana.keeps_games("ana-plays", PASSWORD)
    ana.open("/")  # the table is closed here: nobody else can give this seat's part of the dice

    phone.open("/me")
    phone.logs_in("Ana-Plays", PASSWORD)
    phone.page.get_by_role("status").filter(has_text="You are logged in").wait_for()
    phone.open("/").page.get_by_role("link", name="Heckmeck").filter(
        has_text=re.compile("turn\\.|waiting for you|being played")
    ).click()
    assert phone.at_table() == table
    play(4, phone)
    assert phone.told[: len(story)] == story

    ana.open(f"/t/{table}")  # both at once: whichever is used
    expect(ana.page.get_by_text("This game is open on another device")).to_be_visible()
    play(2, ana)
    play(2, phone)
    agree(ana, phone)

    phone.page.goto("about:blank")
    play(3, ana)  # and back

    ana.open("/me")
    devices = ana.page.get_by_role("listitem").filter(has_text="Log out")
    expect(devices).to_have_count(2)
    ana.button("Log out Chrome, Linux").click()
    expect(devices).to_have_count(1)
    with phone.trouble():
        phone.page.goto("/me")
        phone.page.get_by_role("status").filter(has_text="You are logged out").wait_for()


def test_nobody_is_lost_by_logging_in(people: People) -> None:
    ana, ion = people("Ana"), people("Ion")
    ana.open().play_now("zocken")
    ana.open("/me").keeps_games("ana-again", PASSWORD)
    ion.open().play_now("heckmeck")
    ion.open("/me")
    with ion.trouble():  # 403
        ion.logs_in("ana-again", "not this one")
        dialog = ion.page.get_by_role("dialog", name="Who is playing here?")
        expect(dialog).to_contain_text("with 1 game")
        dialog.get_by_role("button", name="Log in as ana-again").click()
        expect(ion.page.get_by_role("alert").filter(has_text="Wrong username or password")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    ion.logs_in("ana-again", PASSWORD)
    dialog.get_by_role("button", name="Log in as ana-again").click()
    expect(ion.page.get_by_role("heading", name="@ana-again")).to_be_visible()
    ion.open("/").page.get_by_role("link", name="Zocken").filter(
        has_text=re.compile("turn\\.|waiting for you|being played")
    ).wait_for()
    ion.open("/me").button("Switch to Guest").click()
    expect(ion.page.get_by_role("heading", name="a guest on this device")).to_be_visible()
    ion.open("/").page.get_by_role("link", name="Heckmeck").filter(
        has_text=re.compile("turn\\.|waiting for you|being played")
    ).wait_for()


def test_export_and_delete_me(people: People, server: ServerProcess) -> None:
    ana, ion = people("Anastasia"), people("Ion")
    table, link = ana.invites("heckmeck")
    ion.accepts(link)
    play(2, ana, ion)
    ana.page.get_by_label("Say something to the table").fill("unverwechselbar")
    ana.page.keyboard.press("Enter")
    ion.page.get_by_role("log", name="Chat").get_by_text("unverwechselbar").wait_for()
    ana.open("/me").keeps_games("anastasia-7", PASSWORD)
    with ana.page.expect_download() as download:
        ana.button("Export my data").click()
    data = json.loads(Path(download.value.path()).read_text())
    assert data["account"]["handle"] == "anastasia-7"
    assert [each["table"] for each in data["tables"]] == [table]
    assert "unverwechselbar" in str(data)

    ana.button("Delete my data …").click()
    dialog = ana.page.get_by_role("dialog", name="Delete my data")
    dialog.get_by_label("Your password").fill(PASSWORD)
    dialog.get_by_role("button", name="Delete permanently").click()
    ana.page.get_by_role("status").filter(has_text="Your account is deleted").wait_for()
    assert "Anastasia" not in ana.storage()

    expect(ion.page.get_by_role("heading", name="You win!")).to_be_visible()
    ion.page.reload()
    expect(ion.page.get_by_role("list", name="Players")).to_contain_text("Somebody")
    ion.verifies_the_dice()
    assert not [text for text in ion.texts if "Anastasia" in text or "unverwechselbar" in text]
    for path in server.folder.rglob("*"):
        for trace in ("Anastasia", "anastasia-7", "unverwechselbar"):
            assert not path.is_file() or trace.encode() not in path.read_bytes(), path
