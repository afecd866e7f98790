"""Tables whose players tag what they send and sign the end: transcripts of version 2, from the header to the seals."""

from __future__ import annotations

import json
from random import Random

import pytest

from stammtisch.fair import Chain, Remarks, Value, judged
from stammtisch.fair.lines import written
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.refusal import Refusal, StaleCommand
from stammtisch.transcripts import verify
from tests.server.table_driver import TableDriver

GAMES = ["heckmeck", "zocken", "zatre"]


def transcript(driver: TableDriver) -> bytes:
    return driver.table.transcript(driver.rows).encode()


def remarks(driver: TableDriver) -> set[tuple[str, int | None]]:
    return {(str(each.code), each.seat) for each in judged(transcript(driver)).remarks}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_right_once_everybody_has_signed(game: str) -> None:
    driver = TableDriver(game).sit_all().play_on(seed=1)
    assert driver.table.is_over
    assert {("unsealed", 0), ("unsealed", 1)} <= remarks(driver)
    driver.seal(0)
    assert {seat for _, seat in remarks(driver)} == {1}
    driver.seal(1, 0)  # twice does no harm
    found = verify(transcript(driver))
    assert found.verdict is not None
    assert found.verdict.value == Value.RIGHT
    assert found.match.scores == driver.table.result["scores"]  # type: ignore[index]
    assert driver.folded().transcript(driver.rows) == driver.table.transcript(driver.rows)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_from_its_log_at_any_row(game: str) -> None:
    driver, rng = TableDriver(game).sit_all(), Random(2)
    for _ in range(60):
        driver.step(rng)
        table = driver.table
        folded = driver.folded()
        assert folded.dealer
        assert table.dealer
        assert folded.dealer.seen.log == table.dealer.seen.log
        assert folded.dealer.seen.contributors[0] == table.dealer.seen.contributors[0]
        driver.table = folded
    driver.play_on(seed=2).seal(0, 1)
    assert judged(transcript(driver)).value == Value.RIGHT


def test_drafts_come_into_the_transcript_when_the_turn_is_done() -> None:
    """What others saw of the table is what its lines are; what was tried and taken back is in none."""
    driver, rng = TableDriver("zatre").sit_all(), Random(3)
    seen: list[str] = []
    for _ in range(120):
        driver.step(rng)
    for row in driver.rows:
        if row.kind == "lines":
            seen += json.loads(row.payload)["lines"]
        elif row.kind in ("fair", "open", "throw", "waive", "next", "head", "prove", "away", "back", "seat", "undo"):
            seen.append(row.payload)
    assert any(row.kind == "lines" for row in driver.rows)
    assert driver.table.dealer
    reader = type(driver.table.dealer.seen)()
    for line in seen:
        reader.feed(line)
    assert reader.log == driver.table.dealer.seen.log


def test_a_wrong_tag_stops_the_one_who_sent_it_and_nobody_else() -> None:
    """The server never writes what a verifier would refuse: it takes no element that shows a wrong tag."""
    driver = TableDriver("heckmeck").sit_all()
    driver.contribute()
    seat = driver.table.playing.position.turn
    move = str(driver.table.playing.position.legal_moves[0])
    driver.do(seat, wire.Play(cid=driver.cid(), seq=driver.table.seq, move=move, tag="00" * 32))
    with pytest.raises(Refusal, match=f"seat {seat} did not send line"):
        driver.play_on(seed=4)
    number = 1
    driver.chains[seat] = Chain(bytes([seat]) * 32, driver.name, seat, number)
    key = driver.signer(seat, number).key.hex()
    driver.do(seat, wire.NewChain(cid=driver.cid(), head=driver.chains[seat].head.hex(), key=key))
    driver.proofs.clear()
    driver.play_on(seed=4).seal(0, 1)
    assert remarks(driver) == {("waived", seat), ("replaced", seat)}


def test_a_new_chain_that_the_old_one_has_tagged_is_proven() -> None:
    driver = TableDriver("heckmeck").sit_all()
    driver.half = 5
    driver.play_on(seed=5).seal(0, 1)
    kinds = [row.kind for row in driver.rows]
    assert kinds.count("head") > 2
    assert {code for code, _ in remarks(driver)} <= {"replaced"}  # only a last one that was never used
    assert len(remarks(driver)) >= kinds.count("head") - kinds.count("prove")


def test_a_contribution_without_a_tag_is_refused() -> None:
    """Nothing else would say which game the last throw of a turn was made in."""
    driver = TableDriver("heckmeck").sit_all()
    element = driver.chains[0].element(1).hex()
    with pytest.raises(Refusal, match="comes with a tag; nothing was thrown"):
        driver.do(0, wire.Contribute(cid=driver.cid(), throw=1, element=element))
    assert driver.contribute()


