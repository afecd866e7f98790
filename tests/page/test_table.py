"""The loop at the table: throw, watch the others, win or lose, play again — as somebody sees it who watches."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from stammtisch.games import names
from tests.page.conftest import People
from tests.page.person import Person
from tests.page.random_player import RandomPlayer
from tests.server import api
from tests.server.server_process import ServerProcess

# Every frame: which event is shown, whether dice roll, and what stands under them.
RECORD = """() => {
    window.frames_seen = [];
    const look = () => {
        const seq = Number(document.querySelector('.surface')?.dataset.seq ?? 0);
        const thrown = document.querySelector('.throw');
        const rolls = (thrown?.getAnimations({subtree: true}) ?? []).some(each => each.playState === 'running' &&
            each.effect.getComputedTiming().progress < 0.9 && each.animationName?.endsWith('roll'));
        const labels = [...document.querySelectorAll('.throw .to')].map(each => each.innerText).join('');
        const last = window.frames_seen.at(-1);
        if (!last || last.seq !== seq || last.rolls !== rolls || last.labels !== labels)
            window.frames_seen.push({seq, rolls, labels});
        requestAnimationFrame(look);
    };
    look();
}"""


def seen(person: Person) -> list[dict[str, Any]]:
    return list(person.page.evaluate("window.frames_seen"))


def steps_of_the_rival(person: Person) -> set[int]:
    """The numbers of the news that tell of a throw or a decision in the turns of the other seat."""
    found, thrower = set(), 0
    for message in person.messages:
        for event in message.get("events", ()):
            line = json.loads(event.get("line", "{}"))
            thrower = line.get("by", thrower)
            if message["type"] == "news" and ((event["type"] == "throw" and thrower == 1) or line.get("seat") == 1):
                found.add(message["seq"])
    return found


@pytest.mark.parametrize("pace", ["calm", "brisk"])
@pytest.mark.parametrize("game", ["heckmeck", "barbecue"])
def test_the_whole_turn_of_a_rival_is_shown(people: People, game: str, pace: str) -> None:
    ana = people(pace=pace)
    ana.open(f"/t/{ana.has_opened(game, 'beginner')}")
    ana.page.evaluate(RECORD)
    player = RandomPlayer(ana, game)
    player.play(until=lambda: ana.turns > 1)
    ana.until(lambda: ana.turns > 2, "the rival's turn")
    expect(ana.button("Roll 8 dice")).to_have_attribute("aria-disabled", "false")  # what waited has been shown
    ana.settle()  # what is drawn now is recorded with the next frame
    frames = seen(ana)
    assert steps_of_the_rival(ana) <= {frame["seq"] for frame in frames}
    assert len(steps_of_the_rival(ana)) > 1
    told = [frame for frame in frames if frame["rolls"] and frame["labels"]]
    assert any(frame["rolls"] for frame in frames)
    assert not told, "what the dice give stands there before they lie"
    assert any(frame["labels"] for frame in frames)


def test_whoever_watches_sees_every_roll(people: People, server: ServerProcess) -> None:
    """Where only bots play, their dice wait for nobody: the server is far ahead of what is shown."""
    ana = people(pace="brisk")
    opening = {"game": "heckmeck", "seats": [{"kind": "bot"}] * 2}
    table = api.ask(server, "POST", "/api/tables", opening, token=ana.known()).json["table"]
    ana.open(f"/t/{table}")
    surface = ana.page.locator(".surface")
    surface.wait_for()
    ana.page.evaluate(RECORD)
    first = int(surface.get_attribute("data-seq") or 0)
    ana.until(lambda: len(seen(ana)) > 20, "what the bots do")
    shown = {frame["seq"] for frame in seen(ana)}
    rolls = {
        message["seq"]
        for message in ana.messages
        if message["type"] == "news" and any(event["type"] == "throw" for event in message["events"])
    }
    assert len(shown & rolls) > 2
    assert {seq for seq in rolls if first < seq <= max(shown)} <= shown


def lets_the_others_play(person: Person) -> None:
    """Play the own turn, and wait until the two others have played theirs, whatever is shown of it."""
    before = person.turns
    RandomPlayer(person, "heckmeck").play(until=lambda: person.turns > before)
    person.until(lambda: person.turns > before + 2 and person.awaited, "the rivals' turns")


def skips(person: Person, way: str) -> None:
    """Until everything is shown: Escape skips all of it, a tap or Space a turn."""
    surface = person.page.locator(".surface")
    while surface.get_attribute("data-seq") != str(person.seq):
        if way == "tap":
            surface.click(position={"x": 5, "y": 5})
        else:
            person.page.evaluate("document.activeElement.blur()")
            person.page.keyboard.press(way)
        person.settle()
        if way == "Escape":
            assert surface.get_attribute("data-seq") == str(person.seq)


def test_a_turn_begins_with_the_own_throw_and_keys_or_a_tap_skip_what_others_do(people: People) -> None:
    ana = people(pace="calm")
    ana.open(f"/t/{ana.has_opened('heckmeck', 'beginner', 'beginner')}")
    ana.button("Roll 8 dice").wait_for()
    assert not any(event["type"] == "throw" for event in ana.news["events"])
    for way in ("Escape", "tap", "Space"):
        lets_the_others_play(ana)
        skips(ana, way)
    expect(ana.my_turn).to_be_visible()


def test_whoever_looks_away_finds_the_table_as_it_was(people: People) -> None:
    """A page that nobody looks at stands still; its title tells whose turn it is all the same."""
    ana = people(pace="calm")
    ana.open(f"/t/{ana.has_opened('heckmeck', 'beginner', 'beginner')}")
    ana.button("Roll 8 dice").wait_for()
    hide = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true}); "
    told = "document.dispatchEvent(new Event('visibilitychange'))"
    player = RandomPlayer(ana, "heckmeck")
    player.play(until=lambda: ana.turns > 1)
    ana.page.evaluate(hide % "true" + told)
    ana.until(lambda: ana.turns > 3 and ana.awaited, "the rivals' turns")
    expect(ana.page).to_have_title("● Your turn · Heckmeck")
    surface = ana.page.locator(".surface")
    shown = int(surface.get_attribute("data-seq") or 0)
    assert shown < ana.seq
    ana.page.evaluate(hide % "false" + told)
    ana.button("Skip to now").click()
    expect(surface).to_have_attribute("data-seq", str(ana.seq))


@pytest.mark.parametrize("game", names())
def test_play_again_is_one_click(people: People, game: str) -> None:
    ana = people(pace="brisk")
    table = ana.has_opened(game, "beginner", "regular")
    ana.open(f"/t/{table}")
    ana.gives_up()
    ana.button("Play again").click()
    ana.page.wait_for_url(lambda url: "/t/" in url and table not in url)
    ana.until(lambda: ana.view.get("status") == "playing", "the next game")
    again = ana.view
    assert sorted(seat["bot"] for seat in again["seats"] if seat["kind"] == "bot") == ["beginner", "regular"]
    expect(ana.page.locator(".surface")).to_be_visible()
    assert ana.page.get_by_label("Your name").count() == 0


def test_friends_play_again(people: People, server: ServerProcess) -> None:
    ana, berta = people("Ana"), people("Berta")
    table, link = ana.invites("heckmeck", fast="no_exception")
    berta.accepts(link)
    berta.my_turn.or_(berta.page.get_by_text("It is Ana's turn.")).wait_for()
    ana.gives_up()
    ana.button("Play again").click()
    expect(ana.page.get_by_text("Waiting for Berta.")).to_be_visible()
    expect(berta.page.get_by_text("The others want to play again, and wait for you.")).to_be_visible()
    berta.button("Play again").click()
    for person in (ana, berta):
        expect(person.page.locator(".surface")).to_be_visible()
    assert ana.at_table() == berta.at_table() != table
    assert [seat["name"] for seat in ana.view["seats"]] == ["Berta", "Ana"]  # who began sits last now
    opened = json.loads(next(frame for frame in reversed(ana.frames) if '"opened"' in frame))
    assert opened["events"][0]["opening"]["options"]["fast"] == "no_exception"


def test_a_lost_connection_is_told_and_the_move_made_meanwhile_is_kept(people: People, server: ServerProcess) -> None:
    ana = people()
    ana.open(f"/t/{ana.has_opened('heckmeck', 'beginner')}")
    ana.button("Roll 8 dice").click()
    ana.until(lambda: ana.view["legal"] != [], "the throw")
    with ana.trouble():
        server.kill()
        expect(ana.connecting).to_be_visible()
        expect(ana.my_turn).to_be_hidden()
        ana.moves.first.click()
        expect(ana.connecting).to_contain_text("Your move is kept and sent when it is back: keep")
        before = ana.seq
        server.start()
        expect(ana.connecting).to_be_hidden()
        ana.until(lambda: ana.seq > before, "the answer")
    assert ana.view["state"]["dice"] < 8
    expect(ana.my_turn).to_be_visible()


def test_the_host_keeps_his_chair(people: People) -> None:
    """Whoever has opened a table and does not sit yet is offered his seat first: bots take only what is left."""
    ana = people()
    ana.opens("heckmeck", "friend")
    ana.button("Begin now, with bots on the free seats").click()
    ana.until(lambda: ana.view.get("status") == "playing", "the game")
    assert [seat["kind"] for seat in ana.view["seats"]] == ["person", "bot"]
