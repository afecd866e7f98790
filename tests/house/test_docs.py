"""The docs: links lead somewhere, the pages of the games say what the code says, and the site is built and whole."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from tools import game_pages, links, site
from tools.markdown import loosened

import stammtisch
from stammtisch import games
from stammtisch.core.options import show
from stammtisch.games.heckmeck import solve
from stammtisch.games.heckmeck.picture import state
from stammtisch.games.keeping import KEEP, ROLL, WORM
from stammtisch.games.keeping import strategy as keeping
from tests.helpers import ROOT
from tests.page.browser import launched

# What a browser fetches by itself, unlike a link that somebody follows.
FETCHED = re.compile(
    r"""<(?:script|img|source|iframe|video|audio|embed|input)\b[^>]*?\bsrc(?:set)?=["']?(?P<src>[^"'\s>]+)"""
    r"""|<link\b[^>]*?\bhref=["']?(?P<href>[^"'\s>]+)|url\(\s*["']?(?P<url>[^"')]+)|@import\s+["'](?P<css>[^"']+)"""
)


def test_every_link_leads_somewhere() -> None:
    assert not links.faults()


@pytest.mark.parametrize(
    ("added", "fault"),
    [
        ("[x](nowhere.md)", "docs/arena.md: there is no docs/nowhere.md"),
        ("![x](nowhere.png)", "docs/arena.md: there is no docs/nowhere.png"),
        ("[x](bots.md#nowhere)", "docs/arena.md: there is no #nowhere in docs/bots.md"),
        ("[x](#nowhere)", "docs/arena.md: there is no #nowhere in docs/arena.md"),
        ("[x](games/zatre.md)", "docs/arena.md: there is no docs/games/zatre.md"),
    ],
)
def test_a_link_that_leads_nowhere_is_found(added: str, fault: str, tmp_path: Path) -> None:
    _copy_pages(tmp_path)
    with (tmp_path / "docs" / "arena.md").open("a") as page:
        page.write(f"\n{added}\n\n```\n[code](is-no-link.md)\n```\n")
    assert links.faults(tmp_path) == [fault]


def test_the_navigation_shows_every_page_and_nothing_else(tmp_path: Path) -> None:
    _copy_pages(tmp_path)
    (tmp_path / "docs" / "new.md").write_text("# New\n")
    (tmp_path / "docs" / "load.md").unlink()
    told = links.faults(tmp_path)
    assert "mkdocs.yml: docs/new.md is not in the navigation" in told
    assert "mkdocs.yml: there is no docs/load.md" in told


def _copy_pages(root: Path) -> None:
    """Everything that pages link to."""
    shutil.copytree(ROOT / "docs", root / "docs")
    shutil.copytree(ROOT / "bench" / "results", root / "bench" / "results")
    for file in ("mkdocs.yml", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "bench/README.md"):
        shutil.copyfile(ROOT / file, root / file)


def test_the_sites_markdown_gets_its_empty_lines() -> None:
    rules = "## 4 Ends\ntext\n4.1 one\n    goes on\n4.2 two\n| a |\n|---|\ntext\n"
    assert loosened(rules) == "## 4 Ends\ntext\n\n4.1 one\n    goes on\n\n4.2 two\n\n| a |\n|---|\n\ntext\n"
    assert loosened("text\n- x\n  y\n- z\n```\na\n- code\n```\n") == "text\n\n- x\n  y\n- z\n\n```\na\n- code\n```\n"
    assert loosened("## Odds\nin\n4.2 % of the cases\n") == "## Odds\nin\n4.2 % of the cases\n"


@pytest.mark.parametrize("name", games.names())
def test_a_games_page_has_every_paragraph_and_every_option(name: str) -> None:
    game = stammtisch.load(name)
    rules = game_pages.rules(game.rulebook)
    assert re.findall(r"^\[([A-Z]\d+\.\d+)\]\(#", rules, re.MULTILINE) == [
        f"{game.rulebook.letter}{n}" for n in game.rulebook
    ]
    assert "\n>" not in rules
    assert game.book
    assert game_pages.book(game).count("<figure><svg") == len(game.book.images)
    table = game_pages.options(game)
    for option, values in game.options.choices().items():
        (line,) = [line for line in table.splitlines() if line.startswith(f"| `{option}` |")]
        assert all(anchor in rules for anchor in re.findall(r"\]\((#[a-z0-9-]+)\)", line))
        assert str(values[-1]) in line or f"`{show(values[-1])}`" in line
    observed = game_pages.observation(game)
    assert all(f"| `{each.name}` | {each.low} … {each.high} |" in observed for each in game.observation.fields)


