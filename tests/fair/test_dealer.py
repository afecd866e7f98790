"""The dealer: who contributes, what is refused, what happens when somebody does not answer, and after a crash."""

from __future__ import annotations

import json

import pytest

from stammtisch.fair import Chain, Code, Dealer, Fault, Setting, ThrowDraws, Verifier, verify
from stammtisch.fair.chain import ELEMENTS, RESERVE
from stammtisch.fair.merkle import LEAVES
from tests.fair.table import Table, a_secret

MASTER = a_secret("master")


def chain(seat: int, number: int = 0) -> Chain:
    return Chain(a_secret(seat), "t", seat, number)


def sit(*people: int, seats: int = 4) -> tuple[Dealer, list[str]]:
    """A table of four where these seats are people; no game is needed to throw dice."""
    heads = [chain(seat).head if seat in people else None for seat in range(seats)]
    dealer, header = Dealer.start(MASTER, Setting("t", "any", 1, {}, [f"seat {p}" for p in range(seats)], heads))
    return dealer, [header]


def contributor(dealer: Dealer, by: int) -> int | None:
    """Who contributes to a throw of this seat; the throw is made."""
    dealer.open(by)
    assert dealer.seen.open
    found = dealer.seen.open.contributor
    dealer.throw(dealer.draws_for(answer(dealer)), [])
    return found


def answer(dealer: Dealer, number: int = 0) -> bytes | None:
    assert dealer.seen.open
    seat = dealer.seen.open.contributor
    return None if seat is None else chain(seat, number).element(dealer.seen.contributors.owed(seat))


def refuses(code: Code, act: object, *given: object) -> None:
    assert callable(act)
    with pytest.raises(Fault) as caught:
        act(*given)
    assert caught.value.code == code


# ── Who contributes ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_thrower_contributes_and_for_a_bot_the_next_person_clockwise() -> None:
    dealer, _ = sit(0, 2)
    assert [contributor(dealer, by) for by in range(4)] == [0, 2, 2, 0]


def test_for_an_absent_person_the_next_one_contributes_until_he_is_back() -> None:
    dealer, _ = sit(0, 2)
    dealer.away(2)
    assert [contributor(dealer, by) for by in range(4)] == [0, 0, 0, 0]
    dealer.back(2)
    dealer.away(0)
    assert [contributor(dealer, by) for by in range(4)] == [2, 2, 2, 2]


def test_absence_counts_from_the_next_throw_on() -> None:
    dealer, _ = sit(0, 2)
    dealer.open(0)
    dealer.away(2)  # the open throw does not concern him
    refuses(Code.ORDER, dealer.away, 0)
    refuses(Code.ORDER, dealer.head, 0, chain(0, 1).head)
    dealer.throw(dealer.draws_for(answer(dealer)), [])
    dealer.back(2)
    dealer.away(0)
    assert contributor(dealer, 0) == 2


def test_a_table_of_bots_has_no_contributor_and_says_so() -> None:
    dealer, (header,) = sit()
    assert '"dice":"server"' in header
    assert contributor(dealer, 1) is None
    assert dealer.seen.report.alone == 1
    dealer.open(0)
    refuses(Code.ELEMENT, dealer.draws_for, a_secret("any"))
    refuses(Code.ORDER, dealer.waive)


def test_when_everybody_is_away_the_table_waits() -> None:
    dealer, (header,) = sit(1, 3)
    assert '"dice":"shared"' in header
    dealer.away(1)
    dealer.away(3)
    refuses(Code.CONTRIBUTOR, dealer.open, 0)
    dealer.back(3)
    assert contributor(dealer, 0) == 3


def test_the_contributors_are_the_seats_with_people() -> None:
    people = sit(1, 3)[0].seen.contributors
    assert list(people) == [1, 3]
    assert people[3].newest == chain(3).head
    assert not sit()[0].seen.contributors


def test_only_people_can_be_away_and_only_once() -> None:
    dealer, _ = sit(0)
    refuses(Code.ORDER, dealer.away, 1)
    refuses(Code.ORDER, dealer.back, 0)
    refuses(Code.ORDER, dealer.head, 1, chain(1).head)
    dealer.away(0)
    refuses(Code.ORDER, dealer.away, 0)
    refuses(Code.ORDER, dealer.away, 9)


