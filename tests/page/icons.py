"""`python -m tests.page.icons`: the icons of the installed page, drawn by a browser from web/public/icon.svg."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.helpers import ROOT
from tests.page.browser import launched
from tests.page.pictures import save

PUBLIC = ROOT / "web" / "public"
WALNUT = "#2b1d14"
ICONS = [  # name, size, edge kept free, ground
    ("icon-192", 192, 0, "transparent"),
    ("icon-512", 512, 0, "transparent"),
    ("icon-maskable-512", 512, 56, WALNUT),  # a phone may cut a tenth off on every side
    ("apple-touch-icon", 180, 8, WALNUT),
]


def draw(browser: Browser, name: str, size: int, edge: int, ground: str) -> None:
    page = browser.new_page(viewport={"width": size, "height": size})
    inner = f'<svg style="display: block; padding: {edge}px" width="{size - 2 * edge}" height="{size - 2 * edge}" '
    drawing = (PUBLIC / "icon.svg").read_text().replace("<svg ", inner)
    page.set_content(f'<body style="margin: 0; background: {ground}">{drawing}')
    save(page.screenshot(omit_background=True), PUBLIC / f"{name}.png")
    page.close()


if __name__ == "__main__":
    with launched() as browser:
        for icon in ICONS:
            draw(browser, *icon)
