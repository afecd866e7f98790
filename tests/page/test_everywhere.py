"""What must hold on every page and board: nobody is kept out, nothing is wider than a phone, nothing goes wrong."""

from __future__ import annotations

import pytest

from tests.page.conftest import People
from tests.page.device import DESKTOP, PHONE
from tests.page.scenes import SCENES

SPOIL = """() => {
    const text = document.querySelector('main p');
    text.textContent = 'can hardly be read';
    text.style.color = '#888888';
    text.style.backgroundColor = '#777777';
    text.style.width = '2000px';
    document.querySelector('main button').ariaLabel = ' ';
    document.querySelector('main button').textContent = '';
}"""


@pytest.mark.parametrize("scene", SCENES)
def test_every_scene_is_accessible(people: People, scene: str) -> None:
    ana = people("Ana", size=PHONE)
    SCENES[scene](ana)
    ana.at_rest()
    assert ana.too_wide == []
    found = {}
    for scheme in ("light", "dark"):
        ana.page.emulate_media(color_scheme=scheme)
        found[scheme] = ana.barriers()
    ana.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    found["wide"] = ana.barriers()
    assert found == {"light": [], "dark": [], "wide": []}


def test_what_is_wrong_would_be_found(people: People) -> None:
    ana = people("Ana", size=PHONE).open()
    ana.page.evaluate(SPOIL)
    found = " ".join(ana.barriers())
    assert "color-contrast" in found
    assert "button-name" in found
    assert ana.too_wide