# ── Elements ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_only_the_next_element_of_the_contributor_is_taken() -> None:
    dealer, _ = sit(0, 2)
    contributor(dealer, 0)
    dealer.open(0)
    log = dealer.seen.log
    for wrong in (
        chain(0).element(1),
        chain(0).element(3),
        chain(2).element(1),
        chain(0, 1).element(2),
        chain(0).head,
        a_secret("any"),
        b"",
        None,
    ):
        refuses(Code.ELEMENT, dealer.draws_for, wrong)
    assert dealer.seen.log == log
    dealer.throw(dealer.draws_for(chain(0).element(2)), [])


def test_a_throw_that_is_not_answered_is_waived_with_its_number_and_element() -> None:
    dealer, _ = sit(0, 2)
    dealer.open(0)
    unseen = dealer.draws_for(chain(0).element(1)).draw(2**32)
    dealer.waive()
    refuses(Code.ORDER, dealer.seen.feed, '{"waive":1}')
    dealer.open(0)
    assert dealer.seen.open
    assert dealer.seen.open.number == 2
    assert dealer.seen.contributors.owed(0) == 2
    refuses(Code.ELEMENT, dealer.draws_for, chain(0).element(1))
    assert dealer.draws_for(chain(0).element(2)).draw(2**32) != unseen
    dealer.throw(dealer.draws_for(chain(0).element(2)), [])
    assert dealer.seen.report.waived == 1


# ── Before anything runs out ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_new_chain_is_due_before_the_last_64_elements() -> None:
    dealer, _ = sit(0)
    for _ in range(ELEMENTS - RESERVE):
        contributor(dealer, 0)
    log = dealer.seen.log
    refuses(Code.RESERVE, dealer.open, 0)
    assert dealer.seen.log == log  # nothing was written, not even the root that is due as well
    dealer.head(0, chain(0, 1).head)
    dealer.open(0)
    refuses(Code.ELEMENT, dealer.draws_for, chain(0).element(ELEMENTS - RESERVE + 1))
    dealer.draws_for(answer(dealer, 1))


def test_the_next_root_is_written_before_the_last_64_secrets() -> None:
    dealer, lines = sit()
    for number in range(1, 2 * LEAVES + 2):
        lines += dealer.open(0)
        assert dealer.seen.report.roots == (number + RESERVE - 1) // LEAVES + 1
        draws = dealer.draws_for(None)
        lines.append(dealer.throw(draws, [str(draws.draw(6))]).line)
    lines += dealer.end([])
    assert sum(line.startswith('{"next"') for line in lines) == 2
    report, _ = verify("".join(f"{line}\n" for line in lines).encode())
    assert (report.throws, report.roots) == (2 * LEAVES + 1, 3)
    without = "".join(f"{line}\n" for line in lines if not line.startswith('{"next"')).encode()
    with pytest.raises(Fault) as caught:
        verify(without)
    assert (caught.value.code, caught.value.throw) == (Code.RESERVE, LEAVES - RESERVE + 1)


def test_roots_come_one_by_one() -> None:
    root = a_secret("root").hex()
    seen, (header,) = Verifier(), sit()[1]
    seen.feed(header)
    refuses(Code.ORDER, seen.feed, f'{{"next":2,"root":"{root}"}}')
    seen.feed(f'{{"next":1,"root":"{root}"}}')
    refuses(Code.ORDER, seen.feed, f'{{"next":1,"root":"{root}"}}')
    refuses(Code.ORDER, seen.feed, f'{{"next":2,"root":"{root}"}}')


# ── After a crash ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("game", "steps"), [("heckmeck", 12), ("toy", 20)])
def test_the_same_dice_after_a_crash_at_any_line(game: str, steps: int) -> None:
    whole = Table(game, [0, 1], seed=5).play(steps)
    for kept in range(1, len(whole.lines)):
        dealer = Dealer(whole.master, whole.lines[:kept])
        again = Table(game, [0, 1], seed=5)
        again.dealer, again.lines = dealer, whole.lines[:kept]
        line = whole.lines[kept]
        if line.startswith('{"throw"'):
            draws = dealer.draws_for(again.element())
            for of in dealer.seen.feed(line)["of"]:
                draws.draw(of)
            assert '"lots"' not in line or f'"lots":{draws.lots}'.replace(" ", "") in line
        else:
            assert dealer.seen.feed(line)
        assert dealer.seen.log == Dealer(whole.master, whole.lines[: kept + 1]).seen.log


