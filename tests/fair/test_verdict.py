"""The verdict: right, right but … in words that a player understands, or wrong; and the tags and seals it rests on."""

from __future__ import annotations

import json

import pytest

from stammtisch.fair import Code, Fault, Remark, Remarks, Signer, Value, Verdict, Verifier, judged
from stammtisch.fair.chain import Chain
from stammtisch.fair.lines import written
from stammtisch.fair.seal import HIGHEST, PIECES, SIZE, key_of
from stammtisch.fair.verdict import LETTERS, sentence, short_code
from tests.fair import files
from tests.fair.table import Table, a_secret


def refuses(code: Code, verifier: Verifier, line: str) -> None:
    log = verifier.log
    with pytest.raises(Fault) as caught:
        verifier.feed(line)
    assert caught.value.code == code
    assert verifier.log == log


def followed(table: Table) -> Verifier:
    seen = Verifier()
    for line in table.lines:
        seen.feed(line)
    return seen


def game(people: tuple[int, ...] = (0, 1)) -> Table:
    return Table("heckmeck", people, seed=9, version=2)


@pytest.mark.parametrize("code", Remarks)
@pytest.mark.parametrize("count", [1, 1200])
def test_every_remark_is_a_sentence(code: Remarks, count: int) -> None:
    said = sentence(Remark(code, 1, count), "seat 1")
    assert said[0].isupper() or said[0].isdigit()
    assert said.endswith(".")
    of_somebody = code in ("waived", "replaced", "away", "untagged", "unsealed")
    assert ("seat 1" in said) == of_somebody
    counted = code in ("sealed", "alone", "taken back", "waived", "replaced", "away", "untagged")
    assert ("1,200" in said) == (counted and count > 1)


def test_a_short_code_has_sixty_bits_in_letters_that_cannot_be_mistaken() -> None:
    assert short_code(bytes(32)) == "0000-0000-0000"
    assert short_code(b"\xff" * 32) == "ZZZZ-ZZZZ-ZZZZ"
    assert short_code(bytes([0, 0, 0, 0, 0, 0, 0, 0x10, 0xFF])) == "0000-0000-0001"
    assert len(set(LETTERS)) == 32
    assert set(LETTERS).isdisjoint("ILOU")


def test_nothing_is_remarked_before_the_first_line() -> None:
    assert Verdict.of(Verifier()).value == Value.RIGHT


def test_a_verdict_can_be_had_after_every_line() -> None:
    """An honest game is right all the time, and its code changes with every line, up to the last."""
    table = game().play(20)
    seen, codes = Verifier(), []
    for line in table.lines:
        seen.feed(line)
        verdict = Verdict.of(seen)
        assert verdict.value == Value.RIGHT
        codes.append(verdict.code)
    assert len(set(codes)) == len(codes)
    end = table.end().seal(0, 1)
    assert judged(end.transcript).code == short_code(bytes.fromhex(json.loads(end.lines[-3])["log"]))


def test_what_is_wrong_has_no_remarks() -> None:
    verdict = judged(files.transcript("heckmeck-2").replace(b'"lots":[4', b'"lots":[3'))
    assert verdict.value == Value.WRONG
    assert verdict.fault
    assert verdict.remarks == ()


def test_a_signature_is_that_of_one_end_one_seat_and_one_chain() -> None:
    signer, log = Signer(a_secret("me"), "t", 1, 2), a_secret("log")
    signature = signer.sign(log)
    assert len(signature) == SIZE * PIECES
    assert key_of("t", 1, 2, log, signature) == signer.key
    for wrong in (
        key_of("u", 1, 2, log, signature),
        key_of("t", 0, 2, log, signature),
        key_of("t", 1, 1, log, signature),
        key_of("t", 1, 2, a_secret("other"), signature),
        key_of("t", 1, 2, log, signature[:-1] + b"\0"),
        Signer(a_secret("you"), "t", 1, 2).key,
        Signer(a_secret("me"), "t", 1).key,
    ):
        assert wrong != signer.key
    assert HIGHEST * 64 < 16**3