def test_a_tagged_head_waits_until_the_throw_has_fallen() -> None:
    driver = TableDriver("heckmeck").sit_all()
    new = Chain(bytes(32), driver.name, 0, 1)
    head = new.head.hex()
    tag = driver.tag(0, {"head": 0, "value": head}, None)
    with pytest.raises(Refusal, match="wait until the throw has fallen"):
        driver.do(0, wire.NewChain(cid=driver.cid(), head=head, tag=tag))
    with pytest.raises(Refusal, match="with a tag of the old one, or with the key"):
        driver.do(0, wire.NewChain(cid=driver.cid(), head=head))


def test_a_move_that_was_tagged_before_the_new_chain_is_stale() -> None:
    """Its tag would vouch for nothing, and the next contribution would be refused."""
    driver = TableDriver("heckmeck").sit_all()
    driver.contribute()
    move, seq = driver.table.view(0)["legal"][0], driver.table.seq
    tag = driver.tag(0, {"seat": 0, "move": move}, bytes(32))
    new = Chain(bytes(32), driver.name, 0, 1)
    head = new.head.hex()
    vouched = driver.tag(0, {"head": 0, "value": head}, None)
    driver.do(0, wire.NewChain(cid=driver.cid(), head=head, tag=vouched))
    with pytest.raises(StaleCommand):
        driver.do(0, wire.Play(cid=driver.cid(), seq=seq, move=move, tag=tag))
    driver.do(0, wire.Play(cid=driver.cid(), seq=seq, move=move))  # without one it is as good as before


def test_only_the_end_is_signed_and_only_by_its_player() -> None:
    driver = TableDriver("heckmeck", ["person", "person", "bot"]).sit_all()
    nonsense = wire.Seal(cid=driver.cid(), signature="00" * 32 * 67)
    with pytest.raises(Refusal, match="not over yet"):
        driver.do(0, nonsense)
    driver.play_on(seed=6)
    with pytest.raises(Refusal, match="not your signature"):
        driver.do(0, nonsense)
    signature = driver.signer(1).sign(bytes.fromhex(driver.table.log or "")).hex()
    with pytest.raises(Refusal, match="not your signature"):
        driver.do(0, wire.Seal(cid=driver.cid(), signature=signature))
    driver.seal(1)
    assert {seat for _, seat in remarks(driver)} == {0}


@pytest.mark.parametrize("game", ["heckmeck", "zatre"])
def test_older_clients_play_as_before(game: str) -> None:
    """Without the keys of seals the table has a transcript of version 1, and says so."""
    driver = TableDriver(game, plain=True).sit_all().play_on(seed=7)
    assert driver.rows[-1].kind == "result"
    assert remarks(driver) == {("version", None)}
    assert verify(transcript(driver)).verdict is not None
    with pytest.raises(Refusal, match="no person with the key"):
        driver.do(0, wire.Seal(cid=driver.cid(), signature="00" * 32 * 67))


def test_who_is_taken_over_and_comes_back_is_remarked() -> None:
    driver = TableDriver("heckmeck").sit_all()
    driver.table.mark_away(0, driver.now)
    driver.written()
    driver.do(0, wire.Back(cid=driver.cid()))
    driver.play_on(seed=8).seal(0, 1)
    assert remarks(driver) == {("waived", 0), ("away", 0)}
    counted = {each.code: each.count for each in judged(transcript(driver)).remarks}
    assert counted == {Remarks.WAIVED: 1, Remarks.AWAY: 1}


def test_drafts_that_are_taken_back_by_consent_stay_hidden() -> None:
    driver, rng = TableDriver("zatre").sit_all(), Random(9)
    while not driver.table.playing.is_drafting:
        driver.step(rng)
    seat = driver.table.playing.position.turn
    before = len(driver.rows)
    driver.do(seat, wire.TakeBack(cid=driver.cid(), seq=driver.table.seq))
    driver.do(1 - seat, wire.Consent(cid=driver.cid(), seq=driver.table.seq, agree=True))
    assert [row.kind for row in driver.rows[before:]] == ["asked", "answered", "draft"]
    assert json.loads(driver.rows[-1].payload) == {"undo": seat, "count": 1}
    while driver.table.playing.position.turn != 1 - seat or not driver.table.playing.is_drafting:
        driver.step(rng)
    driver.do(seat, wire.TakeBack(cid=driver.cid(), seq=driver.table.seq))
    driver.do(1 - seat, wire.Consent(cid=driver.cid(), seq=driver.table.seq, agree=True))
    assert [row.kind for row in driver.rows if row.kind == "undo"] == ["undo"]
    driver.play_on(seed=9).seal(0, 1)
    assert verify(transcript(driver)).verdict is not None
    assert remarks(driver) == {("taken back", None)}
    assert written({"undo": seat, "count": 1}) not in transcript(driver).decode()
