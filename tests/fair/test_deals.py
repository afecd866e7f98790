"""Deals: dice that follow from a seed whose hash was published, and transcripts of tables that play with them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from stammtisch.core.dice import draw
from stammtisch.fair import Code, Fault, Verdict, Verifier, check_deal, hash_of_deal, lots_of_deal, verify
from stammtisch.fair.deal import DealDraws, key_of_deal, nonce_of_deal, seed_of_deal, seed_text
from tests.examples import EXAMPLE
from tests.fair.dealt import DealTable

KEY = key_of_deal(bytes(32), "2026-01-01-any")
LINES = DealTable(EXAMPLE).play(8).end().lines


def found(lines: list[str]) -> Fault:
    with pytest.raises(Fault) as caught:
        verify("".join(f"{line}\n" for line in lines).encode())
    return caught.value


def spelt(line: dict[str, object]) -> str:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False)


def changed(kind: str, change: Callable[[dict[str, object]], object]) -> list[str]:
    """The lines with the first of a kind changed."""
    at = next(at for at, line in enumerate(LINES) if line.startswith(f'{{"{kind}":'))
    line = json.loads(LINES[at])
    change(line)
    return [*LINES[:at], spelt(line), *LINES[at + 1 :]]


def test_each_deal_has_a_seed_of_its_own() -> None:
    seeds = {seed_of_deal(key_of_deal(secret, name)) for secret in (bytes(32), b"x" * 32) for name in ("a", "b")}
    assert len(seeds) == 4
    assert all(0 <= seed < 2**63 and int(seed_text(seed), 16) == seed for seed in seeds)


def test_the_published_hash_fixes_name_seed_and_nonce() -> None:
    seed, nonce = seed_of_deal(KEY), nonce_of_deal(KEY)
    published = hash_of_deal("any", seed, nonce).hex()
    check_deal("any", published, seed, nonce)
    for name, other, salt in (("other", seed, nonce), ("any", seed ^ 1, nonce), ("any", seed, bytes(32))):
        with pytest.raises(Fault) as caught:
            check_deal(name, published, other, salt)
        assert caught.value.code == Code.PROOF


def test_draws_are_those_of_the_seed_by_turn_and_index() -> None:
    draws = DealDraws(7, 3, 2)
    assert [draws.draw(6) for _ in range(5)] == [draw(7, 3, 2 + at, 6) for at in range(5)] == draws.lots
    assert lots_of_deal(7, 3, 2, draws.of) == draws.lots


def test_the_verdict_says_when_the_seed_is_not_opened() -> None:
    seen = Verifier()
    verify("".join(f"{line}\n" for line in LINES[:-1]).encode(), seen)
    assert {str(each.code) for each in Verdict.of(seen).remarks} == {"deal", "sealed", "unfinished"}
    seen.feed(LINES[-1])
    assert {str(each.code) for each in Verdict.of(seen).remarks} == {"deal", "unfinished"}


def test_the_seed_is_opened_once_and_after_the_end() -> None:
    assert found([*LINES, LINES[-1]]).code == Code.ORDER
    assert found([LINES[0], LINES[-1]]).code == Code.ORDER


@pytest.mark.parametrize(
    ("kind", "change", "code"),
    [
        ("fair", lambda line: line.update(dice="server"), Code.FORM),
        ("fair", lambda line: line.update(seats=[]), Code.FORM),
        ("fair", lambda line: line.update(fair=2), Code.FORM),
        ("throw", lambda line: line.update(lots=[*line["lots"][1:], line["of"][-1]]), Code.LOTS),
        ("throw", lambda line: line["lots"].pop(), Code.LOTS),
        ("throw", lambda line: line["of"].__setitem__(0, 65537), Code.FORM),
        ("throw", lambda line: (line.pop("lots"), line.pop("are")), Code.HIDDEN),
    ],
)
def test_lines_that_are_none(kind: str, change: Callable[[dict[str, object]], object], code: Code) -> None:
    assert found(changed(kind, change)).code == code


def test_nothing_is_taken_back_past_a_throw() -> None:
    table = DealTable(EXAMPLE).play(1)
    with pytest.raises(Fault, match="would be the same again"):
        table.dealer.undo(0, 1)


def test_only_people_are_away_and_only_once() -> None:
    dealer = DealTable(EXAMPLE).dealer
    with pytest.raises(Fault, match="no person sits"):
        dealer.away(1)
    with pytest.raises(Fault, match="is here already"):
        dealer.back(0)
    dealer.away(0)
    dealer.back(0)


def test_a_hidden_throw_shows_the_same_again() -> None:
    table = DealTable("toy", {"bag": "small"}, seed=1).play()
    assert table.shows
    for number, line in table.shows.items():
        assert table.dealer.show(number, json.loads(line)["are"]) == line
