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


def back_again(person: Person) -> None:
    table = person.has_opened("heckmeck", "regular", "beginner", moves=GAMES["heckmeck"])
    person.was_away(table, 4)
    person.open(f"/t/{table}")
    person.page.get_by_role("region", name="Since you left").wait_for()


def notices(person: Person) -> None:
    person.known()
    person.is_told_at("json://127.0.0.1:9/hook")
    person.open("/notices")
    person.page.get_by_role("button", name="Send a test message").wait_for()


def link(person: Person) -> None:
    person.open("/unsubscribe#" + "x" * 43)
    person.page.get_by_role("button", name="No more notices").wait_for()


def nothing(person: Person) -> None:
    with person.trouble():  # 404, and it is one
        person.open("/nowhere")


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
    "back-again": back_again,
    "notices": notices,
    "unsubscribe": link,
    "nothing": nothing,
}
