"""Hidden draws: their seat can check them at once, nobody else can know them before the end, and then all can."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from stammtisch.fair import Code, Fault, Verifier
from stammtisch.fair.merkle import leaf, secret
from stammtisch.fair.throw import lots
from tests.fair.table import Table
from tests.helpers import greedy_move

GAMES = [("zatre", 30), ("toy", 30)]


def table(game: str, steps: int) -> Table:
    return Table(game, [0, 1], seed=6).play(steps, greedy_move)


def hashes(lines: list[str]) -> set[str]:
    return set(re.findall("[0-9a-f]{64}", "\n".join(lines)))


@pytest.mark.parametrize(("game", "steps"), GAMES)
def test_what_is_published_holds_no_secret_of_a_hidden_throw(game: str, steps: int) -> None:
    """Whatever is published is a commitment, an element, or the secret and path of an open throw, and nothing else.

    Of a hidden secret only its leaf can be among the paths: a hash of 256 unknown bits.
    """
    played = table(game, steps)
    seen = played.dealer.seen
    assert len(seen.unshown) >= 3
    public = hashes(played.lines)
    lines: list[dict[str, Any]] = [json.loads(line) for line in played.lines]
    given = {line["element"] for line in lines if "throw" in line} | set(lines[0]["heads"]) | {lines[0]["root"]}
    opened = {each for line in lines if "secret" in line for each in (line["secret"], *line["proof"])}
    assert public == given | opened
    for number, hidden in seen.unshown.items():
        mine = secret(played.master, played.name, number)
        key = seen.key(mine, hidden)
        assert public.isdisjoint({played.master.hex(), mine.hex(), key.hex()})
        assert json.loads(played.shows[number])["lots"] == lots(key, hidden.of)
        line = next(line for line in lines if line.get("throw") == number)
        assert list(line) == ["throw", "element", "of"]


def test_the_ranges_of_hidden_draws_only_count_the_tiles_in_the_bag() -> None:
    """So they tell the others nothing: how many are left stands in everybody's view."""
    played = table("zatre", 0)
    hidden = 0
    while hidden < 20:
        before = played.match.position
        played.step(greedy_move)
        if before.is_chance and before.audience >= 0:
            left = getattr(before.view(1 - before.audience).state, "left")  # noqa: B009
            of = json.loads(played.lines[-1])["of"]
            assert of == list(range(left, left - len(of), -1))
            hidden += 1


def test_a_path_may_show_the_leaf_of_a_hidden_throw_and_no_more() -> None:
    """The lots for the start are open; the leaf beside theirs belongs to the first hand, which is hidden."""
    played = table("zatre", 10)
    beside = leaf(played.dealer.seen.setting, 2, secret(played.master, played.name, 2)).hex()
    assert 2 in played.dealer.seen.unshown
    assert beside in hashes(played.lines)


@pytest.mark.parametrize(("game", "steps"), GAMES)
def test_the_seat_checks_its_draw_at_once_and_the_others_have_nothing_of_it(game: str, steps: int) -> None:
    played = table(game, steps)
    reader = Verifier()
    for line in played.lines:
        reader.feed(line)
    for number, opened in reader.unshown.items():
        assert opened.to in (0, 1)
        mine = json.loads(played.shows[number])
        assert reader.peek(played.shows[number]) == mine
        with pytest.raises(Fault) as caught:
            reader.check_shown({**mine, "lots": [each + 1 for each in mine["lots"]]}, opened)
        assert caught.value.code == Code.LOTS
        with pytest.raises(Fault) as caught:
            reader.check_shown({**mine, "secret": "00" * 32}, opened)
        assert caught.value.code == Code.PROOF


def test_what_a_seat_was_shown_can_be_written_once_more() -> None:
    played = table("zatre", 10)
    for number in played.dealer.seen.unshown:
        names = json.loads(played.shows[number])["are"]
        assert played.dealer.show(number, names) == played.shows[number]


def test_at_the_end_everything_is_shown() -> None:
    played = table("toy", 5)
    *most, (last, _) = played.shows.items()
    with pytest.raises(Fault) as caught:
        played.dealer.end([line for _, line in most])
    assert (caught.value.code, caught.value.throw) == (Code.HIDDEN, last)


def test_after_the_first_is_shown_nothing_more_is_played() -> None:
    played = table("toy", 5)
    played.dealer.seen.feed(played.shows[1])
    with pytest.raises(Fault) as caught:
        played.dealer.open(0)
    assert caught.value.code == Code.ORDER
    with pytest.raises(Fault) as caught:
        played.dealer.seen.feed(played.shows[1])
    assert caught.value.code == Code.ORDER


@pytest.mark.parametrize(("to", "line"), [(None, "hidden"), (0, "shown")])
def test_an_open_throw_is_shown_at_once_and_a_hidden_one_is_not(to: int | None, line: str) -> None:
    played = Table("toy", [0, 1], seed=7)
    played.lines += played.dealer.open(0, to)
    draws = played.draws_for()
    draws.draw(6)
    other = Table("toy", [0, 1], seed=7)
    other.lines += other.dealer.open(0, 0 if to is None else None)
    wrong = other.dealer.throw(cup_of(other), ["white"]).line
    with pytest.raises(Fault) as caught:
        played.dealer.seen.feed(wrong)
    assert caught.value.code == Code.HIDDEN
    assert ('"secret"' in wrong) == (line == "shown")


def cup_of(table: Table) -> Any:
    draws = table.draws_for()
    draws.draw(6)
    return draws


def test_only_a_line_that_shows_a_hidden_throw_can_be_private() -> None:
    played = table("toy", 5)
    for wrong in ('{"away":0}', played.shows[1].replace('"show":1', '"show":9')):
        with pytest.raises(Fault) as caught:
            played.dealer.seen.peek(wrong)
        assert caught.value.code == Code.ORDER
    log = played.dealer.seen.log
    played.dealer.seen.peek(played.shows[1])
    assert played.dealer.seen.log == log
    assert 1 in played.dealer.seen.unshown
