"""What can be looked up and asked at a real server: games, rules, lessons, hints, why, and the story."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from random import Random
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from stammtisch import games
from stammtisch.client import SeatConnection, Server, ServerError
from stammtisch.core.book import Image
from stammtisch.core.translation import LANGUAGES, say, speaking
from stammtisch.server.protocol.study import GameShown, Hint, LessonShown, Moment, ReviewShown, RulesShown, Story, Why
from stammtisch.server.study import library
from tests.helpers import TOY, load
from tests.server import api
from tests.server.server_process import ServerProcess

HECKMECK = load("heckmeck")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("study")) as server:
        yield server


def get(server: ServerProcess, path: str, token: str | None = None, status: int = 200) -> Any:
    answer = api.ask(server, "GET", path, token=token)
    assert answer.status == status, answer
    return answer.json


def test_games_with_all_that_a_table_can_be_opened_with(server: ServerProcess) -> None:
    for language in LANGUAGES:
        shown = [GameShown.model_validate(each) for each in get(server, f"/api/games?language={language}")]
        assert [each.game for each in shown] == games.names()
    assert get(server, "/api/games?language=tlh", status=422)["code"] == "bad_request"
    token = api.guest(server)
    for game in get(server, "/api/games"):
        options = {each["name"]: each["choices"][-1] for each in game["options"]}
        assert all(each["default"] in each["choices"] for each in game["options"])
        for seats in (game["least"], game["most"]):
            levels = [{"kind": "bot", "bot": level["name"]} for level in game["levels"]]
            plans = [{}, *(levels * 2)[: seats - 1]]
            opening = {"game": game["game"], "options": options, "seats": plans}
            assert api.ask(server, "POST", "/api/tables", opening, token=token).status == 201
        assert game["score"][0].startswith("{n} ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_read_names_of_options_and_no_keys(server: ServerProcess, language: str) -> None:
    for name in games.names():
        text = load(name).text
        shown = get(server, f"/api/games/{name}/rules?language={language}")
        html = " ".join(each["html"] for section in shown["sections"] for each in section["paragraphs"])
        assert "<code>" not in html
        assert not [key for key in (*text.OPTIONS, *text.VALUES) if "_" in key and key in html]
        with speaking(language):
            assert any(say(label) in html for label in text.OPTIONS.values())


def test_rules_are_paragraphs_of_safe_html(server: ServerProcess) -> None:
    for name in games.names():
        shown, book = get(server, f"/api/games/{name}/rules"), load(name).rulebook
        RulesShown.model_validate(shown)
        numbers = [each["number"] for section in shown["sections"] for each in section["paragraphs"]]
        assert numbers == [f"{book.letter}{number}" for number in book]
    html = {each["number"]: each["html"] for section in shown["sections"] for each in section["paragraphs"]}
    assert shown["title"] == "Zocken"
    assert "<em>Once a die is on −20, all later dice must go there</em>" in html["K3.4"]
    for path in ("/api/games/chess/rules", "/api/games/chess/lesson"):
        assert get(server, path, status=404)["code"] == "no_game"


def test_a_book_over_http(server: ServerProcess) -> None:
    for name in games.names():
        book = load(name).book
        shown = RulesShown.model_validate(get(server, f"/api/games/{name}/rules")).book
        assert book
        assert shown
        assert [(each.key, each.title) for each in shown] == [(each.key, each.title) for each in book.sections]
        html = {each.key: each.html for each in shown}
        assert html["turn"].count("<li>") == 5
        assert html["tips"].count("<li>") == 3
        whole = "".join(html.values())
        assert re.findall(r'<figure><svg role="img" aria-label="([^"]+)"', whole) == [
            escape(image.label) for image in book.images
        ]
        assert "drawing:" not in whole


def test_a_drawing_that_a_game_lacks_is_shown_in_words() -> None:
    assert library.drawn(load(TOY), Image("board", "A <board>")) == "<p>A &lt;board&gt;</p>"


def test_lessons_over_http(server: ServerProcess) -> None:
    for name in games.names():
        lesson = LessonShown.model_validate(get(server, f"/api/games/{name}/lesson?language=cs"))
        for scene in lesson.scenes:
            assert [each.move for each in scene.choices] == scene.view.legal
            assert bool(scene.view.legal) == (scene.want is not None)


@contextmanager
def page(server: ServerProcess, table: str, **fields: object) -> Iterator[tuple[ClientConnection, Any]]:
    """A page's socket, and how it was welcomed."""
    address = f"ws://127.0.0.1:{server.port}/ws"
    with connect(address, compression=None, max_size=2**22, ping_interval=None) as line:
        line.send(json.dumps({"type": "hello", "table": table, **fields}))
        yield line, json.loads(line.recv(90))


