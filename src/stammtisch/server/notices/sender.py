"""What the sending process does. It is apart from the server: whatever Apprise does there cannot stop a game.

Every connection of that process is looked at in the moment it is made, after all names have been resolved and all
redirections followed. None goes into the operator's own network, but to his mail server or where he allows it.
"""

from __future__ import annotations

import json
import logging
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import urlsplit

from stammtisch.bots import worker_process
from stammtisch.server.notices import keys
from stammtisch.server.notices.addresses import SCHEMES, is_public
from stammtisch.server.notices.channels import Kind
from stammtisch.server.notices.settings import MailServer
from stammtisch.server.notices.texts import MessageText

Outcome: TypeAlias = Literal["sent", "failed", "gone"]
SECONDS = 15.0
TTL = 24 * 3600  # seconds that a push service keeps what it cannot deliver


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message, and all that is needed to send it."""

    kind: Kind
    address: str
    written: MessageText
    tag: str
    """Of the message: who gets it twice can know it by this."""
    origin: str
    """This server."""
    mail: MailServer | None
    data: Path
    private: bool


_allowed: bool = False  # may this delivery go into the operator's own network?


def enter() -> None:
    """The first thing that this process does."""
    worker_process.set_up()
    logging.disable()  # addresses are secrets, and this process says what became of a delivery by its answer
    sys.addaudithook(_guard)


def _guard(event: str, args: tuple[Any, ...]) -> None:
    if event == "socket.connect" and not _allowed:
        address = args[1]
        if not isinstance(address, tuple) or not is_public(str(address[0])):
            raise PermissionError("not out in the world")


def send(delivery: Delivery) -> Outcome:
    global _allowed
    _allowed = delivery.private or delivery.kind == "mail"
    try:
        match delivery.kind:
            case "push":
                return _push(delivery)
            case "mail":
                return "sent" if _by_mail(delivery) else "failed"
            case "url":
                return "sent" if _by_url(delivery) else "failed"
    except Exception:  # of whatever is wrong with somebody's address, all that counts is that nothing was sent
        return "failed"
    finally:
        _allowed = False


def _asset() -> Any:
    import apprise

    return apprise.AppriseAsset(
        app_id="Stammtisch",
        app_desc="Stammtisch",
        app_url="",
        storage_mode="memory",
        http_redirects=False,
        image_url_mask="",
        interpret_emojis=False,
        async_mode=False,
    )


def _by_url(delivery: Delivery) -> bool:
    import apprise

    service = apprise.Apprise.instantiate(delivery.address, asset=_asset(), suppress_exceptions=True)
    if service is None or delivery.address.partition("://")[0].lower() not in SCHEMES:
        return False
    service.socket_connect_timeout = service.socket_read_timeout = SECONDS
    text = apprise.NotifyFormat.TEXT
    return bool(service.notify(title=delivery.written.title, body=delivery.written.body, body_format=text))


def _by_mail(delivery: Delivery) -> bool:
    import apprise
    from apprise.plugins.email.base import NotifyEmail

    server = delivery.mail
    if server is None:
        return False
    service = NotifyEmail(
        host=server.sender.rpartition("@")[2].strip("> "),
        smtp_host=server.host,
        port=server.port,
        user=server.user,
        password=server.password,
        secure=server.mode != "insecure",
        secure_mode=server.mode,
        from_addr=server.sender,
        targets=[delivery.address],
        format=apprise.NotifyFormat.TEXT.value,
        headers={
            "List-Unsubscribe": f"<{delivery.written.stop}>",
            "Auto-Submitted": "auto-generated",
            "X-Stammtisch-Notice": delivery.tag,
        },
        asset=_asset(),
    )
    service.smtp_host, service.port, service.secure_mode = server.host, server.port, server.mode  # nothing guessed
    text = apprise.NotifyFormat.TEXT
    return bool(service.notify(title=delivery.written.title, body=delivery.written.body, body_format=text))


def _push(delivery: Delivery) -> Outcome:
    import requests
    from pywebpush import WebPushException, webpush

    written = delivery.written
    said = {
        "title": written.title,
        "body": written.short,
        "link": written.link,
        "stop": written.stop,
        "stop_words": written.stop_words,
        "tag": delivery.tag,
    }
    session = requests.Session()
    session.max_redirects = 0
    try:
        webpush(
            json.loads(delivery.address),
            json.dumps(said, ensure_ascii=False),
            vapid_private_key=str(keys.path(delivery.data)),
            vapid_claims={"sub": f"mailto:{_operator(delivery)}"},
            ttl=TTL,
            timeout=SECONDS,
            requests_session=session,
        )
    except WebPushException as error:
        return "gone" if error.status_code in (404, 410) else "failed"
    return "sent"


def _operator(delivery: Delivery) -> str:
    """Whom a push service may write to if something is wrong: mail comes from there, too."""
    if delivery.mail:
        return delivery.mail.sender.rpartition("<")[2].strip("> ")
    return f"stammtisch@{urlsplit(delivery.origin).hostname}"
