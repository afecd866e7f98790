"""The built page as the server gives it: every file by its own name, and nothing else."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import httpx
import pytest
from starlette.routing import Router

from stammtisch.server.http.guard import Guard
from stammtisch.server.process.page_files import ROUTES, PageFiles

BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"
PAGE = "<!doctype html><title>Stammtisch</title>"
SCRIPT = "export const worms = 4;\n" * 20


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "assets" / "index-1a2b.js").write_text(SCRIPT)
    (folder / "assets" / "vollkorn-3c4d.woff2").write_bytes(b"wOF2")
    (folder / "manifest.webmanifest").write_text("{}")
    (tmp_path / "secret.txt").write_text("not for you")
    return folder


def ask(folder: Path, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    async def asking() -> httpx.Response:
        app = Guard(PageFiles(Router().default, folder))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as browser:
            sent = {name.replace("_", "-"): value for name, value in headers.items()}
            return await browser.request(method, path, headers=sent)

    return asyncio.run(asking())


@pytest.mark.parametrize("route", ["", *sorted(ROUTES)])
def test_every_route_is_the_page_and_is_asked_for_again(folder: Path, route: str) -> None:
    for path in (f"/{route}", f"/{route}/heckmeck?seat=1") if route else ("/",):
        answer = ask(folder, path)
        assert (answer.status_code, answer.text) == (200, PAGE)
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"
        again = ask(folder, path, if_none_match=answer.headers["etag"])
        assert (again.status_code, again.content) == (304, b"")


def test_an_asset_is_kept_for_ever_and_sent_small(folder: Path) -> None:
    small = ask(folder, "/assets/index-1a2b.js", accept_encoding="gzip, br")
    large = ask(folder, "/assets/index-1a2b.js", accept_encoding="identity")
    assert small.text == large.text == SCRIPT
    assert int(small.headers["content-length"]) < int(large.headers["content-length"]) == len(SCRIPT)
    assert (small.headers.get("content-encoding"), large.headers.get("content-encoding")) == ("gzip", None)
    assert "immutable" in small.headers["cache-control"]
    assert small.headers["vary"] == "accept-encoding"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/assets/index-1a2b.js", "text/javascript; charset=utf-8"),
        ("/assets/vollkorn-3c4d.woff2", "font/woff2"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ],
)
def test_types_are_right_and_browsers_told_not_to_guess(folder: Path, path: str, kind: str) -> None:
    answer = ask(folder, path)
    assert answer.headers["content-type"] == kind
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers.get_list("cache-control") == [answer.headers["cache-control"]]


def test_the_policy_allows_nothing_inline_and_nobody_else(folder: Path) -> None:
    policy = ask(folder, "/").headers["content-security-policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == rules["script-src"] == "'self'"
    assert not {"style-src", "connect-src", "worker-src"} & set(rules)  # all as default-src says
    assert rules["object-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    "path",
    ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "/assets/..%2f..%2fsecret.txt",
     "/assets/%00", "/assets/", "/assets/none.js", "/api/none", "/none", "/T"],
)  # fmt: skip
def test_nothing_else_is_there(folder: Path, path: str) -> None:
    answer = ask(folder, path)
    assert answer.status_code == 404
    assert "not for you" not in answer.text


def test_a_person_at_an_unknown_address_gets_the_page_and_a_program_does_not(folder: Path) -> None:
    assert ask(folder, "/none", accept=BROWSER).text == PAGE
    assert ask(folder, "/none", accept=BROWSER).status_code == 404
    assert ask(folder, "/none").text != PAGE
    for path in ("/api/none", "/assets/none.js"):
        assert ask(folder, path, accept=BROWSER).text != PAGE


def test_page_files_can_only_be_read(folder: Path) -> None:
    assert ask(folder, "/", "POST").status_code == 404
    head = ask(folder, "/", "HEAD")
    assert (head.status_code, head.content, head.headers["content-length"]) == (200, b"", str(len(PAGE)))


def test_a_checkout_without_the_page_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        answer = ask(tmp_path / "page", "/t/abc")
    assert answer.status_code == 503
    assert "make web" in answer.text
    assert "make web" in caplog.text
    assert ask(tmp_path / "page", "/none", accept=BROWSER).status_code == 404
