"""A table: what is allowed to whom, what the log keeps, and that the log gives the same table again."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch import games
from stammtisch.core.errors import StammtischError
from stammtisch.fair import verify
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.refusal import Refusal, StaleCommand
from stammtisch.server.table.state import KEPT
from stammtisch.transcripts import replayed
from tests.server.checklist import row
from tests.server.people import Company


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.RaisesExc(Refusal, check=lambda refusal: refusal.code == code)


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("seats", [("person", "person"), ("person", "bot", "person"), ("bot", "bot")])
def test_played_to_the_end_folded_anew_and_verified(game: str, seats: tuple[str, ...]) -> None:
    company = Company(game, seats).sit_all()
    if "person" not in seats:
        company.table.start_by_itself(company.now)
        company.written()
    rng = Random(5)
    for number in range(100_000):
        if not company.step(rng):
            break
        if number % 50 == 0:
            again = company.folded()
            for seat in (None, *range(len(seats))):
                assert again.view(seat) == company.table.view(seat)
            company.table = again  # and it goes on from there
    table = company.table
    assert table.is_over
    assert table.result is not None
    assert table.result["reason"] == "played"
    transcript = table.transcript(company.rows)
    report, lines = verify(transcript.encode())
    assert report.throws
    match = replayed(lines)
    assert match.scores == table.result["scores"]
    assert company.folded().view(None) == table.view(None)


def test_a_changed_row_is_noticed() -> None:
    company = Company("heckmeck").sit_all().play_on(1, 10)
    row = company.rows[6]
    company.rows[6] = row._replace(at=row.at + 1)
    with pytest.raises(StammtischError, match="row 7 of table-0001 is not as it was written"):
        company.folded()


def test_only_the_last_rows_stay_in_memory() -> None:
    company = Company("heckmeck").sit_all().play_on(1, 100)
    table, last = company.table, company.rows[-1].seq
    assert len(table.rows) == KEPT
    assert table.remembers(last)
    assert table.remembers(last - KEPT)
    assert not table.remembers(last - KEPT - 1)
    assert [event["seq"] for event in table.events(last - 3, 0)] == [last - 2, last - 1, last]
    assert table.events(last - 30, 1, company.rows)[0]["seq"] == last - 29


def test_a_view_tells_which_throw_begins_a_turn() -> None:
    """Only what no decision has led to: such a throw a page leaves to its player's hand."""
    company = Company("heckmeck").sit_all()
    assert company.table.view(1)["throw"] == {"number": 1, "from": 0, "element": 1, "by": 0, "begins": True}
    company.contribute()
    company.move(0, company.table.view(0)["legal"][0])
    company.move(0, "roll")
    assert company.table.view(0)["throw"]["begins"] is False
    lots = Company("zatre").sit_all()  # who begins is drawn, which is nobody's turn
    assert lots.table.view(0)["throw"]["begins"] is False


@row(11)
def test_moves_need_the_turn_the_number_and_the_rules() -> None:
    company = Company("heckmeck").sit_all()
    with refused("not_your_turn"):
        company.move(0, "keep 1")  # the throw is still due
    company.contribute()
    legal = company.table.view(0)["legal"]
    with refused("not_your_turn"):
        company.move(1, legal[0])
    with refused("unknown_move"):
        company.move(0, "fly away")
    with refused("illegal"):
        company.move(0, "roll")
    with pytest.raises(StaleCommand):
        company.do(0, wire.Play(cid=company.cid(), seq=company.table.seq - 1, move=legal[0]))
    with refused("not_seated"):
        company.do(None, wire.Play(cid=company.cid(), seq=company.table.seq, move=legal[0]))
    before = company.table.seq
    command = wire.Play(cid=company.cid(), seq=before, move=legal[0])
    assert company.do(0, command) == (before + 1, False)
    assert company.do(0, command) == (before + 1, True)  # a resend
    assert company.table.seq == before + 1
    assert company.table.view(1)["legal"] == []


def test_undo_until_the_next_throw_and_never_anothers_move() -> None:
    company = Company("heckmeck").sit_all()
    company.contribute()
    view = company.table.view(0)
    company.move(0, view["legal"][0])
    assert company.table.view(0)["undoable"]
    with refused("not_your_turn"):
        company.do(1, wire.Undo(cid=company.cid(), seq=company.table.seq))
    company.do(0, wire.Undo(cid=company.cid(), seq=company.table.seq))
    assert company.table.view(0)["state"] == view["state"]
    with refused("not_undoable"):
        company.do(0, wire.Undo(cid=company.cid(), seq=company.table.seq))
    assert company.folded().view(0) == company.table.view(0)


