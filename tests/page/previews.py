"""`python -m tests.page.previews`: the pictures that messengers show for links, drawn from those of the start page."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Page

from stammtisch.server.process.previews import SIZE
from tests.examples import TITLES
from tests.helpers import ROOT
from tests.page.browser import launched
from tests.page.pictures import save
from tests.server.server_process import ServerProcess

FOLDER = ROOT / "web" / "public" / "preview"
DRAW = """([games, title]) => {
    const pictures = games.map(game => document.querySelector(`article[data-game="${game}"] svg`));
    const frame = document.createElement("div");
    const name = document.createElement("p");
    name.textContent = title;
    name.style.cssText = "align-content: center; background: #2b1d14ee; bottom: 0; color: #f6efe2; height: 104px;"
        + "font: 700 66px var(--heading); margin: 0; position: absolute; text-align: center; width: 100%";
    const shown = document.createElement("div");
    const columns = games.length > 1 ? 2 : 1;
    shown.style.cssText = `display: grid; grid-template-columns: repeat(${columns}, 1fr)`;
    for (const picture of pictures) {
        const copy = picture.cloneNode(true);
        copy.style.cssText = `width: 100%; height: ${100 / columns}vh`;
        shown.append(copy);
    }
    frame.id = "preview";
    frame.style.cssText = "background: #2b1d14; inset: 0; position: fixed; z-index: 99";
    frame.append(shown, name);
    document.querySelector("#preview")?.remove();
    document.body.append(frame);
}"""


def draw(page: Page, name: str, games: list[str], title: str) -> None:
    page.evaluate(DRAW, [games, title])
    save(page.screenshot(), FOLDER / f"{name}.png")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder)) as server, launched() as browser:
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]}, color_scheme="light")
        page.goto(server.address)
        page.evaluate("document.fonts.ready")
        page.get_by_role("article").first.wait_for()
        for game, title in TITLES.items():
            draw(page, game, [game], title)
        draw(page, "stammtisch", list(TITLES), "Stammtisch")


if __name__ == "__main__":
    main()
