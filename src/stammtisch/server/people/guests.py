"""Guests: a name, and on each device a secret that the browser keeps. The server keeps only the secret's hash."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata

from stammtisch.server.people.handles import OFFICIAL
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.storage.entities import Guest, Session

INVISIBLE = ("Cc", "Cf", "Co", "Cn", "Cs")
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0" + "".join(map(chr, range(0xFE00, 0xFE10))))
"""Letters and marks that show nothing, though Unicode counts them among the visible."""
LONGEST = 24
DEVICE = 40


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_id(size: int = 16) -> str:
    """An unguessable name for a table or a guest; it never begins like an option of a command."""
    return secrets.token_hex(size)


def new_guest(name: str, now: int, *, bot: bool) -> Guest:
    return Guest(new_id(), clean_name(name, program=bot), bot, now)


def new_session(guest: Guest, now: int, device: str = "") -> tuple[Session, str]:
    """A session, and its secret. The client never chooses it, so nobody can make somebody else use one he knows."""
    token = new_token()
    label = " ".join("".join(letter for letter in device if letter.isprintable()).split())[:DEVICE]
    return Session(hashed(token), guest, now, now, label), token


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def clean_name(name: str, *, program: bool = False) -> str:
    """A name fit to be shown: nothing invisible, at most one mark on a letter, not too long."""
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    marks = 0
    for letter in plain:
        if unicodedata.category(letter) in INVISIBLE or letter in BLANK:
            raise Refusal("bad_name", "a name may not have invisible characters")
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > 1:
            raise Refusal("bad_name", "a letter of a name may have one mark at most")
    if not any(letter.isalnum() for letter in plain) or len(plain) > LONGEST:
        raise Refusal("bad_name", f"a name has from 1 to {LONGEST} letters")
    words = set(unicodedata.normalize("NFKC", plain).casefold().split())
    if "bot" in words:
        raise Refusal("bad_name", "names with the word 'bot' are for bots")
    if words <= OFFICIAL and not program:  # a program may be called as the level that it plays
        raise Refusal("bad_name", "this name could be taken for the house's own, or for a bot")
    return plain
