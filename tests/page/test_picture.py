"""The picture of the final position: saved after a game, and what messengers show of its link."""

from __future__ import annotations

import io
import re
from pathlib import Path

from PIL import Image

from stammtisch.pictures.final import SIZE
from tests.examples import EXAMPLE
from tests.page.conftest import People
from tests.server import api

WHOLE_GAME = 10_000


def test_a_game_that_is_over_has_a_picture_to_share(people: People) -> None:
    ana = people()
    table = ana.has_opened(EXAMPLE, "beginner", moves=WHOLE_GAME)
    ana.open(f"/t/{table}")
    with ana.page.expect_download() as download:
        ana.button("Share a picture").click()
    assert download.value.suggested_filename == f"{table}.png"
    shown = Path(download.value.path()).read_bytes()
    assert Image.open(io.BytesIO(shown)).size == SIZE

    page = api.ask(ana.server, "GET", f"/t/{table}", accept="text/html").text
    found = re.search(r'property="og:image" content="(?:https?://[^/]+)(/[^"]+)"', page)
    assert found
    assert api.ask(ana.server, "GET", found[1]).body == shown
    german = api.ask(ana.server, "GET", f"/t/{table}", accept="text/html", accept_language="de").text
    assert "picture.png?language=de" in german
    Image.open(io.BytesIO(api.ask(ana.server, "GET", f"/api/tables/{table}/picture.png?language=de").body)).verify()


def test_there_is_none_of_a_game_that_goes_on(people: People) -> None:
    ana = people()
    table = ana.has_opened(EXAMPLE, "beginner")
    refused = api.ask(ana.server, "GET", f"/api/tables/{table}/picture.png")
    assert (refused.status, refused.json["code"]) == (409, "not_over")
    assert "picture.png" not in api.ask(ana.server, "GET", f"/t/{table}", accept="text/html").text