def test_a_crash_between_the_element_and_the_log_changes_nothing() -> None:
    dealer, lines = sit(0)
    lines += dealer.open(0)
    element = answer(dealer)

    def thrown(dealer: Dealer) -> tuple[ThrowDraws, str]:
        draws = dealer.draws_for(element)
        names = [str(draws.draw(6)) for _ in range(8)]
        return draws, dealer.throw(draws, names).line

    first, line = thrown(dealer)
    for _ in range(3):
        again, same = thrown(Dealer(MASTER, lines))
        assert (again.lots, same) == (first.lots, line)


def test_another_master_secret_is_noticed() -> None:
    _, lines = sit(0)
    with pytest.raises(ValueError, match="another master secret"):
        Dealer(a_secret("another"), lines)


def test_a_dealer_who_trusts_his_own_lines_goes_on_as_one_who_checks_them() -> None:
    dealer, lines = sit(0, 2)
    for by in (0, 1, 2):
        lines += dealer.open(by)
        draws = dealer.draws_for(answer(dealer))
        thrown = dealer.throw(draws, [str(draws.draw(6))])
        lines += [thrown.line, dealer.move(by, "on")]
    lines += dealer.open(3, 3)
    pairs = [(json.loads(line), line) for line in lines]
    resumed, checked = Dealer.resumed(MASTER, pairs), Dealer(MASTER, lines)
    assert resumed.seen.log == checked.seen.log
    assert resumed.seen.report == checked.seen.report
    element = answer(resumed)
    assert answer(checked) == element
    refuses(Code.ELEMENT, resumed.draws_for, a_secret("wrong"))
    assert resumed.throw(resumed.draws_for(element), []) == checked.throw(checked.draws_for(element), [])
    other = Dealer.resumed(a_secret("another"), pairs)
    with pytest.raises(ValueError, match="another master secret"):
        other.throw(ThrowDraws(b"", element), [])
    with pytest.raises(Fault, match="this throw is not open"):
        Dealer.resumed(MASTER, [pairs[0], pairs[2]])


# ── The order of lines ───────────────────────────────────────────────────────────────────────────────────────────────


def test_nothing_is_thrown_that_is_not_open() -> None:
    dealer, _ = sit(0)
    for act in (dealer.waive, lambda: dealer.throw(ThrowDraws(b""), [])):
        with pytest.raises(ValueError, match="no throw is open"):
            act()
    refuses(Code.ORDER, dealer.draws_for, None)
    dealer.open(0)
    refuses(Code.ORDER, dealer.open, 0)
    refuses(Code.ORDER, dealer.move, 0, "roll")


@pytest.mark.parametrize("to", [None, 0])
def test_every_draw_has_a_name(to: int | None) -> None:
    dealer, _ = sit(0)
    dealer.open(0, to)
    draws = dealer.draws_for(answer(dealer))
    draws.draw(6)
    refuses(Code.LOTS, dealer.throw, draws, [])
    refuses(Code.LOTS, dealer.throw, draws, ["1", "2"])
    dealer.throw(draws, ["1"])


def test_seats_that_are_none() -> None:
    dealer, _ = sit(0)
    refuses(Code.ORDER, dealer.open, 4)
    refuses(Code.ORDER, dealer.open, 0, 4)
    refuses(Code.ORDER, dealer.move, 4, "roll")


def test_the_end_is_the_end() -> None:
    dealer, _ = sit(0, seats=1)
    refuses(Code.FORM, dealer.end, [], [1, 2], [1, 2])
    refuses(Code.FORM, dealer.end, [], [1], [])
    dealer.open(0)
    refuses(Code.ORDER, dealer.end, [], [1], [1])
    dealer.end([])
    refuses(Code.ORDER, dealer.move, 0, "roll")
    assert dealer.seen.finish().throws == 0


def test_a_table_without_seats_or_with_a_head_too_many() -> None:
    for seats, heads in (((), ()), (("a",), (None, None))):
        with pytest.raises(Fault, match="a head, or null, for every seat"):
            Dealer.start(MASTER, Setting("t", "any", 1, {}, seats, heads))
