"""Whole games on every board in a real browser, in every way in which people play; a row of docs/soak-browser.md each.

    python -m tests.soak.browser                        all games in all ways
    python -m tests.soak.browser GAME                   one game, or several
    python -m tests.soak.browser --ways keys,de         some ways
    python -m tests.soak.browser --minutes 20           what has not begun by then is left out and reported

Exits with 1 if something went wrong: a move was lost, the focus was lost, a text was not translated, the page was
wider than the screen, a console or a server logged an error, two browsers showed different logs, or dice were wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, Error

from stammtisch.core.translation import ENGLISH, LANGUAGES
from tests.examples import TITLES, has_hidden_hands
from tests.helpers import ROOT
from tests.page.browser import Browsers, browsers
from tests.page.device import PHONE
from tests.page.keyboard import Keyboard, keeps_its_place
from tests.page.languages import left_over
from tests.page.person import Person
from tests.page.random_player import MoveIgnored, Press, RandomPlayer, by_mouse, by_touch
from tests.page.test_languages import PLANTED, looks_right
from tests.page.test_two_browsers import agree
from tests.page.test_whole_games import SHORT
from tests.server.server_process import ServerProcess
from tests.soak.results import tell

REPORT = ROOT / "docs" / "soak-browser.md"
HEAD = """# Whole games in a real browser

Every row is one game from its first move to its last, played by the page's own controls with a seeded random choice;
then its dice are verified in the browser. Each row names a control that must fail. First turns in all these ways, and
shorter games, run with `make test`.

| board and way | how much | found | control | command |
|---|---|---|---|---|
"""
TRANSLATED = [language for language in LANGUAGES if language != ENGLISH]
WAYS = ["mouse", "keys", "touch", *TRANSLATED, "two"]
IN_WORDS = {
    "mouse": "by mouse",
    "keys": "by keys alone, on a phone's screen",
    "touch": "by touch, on a phone",
    "two": "two browsers; a reload, a closed tab, kill -9 of the server",
    **{language: f"in {LANGUAGES[language]}, by touch" for language in TRANSLATED},
}
DEAF = """(() => {
    const send = WebSocket.prototype.send;
    let moves = 0;
    WebSocket.prototype.send = function (text) {
        if (!text.includes('"move"') || ++moves % 7) send.call(this, text);
    };
})()"""
"""Loses every seventh move."""


def alone(browser: Browser, server: ServerProcess, game: str, way: str, seed: int) -> tuple[int, list[str]]:
    """A game against a bot: how many moves, and what went wrong."""
    language = way if way in TRANSLATED else ENGLISH
    with ExitStack() as stack:
        ana = Person(browser, server, "Ana", **({} if way == "mouse" else {"size": PHONE}))
        stack.callback(ana.close)
        if language != ENGLISH:
            ana.open().chooses(language)
        ana.opens(game, "beginner", **SHORT.get(game, {}))
        press: Press = by_mouse if way == "mouse" else Keyboard() if way == "keys" else by_touch
        player = RandomPlayer(ana, game, seed, press)

        def each() -> None:
            if way == "keys" and player.moves and not player.is_over:
                keeps_its_place(ana)
            elif way != "mouse":
                looks_right(ana)

        player.play(each=each)
        ends(ana)
        return player.moves, ana.faults


def together(browser: Browser, server: ServerProcess, game: str, _: str, seed: int) -> tuple[int, list[str]]:
    """A game between two browsers, with a reload, a closed tab and a killed server on the way."""
    with ExitStack() as stack:
        ana, ion = both = Person(browser, server, "Ana"), Person(browser, server, "Ion")
        for person in both:
            stack.callback(person.close)
        table, link = ana.invites(game, **SHORT.get(game, {}))
        ion.accepts(link)
        players = [RandomPlayer(person, game, seed) for person in both]

        def kill() -> None:
            with ana.trouble(), ion.trouble():
                server.kill()
                ana.connecting.wait_for()
                server.start()
                for person in both:
                    person.connecting.wait_for(state="hidden")

        mishaps: dict[int, Callable[[], object]] = {
            4: ana.page.reload,
            8: lambda: ion.new_tab(f"/t/{table}"),
            12: kill,
        }
        while not players[0].is_over:
            ana.until(lambda: players[0].is_over or any(each.can_move() for each in players), "somebody's turn")
            mover = next((each for each in players if each.can_move()), None)
            if mover is None:
                continue
            mover.move()
            mishaps.pop(sum(each.moves for each in players), lambda: None)()
        assert not mishaps, "the game was over too soon"
        if has_hidden_hands(game):  # where hands are hidden, what people are told differs, as it should
            ana.until(lambda: ana.seq == ion.seq and ana.view["result"] == ion.view["result"], "the same end")
        else:
            agree(*both)
        for person in both:
            ends(person)
        return sum(each.moves for each in players), [*ana.faults, *ion.faults]


def ends(person: Person) -> None:
    person.result.wait_for()
    person.verifies_the_dice()


def swallowing(browser: Browser, server: ServerProcess, game: str) -> str:
    """The control: a page that loses moves must be noticed."""
    ana = Person(browser, server, "Ana")
    ana.context.add_init_script(DEAF)
    try:
        ana.opens(game, "beginner", **SHORT.get(game, {}))
        player = RandomPlayer(ana, game)
        player.patience = 4000
        player.play()
    except MoveIgnored:
        return f"a page that loses every seventh move: noticed after {player.moves} moves"
    finally:
        ana.close()
    return ""


def planted(browser: Browser, server: ServerProcess, language: str) -> str:
    """The control: English where another language is spoken must be found."""
    ana = Person(browser, server, "Ana", language=language)
    try:
        ana.open().page.evaluate(PLANTED)
        return "an English sentence on the page: found" if left_over(language, ana.texts) else ""
    finally:
        ana.close()


def row(found: Browsers, server: ServerProcess, game: str, way: str, seed: int) -> int:
    play = together if way == "two" else alone
    began = time.monotonic()
    try:
        control = (planted if way in TRANSLATED else swallowing)(found.one, server, way if way in TRANSLATED else game)
        moves, faults = play(found.one, server, game, way, seed)
    except (AssertionError, Error) as error:
        moves, faults, control = 0, [str(error)[:3000]], "?"
    if '"level": "error"' in server.log:
        faults = [*faults, "the server complained"]
    told = "; ".join(faults) or "nothing went wrong; dice verified"
    return tell(
        (
            f"{TITLES[game]}, {IN_WORDS[way]}",
            f"1 game, {moves} moves, {time.monotonic() - began:.0f} s, seed {seed}",
            told,
            control or "NOT noticed",
            f"python -m tests.soak.browser {game} --ways {way} --seed {seed}",
        ),
        good=not faults and bool(control),
        keep=True,
        report=REPORT,
        head=HEAD,
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.browser", description="Whole games in a browser.")
    parser.add_argument("games", nargs="*", help=f"of {', '.join(TITLES)}")
    parser.add_argument("--ways", default=",".join(WAYS), help=f"of {', '.join(WAYS)}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    given = parser.parse_args()
    end, bad, left_out = time.monotonic() + 60 * given.minutes, 0, []
    with browsers() as found:
        for way in given.ways.split(","):
            for game in given.games or TITLES:
                if time.monotonic() > end:
                    left_out.append(f"{game} {way}")
                    continue
                with (
                    tempfile.TemporaryDirectory() as folder,
                    ServerProcess(Path(folder), "--changes", "10000") as server,
                ):
                    bad += row(found, server, game, way, given.seed)
                    sys.stdout.flush()
    print(f"left out: {', '.join(left_out) or 'nothing'}; bad: {bad}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
