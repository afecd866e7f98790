"""A player who uses only the controls of the page: by mouse, by touch, or by keyboard.

The player presses random controls that make a move, chosen with a seed, and prefers those that end the turn.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Locator

from tests.page.device import PATIENCE
from tests.page.person import ENDS_TURN, Person

Press = Callable[[Person, Locator], None]
MOST_MOVES = 3000


class MoveIgnored(AssertionError):
    """Somebody pressed what makes a move, and nothing came of it."""


def by_mouse(_: Person, control: Locator) -> None:
    control.click()


def by_touch(_: Person, control: Locator) -> None:
    control.tap()


class RandomPlayer:
    def __init__(self, person: Person, game: str, seed: int = 0, press: Press = by_mouse) -> None:
        self.person = person
        self.game = game
        self.patience = PATIENCE
        self.moves = 0
        self.turns = 0
        """Of one's own, played to the end."""
        self._rng = Random(f"{game} {seed}")
        self._press = press
        self._ends = person.called(*ENDS_TURN)
        print(f"{person.name} plays {game} with seed {seed}")

    @property
    def is_over(self) -> bool:
        return bool(self.person.view.get("status") == "over")

    @property
    def _standing(self) -> str:
        told = {key: self.person.view.get(key) for key in ("status", "turn", "legal", "throw")}
        return f"{self.game} after {self.moves} moves: {told}; {self.person.page.get_by_role('main').aria_snapshot()}"

    def can_move(self) -> bool:
        return self.person.awaited and self.person.moves.count() > 0

    def move(self) -> None:
        """Make a move, and see that it was one."""
        person, before, turn = self.person, self.person.seq, self.person.turns
        self._take_up_a_tile()
        self._press(person, self._choice())
        person.settle()
        if person.sure.count():
            self._press(person, person.sure)
        try:
            person.until(lambda: person.seq > before, "an answer", self.patience)
        except AssertionError as error:
            raise MoveIgnored(f"{error}; {self._standing}") from None
        self.moves += 1
        self.turns += person.turns > turn
        person.settle()

    def _take_up_a_tile(self) -> None:
        """Any that may be laid, where tiles are."""
        person = self.person
        if not person.lays_tiles:
            return
        person.until(lambda: person.ends_laying.count() + person.tiles.count() > 0, "tiles that may be laid")
        if not person.ends_laying.count():
            self._press(person, person.tiles.nth(self._rng.randrange(person.tiles.count())))
            person.settle()

    def _choice(self) -> Locator:
        controls = self.person.moves
        names: list[Any] = controls.evaluate_all("all => all.map(each => each.ariaLabel ?? each.innerText)")
        ends = [at for at, name in enumerate(names) if self._ends.search(name)]
        return controls.nth(self._rng.choice(ends or range(len(names))))

    def play(self, until: Callable[[], bool] = lambda: False, each: Callable[[], None] = lambda: None) -> None:
        """Make moves until something holds or the game is over; bots and others play meanwhile."""
        while True:
            try:
                self.person.until(lambda: self.is_over or until() or self.can_move(), "the own turn")
            except AssertionError as error:
                raise AssertionError(f"{error}; {self._standing}") from None
            each()
            if self.is_over or until():
                return
            assert self.moves < MOST_MOVES, f"{self.game} does not end"
            self.move()
