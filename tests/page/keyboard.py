"""Using controls by keyboard alone: Tab to the next control or group, arrows within a group, Enter; or a letter."""

from __future__ import annotations

from playwright.sync_api import Locator

from tests.page.person import Person

STOPS = 80  # of the Tab key, on any page
STEPS = 60  # by arrow keys, within any group
LOOK = """each => {
    const active = document.activeElement;
    const group = each.closest('[role=group], [role=grid]');
    const [here, there] = [active, each].map(one => one.getBoundingClientRect());
    return {
        there: each === active,
        near: group !== null && group !== active && group.contains(active),
        behind: Boolean(each.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING),
        dx: there.left + there.width / 2 - here.left - here.width / 2,
        dy: there.top + there.height / 2 - here.top - here.height / 2,
        where: active.outerHTML.slice(0, 200),
    };
}"""
"""Where a control is, as seen from the focus."""
SHORTCUT = "each => each.getAttribute('aria-keyshortcuts') ?? each.querySelector('kbd')?.textContent ?? ''"
ONLY_BY_LETTER = "each => each.tabIndex < 0 && !each.closest('[role=group], [role=grid]')"
LOST = "document.activeElement === document.body || document.activeElement === null"


class Keyboard:
    """Presses what it is told to, and never loses its place: the focus is always somewhere."""

    def __init__(self) -> None:
        self.letters = 0
        self._lettered = 0

    def __call__(self, person: Person, control: Locator) -> None:
        """Every other control that has a letter is pressed by it, and any that is no stop of the Tab key."""
        letter = str(control.evaluate(SHORTCUT)).split(" ")[-1].lower()
        self._lettered += letter != ""
        if letter and (self._lettered % 2 == 0 or control.evaluate(ONLY_BY_LETTER)):
            self.letters += 1
            person.page.keyboard.press(letter)
        else:
            self.reach(person, control)
            person.page.keyboard.press("Enter")
        person.settle()
        keeps_its_place(person)

    def reach(self, person: Person, control: Locator) -> None:
        """Put the focus on a control."""
        for _ in range(STOPS):
            look = control.evaluate(LOOK)
            if look["there"] or (look["near"] and self._within(person, control)):
                return
            person.page.keyboard.press("Shift+Tab" if look["behind"] else "Tab")
        raise AssertionError(f"no key leads to {control.evaluate('each => each.outerHTML')[:300]}")

    def _within(self, person: Person, control: Locator) -> bool:
        """Go through a group by arrow keys; where they lead nowhere, Page Down goes on to what can be pressed."""
        tried: set[tuple[str, str]] = set()
        for _ in range(STEPS):
            look = control.evaluate(LOOK)
            if look["there"] or not look["near"]:
                return bool(look["there"])
            across = "ArrowRight" if look["dx"] > 0 else "ArrowLeft"
            down = "ArrowDown" if look["dy"] > 0 else "ArrowUp"
            ways = (across, down) if abs(look["dx"]) >= abs(look["dy"]) else (down, across)
            key = next((each for each in ways if (look["where"], each) not in tried), "PageDown")
            tried.add((look["where"], key))
            person.page.keyboard.press(key)
        return False


def keeps_its_place(person: Person) -> None:
    assert not person.page.evaluate(LOST), f"{person.name}'s focus is lost"
