"""The page opens, says nothing it should not, and leads to a table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.examples import TITLES
from tests.page.browser import Browsers
from tests.page.conftest import People

FORBIDDEN = ("script-src", "style-src", "connect-src", "404: GET", "uncaught: thrown")


@pytest.mark.parametrize("game", TITLES)
def test_play_now_reaches_a_table(people: People, game: str) -> None:
    ana = people().open()
    table = ana.play_now(game)
    expect(ana.page).to_have_title(re.compile(TITLES[game]))
    ana.page.reload()
    assert ana.at_table() == table
    expect(ana.page).to_have_title(re.compile(TITLES[game]))
    assert any(f'"game":"{game}"' in frame.replace(" ", "") for frame in ana.frames)


def test_the_watch_over_the_page_sees_what_the_policy_forbids(people: People) -> None:
    ana = people().open()
    with ana.trouble():
        ana.page.evaluate("document.head.append(Object.assign(document.createElement('script'), {text: 'let a = 1'}))")
        ana.page.evaluate("document.head.append(Object.assign(document.createElement('style'), {textContent: 'p {}'}))")
        ana.page.evaluate("fetch('http://127.0.0.1:1/').catch(() => null)")
        ana.page.evaluate("fetch('/api/none').then(() => setTimeout(() => {throw Error('thrown')}))")
        ana.until(lambda: all(part in " ".join(ana.faults) for part in FORBIDDEN), f"all of {FORBIDDEN}")


def test_a_browser_that_dies_is_followed_by_another(all_browsers: Browsers, people: People) -> None:
    people().open()
    all_browsers.one.close()
    assert not all_browsers.one.contexts
