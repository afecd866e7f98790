"""A server with the built page, a browser, and people who use it. Any error that a page reports fails its test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from stammtisch.server.process.page_files import FOLDER
from tests.page.browser import Browsers, browsers
from tests.page.device import PATIENCE
from tests.page.person import Person
from tests.server.server_process import ServerProcess

People = Callable[..., Person]

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def all_browsers() -> Iterator[Browsers]:
    """For all tests of a worker here. Not for the whole session: Playwright's loop would be in other tests' way."""
    with browsers() as found:
        yield found


@pytest.fixture
def browser(all_browsers: Browsers) -> Browser:
    return all_browsers.one


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    assert (FOLDER / "index.html").exists(), "there is no page to test: `make web` builds it"
    notices = ("--address", "HERE", "--notice-private", "--notice-after", "0")
    with ServerProcess(tmp_path_factory.mktemp("page"), "--changes", "10000", "--admin-port", "0", *notices) as server:
        yield server
        assert '"level": "error"' not in server.log, server.log[-3000:]


@pytest.fixture
def people(browser: Browser, server: ServerProcess) -> Iterator[People]:
    """Somebody new by each call; at the end nothing may have gone wrong on any page."""
    all_of_them: list[Person] = []

    def someone(name: str = "Ana", **wishes: Any) -> Person:
        all_of_them.append(Person(browser, server, name, **wishes))
        return all_of_them[-1]

    yield someone
    faults = {person.name: person.faults for person in all_of_them if person.faults}
    for person in all_of_them:
        person.close()
    assert not faults