def test_only_a_person_can_tag_prove_and_seal() -> None:
    tag = a_secret("tag").hex()
    table = game((0,)).play(8)
    refuses(Code.ORDER, followed(table), f'{{"seat":1,"move":"keep 1","tag":"{tag}"}}')
    refuses(Code.ORDER, followed(table), f'{{"prove":0,"element":"{tag}"}}')
    refuses(Code.ORDER, followed(table), f'{{"prove":1,"element":"{tag}"}}')
    table.end().seal(0)
    refuses(Code.ORDER, followed(table), table.lines[-1])
    refuses(Code.ORDER, followed(table), table.lines[-1].replace('"seal":0', '"seal":1'))
    refuses(Code.ORDER, followed(table), '{"away":0}')


def test_a_throw_to_which_nobody_contributes_has_no_tag() -> None:
    table = Table("zocken", [], seed=3, version=2).play(8)
    at = next(place for place, line in enumerate(table.lines) if line.startswith('{"throw"'))
    seen = Verifier()
    for line in table.lines[:at]:
        seen.feed(line)
    refuses(Code.TAG, seen, written({**json.loads(table.lines[at]), "tag": a_secret("tag").hex()}))


def test_the_old_chain_proves_the_new_one_and_nothing_else_does() -> None:
    table = game().play(8)
    table.new_chain(0)
    seen = followed(table)
    assert Verdict.of(seen).value == Value.RIGHT  # it may still be proven
    right = table.proofs[0]
    for wrong in (None, a_secret("any").hex(), Chain(a_secret((9, 0)), table.name, 0).head.hex()):
        refuses(Code.ELEMENT, seen, written({"prove": 0, "element": wrong}))
    seen.feed(written({"prove": 0, "element": right.hex()}))
    assert seen.contributors[0].old is None
    table.new_chain(0)  # the first one was never proven, and cannot be any more
    replaced = followed(table)
    assert [(each.code, each.count) for each in Verdict.of(replaced).remarks] == [(Remarks.REPLACED, 1)]


def test_a_dealer_who_trusts_his_own_lines_knows_what_everybody_vouches_for() -> None:
    table = game().play(8)
    table.new_chain(0)
    table.play(8)
    resumed = type(table.dealer).resumed(table.master, [(json.loads(line), line) for line in table.lines])
    for seat in (0, 1):
        assert resumed.seen.contributors[seat] == table.dealer.seen.contributors[seat]
    assert resumed.seen.contributors[0].number == 1


def test_headers_whose_keys_are_none() -> None:
    header = game().lines[0]
    line = json.loads(header)
    for wrong in (
        {**line, "keys": line["keys"][:1]},
        {**line, "keys": [None, line["keys"][1]]},
        {**line, "fair": 1},
        {**{name: value for name, value in line.items() if name != "keys"}},
    ):
        refuses(Code.FORM, Verifier(), written(wrong))


@pytest.mark.parametrize("version", [1, 2])
def test_lines_of_another_version_are_refused(version: int) -> None:
    table = Table("heckmeck", [0, 1], seed=9, version=version).play(8)
    tag = a_secret("tag").hex()
    lines = (f'{{"seat":0,"move":"stop","tag":"{tag}"}}', f'{{"prove":0,"element":"{tag}"}}')
    for line in lines if version == 1 else (f'{{"head":0,"value":"{tag}"}}',):
        refuses(Code.FORM, followed(table), line)


def test_after_a_waived_throw_its_contributor_is_away_or_has_a_new_chain() -> None:
    table = game().play(8)
    while not table.match.position.is_chance:
        table.step()
    table.waive()
    seat = json.loads(table.lines[-2])["from"]
    seen = followed(table)
    for line in (f'{{"away":{1 - seat}}}', f'{{"back":{seat}}}', f'{{"seat":{seat},"move":"stop"}}'):
        refuses(Code.WAIVED, seen, line)
    seen.feed(f'{{"away":{seat}}}')
    seen.feed(f'{{"back":{seat}}}')
