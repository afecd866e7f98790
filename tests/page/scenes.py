"""Every page and board, and how to get there: for screenshots, and for checks that every page must pass."""

from __future__ import annotations

from collections.abc import Callable

from stammtisch import games
from stammtisch.puzzles.library import with_puzzles
from tests.examples import EXAMPLE, HIDDEN, PRESET, TITLES, some_moves
from tests.page.organiser_page import NAMES, OrganiserPage
from tests.page.person import Person
from tests.server import api
from tests.server.tournament_client import TournamentClient

WHOLE_GAME = 10_000
BOTS = ("Resi", "Otto", "Mila", "Toni", "Vera", "Hugo", "Lena", "Emil", "Nora", "Paul", "Rosa", "Leo")


def at_table(person: Person, game: str) -> str:
    """A table with two bots at which the game is well under way."""
    return person.has_opened(game, "regular", "beginner", moves=some_moves(game, 3))


def begun(game: str) -> Callable[[Person], None]:
    def get_there(person: Person) -> None:
        person.open(f"/t/{at_table(person, game)}")
        person.my_turn.wait_for()

    return get_there


def page(path: str) -> Callable[[Person], None]:
    def get_there(person: Person) -> None:
        person.open(path)

    return get_there


def new(person: Person) -> None:
    person.open(f"/new/{EXAMPLE}")
    person.looks_at_the_options()


def start_with_tables(person: Person) -> None:
    person.has_opened(HIDDEN, "regular")
    person.open()
    person.page.get_by_text("Continue playing").wait_for()


def waiting(person: Person) -> None:
    person.invites(EXAMPLE)
    person.shows_code()


def hint(person: Person) -> None:
    begun(EXAMPLE)(person)
    person.asks_for_a_hint()


def over(person: Person) -> None:
    person.open(f"/t/{person.has_opened(EXAMPLE, 'beginner', moves=WHOLE_GAME)}")
    person.result.wait_for()


def today_results(person: Person) -> None:
    """The day's game of somebody who has finished it, compared with another one's."""
    assert person.context.browser
    ben = Person(person.context.browser, person.server, "Ben")
    ben.has_played_deal(EXAMPLE, moves=WHOLE_GAME)
    ben.close()
    deal = person.has_played_deal(EXAMPLE, moves=WHOLE_GAME)
    person.open(f"/today/{EXAMPLE}/{deal[:10]}")
    person.page.get_by_role("heading", name="Turn by turn").wait_for()


def counted(path: str) -> Callable[[Person], None]:
    """Statistics, after a game of one's own."""

    def get_there(person: Person) -> None:
        person.has_opened(EXAMPLE, "beginner", moves=WHOLE_GAME)
        person.until(lambda: person.figures["categories"] != [], "the figures of a game")
        person.open(path)
        person.page.get_by_role("img").first.wait_for()

    return get_there


def organiser(person: Person) -> None:
    """A round with a result of each kind: none, refused, saved."""
    olga = OrganiserPage(person).opens("Spring cup", preset=PRESET)
    olga.enters_all(NAMES)
    olga.seeds("4 2 6 1 5")
    olga.goes_on("Draw round 1")
    olga.types(1, [(4, 36), (3, 32), (2, 28), (1, 24)])
    olga.confirmed(1).wait_for()
    with person.trouble():
        olga.types(2, [(30, 36), (9, 32), (2, 28)])
        olga.table(2).get_by_text("the grill holds only").wait_for()


def tournament_over(person: Person) -> None:
    """One that is over, as everybody sees it."""
    tournament = TournamentClient(person.server, "Spring cup", scheme={"preset": PRESET, "rounds": 2})
    tournament.enter()
    for final in (False, False, True):
        if final:
            tournament.do({"kind": "cut"})
        tournament.draw()
        tournament.play_round()
    tournament.do({"kind": "closed"})
    person.open(f"/c/{tournament.id}")
    person.page.get_by_role("heading", name="has won").wait_for()


