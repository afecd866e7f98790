"""A table: what is allowed to whom, what the log keeps, and that the log gives the same table again."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch import games
from stammtisch.fair import verify
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.refusal import Refusal, StaleCommand
from stammtisch.server.storage.faults import Damaged
from stammtisch.server.table.state import KEPT
from stammtisch.transcripts import replayed
from tests.server.checklist import row
from tests.server.table_driver import TableDriver


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.RaisesExc(Refusal, check=lambda refusal: refusal.code == code)


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("seats", [("person", "person"), ("person", "bot", "person"), ("bot", "bot")])
def test_played_to_the_end_folded_anew_and_verified(game: str, seats: tuple[str, ...]) -> None:
    driver = TableDriver(game, seats).sit_all()
    if "person" not in seats:
        driver.table.start_by_itself(driver.now)
        driver.written()
    rng = Random(5)
    for number in range(100_000):
        if not driver.step(rng):
            break
        if number % 50 == 0:
            again = driver.folded()
            for seat in (None, *range(len(seats))):
                assert again.view(seat) == driver.table.view(seat)
            driver.table = again  # and it goes on from there
    table = driver.table
    assert table.is_over
    assert table.result is not None
    assert table.result["reason"] == "played"
    transcript = table.transcript(driver.rows)
    report, lines = verify(transcript.encode())
    assert report.throws
    match = replayed(lines)
    assert match.scores == table.result["scores"]
    assert driver.folded().view(None) == table.view(None)


def test_a_changed_row_is_noticed() -> None:
    driver = TableDriver("heckmeck").sit_all().play_on(1, 10)
    row = driver.rows[6]
    driver.rows[6] = row._replace(at=row.at + 1)
    with pytest.raises(Damaged, match=r"table-0001, row 7: .* is not as it was written"):
        driver.folded()


def test_only_the_last_rows_stay_in_memory() -> None:
    driver = TableDriver("heckmeck").sit_all().play_on(1, 100)
    table, last = driver.table, driver.rows[-1].seq
    assert len(table.rows) == KEPT
    assert table.remembers(last)
    assert table.remembers(last - KEPT)
    assert not table.remembers(last - KEPT - 1)
    assert [event["seq"] for event in table.events(last - 3, 0)] == [last - 2, last - 1, last]
    assert table.events(last - 30, 1, driver.rows)[0]["seq"] == last - 29


def test_a_view_tells_which_throw_begins_a_turn() -> None:
    """Only what no decision has led to: such a throw a page leaves to its player's hand."""
    driver = TableDriver("heckmeck").sit_all()
    assert driver.table.view(1)["throw"] == {"number": 1, "from": 0, "element": 1, "by": 0, "begins": True}
    driver.contribute()
    driver.move(0, driver.table.view(0)["legal"][0])
    driver.move(0, "roll")
    assert driver.table.view(0)["throw"]["begins"] is False
    lots = TableDriver("zatre").sit_all()  # who begins is drawn, which is nobody's turn
    assert lots.table.view(0)["throw"]["begins"] is False


@row(11)
def test_moves_need_the_turn_the_number_and_the_rules() -> None:
    driver = TableDriver("heckmeck").sit_all()
    with refused("not_your_turn"):
        driver.move(0, "keep 1")  # the throw is still due
    driver.contribute()
    legal = driver.table.view(0)["legal"]
    with refused("not_your_turn"):
        driver.move(1, legal[0])
    with refused("unknown_move"):
        driver.move(0, "fly away")
    with refused("illegal"):
        driver.move(0, "roll")
    with pytest.raises(StaleCommand):
        driver.do(0, wire.Play(cid=driver.cid(), seq=driver.table.seq - 1, move=legal[0]))
    with refused("not_seated"):
        driver.do(None, wire.Play(cid=driver.cid(), seq=driver.table.seq, move=legal[0]))
    before = driver.table.seq
    command = wire.Play(cid=driver.cid(), seq=before, move=legal[0])
    assert driver.do(0, command) == (before + 1, False)
    assert driver.do(0, command) == (before + 1, True)  # a resend
    assert driver.table.seq == before + 1
    assert driver.table.view(1)["legal"] == []


def test_undo_until_the_next_throw_and_never_anothers_move() -> None:
    driver = TableDriver("heckmeck").sit_all()
    driver.contribute()
    view = driver.table.view(0)
    driver.move(0, view["legal"][0])
    assert driver.table.view(0)["undoable"]
    with refused("not_your_turn"):
        driver.do(1, wire.Undo(cid=driver.cid(), seq=driver.table.seq))
    driver.do(0, wire.Undo(cid=driver.cid(), seq=driver.table.seq))
    assert driver.table.view(0)["state"] == view["state"]
    with refused("not_undoable"):
        driver.do(0, wire.Undo(cid=driver.cid(), seq=driver.table.seq))
    assert driver.folded().view(0) == driver.table.view(0)