def news_until(line: ClientConnection, seq: int) -> list[Any]:
    """What has happened, without who came and went."""
    heard: list[Any] = []
    while not heard or heard[-1]["seq"] < seq:
        message = json.loads(line.recv(90))
        heard += [message] if message["type"] != "present" else []
    return heard


async def deciding(*seats: SeatConnection) -> SeatConnection:
    """The one of them that is to move, as soon as one is."""
    async with asyncio.timeout(60):
        while not any(seat.legal for seat in seats):
            await asyncio.sleep(0.002)
    return next(seat for seat in seats if seat.legal)


async def hinted(client: Server, path: str, token: str) -> Hint:
    """As `api.review`: on a busy machine one may have to ask again."""
    for _ in range(5):
        try:
            return Hint.model_validate(await client.ask("GET", path, None, token))
        except ServerError as error:
            if error.code != "no_answer":
                raise
    raise AssertionError("no hint, however often one asks")


def test_a_page_at_a_real_table(server: ServerProcess) -> None:
    """Two people play; a page listens, and a program that wants no words."""

    async def play() -> None:
        client = Server(server.address)
        ann, ben = await client.guest("Ann"), await client.guest("Ben")
        table, invites = await ann.open("heckmeck", ["person", "person"])
        mine: dict[str, object] = {"language": "de", "token": ann.token}
        with page(server, table, **mine) as (german, welcome), page(server, table) as (plain, other):
            assert welcome["page"] == {"told": [], "choices": [], "applies": [], "figures": None, "aloud": ""}
            assert other["page"] is None
            async with await ann.sit(table, 0) as first, await ben.sit(table, 1, invites[1]) as second:
                rng = Random(4)
                for _ in range(12):
                    seat = await deciding(first, second)
                    await seat.play(rng.choice(seat.legal))
                while (await deciding(first, second)) is second:
                    await second.play(rng.choice(second.legal))
                heard = news_until(german, first.seq)
                wrong = next(str(move) for move in HECKMECK.moves if str(move) not in (*first.legal, "pass"))
                german.send(json.dumps({"type": "move", "cid": "c" * 16, "seq": first.seq, "move": wrong}))
                refused = json.loads(german.recv(90))
                assert refused["code"] == "illegal"
                with speaking("de"):
                    text = "{move} is not allowed, because {why} [{paragraph}]; the legal moves are: {choices}"
                    gaps = {"why": "|", "paragraph": "", "choices": ""}
                    assert refused["reason"].startswith(say(text, move=wrong, **gaps).partition("|")[0])
                assert "not allowed" not in refused["reason"]
                assert all(news["page"] is None for news in news_until(plain, first.seq))
        told = [each for news in heard for each in news["page"]["told"]]
        assert len(told) > 12
        for news in heard:
            assert [each["move"] for each in news["page"]["choices"]] == news["view"]["legal"]
            assert (news["view"]["state"] is None) == (news["page"]["aloud"] == "")
        with page(server, table, **mine) as (_, late):
            assert late["page"]["told"] == told
        with page(server, table, **mine, since=told[-2]["seq"]) as (_, resumed):
            assert resumed["page"]["told"] == told[-1:]
        with page(server, table, language="en", since=late["seq"]) as (_, up_to_date):
            assert up_to_date["page"]["told"] == []
            assert up_to_date["page"]["aloud"]
        story = Story.model_validate(get(server, f"/api/tables/{table}/story?language=de", ann.token))
        assert [{name: line[name] for name in ("seq", "seat", "text", "turns", "drawn")} for line in story.told] == told
        assert story.told[0]["scores"] is None
        assert story.told[-1]["scores"] == heard[-1]["view"]["scores"]

    asyncio.run(play())


