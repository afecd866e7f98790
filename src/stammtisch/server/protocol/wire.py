"""Every message between a client and the server, defined once: strict, small, and nothing beyond what is named here.

JSON Schema, the TypeScript types of the page and docs/protocol.md are made from these models (`python -m
tools.protocol.schema`). Every message of a client that carries a `cid` gets exactly one answer with the same `cid`:
Done, Again, Stale or Refused.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias

import orjson
from pydantic import Field, TypeAdapter, ValidationError

from stammtisch.server.protocol.message import (
    Cid,
    Hash,
    Message,
    MoveName,
    SeatNumber,
    Seq,
    Signature,
    TableId,
    Token,
    Unchecked,
    Words,
)
from stammtisch.server.protocol.page import Language, Page
from stammtisch.server.protocol.refusal import Code, in_words
from stammtisch.server.protocol.view import AnyEvent, View

PROTOCOL = 1


# ── From a client ────────────────────────────────────────────────────────────────────────────────────────────────────


class Hello(Message):
    """The first message: which table, who asks, and the last event he has. Answered by Welcome."""

    type: Literal["hello"] = "hello"
    protocol: Literal[1] = 1
    table: TableId
    token: Token | None = None
    """Without a token one watches."""
    since: Seq | None = None
    """The number of the last event that the client has; null: it has nothing."""
    language: Language | None = None
    """For a page: words and figures come with every Welcome and News, in this language. Programs leave it out."""
    pages: bool = False
    """The client takes pages: the Welcome carries the last events only, at most 200, and the client asks for those
    before them, as far as it needs them, by GET /api/tables/{table}/events. Without it everything comes at once, and
    who misses more than 5,000 events, or 500 with words, is refused."""


class Play(Message):
    """Make a move. `seq` is the number of the last event that the client had seen when its player decided."""

    type: Literal["move"] = "move"
    cid: Cid
    seq: Seq
    move: MoveName
    tag: Hash | None = None
    """Vouches for the move and for all lines before it (see docs/fair-dice.md)."""


class Undo(Message):
    """Take the own last move back, as long as it is still the own turn and nothing was thrown or drawn since."""

    type: Literal["undo"] = "undo"
    cid: Cid
    seq: Seq
    tag: Hash | None = None
    """As of a move; the line is {"undo":SEAT,"count":1}."""


class TakeBack(Message):
    """Ask all others for leave to take the last own decision back although dice were thrown since."""

    type: Literal["take_back"] = "take_back"
    cid: Cid
    seq: Seq


class Consent(Message):
    """Answer somebody who asked to take back."""

    type: Literal["consent"] = "consent"
    cid: Cid
    seq: Seq
    agree: bool


class Contribute(Message):
    """The next element of the own hash chain, for a throw that names this seat (see docs/fair-dice.md)."""

    type: Literal["contribute"] = "contribute"
    cid: Cid
    throw: Annotated[int, Field(ge=1, le=2**31)]
    element: Hash
    tag: Hash | None = None
    """Vouches for the element and all lines up to the opening of the throw; needed at tables whose header has keys."""
    old: Hash | None = None
    """After a new chain that the old one has tagged: the next element of the old one, which proves it."""


class NewChain(Message):
    """The head of a new hash chain: before the old one runs out, or because another device has it. A throw that waits
    for the old one is given up and opened again."""

    type: Literal["new_chain"] = "new_chain"
    cid: Cid
    head: Hash
    key: Hash | None = None
    """The key of a new seal: needed without a tag, at tables whose header has keys."""
    tag: Hash | None = None
    """Made with the old chain, whose key stays; without it, nobody can know that the same person began this one."""


class Seal(Message):
    """Sign the end of a game that is over (see docs/fair-dice.md). Clients do this by themselves."""

    type: Literal["seal"] = "seal"
    cid: Cid
    signature: Signature


class Say(Message):
    """Words for everybody at the table."""

    type: Literal["say"] = "say"
    cid: Cid
    text: Words


class Start(Message):
    """The host starts; bots take the empty seats."""

    type: Literal["start"] = "start"
    cid: Cid


class Resign(Message):
    """Give up. With two at the table, or no other person, the game ends; otherwise a bot plays on in this seat."""

    type: Literal["resign"] = "resign"
    cid: Cid


class Back(Message):
    """I am here again: give me my seat back from the bot."""

    type: Literal["back"] = "back"
    cid: Cid


class Rematch(Message):
    """Open the same table again, with the seats rotated."""

    type: Literal["rematch"] = "rematch"
    cid: Cid


Command: TypeAlias = (
    Play | Undo | TakeBack | Consent | Contribute | NewChain | Seal | Say | Start | Resign | Back | Rematch
)
COMMANDS: tuple[type[Message], ...] = (
    Play, Undo, TakeBack, Consent, Contribute, NewChain, Seal, Say, Start, Resign, Back, Rematch
)  # fmt: skip
"""All commands; the authorisation matrix and the fuzzers go over this list."""
UNNUMBERED = (NewChain, Say, Back)
"""Commands that could be carried out again when they come again: no number in them says what they were about."""

hello: TypeAdapter[Hello] = TypeAdapter(Hello)
command: TypeAdapter[Command] = TypeAdapter(Annotated[Command, Field(discriminator="type")])


# ── From the server ──────────────────────────────────────────────────────────────────────────────────────────────────


class Welcome(Message):
    """The answer to Hello: who you are here, every event after `since` (or the last of them, if you take pages), and
    how the table is now."""

    type: Literal["welcome"] = "welcome"
    protocol: Literal[1] = 1
    table: TableId
    seat: int | None
    """Your seat; null: you watch."""
    host: bool
    """You opened this table."""
    key: Token | None = None
    """For the host, before the game begins: the key of the table, which admits to any free seat."""
    seq: Seq
    events: Annotated[list[dict[str, Any]], Unchecked(list[AnyEvent])]
    view: Annotated[dict[str, Any], Unchecked(View)]
    page: Annotated[dict[str, Any] | None, Unchecked(Page | None)] = None
    """If the hello named a language."""
    warming: bool = False
    """The last bot that thought was not ready yet, and a simpler one played for it."""


class News(Message):
    """What has happened, as this viewer may see it, and how the table is now."""

    type: Literal["news"] = "news"
    seq: Seq
    """The number of the last of these events. If the first is not the one after your last, say Hello again."""
    events: Annotated[list[dict[str, Any]], Unchecked(list[AnyEvent])]
    view: Annotated[dict[str, Any], Unchecked(View)]
    page: Annotated[dict[str, Any] | None, Unchecked(Page | None)] = None
    """If the hello named a language."""
    warming: bool = False
    """The last bot that thought was not ready yet, and a simpler one played for it."""


class Present(Message):
    """Who is connected to this table now; it comes when that changes, to whoever named a language in the hello."""

    type: Literal["present"] = "present"
    seats: list[SeatNumber]


class Done(Message):
    """It is done and on disk; `seq` is the number of the event."""

    type: Literal["done"] = "done"
    cid: Cid
    seq: Seq


class Again(Message):
    """It was done before, when the message came for the first time."""

    type: Literal["again"] = "again"
    cid: Cid
    seq: Seq


class Stale(Message):
    """Nothing was done: something had happened that you did not know of. The news are on their way; decide again."""

    type: Literal["stale"] = "stale"
    cid: Cid
    seq: Seq


class Refused(Message):
    """Nothing was done, and why."""

    type: Literal["refused"] = "refused"
    cid: Cid | None
    code: Code
    reason: str
    paragraph: str | None = None
    """Of the rules, such as H3.4."""


ANSWERS: tuple[type[Message], ...] = (Welcome, News, Present, Done, Again, Stale, Refused)


def packed(message: Message) -> bytes:
    """A message as it goes over the wire."""
    return encoded_page(message.__dict__)


def encoded(value: Any) -> bytes:
    """Plain data as JSON. What is `Encoded` in it goes out as it is."""
    return orjson.dumps(value)


def encoded_page(value: Any) -> bytes:
    """The same if a page may be in it: a game may number the figures of its board. That takes twice as long."""
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS)


Encoded = orjson.Fragment
"""JSON that was made before, for a place in a message: what several viewers get is made once."""


def first_fault(error: ValidationError) -> str:
    """What is wrong with a message, in a sentence; nothing of the message itself is repeated."""
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in fault["loc"] if isinstance(part, str) and part.isidentifier())
    return f"{where or 'the message'}: {in_words(fault['type'], fault['msg'])}"


def cid_of(text: str | bytes) -> str | None:
    """Of a message that cannot be read: the client id it seems to have, so that the client knows what was refused."""
    found = re.search(
        r'"cid"\s*:\s*"([A-Za-z0-9_-]{16,64})"', text if isinstance(text, str) else text.decode("utf-8", "replace")
    )
    return found[1] if found else None