def test_take_back_past_a_throw_by_consent_only() -> None:
    driver = TableDriver("heckmeck", ("person", "person", "person")).sit_all()
    driver.contribute()
    view = driver.table.view(0)
    driver.move(0, view["legal"][0])
    driver.move(0, "roll")
    driver.contribute()
    driver.do(0, wire.TakeBack(cid=driver.cid(), seq=driver.table.seq))
    with refused("not_asked"):
        driver.do(0, wire.Consent(cid=driver.cid(), seq=driver.table.seq, agree=True))
    driver.do(1, wire.Consent(cid=driver.cid(), seq=driver.table.seq, agree=True))
    assert driver.table.asked
    driver.do(2, wire.Consent(cid=driver.cid(), seq=driver.table.seq, agree=True))
    assert driver.table.asked is None
    assert "roll" in driver.table.view(0)["legal"]
    assert driver.folded().view(0) == driver.table.view(0)
    driver.do(0, wire.TakeBack(cid=driver.cid(), seq=driver.table.seq))
    driver.do(1, wire.Consent(cid=driver.cid(), seq=driver.table.seq, agree=False))
    assert driver.table.asked is None
    assert "roll" in driver.table.view(0)["legal"]
    driver.play_on(3)
    report, lines = verify(driver.table.transcript(driver.rows).encode())
    assert report.undone > 1  # the move and every die of the throw
    assert driver.table.result is not None
    assert replayed(lines).scores == driver.table.result["scores"]


def test_a_wrong_element_throws_nothing() -> None:
    driver = TableDriver("heckmeck").sit_all()
    before = driver.table.seq
    with refused("wrong_element"):
        driver.do(0, wire.Contribute(cid=driver.cid(), throw=1, element="ab" * 32))
    with refused("not_due"):
        driver.do(1, wire.Contribute(cid=driver.cid(), throw=2, element="ab" * 32))
    assert driver.table.seq == before
    driver.contribute()
    assert driver.do(0, wire.Contribute(cid=driver.cid(), throw=1, element="ab" * 32)).seq == driver.table.seq


def test_who_is_away_is_played_for_and_comes_back() -> None:
    driver = TableDriver("heckmeck", ("person", "person")).sit_all()
    driver.table.mark_away(0, driver.now)
    driver.written()
    assert driver.table.awaited == 1  # the other one contributes now
    driver.contribute()
    assert driver.table.bot_to_move == "beginner"
    with refused("away"):
        driver.move(0, "keep 1")
    driver.do(0, wire.Back(cid=driver.cid()))
    assert driver.table.bot_to_move is None
    assert driver.folded().view(0) == driver.table.view(0)
    driver.play_on(1)
    verify(driver.table.transcript(driver.rows).encode())


def test_everybody_away_and_one_returns() -> None:
    driver = TableDriver("heckmeck", ("person", "bot")).sit_all()
    driver.table.mark_away(0, driver.now)
    driver.written()
    assert driver.table.awaited is None
    assert driver.table.bot_to_move is None
    driver.do(0, wire.Back(cid=driver.cid()))
    assert driver.table.awaited == 0


def test_resigning_ends_a_game_of_two_and_not_one_of_three() -> None:
    driver = TableDriver("heckmeck", ("person", "person")).sit_all()
    driver.do(1, wire.Resign(cid=driver.cid()))
    assert driver.table.result == {"scores": [0, 0], "places": [1, 2], "reason": "resigned"}
    verify(driver.table.transcript(driver.rows).encode())
    with refused("over"):
        driver.move(0, "keep 1")
    three = TableDriver("heckmeck", ("person", "person", "person")).sit_all()
    three.do(0, wire.Resign(cid=three.cid()))
    assert not three.table.is_over
    three.play_on(2)
    assert three.table.result is not None
    assert three.table.result["places"][0] == 3
    verify(three.table.transcript(three.rows).encode())


def test_seats_names_and_the_host() -> None:
    driver = TableDriver("heckmeck", ("person", "person", "person"))
    table, head = driver.table, "ab" * 32
    table.sit(1, "guest-1", "Ann", head, 0)
    table.sit(1, "guest-1", "Ann", head, 0)  # again: nothing
    with refused("taken"):
        table.sit(1, "guest-2", "Ben", head, 0)
    with refused("seated"):
        table.sit(0, "guest-1", "Ann", head, 0)
    with refused("no_seat"):
        table.sit(9, "guest-2", "Ben", head, 0)
    table.sit(0, "guest-0", "Ann", head, 0)
    assert table.seats[0].name == "Ann 2"
    table.leave("guest-1", 0)
    assert table.seats[1].guest is None
    with refused("not_seated"):
        table.leave("guest-1", 0)
    with refused("not_host"):
        table.do(wire.Start(cid=driver.cid()), "guest-1", 0)
    table.do(wire.Start(cid=driver.cid()), "guest-0", 0)
    assert [seat.kind for seat in table.seats] == ["person", "bot", "bot"]
    assert table.seats[0].name == "Ann 2"
    with refused("started"):
        table.sit(1, "guest-1", "Ann", head, 0)


def test_chat_is_plain_and_can_be_switched_off() -> None:
    driver = TableDriver("heckmeck").sit_all()
    driver.do(0, wire.Say(cid=driver.cid(), text="hello \u202e\x07 you  there"))
    assert driver.table.events(driver.table.seq - 1, None)[0]["text"] == "hello you there"
    with refused("empty"):
        driver.do(0, wire.Say(cid=driver.cid(), text="\u200b"))
    quiet = TableDriver("heckmeck", chat=False).sit_all()
    with refused("no_chat"):
        quiet.do(0, wire.Say(cid=quiet.cid(), text="hello"))
