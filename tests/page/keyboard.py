"""Pressing controls by keys alone: Tab from one to the next or into a group, arrows within it, Enter; or a letter."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator

from tests.page.person import Person

STOPS = 80  # of the Tab key, on any page
STEPS = 60  # by arrow keys, within any group
REACHES = "each => each === document.activeElement"
NEAR = """each => {
    const group = each.closest('[role=group], [role=grid]');
    return group !== null && group !== document.activeElement && group.contains(document.activeElement);
}"""
WAY = """each => {
    const [here, there] = [document.activeElement, each].map(one => one.getBoundingClientRect());
    const dx = there.left + there.width / 2 - here.left - here.width / 2;
    const dy = there.top + there.height / 2 - here.top - here.height / 2;
    return [dx, dy];
}"""
STOP_OF_TABS = "each => each.tabIndex === 0 || each.closest('[role=group], [role=grid]') !== null"
SHORTCUT = "each => each.getAttribute('aria-keyshortcuts') ?? each.querySelector('kbd')?.textContent ?? ''"
LOST = "document.activeElement === document.body || document.activeElement === null"
WHERE = "document.activeElement.outerHTML.slice(0, 200)"


class Keyboard:
    """Presses what it is told to, and never loses its place: the focus is always somewhere."""

    def __init__(self) -> None:
        self.letters = 0
        self._presses = 0

    def __call__(self, person: Person, control: Locator) -> None:
        """Every other control that has a letter is pressed by it."""
        letter = str(control.evaluate(SHORTCUT)).split(" ")[-1].lower()
        self._presses += 1
        if letter and self._presses % 2 == 0:
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
            if control.evaluate(REACHES):
                return
            if control.evaluate(NEAR) and self._within(person, control):
                return
            person.page.keyboard.press("Tab")
        raise AssertionError(f"no key leads to {control.evaluate('each => each.outerHTML')[:300]}")

    def _within(self, person: Person, control: Locator) -> bool:
        """Go through a group by arrow keys; where they lead nowhere, Page Down goes on to what can be pressed."""
        seen: set[Any] = set()
        for _ in range(STEPS):
            dx, dy = control.evaluate(WAY)
            across, down = ("ArrowRight" if dx > 0 else "ArrowLeft"), ("ArrowDown" if dy > 0 else "ArrowUp")
            first, second = (across, down) if abs(dx) >= abs(dy) else (down, across)
            here = person.page.evaluate(WHERE)
            key = first if (here, first) not in seen else second if (here, second) not in seen else "PageDown"
            seen.add((here, key))
            person.page.keyboard.press(key)
            if control.evaluate(REACHES):
                return True
            if not control.evaluate(NEAR):
                return False
        return False


def keeps_its_place(person: Person) -> None:
    assert not person.page.evaluate(LOST), f"{person.name}'s focus is lost"
