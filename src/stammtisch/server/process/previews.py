"""Previews: what a messenger shows of a link before anybody opens it — a title, a sentence and a picture (Open Graph).

They say what the page at this address shows to everybody, and no more: keys are behind the `#`, which no server sees.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from stammtisch.core.extras import is_installed
from stammtisch.core.translation import ENGLISH, LANGUAGES, say, speaking
from stammtisch.server.clock import now
from stammtisch.server.process.server import Server
from stammtisch.server.storage.dealt import is_sealed
from stammtisch.server.storage.entities import TableSummary
from stammtisch.server.study import library
from stammtisch.server.table.sentences import called
from stammtisch.server.tournaments import index

log = logging.getLogger("stammtisch.previews")

NAME = re.compile(r"[A-Za-z0-9_-]{8,32}")
HOST = re.compile(r"[A-Za-z0-9.:\[\]-]{1,255}")
SIZE = (1200, 630)
GAME_PAGES = ("new", "rules", "learn", "puzzles")


@dataclass(frozen=True)
class Preview:
    title: str
    text: str
    picture: str = "stammtisch"
    """A game, or the house."""
    own: str = ""
    """The address of a picture of its own."""


class Previews:
    def __init__(self, server: Server) -> None:
        self._server = server

    @property
    def address(self) -> str | None:
        """How people reach this server, if its operator has told it."""
        return self._server.notice_settings.address

    async def of(self, path: str, language: str) -> Preview:
        """Of an address of the page. If it leads nowhere, or something fails, it is the house's own."""
        try:
            return await asyncio.to_thread(self._found, path, language)
        except Exception:  # the page itself must come all the same
            log.exception("a link could not be previewed")
            return self._house()

    def _found(self, path: str, language: str) -> Preview:
        first, _, rest = path.strip("/").partition("/")
        name = rest.partition("/")[0]
        with speaking(language):
            if first == "t" and NAME.fullmatch(name) and (table := self._server.store.table_summary(name)):
                if is_sealed(self._server.store, name, now()):
                    return self._house()
                return self._table(table, language)
            if first == "c" and NAME.fullmatch(name) and (cup := index.summary(self._server.store, name)):
                return Preview(cup["title"], self._tournament(cup), cup["game"])
            if first in GAME_PAGES and name in _summaries(language):
                return Preview(*_summaries(language)[name], name)
            return self._house()

    def _house(self) -> Preview:
        return Preview(
            "Stammtisch",
            say(
                "Four tabletop games, with friends or against bots that play at the level they claim, "
                "and with dice that you can verify."
            ),
        )

    def _table(self, summary: TableSummary, language: str) -> Preview:
        told = json.loads(summary.summary)
        title, about = _summaries(language)[summary.game]
        names = called([seat["name"] for seat in told["seats"]])
        people = [name for name in names if name]
        if summary.status == "waiting":
            host = told.get("host")
            by = say("{name} invites you to {game}", name=names[host], game=title) if host is not None else ""
            return Preview(by or say("You are invited to {game}", game=title), about, summary.game)
        result = told["result"]
        if result and result.get("scores"):
            scored = [f"{name} {score}" for name, score in zip(names, result["scores"], strict=True)]
            text = say("The game is over. Look at every move of it, and check its dice.")
            own = f"/api/tables/{summary.table}/picture.png?language={language}" if is_installed("PIL") else ""
            return Preview(f"{title}: {', '.join(scored)}", text, summary.game, own)
        over = summary.status == "over"
        text = say("The game is over.") if over else say("The game is being played. You can watch it.")
        return Preview(f"{title}: {', '.join(people)}", text, summary.game)

    @staticmethod
    def _tournament(summary: Mapping[str, object]) -> str:
        game = library.the_game(str(summary["game"])).title
        if summary["phase"] == "closed":
            return say("A tournament of {game}. It is over: look at the final table.", game=game)
        return say("A tournament of {game}: players, tables and standings.", game=game)


def _summaries(language: str) -> dict[str, tuple[str, str]]:
    """The title of every game, and what it is about."""
    return {each.game: (each.title, each.summary) for each in library.shown_games(language)}


def tags(preview: Preview, path: str, address: str | None, pictures: Collection[str]) -> str:
    """As they stand in the head of the page. Without an address there is no picture: it must be named in full."""
    said = [
        ("og:site_name", "Stammtisch"),
        ("og:type", "website"),
        ("og:title", preview.title),
        ("og:description", preview.text),
    ]
    found = next((each for each in (preview.picture, "stammtisch") if f"/preview/{each}.png" in pictures), None)
    if address:
        said.append(("og:url", address + quote(path)))
    picture = preview.own or (found and f"/preview/{found}.png")
    if address and picture:
        said += [
            ("og:image", f"{address}{picture}"),
            ("og:image:width", str(SIZE[0])),
            ("og:image:height", str(SIZE[1])),
            ("og:image:alt", preview.title),
        ]
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in said]
    lines.append(f'<meta name="description" content="{escape(preview.text)}" />')
    lines.append('<meta name="twitter:card" content="summary_large_image" />')
    return "\n    ".join(lines)


def address_asked(headers: Mapping[bytes, bytes]) -> str | None:
    """Where whoever asks has reached this server, by what he says himself: only his own answer depends on it."""
    host = headers.get(b"host", b"").decode("latin-1")
    scheme = "https" if headers.get(b"x-forwarded-proto") == b"https" else "http"
    return f"{scheme}://{host}" if HOST.fullmatch(host) else None


def language_asked(accept: str) -> str:
    """The first of our languages that a browser wants; English where it wants none of them."""
    wanted: list[tuple[float, str]] = []
    for part in accept[:200].split(","):
        code, _, weight = part.partition(";q=")
        try:
            wanted.append((-float(weight or 1), code.strip().partition("-")[0].lower()))
        except ValueError:
            continue
    return next((code for weight, code in sorted(wanted, key=lambda each: each[0]) if code in LANGUAGES), ENGLISH)