def test_take_back_past_a_throw_by_consent_only() -> None:
    company = Company("heckmeck", ("person", "person", "person")).sit_all()
    company.contribute()
    view = company.table.view(0)
    company.move(0, view["legal"][0])
    company.move(0, "roll")
    company.contribute()
    company.do(0, wire.TakeBack(cid=company.cid(), seq=company.table.seq))
    with refused("not_asked"):
        company.do(0, wire.Consent(cid=company.cid(), seq=company.table.seq, agree=True))
    company.do(1, wire.Consent(cid=company.cid(), seq=company.table.seq, agree=True))
    assert company.table.asked
    company.do(2, wire.Consent(cid=company.cid(), seq=company.table.seq, agree=True))
    assert company.table.asked is None
    assert "roll" in company.table.view(0)["legal"]
    assert company.folded().view(0) == company.table.view(0)
    company.do(0, wire.TakeBack(cid=company.cid(), seq=company.table.seq))
    company.do(1, wire.Consent(cid=company.cid(), seq=company.table.seq, agree=False))
    assert company.table.asked is None
    assert "roll" in company.table.view(0)["legal"]
    company.play_on(3)
    report, lines = verify(company.table.transcript(company.rows).encode())
    assert report.undone > 1  # the move and every die of the throw
    assert company.table.result is not None
    assert replayed(lines).scores == company.table.result["scores"]


def test_a_wrong_element_throws_nothing() -> None:
    company = Company("heckmeck").sit_all()
    before = company.table.seq
    with refused("wrong_element"):
        company.do(0, wire.Contribute(cid=company.cid(), throw=1, element="ab" * 32))
    with refused("not_due"):
        company.do(1, wire.Contribute(cid=company.cid(), throw=2, element="ab" * 32))
    assert company.table.seq == before
    company.contribute()
    assert company.do(0, wire.Contribute(cid=company.cid(), throw=1, element="ab" * 32)).seq == company.table.seq


def test_who_is_away_is_played_for_and_comes_back() -> None:
    company = Company("heckmeck", ("person", "person")).sit_all()
    company.table.mark_away(0, company.now)
    company.written()
    assert company.table.awaited == 1  # the other one contributes now
    company.contribute()
    assert company.table.bot_to_move == "beginner"
    with refused("away"):
        company.move(0, "keep 1")
    company.do(0, wire.Back(cid=company.cid()))
    assert company.table.bot_to_move is None
    assert company.folded().view(0) == company.table.view(0)
    company.play_on(1)
    verify(company.table.transcript(company.rows).encode())


def test_everybody_away_and_one_returns() -> None:
    company = Company("heckmeck", ("person", "bot")).sit_all()
    company.table.mark_away(0, company.now)
    company.written()
    assert company.table.awaited is None
    assert company.table.bot_to_move is None
    company.do(0, wire.Back(cid=company.cid()))
    assert company.table.awaited == 0


def test_resigning_ends_a_game_of_two_and_not_one_of_three() -> None:
    company = Company("heckmeck", ("person", "person")).sit_all()
    company.do(1, wire.Resign(cid=company.cid()))
    assert company.table.result == {"scores": [0, 0], "places": [1, 2], "reason": "resigned"}
    verify(company.table.transcript(company.rows).encode())
    with refused("over"):
        company.move(0, "keep 1")
    three = Company("heckmeck", ("person", "person", "person")).sit_all()
    three.do(0, wire.Resign(cid=three.cid()))
    assert not three.table.is_over
    three.play_on(2)
    assert three.table.result is not None
    assert three.table.result["places"][0] == 3
    verify(three.table.transcript(three.rows).encode())


def test_seats_names_and_the_host() -> None:
    company = Company("heckmeck", ("person", "person", "person"))
    table, head = company.table, "ab" * 32
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
        table.do(wire.Start(cid=company.cid()), "guest-1", 0)
    table.do(wire.Start(cid=company.cid()), "guest-0", 0)
    assert [seat.kind for seat in table.seats] == ["person", "bot", "bot"]
    assert table.seats[0].name == "Ann 2"
    with refused("started"):
        table.sit(1, "guest-1", "Ann", head, 0)


def test_chat_is_plain_and_can_be_switched_off() -> None:
    company = Company("heckmeck").sit_all()
    company.do(0, wire.Say(cid=company.cid(), text="hello \u202e\x07 you  there"))
    assert company.table.events(company.table.seq - 1, None)[0]["text"] == "hello you there"
    with refused("empty"):
        company.do(0, wire.Say(cid=company.cid(), text="\u200b"))
    quiet = Company("heckmeck", chat=False).sit_all()
    with refused("no_chat"):
        quiet.do(0, wire.Say(cid=quiet.cid(), text="hello"))
