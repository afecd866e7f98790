"""What goes over HTTP about notices: requests, and their answers."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from stammtisch.server.protocol.message import Message, Token
from stammtisch.server.protocol.page import Language

Want = Literal["turn", "rematch", "over"]
Wants = Annotated[list[Want], Field(min_length=1, max_length=3)]
Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{16,120}={0,2}$")]
ALL: list[Want] = ["turn", "rematch", "over"]


class PushKeys(Message):
    """The keys of a browser's subscription."""

    p256dh: Key
    auth: Key


class Subscription(Message):
    """A browser's subscription to push messages."""

    endpoint: Annotated[str, StringConstraints(pattern=r"^https?://[!-~]{1,1000}$")]
    keys: PushKeys


class NewChannel(Message):
    """POST /api/my/channels: somewhere to be told of your games. One of the last three."""

    language: Language = "en"
    wants: Wants = ALL
    mail: Annotated[str, StringConstraints(min_length=3, max_length=254)] | None = None
    """A mail address. It gets one message with a link, and nothing else before that link was used."""
    url: Annotated[str, StringConstraints(min_length=3, max_length=1000)] | None = None
    """An address of Apprise: ntfys://…, jsons://…, tgram://…"""
    push: Subscription | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if sum(each is not None for each in (self.mail, self.url, self.push)) != 1:
            raise ValueError("name one of mail, url and push")
        return self


class ChannelTest(Message):
    """POST /api/my/channels/{channel}/test: a message now. An address that was never confirmed gets its link again."""

    language: Language
    """Of this message, and of all that follow."""


class ChannelWishes(Message):
    """POST /api/my/channels/{channel}: what is told there. It is switched on again, if it was off."""

    language: Language
    wants: Wants


class LinkUsed(Message):
    """POST /api/notices/confirm and POST /api/notices/stop"""

    token: Token
    """What stands behind the # of the link."""


class ChannelShown(Message):
    """A channel of yours. Its address is never shown whole again."""

    channel: str
    kind: Literal["mail", "push", "url"]
    shown: str
    language: str
    wants: list[Want]
    confirmed: bool
    """false: its mail address waits for its link to be used."""
    off: Literal["failed", "gone", "stopped"] | None
    """Why nothing is sent there any more: it failed too often, is no longer there, or its link was used."""
    failures: int
    """In a row: the last messages could not be sent, and will be tried again."""
    sent: int | None
    """When you were last told something: milliseconds since 1970."""


class ChannelsShown(Message):
    """The answer to GET /api/my/channels, and to all that changes one of them."""

    address: str | None
    """How this server is reached; null: its operator has not said so, and nothing is sent."""
    mail: bool
    """It can send mail."""
    url: bool
    """It can tell other services."""
    push: str | None
    """The key for a browser that subscribes; null: it cannot push."""
    minutes: float
    """How long you must be away before you are told that it is your turn."""
    channels: list[ChannelShown]


class LinkDone(Message):
    """The answer to LinkUsed."""

    kind: Literal["mail", "push", "url"]
    shown: str


REQUESTS: tuple[type[Message], ...] = (NewChannel, ChannelTest, ChannelWishes, LinkUsed)
REPLIES: tuple[type[Message], ...] = (ChannelsShown, LinkDone)
PARTS: tuple[type[Message], ...] = (Subscription, PushKeys, ChannelShown)
