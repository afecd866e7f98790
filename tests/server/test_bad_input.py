"""Bad input in every message: refused by the decoder, or by the table; and nothing has changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress

import pytest

from stammtisch.server.people.guests import clean_name
from stammtisch.server.protocol import strict_json, wire
from stammtisch.server.protocol.message import Message
from stammtisch.server.protocol.refusal import Refusal, StaleCommand
from tests.server import bad_input
from tests.server.checklist import row
from tests.server.table_driver import TableDriver

STRANGE = ("a\0b", "\ud800", "half\udfff", "\x1b[31mred", "line\nbreak\x85", "\u202eevil", "a\u200bb", "\U000e0041tag")


def is_refused(decode: Callable[[bytes], object], text: bytes) -> bool:
    try:
        decode(text)
    except ValueError:
        return True
    return False


@row(9)
def test_every_message_is_in_the_table() -> None:
    assert set(bad_input.GOOD) == set(wire.COMMANDS)
    for kind, good in bad_input.GOOD.items():
        assert type(strict_json.command(json.dumps(good))) is kind
        assert {*good, *bad_input.OPTIONAL.get(kind, ())} == set(kind.model_fields)


@row(9)
@pytest.mark.parametrize("kind", bad_input.OPTIONAL, ids=lambda kind: kind.__name__)
def test_bad_hashes_are_refused(kind: type[Message]) -> None:
    for name in bad_input.OPTIONAL[kind]:
        good = {**bad_input.GOOD[kind], name: "ab" * 32}
        assert type(strict_json.command(json.dumps(good))) is kind
        for where, text in bad_input.values(good):
            if where == name:
                assert is_refused(strict_json.command, text) or json.loads(text)[name] is None


@row(9)
@pytest.mark.parametrize("kind", wire.COMMANDS, ids=lambda kind: kind.__name__)
def test_bad_input_is_refused(kind: type[Message]) -> None:
    driver = TableDriver("heckmeck", chat=False).sit_all()
    driver.contribute()
    table, good = driver.table, bad_input.GOOD[kind]
    before = table.seq, table.hash, [table.view(seat) for seat in (None, 0, 1)]
    for name, text in bad_input.values(good):
        try:
            command = strict_json.command(text)
        except ValueError as error:
            told = strict_json.reason(error)
            assert len(told) < 200
            assert "x" * 20 not in told
            continue
        value = json.loads(text)[name]
        assert (name in bad_input.ANY_TEXT and isinstance(value, str)) or (
            name == "agree" and value in (True, False)
        ), text
        for guest in ("guest-0", "guest-1", None):
            with pytest.raises((Refusal, StaleCommand)):
                table.do(command, guest, driver.now)
    for text in (*bad_input.shapes(good), *bad_input.PLAIN):
        assert is_refused(strict_json.command, text), text
        assert is_refused(strict_json.hello, text), text
        wire.cid_of(text)
    assert not table.fresh
    assert before == (table.seq, table.hash, [table.view(seat) for seat in (None, 0, 1)])


@row(9)
def test_words_that_cannot_be_stored_never_reach_the_log() -> None:
    driver = TableDriver("heckmeck").sit_all()
    for text in STRANGE:
        command = wire.Say.model_construct(type="say", cid=driver.cid(), text=text)  # as if the decoder had slept
        with suppress(Refusal):
            driver.do(0, command)
    said = [json.loads(each.payload)["text"] for each in driver.rows if each.kind == "said"]
    assert len(said) == len(STRANGE) - 1  # in one of them there is nothing to say
    for text in said:
        assert text.isprintable()
        text.encode()


@row(17)
@pytest.mark.parametrize(
    "name",
    [
        *(name for name in STRANGE if "\n" not in name),
        "", "   ", "...", "x" * 25, "Z\u0300\u0301algo", "bot beginner", "BOT x", "ｂｏｔ x", "Bot", "\u3164",
        "master bot", "Admin", "Stammtisch Team", "ＳＥＲＶＥＲ",
        "a\u2800", "a\ufe0f", "a\u034fb", "\ue000", "a\ufffeb",
    ],
)  # fmt: skip
def test_names_that_deceive_are_refused(name: str) -> None:
    with pytest.raises(Refusal, match="name"):
        clean_name(name)


@row(17)
@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "  Ann   Lee ",
        "Jürgen",
        "Ju\u0308rgen",
        "李雷",
        "Botho",
        "Guest",
        "Server Sven",
        "Mastermind",
        "<img onerror=x>",
        "O'Neil",
    ],
)
def test_names_of_people_are_welcome(name: str) -> None:
    clean = clean_name(name)
    assert clean.isprintable()
    assert clean == clean_name(clean)