def test_what_the_pages_say_of_first_keeps_and_stops_is_what_the_solver_plays() -> None:
    """Asked for whole positions of a game, the solver gives the same: the tables read its states directly."""
    game = stammtisch.load("heckmeck")
    turn, stopped = solve.turn(game.start()), 0
    cells = keeping.stops(turn)
    for seed in range(40):
        match = game.match(seed=seed)
        s = state(match.position)
        for keep, value in turn.moves(match.position).items():
            assert keeping.after_first(turn, keep - KEEP, s.thrown[keep - KEEP]) == value
        while state(match.position).turns == 1:  # the first turn, with the full grill
            s, move = state(match.position), turn.choose(match.position)
            total = sum(dice * points for dice, points in zip(s.kept, turn.table.points, strict=True))
            cell = cells.get((s.dice, sum(dice > 0 for dice in s.kept), total))
            if cell and s.kept[WORM] and ROLL in match.legal_moves:
                assert cell[0] < cell[1] if move == ROLL else cell[0] > 0
                stopped += move != ROLL
            match.play(move)
    assert stopped > 10
    assert sum(keeping.first_shares(turn).values()) == pytest.approx(1)


def test_the_site_is_built_and_whole_and_fetches_nothing_from_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stammtisch.games.zatre.strategy.GAMES", 1)  # all else as `make docs` does it
    shutil.copyfile(ROOT / "mkdocs.yml", tmp_path / "mkdocs.yml")
    shutil.copytree(ROOT / "docs" / "theme", tmp_path / "docs" / "theme")
    assert site.build(tmp_path, examples=False) == 0  # and these are run in tests/notebooks
    built = tmp_path / "site"
    pages = sorted(built.rglob("*.html"))
    assert {f"games/{name}.html" for name in games.names()} < {str(page.relative_to(built)) for page in pages}
    assert 'id="stammtisch.Position.legal_moves"' in (built / "api" / "positions.html").read_text("utf-8")
    fetched = set()
    for file in (*pages, *built.rglob("*.css"), *built.rglob("*.svg")):
        for found in FETCHED.finditer(file.read_text("utf-8")):
            (address,) = filter(None, found.groups())
            fetched.add(address)
            if not address.startswith(("data:", "#")):
                assert not re.match(r"(?:[a-z]+:)?//", address), f"{file.name} fetches {address}"
                path = address.partition("?")[0].partition("#")[0]
                target = built / path[1:] if path.startswith("/") else file.parent / path
                assert target.exists(), f"{file.name}: {address}"
    assert len(fetched) > 20
    _read(built)


def _read(built: Path) -> None:
    """In a real browser: pages complain of nothing and ask nobody else; the search finds things."""
    with _served(built) as address, launched() as browser:
        page = browser.new_page()
        foreign: list[str] = []
        said: list[str] = []
        page.on("request", lambda request: None if request.url.startswith(address) else foreign.append(request.url))
        page.on("console", lambda message: said.append(message.text))
        for name in ("index", "games/heckmeck", "api/positions", "protocol", "ladder"):
            page.goto(f"{address}/{name}.html")
            page.wait_for_load_state("networkidle")
            assert page.locator("h1").count() == 1
            assert not page.evaluate("[...document.images].filter(each => !each.naturalWidth).map(each => each.src)")
        page.keyboard.press("Control+k")
        page.keyboard.type("snails")
        page.get_by_role("link", name="Barbecue").first.wait_for()
        page.get_by_text(re.compile(r"^[1-9]\d* results?$")).wait_for()
        assert not [each for each in foreign if not each.startswith(("data:", "blob:"))]
        assert not said


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *told: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()
