"""Page files: the built page, as the server gives it to browsers.

All of it is read when the server starts: it is small, and an address is only ever looked up among the names that were
found, so no address can lead anywhere else on the disk. Only the head of the page differs from address to address: it
says what a messenger shows of a link (previews.py).
"""

from __future__ import annotations

import gzip
import hashlib
import logging
import mimetypes
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from starlette.types import ASGIApp, Receive, Scope, Send

from stammtisch.core.translation import say
from stammtisch.server.process.previews import Previews, address_asked, language_asked, tags

log = logging.getLogger("stammtisch.page_files")

FOLDER = Path(__file__).parents[2] / "page"
ROUTES = frozenset({
    "new", "t", "c", "rules", "learn", "analysis", "puzzles", "verify", "me", "statistics", "people", "dice", "notices",
    "confirm", "unsubscribe", "today",
})  # fmt: skip
"""What an address of the page can begin with. At others people get the page as well, which says so, but as 404."""

FOREVER = b"public, max-age=31536000, immutable"  # the name of an asset has the hash of what is in it
ASK_AGAIN = b"no-cache"  # keep it, but ask whether it is still so
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Not left to the machine: what it believes of these differs from one to the next."""


@dataclass(frozen=True)
class PageFile:
    content: bytes
    packed: bytes | None
    """The same by gzip, where that is worth it."""
    headers: tuple[tuple[bytes, bytes], ...]
    tag: bytes


class PageFiles:
    """The application behind all others: an address that no other has is the page's, or nobody's."""

    def __init__(self, otherwise: ASGIApp, folder: Path = FOLDER, previews: Previews | None = None) -> None:
        self._otherwise = otherwise
        self._previews = previews
        self._files = {
            f"/{path.relative_to(folder).as_posix()}": _read(path, folder)
            for path in (sorted(folder.rglob("*")) if folder.is_dir() else [])
            if path.is_file()
        }
        self._index = self._files.get("/index.html")
        if self._index is None:
            log.warning("there is no page to serve, only the interface for programs: `make web` builds the page")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self._otherwise(scope, receive, send)
            return
        asked = dict(scope["headers"])
        status, found = self._find(scope["path"], asked)
        if found is not None and found is self._index and self._previews and status == 200:
            found = await self._previewed(found, scope["path"], asked)
        if found is None:
            await self._otherwise(scope, receive, send)
        elif status == 200 and found.tag in asked.get(b"if-none-match", b""):
            await _answer(send, 304, found.headers, b"")
        elif found.packed is not None and b"gzip" in asked.get(b"accept-encoding", b""):
            headers = (*found.headers, (b"content-encoding", b"gzip"))
            await _answer(send, status, headers, found.packed, head=scope["method"] == "HEAD")
        else:
            await _answer(send, status, found.headers, found.content, head=scope["method"] == "HEAD")

    async def _previewed(self, index: PageFile, path: str, asked: dict[bytes, bytes]) -> PageFile:
        """The page, with what a messenger shows of this address in its head."""
        assert self._previews
        head, end, rest = index.content.partition(b"</head>")
        preview = await self._previews.of(path, language_asked(asked.get(b"accept-language", b"").decode("latin-1")))
        said = tags(preview, path, self._previews.address or address_asked(asked), self._files)
        made = _file(head + f"  {said}\n  ".encode() + end + rest, TYPES[".html"], ASK_AGAIN)
        vary = (b"vary", b"accept-encoding, accept-language")
        return replace(made, headers=(*(each for each in made.headers if each[0] != b"vary"), vary))

    def _find(self, path: str, asked: dict[bytes, bytes]) -> tuple[int, PageFile | None]:
        if path in self._files:
            return 200, self._files[path]
        first = path.split("/")[1] if path.startswith("/") else ""
        if path == "/" or first in ROUTES:
            return (200, self._index) if self._index else (503, _not_built())
        if b"text/html" in asked.get(b"accept", b"") and first not in ("api", "ws", "assets"):
            return 404, self._index  # a person; a program is refused as ever
        return 404, None


def _read(path: Path, folder: Path) -> PageFile:
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return _file(path.read_bytes(), kind, FOREVER if path.parent == folder / "assets" else ASK_AGAIN)


def _file(content: bytes, kind: str, keep: bytes) -> PageFile:
    packed = gzip.compress(content, mtime=0)
    tag = b'"' + hashlib.sha256(content).hexdigest()[:20].encode() + b'"'
    headers = [
        (b"content-type", kind.encode()),
        (b"cache-control", keep),
        (b"etag", tag),
        (b"vary", b"accept-encoding"),
    ]
    return PageFile(content, packed if len(packed) < 0.9 * len(content) else None, tuple(headers), tag)


def _not_built() -> PageFile:
    """What stands in for the page in a checkout where nobody has built it."""
    title = say("The page has not been built")
    text = say("This server runs, but it has no page to show. Build it with “make web”, then start the server again.")
    html = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><h1>{title}</h1><p>{text}</p>'
    return _file(html.encode(), TYPES[".html"], b"no-store")


async def _answer(
    send: Send, status: int, headers: Iterable[tuple[bytes, bytes]], body: bytes, *, head: bool = False
) -> None:
    length = [] if status == 304 else [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *length]})
    await send({"type": "http.response.body", "body": b"" if head else body})