def duplicate(person: Person) -> None:
    """A round of a duplicate tournament of twelve bots, compared board by board."""
    scheme = {
        "game": EXAMPLE, "rounds": 1, "final_size": 0, "smallest": 3, "largest": 3, "usual": 3, "dice": "duplicate",
    }  # fmt: skip
    online = {"wait": 10, "pause": 0, "automatic": False}
    cup = TournamentClient(person.server, "Duplicate cup", scheme=scheme, online=online)
    levels = ("beginner", "regular")
    cup.do(*({"kind": "entered", "name": name, "bot": levels[n // 5 % 2]} for n, name in enumerate(BOTS)))
    cup.draw()
    person.until(lambda: cup.view["phase"] == "done", "the end of the round", 120_000)
    person.open(f"/c/{cup.id}")
    person.page.get_by_role("heading", name="Board by board").wait_for()


def back_again(person: Person) -> None:
    table = at_table(person, EXAMPLE)
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
    person.page.get_by_role("button", name="Stop notifications").wait_for()


def people(person: Person) -> None:
    """Somebody whom one follows is here, and calls."""
    ion = api.ask(person.server, "POST", "/api/guests", {"name": "Ion"}).json
    api.ask(person.server, "PUT", f"/api/my/followed/{ion['guest']}", token=person.known())
    opening = {"game": EXAMPLE, "seats": [{}, {}], "public": True}
    table = api.ask(person.server, "POST", "/api/tables", opening, token=ion["token"]).json["table"]
    api.ask(person.server, "POST", f"/api/tables/{table}/seats/0", {"head": "ab" * 32}, token=ion["token"])
    me = api.ask(person.server, "GET", "/api/me", token=person.known()).json["guest"]
    api.ask(person.server, "POST", f"/api/people/{me}/call", {"table": table}, token=ion["token"])
    api.ask(person.server, "GET", "/api/my/calls", token=ion["token"])
    person.open()
    person.page.locator(".call").wait_for()
    person.page.locator("li.here").wait_for()


def seek(person: Person) -> None:
    person.open()
    person.button(person.called("Play with anybody")).click()
    person.page.get_by_role("dialog").wait_for()


def seeking(person: Person) -> None:
    seek(person)
    person.button(person.called("Look for players")).click()
    person.page.locator("main [role=status]").first.wait_for()


def nothing(person: Person) -> None:
    with person.trouble():  # 404, and it is one
        person.open("/nowhere")


def guest(person: Person) -> None:
    person.has_opened(EXAMPLE, "beginner")
    person.open("/me")
    person.page.get_by_text("a guest on this device").wait_for()


def account(person: Person) -> None:
    guest(person)
    person.keeps_games(f"ana-{person.page.evaluate('Date.now() % 1e6')}", "a worm in the kitchen")
    person.page.get_by_text("Change password").first.click()


def delete_me(person: Person) -> None:
    account(person)
    person.button("Delete my data …").click()
    person.page.get_by_role("dialog").wait_for()


def puzzle(game: str) -> Callable[[Person], None]:
    def get_there(person: Person) -> None:
        person.opens_a_puzzle(game)

    return get_there


def analysis(game: str, *, setting_up: bool = False) -> Callable[[Person], None]:
    """A decision, with every move's value; also while it is set up by hand."""

    def get_there(person: Person) -> None:
        person.analyses(games.load(game, {"players": 3}).match(seed=7).position)
        person.page.get_by_role("checkbox", name=person.called("Show the best move on the board")).check()
        person.page.locator(".value").first.wait_for()
        if setting_up:
            person.button(person.called("Set up by hand")).click()
            person.page.get_by_role("radio").first.wait_for()

    return get_there


def puzzle_judged(person: Person) -> None:
    """An answer that was wrong, with what every move was worth."""
    person.known()
    found = person.opens_a_puzzle(EXAMPLE)
    person.answers_the_puzzle(found.second)


def puzzles(person: Person) -> None:
    puzzle_judged(person)
    person.open("/puzzles")
    person.page.get_by_role("heading", name="Today's puzzles").wait_for()


SCENES: dict[str, Callable[[Person], None]] = {
    "start": page("/"),
    "start-tables": start_with_tables,
    "new": new,
    "waiting": waiting,
    **{game: begun(game) for game in TITLES},
    "hint": hint,
    "analysis": page("/analysis"),
    "analysis-position": analysis(EXAMPLE),
    "analysis-setup": analysis(HIDDEN, setting_up=True),
    "over": over,
    **{f"learn-{game}": page(f"/learn/{game}") for game in TITLES},
    "puzzles": puzzles,
    **{f"puzzle-{game}": puzzle(game) for game in with_puzzles()},
    "puzzle-judged": puzzle_judged,
    "rules": page(f"/rules/{HIDDEN}"),
    "verify": page("/verify"),
    "today": page("/today"),
    "today-results": today_results,
    "statistics": counted("/statistics"),
    "dice": counted("/dice"),
    "tournaments": page("/c"),
    "tournament": tournament_over,
    "duplicate": duplicate,
    "organiser": organiser,
    "me-nobody": page("/me"),
    "me-guest": guest,
    "me-account": account,
    "me-delete": delete_me,
    "back-again": back_again,
    "people": people,
    "seek": seek,
    "seeking": seeking,
    "notices": notices,
    "unsubscribe": link,
    "nothing": nothing,
}
