"""Tables of a deal: the same dice for all, keyed by turn and index; verified once the seed is opened."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence

import pytest

import stammtisch
from stammtisch import transcripts
from stammtisch.fair.deal import key_of_deal, seed_of_deal
from stammtisch.fair.deal_dealer import opening_line
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.refusal import Refusal
from tests.examples import EXAMPLE, TITLES
from tests.server.table_driver import MASTER, TableDriver

DEAL = "2026-11-19-a"
KEY = key_of_deal(MASTER, DEAL)


def played(game: str, seed: int, name: str = "table-0001", seats: Sequence[str] = ("person", "bot")) -> TableDriver:
    """A game whose players choose by this seed; the deal is the same."""
    return TableDriver(game, seats, name=name, deal=DEAL).sit_all().play_on(seed)


def dice(driver: TableDriver) -> dict[int, list[tuple[int, int]]]:
    """Every draw of each turn, in order: its range and its lot."""
    shown = {line["show"]: line for line in map(json.loads, transcript(driver).splitlines()) if "show" in line}
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for line in map(json.loads, transcript(driver).splitlines()):
        if "throw" in line:
            assert len(found[line["turn"]]) == line["index"]
            found[line["turn"]] += zip(line["of"], shown.get(line["throw"], line)["lots"], strict=True)
    return found


def transcript(driver: TableDriver) -> str:
    return driver.table.transcript(driver.rows)


@pytest.mark.parametrize("game", TITLES)
def test_different_moves_meet_the_same_dice(game: str) -> None:
    first, second = played(game, 1), played(game, 2, "table-0002")
    assert [row.payload for row in first.rows if row.kind == "seat"] != [
        row.payload for row in second.rows if row.kind == "seat"
    ]
    mine, other = dice(first), dice(second)
    for turn in mine.keys() & other.keys():
        for one, two in zip(mine[turn], other[turn], strict=False):
            if one[0] == two[0]:  # a bag that holds something else has other ranges
                assert one[1] == two[1]


@pytest.mark.parametrize("game", TITLES)
def test_it_is_the_match_of_the_seed(game: str) -> None:
    driver = played(game, 3)
    verified = transcripts.verify(transcript(driver))
    match = stammtisch.load(game).match(seed_of_deal(KEY))
    for event in verified.match.events:
        if event.seat >= 0:
            match.play(event.move)
    assert match.events == verified.match.events


@pytest.mark.parametrize("game", TITLES)
def test_a_transcript_is_verified_when_the_seed_is_opened(game: str) -> None:
    text = transcript(played(game, 4))
    sealed = transcripts.verify(text)
    assert sealed.verdict
    assert [str(each.code) for each in sealed.verdict.remarks] == ["deal", "sealed"]
    opened = transcripts.verify(f"{text}{opening_line(KEY)}\n")
    assert opened.verdict
    assert [str(each.code) for each in opened.verdict.remarks] == ["deal"]


def test_a_tampered_transcript_is_refused() -> None:
    text = transcript(played(EXAMPLE, 5)) + opening_line(KEY) + "\n"
    other = opening_line(key_of_deal(MASTER, "2026-11-20-a"))
    with pytest.raises(transcripts.TranscriptError, match="not the seed whose hash was published"):
        transcripts.verify(text.replace(opening_line(KEY), other))
    lines = text.splitlines()
    at = next(at for at, line in enumerate(lines) if '"throw"' in line)
    line = json.loads(lines[at])
    line["lots"][0] = (line["lots"][0] + 1) % line["of"][0]
    lines[at] = json.dumps(line, separators=(",", ":"))
    with pytest.raises(transcripts.TranscriptError) as caught:
        transcripts.verify("\n".join(lines) + "\n")
    assert caught.value.fault.code in ("log", "lots")


@pytest.mark.parametrize("game", TITLES)
def test_no_row_of_the_log_tells_the_seed(game: str) -> None:
    driver = played(game, 6)
    secrets = {str(seed_of_deal(KEY)), f"{seed_of_deal(KEY):016x}", KEY.hex(), *json.loads(opening_line(KEY)).values()}
    for row in driver.rows:
        assert not [each for each in secrets if each in row.payload]


def test_a_folded_table_goes_on_with_the_same_dice() -> None:
    whole = played(EXAMPLE, 7)
    half = TableDriver(EXAMPLE, ("person", "bot"), deal=DEAL).sit_all()
    half.play_on(7, steps=len([row for row in whole.rows if row.kind in ("seat", "draft")]) // 2)
    folded = half.folded()
    folded.resume(half.now)
    half.table = folded
    half.play_on(8)
    mine, other = dice(half), dice(whole)
    assert all(mine[turn][: len(other[turn])] == other[turn][: len(mine[turn])] for turn in mine.keys() & other.keys())


def test_nothing_is_taken_back_past_dice() -> None:
    driver = TableDriver(EXAMPLE, ("person", "bot"), deal=DEAL).sit_all().play_on(1, steps=3)
    while driver.table.playing.position.turn != 0:
        driver.play_on(1, steps=1)
    with pytest.raises(Refusal, match="nothing is taken back"):
        driver.do(0, wire.TakeBack(cid=driver.cid(), seq=driver.table.seq))