@pytest.mark.parametrize("game", games.names())
def test_hints_and_reasons_for_whoever_has_to_decide(server: ServerProcess, game: str) -> None:
    async def play() -> None:
        client = Server(server.address)
        ann, ben = await client.guest("Ann"), await client.guest("Ben")
        table, invites = await ann.open(game, ["person", "person"])
        async with await ann.sit(table, 0, invites[0]) as first, await ben.sit(table, 1, invites[1]) as second:
            legal = (await deciding(first, second)).legal
            mover, waiter = (ann, ben) if first.legal else (ben, ann)
            hint = await hinted(client, f"/api/tables/{table}/hint?language=fr", mover.token)
            assert sorted(each.move for each in hint.choices) == sorted(legal)
            rival = second if first.legal else first
            await rival.until(lambda: any(event["type"] == "hinted" for event in rival.events))
            await hinted(client, f"/api/tables/{table}/hint", mover.token)  # nobody is told twice
            assert sum(event["type"] == "hinted" for event in rival.events) == 1
            assert hint.best == hint.choices[0].move
            assert hint.choices[0].loss == 0
            assert all(each.loss >= 0 and each.leads for each in hint.choices)
            for path in (f"/api/tables/{table}/hint", f"/api/tables/{table}/why?move=pass"):
                with pytest.raises(ServerError) as refused:
                    await client.ask("GET", path, None, waiter.token)
                assert refused.value.code == "not_your_turn"

            async def why(move: str) -> Why:
                path = f"/api/tables/{table}/why?move={move.replace(' ', '+')}"
                return Why.model_validate(await client.ask("GET", path, None, mover.token))

            allowed = await why(legal[0])
            assert allowed.allowed
            assert allowed.paragraph is None
            forbidden = next(str(move) for move in load(game).moves if str(move) not in (*legal, "pass"))
            reason = await why(forbidden)
            assert not reason.allowed
            assert reason.paragraph
            book = load(game).rulebook
            assert book.cited(reason.paragraph)
            assert reason.text.split()[0].strip("*") == book[book.cited(reason.paragraph)].split()[0].strip("*")
            passing = await why("pass")
            assert passing.allowed or book.cited(passing.paragraph or "")
            with pytest.raises(ServerError) as unknown:
                await why("castle")
            assert unknown.value.code == "unknown_move"

    asyncio.run(play())


def test_a_table_without_hints(server: ServerProcess) -> None:
    token = api.guest(server)
    table, _ = api.table(server, token, hints=False)
    assert get(server, f"/api/tables/{table}/hint", token, 409)["code"] == "no_hints"


def test_moments_and_the_review_of_a_game_that_is_over(server: ServerProcess) -> None:
    async def play() -> str:
        client = Server(server.address)
        ann = await client.guest("Ann")
        table, _ = await ann.open("zocken", ["person", "random"], {"rounds": 1})
        async with await ann.sit(table, 0) as seat:
            while await seat.my_turn():
                await seat.play(seat.legal[0])
        return table

    table = asyncio.run(play())
    story = Story.model_validate(get(server, f"/api/tables/{table}/story"))
    assert len(story.told) > 40
    last = Moment.model_validate(get(server, f"/api/tables/{table}/moment?language=ro"))
    assert last.turn == -2
    assert last.scores == story.told[-1]["scores"]
    middle = story.told[len(story.told) // 2]
    moment = Moment.model_validate(get(server, f"/api/tables/{table}/moment?to={middle['seq']}"))
    assert moment.scores == middle["scores"]
    assert moment.aloud
    review = ReviewShown.model_validate(api.review(server, table, "ru"))
    assert len(review.players) == 2
    for decision in review.decisions[::9]:
        before = get(server, f"/api/tables/{table}/moment?to={decision.event - 1}")
        assert before["turn"] == decision.seat
        after = get(server, f"/api/tables/{table}/moment?to={decision.event}")
        assert after != before
