"""Where a server lets itself be sent: a few schemes, out into the world, and nowhere else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from stammtisch.core.errors import OptionError
from stammtisch.server.notices import addresses, keys, routes
from stammtisch.server.notices.channels import Kind
from stammtisch.server.notices.sender import Delivery
from stammtisch.server.notices.sender_process import SenderProcess
from stammtisch.server.notices.settings import MailServer, NoticeSettings
from stammtisch.server.notices.texts import MessageText
from stammtisch.server.protocol.notices import NewChannel
from stammtisch.server.protocol.refusal import Refusal
from tests.server.checklist import row
from tests.server.notice_endpoints import Browser, web

GOOD = {
    "ntfy://my-topic": None,
    "ntfys://ntfy.example/topic?priority=high": "ntfy.example",
    "jsons://user:pass@hook.example:8443/a/b": "hook.example",
    "json://[2001:db8::1]:80/x": "2001:db8::1",
    "tgram://123456789:ABCdefghij_klm/9876543": None,
    "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js?thread=5": None,
    "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/#".rstrip("#"): None,
    "matrixs://user:pass@matrix.example/room": "matrix.example",
}
BAD = [
    "http://example.org/",
    "file:///etc/passwd",
    "exec://ls",
    "mailto://user:pass@example.org",
    "mailtos://user:pass@example.org?to=somebody@example.org",
    "apprise://example.org/token",
    "syslog://",
    "dbus://",
    "windows://",
    "jsons://hook.example/?method=GET",
    "jsons://hook.example/?+X-Header=1",
    "jsons://hook.example/?verify=no",
    "ntfys://ntfy.example/topic?attach=file:///etc/passwd",
    "ntfys://ntfy.example/topic?priority=high&attach=x",
    "jsons://hook.example/#x",
    "jsons://hook.example\\@127.0.0.1/",
    "jsons://hook.example/\r\nX: 1",
    "jsons://höok.example/",
    "jsons:///path",
    "json://" + "a" * 1000,
    "jsons",
    "",
]
INSIDE = [
    "127.0.0.1", "127.1.2.3", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1",
    "::ffff:127.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1", "2002:7f00:1::", "localhost", "",
    "::127.0.0.1", "::a00:1", "64:ff9b:1::7f00:1",
]  # fmt: skip
WRITTEN = MessageText("title", "body", "short", "https://t.example/t/1", "https://t.example/unsubscribe#x", "stop")
OUTSIDE = ["93.184.215.14", "1.1.1.1", "2606:4700:4700::1111"]


@pytest.mark.parametrize(("text", "host"), GOOD.items())
def test_addresses_that_are_taken(text: str, host: str | None) -> None:
    assert addresses.url(text) == addresses.Address(text, host)


@pytest.mark.parametrize("text", BAD)
def test_addresses_that_are_not(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        addresses.url(text)
    assert refused.value.code == "bad_channel"


@pytest.mark.parametrize(
    "text", ["ana", "a@b", "a b@c.de", "ana@example.org\nBcc: x@y.de", "a@b.de,c@d.de", "<a@b.de>"]
)
def test_a_mail_address_is_one_and_nothing_else(text: str) -> None:
    assert addresses.mail(" ana.ionescu+spiel@mail.example.org ").text == "ana.ionescu+spiel@mail.example.org"
    with pytest.raises(Refusal):
        addresses.mail(text)


def test_what_is_inside_is_known_in_every_form() -> None:
    assert [each for each in INSIDE if addresses.is_public(each)] == []
    assert [each for each in OUTSIDE if not addresses.is_public(each)] == []
    for host in ("127.0.0.1", "localhost", "[::1]".strip("[]"), "2130706433", "no.such.host.invalid"):
        with pytest.raises(Refusal):
            addresses.check_public(host)
    addresses.check_public("1.1.1.1")


@row(16)
def test_no_address_is_shown_whole() -> None:
    for text in GOOD:
        shown = addresses.shown("url", text)
        for secret in ("my-topic", "topic?", "pass", "ABCdef", "JHMHI8", "TIiajk", "/room", "/a/b"):
            assert secret not in shown
    assert addresses.shown("url", "jsons://user:pass@hook.example:8443/a/b") == "jsons://hook.example:8443/…"
    assert addresses.shown("mail", "ana.ionescu@example.org") == "an…@example.org"
    assert "abc" not in addresses.shown("push", '{"endpoint":"https://push.example/abc"}')


@row(20)
def test_what_the_operator_says_is_read_and_his_password_not_repeated() -> None:
    server = MailServer.read("smtps://me%40x.example:p%3Aw@mail.example")
    assert (server.host, server.port, server.mode) == ("mail.example", 465, "ssl")
    assert (server.user, server.password, server.sender) == ("me@x.example", "p:w", "me@x.example")
    assert MailServer.read("smtp+tls://u:p@h.example?from=a@b.example").mode == "starttls"
    for wrong in ("http://x:secret@h", "smtp://secret", "smtp://u:secret@h?from=a@b.c&x=1", "smtp://:secret@h:99999"):
        with pytest.raises(OptionError) as error:
            MailServer.read(wrong)
        assert "secret" not in str(error.value)
    for address in ("table.example", "ftp://table.example", "https://table.example/path"):
        with pytest.raises(OptionError):
            NoticeSettings.read(address, None, private=False, minutes=5, data=Path())
    assert (
        NoticeSettings.read("https://T.example/", None, private=False, minutes=5, data=Path()).address
        == "https://T.example"
    )


def test_the_push_key_is_made_once_and_is_its_owners(tmp_path: Path) -> None:
    first = keys.public(tmp_path / "new")
    assert keys.public(tmp_path / "new") == first
    assert len(first) == 87
    (file,) = (tmp_path / "new").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


def test_no_connection_leads_inside_whatever_the_name_said(tmp_path: Path) -> None:
    """The last wall: a name can lead elsewhere when it is asked again, and a service can point to another."""

    async def send(address: str, kind: Kind, *, private: bool) -> str:
        delivery = Delivery(kind, address, WRITTEN, "t", "https://t.example", None, tmp_path, private)
        return await sender.send(delivery)

    sender = SenderProcess()
    try:
        with web() as found:
            subscription = Browser().subscription(f"{found.address}/push")
            push = addresses.push(subscription, plain=True).text
            ways: list[tuple[str, Kind]] = [
                (f"json://{found.host}/", "url"),
                (f"json://localhost:{found.host.partition(':')[2]}/", "url"),
                (f"ntfy://{found.host}/topic", "url"),
                (push, "push"),
            ]
            for private in (False, True):
                outcomes = [asyncio.run(send(address, kind, private=private)) for address, kind in ways]
                assert outcomes == ["sent" if private else "failed"] * len(ways)
                assert len(found.received) == (len(ways) if private else 0)
            found.status = 410
            assert asyncio.run(send(push, "push", private=True)) == "gone"
    finally:
        sender.close()


def test_who_gives_an_address_inside_is_told_so() -> None:
    for host in ("127.0.0.1", "localhost", "169.254.169.254"):
        with pytest.raises(Refusal) as refused:
            asyncio.run(routes._look_up(host))
        assert refused.value.code == "bad_channel"


def test_a_server_without_the_packages_offers_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mail = MailServer.read("smtp://mail.example?from=a@b.example")
    settings = NoticeSettings("https://table.example", mail, data=tmp_path)
    assert (settings.url, settings.by_mail, settings.push is not None) == (True, True, True)
    monkeypatch.setattr("stammtisch.server.notices.settings.is_installed", lambda _: False)
    bare = NoticeSettings("https://table.example", mail, data=tmp_path)
    assert (bare.url, bare.by_mail, bare.push) == (False, False, None)
    with pytest.raises(Refusal, match=r"stammtisch\[notices\]"):
        routes._address(NewChannel(url="ntfy://topic"), bare)
    with pytest.raises(Refusal, match="its own address"):
        routes._address(NewChannel(url="ntfy://topic"), NoticeSettings())
