"""Links to tables, as the page gives them out, by the grammar of docs/page.md. The page reads it in route.svelte.ts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from stammtisch.core.errors import OptionError

KEY = "[A-Za-z0-9_-]{20,100}"
FORMS = "http://HOST/t/TABLE to watch, …#join-KEY for a free seat, …#sit-N-KEY for seat N, …#17 for a moment"
PAGES = {
    "c": "a tournament",
    "new": "the page for new tables",
    "rules": "the rules of a game",
    "learn": "a lesson",
    "puzzles": "a puzzle",
    "today": "the day's game",
    "people": "somebody's figures",
    "verify": "the page that checks dice",
}
"""Other addresses of the page, and what they lead to."""


@dataclass(frozen=True)
class Link:
    """What a link to a table says."""

    address: str
    """The address of the server."""
    table: str
    """The name of the table."""
    seat: int | None = None
    """The one that the key is for; None: any, or none at all."""
    key: str | None = None
    """The key of an invitation."""
    moment: int | None = None
    """The number of an event of a game."""

    @classmethod
    def read(cls, text: str) -> Link:
        """What a link says.

        Raises:
            OptionError: It leads to no table.
        """
        try:
            parts = urlsplit(text.strip())
        except ValueError:
            raise OptionError(f"'{text}' is no link; those to tables are {FORMS}") from None
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise OptionError(f"'{text}' is no link to a server; those to tables are {FORMS}")
        path = re.fullmatch(r"(.*)/t/([^/]*)/?", parts.path)
        if not path:
            page = PAGES.get(parts.path.strip("/").partition("/")[0], "the start page or some other one")
            raise OptionError(f"'{text}' leads to {page}, not to a table; links to tables are {FORMS}")
        if not re.fullmatch("[A-Za-z0-9_-]{8,32}", path[2]):
            raise OptionError(f"'{text}' is not whole: no table is called '{path[2]}'")
        seat, key, moment = _fragment(parts.fragment) if parts.fragment else _asked(parts.query)
        return cls(f"{parts.scheme}://{parts.netloc}{path[1]}", path[2], seat, key, moment)


Said = tuple[int | None, str | None, int | None]


def _fragment(text: str) -> Said:
    if text == "review":
        return None, None, None
    if moment := re.fullmatch("(?:review-)?([0-9]{1,9})", text):
        return None, None, int(moment[1])
    if any_seat := re.fullmatch(f"join-({KEY})", text):
        return None, any_seat[1], None
    if one_seat := re.fullmatch(f"sit-([0-9]{{1,2}})-({KEY})", text):
        return int(one_seat[1]), one_seat[2], None
    raise OptionError(f"the link is not whole: '#{text}' is neither an invitation nor a moment; links are {FORMS}")


def _asked(query: str) -> Said:
    """The old form of an invitation, ?seat=N&key=KEY. The page gives none out: servers on the way would see the key."""
    said = parse_qs(query)
    seat, key = said.get("seat", [None])[0], said.get("key", [None])[0]
    if seat is not None and not re.fullmatch("[0-9]{1,2}", seat):
        raise OptionError(f"the link names no seat: '{seat}' is no number")
    return None if seat is None else int(seat), key, None
