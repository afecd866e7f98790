"""Two people at one table, each at another node of the server, and the node of their table is killed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.page.device import PHONE
from tests.page.person import Person
from tests.page.test_two_browsers import agree, play
from tests.server import postgres
from tests.server.front import front_beside
from tests.server.server_process import ServerProcess

NAMES = ("one", "two")


@pytest.fixture
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[ServerProcess]]:
    with ExitStack() as stack:
        try:
            url = stack.enter_context(postgres.running()).new_database()
        except postgres.Unavailable as reason:
            pytest.skip(f"no PostgreSQL here: {reason}")
        settings = ("--database", url, "--lease", "2", "--no-warm")
        yield [
            stack.enter_context(ServerProcess(tmp_path_factory.mktemp(name), *settings, "--node", name))
            for name in NAMES
        ]


def test_both_go_on_when_the_node_of_their_table_is_killed_in_the_middle_of_a_turn(
    browser: Browser, nodes: list[ServerProcess]
) -> None:
    with ExitStack() as stack:

        def somebody(name: str, preferred: list[ServerProcess], **wishes: Any) -> Person:
            address = stack.enter_context(front_beside(preferred, in_turn=False))
            person = Person(browser, SimpleNamespace(address=address), name, **wishes)  # type: ignore[arg-type]
            stack.callback(person.close)
            return person

        ana, ion = somebody("Ana", nodes), somebody("Ion", nodes[::-1], size=PHONE)
        _, link = ana.invites("heckmeck")
        ion.accepts(f"/{link.split('/', 3)[3]}")  # at his own address
        play(2, ana, ion)
        while ana.view["state"]["dice"] == 8:  # until somebody is in the middle of a turn
            play(1, ana, ion)
        story = agree(ana, ion)
        assert story

        with ana.trouble(), ion.trouble():
            nodes[0].kill()
            play(3, ana, ion)
        assert agree(ana, ion)[: len(story)] == story
        for person in (ana, ion):
            expect(person.connecting).to_be_hidden()
            assert not person.faults
        ana.gives_up()
        expect(ana.page.get_by_role("heading", name="Ion has won")).to_be_visible()
        expect(ion.page.get_by_role("heading", name="You win!")).to_be_visible()
    assert '"level": "error"' not in nodes[1].log
