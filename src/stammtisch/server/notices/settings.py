"""What the operator offers: the server's own address, his mail server, and how long people must be away."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from stammtisch.core.errors import OptionError
from stammtisch.core.extras import is_installed
from stammtisch.server.notices import keys

MODES = {"smtp": ("insecure", 25), "smtp+tls": ("starttls", 587), "smtps": ("ssl", 465)}


@dataclass(frozen=True, slots=True)
class MailServer:
    """smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS; smtp+tls asks for encryption, smtps begins with it."""

    host: str
    port: int
    mode: str
    sender: str
    user: str | None
    password: str | None

    @classmethod
    def read(cls, text: str) -> MailServer:
        try:
            parts = urlsplit(text)
            mode, port = MODES[parts.scheme]
            asked = dict(parse_qsl(parts.query, strict_parsing=bool(parts.query)))
            user, password = parts.username and unquote(parts.username), parts.password and unquote(parts.password)
            sender = asked.pop("from", user or "")
            if not parts.hostname or "@" not in sender or asked or parts.path.strip("/"):
                raise ValueError
            return cls(parts.hostname, parts.port or port, mode, sender, user, password)
        except (KeyError, ValueError):  # the text has a password in it: it is not repeated
            raise OptionError(
                "a mail server is named by smtp://HOST, smtp+tls://USER:PASSWORD@HOST or smtps://…, "
                "with ?from=ADDRESS where the user is no mail address"
            ) from None


@dataclass(frozen=True)
class NoticeSettings:
    address: str | None = None
    """https://… as people reach this server; without it a message could lead nowhere, and none is sent."""
    mail: MailServer | None = None
    private: bool = False
    """Addresses of the operator's own network may be called."""
    after: int = 5 * 60_000
    """Milliseconds that somebody must be away before he is told that it is his turn."""
    data: Path = Path("stammtisch-data")
    """Where the keys for web push are kept."""

    @classmethod
    def read(
        cls, address: str | None, mail: str | None, *, private: bool, minutes: float, data: Path
    ) -> NoticeSettings:
        if address is not None:
            parts = urlsplit(address)
            if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
                raise OptionError("the server's own address is given as https://HOST or http://HOST:PORT")
            address = f"{parts.scheme}://{parts.netloc}"
        return cls(address, MailServer.read(mail) if mail else None, private, int(minutes * 60_000), data)

    @cached_property
    def url(self) -> bool:
        """Other services can be told, by Apprise."""
        return self.address is not None and is_installed("apprise")

    @cached_property
    def any(self) -> bool:
        """Can people be told at all? If not, the page does not speak of it."""
        return self.address is not None and (self.url or is_installed("pywebpush"))

    @property
    def by_mail(self) -> bool:
        return self.url and self.mail is not None

    @cached_property
    def push(self) -> str | None:
        """The public key that a browser needs; None: there is no web push."""
        return keys.public(self.data) if self.pushes else None

    @property
    def pushes(self) -> bool:
        return self.address is not None and is_installed("pywebpush")
