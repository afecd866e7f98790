"""Every page and board, and how to get there: for pictures, and for whatever must hold everywhere."""

from __future__ import annotations

from collections.abc import Callable

from tests.page.person import Person

WHOLE_GAME = 10_000
GAMES = {"heckmeck": 12, "barbecue": 14, "zocken": 12, "zatre": 24}
"""How many moves are made before the picture is taken."""


def begun(game: str) -> Callable[[Person], None]:
    def get_there(person: Person) -> None:
        person.open(f"/t/{person.has_opened(game, 'regular', 'beginner', moves=GAMES[game])}")
        person.my_turn.wait_for()

    return get_there


def page(path: str) -> Callable[[Person], None]:
    def get_there(person: Person) -> None:
        person.open(path)

    return get_there


def new(person: Person) -> None:
    person.open("/new/heckmeck")
    person.looks_at_the_options()


def start_with_tables(person: Person) -> None:
    person.has_opened("zatre", "regular")
    person.open()
    person.page.get_by_text("Go on playing").wait_for()


def waiting(person: Person) -> None:
    person.invites("zocken")
    person.shows_code()


def hint(person: Person) -> None:
    begun("heckmeck")(person)
    person.asks_for_a_hint()


def over(person: Person) -> None:
    person.open(f"/t/{person.has_opened('heckmeck', 'beginner', moves=WHOLE_GAME)}")
    person.page.get_by_role("heading", name="has won").or_(person.page.get_by_text("share the first")).wait_for()


def nothing(person: Person) -> None:
    with person.trouble():  # 404, and it is one
        person.open("/nowhere")


def guest(person: Person) -> None:
    person.has_opened("heckmeck", "beginner")
    person.open("/me")
    person.page.get_by_text("a guest of this device").wait_for()


def account(person: Person) -> None:
    guest(person)
    person.keeps_games(f"ana-{person.page.evaluate('Date.now() % 1e6')}", "a worm in the kitchen")
    person.page.get_by_text("Change the password").first.click()


def delete_me(person: Person) -> None:
    account(person)
    person.button("Delete me …").click()
    person.page.get_by_role("dialog").wait_for()


SCENES: dict[str, Callable[[Person], None]] = {
    "start": page("/"),
    "start-tables": start_with_tables,
    "new": new,
    "waiting": waiting,
    **{game: begun(game) for game in GAMES},
    "hint": hint,
    "over": over,
    **{f"learn-{game}": page(f"/learn/{game}") for game in GAMES},
    "rules": page("/rules/zatre"),
    "verify": page("/verify"),
    "me-nobody": page("/me"),
    "me-guest": guest,
    "me-account": account,
    "me-delete": delete_me,
    "nothing": nothing,
}
