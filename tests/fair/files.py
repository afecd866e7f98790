"""The golden files of fair dice: transcripts, worked vectors and tampering. The page's tests read the same files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from stammtisch.core.dice import draw
from stammtisch.fair import Chain, Signer, Verdict, judged
from stammtisch.fair.chain import ELEMENTS, RESERVE
from stammtisch.fair.hashing import digest, mac
from stammtisch.fair.merkle import LEAVES, Tree, leaf, node, secret
from stammtisch.fair.tags import tag
from stammtisch.fair.throw import ThrowDraws, lot, throw_key
from stammtisch.fair.verdict import short_code
from tests.examples import EXAMPLE
from tests.fair import dishonest
from tests.fair.dealt import DealTable
from tests.fair.table import Table, a_secret
from tests.fair.tampering import Row, applied, finding, rows
from tests.helpers import greedy_move

FOLDER = Path(__file__).parent / "transcripts"
SMALL = 40  # lines; of a longer transcript only so many rows are taken:
ROWS = 60


def heckmeck(version: int = 1) -> Table:
    """Two people and a bot: every kind of line but a hidden throw."""
    table = Table("heckmeck", [0, 1], seed=1, options={"players": 3}, version=version).play(5)
    if version > 1:
        while table.match.events[-1].seat not in (0, 1):
            table.step()
        table.undo()  # a person does, and tags it
    table.away(1)
    while not (table.match.position.is_chance and table.match.position.thrower == 1):
        table.step()
    table.throw()  # seat 1 is away and seat 2 a bot, so seat 0 contributes
    while not table.match.position.is_chance:
        table.step()
    table.waive()
    table.new_chain(0)
    table.throw()
    table.step()
    table.undo()
    table.back(1)
    while not table.match.position.is_chance:
        table.step()
    table.open()
    return table.end()


def toy() -> Table:
    """A whole game with hidden draws."""
    return Table("toy", [1], seed=1, options={"bag": "small"}).play().end()


def zatre() -> Table:
    """A whole game with hidden draws, of a size as games have it."""
    return Table("zatre", [0, 1], seed=2).play(choose=greedy_move).end()


def zocken() -> Table:
    """Bots among themselves: nobody contributes."""
    return Table("zocken", [], seed=3).play(8).end()


def long() -> Table:
    """Throws that nobody answers, up to where the next root and a new chain are due."""
    table = Table("heckmeck", [1], seed=4)
    for _ in range(ELEMENTS - RESERVE - 1):
        table.waive(renew=False)
    table.open(renew=False)
    table.throw()
    table.new_chain(1)
    while table.dealer.seen.throws < LEAVES - RESERVE + 2:
        table.step()
    return table.end()


def heckmeck_2() -> Table:
    """The same in version 2: every kind of line that it has."""
    return heckmeck(2).seal(0, 1)


def toy_2() -> Table:
    """A whole game with hidden draws, in version 2."""
    return Table("toy", [0, 1], seed=1, options={"bag": "small"}, version=2).play().end().seal(1, 0)


def zatre_2() -> Table:
    """A whole game of version 2, of a size as games have it."""
    return Table("zatre", [0, 1], seed=2, version=2).play(choose=greedy_move).end().seal(0, 1)


def deal() -> DealTable:
    """A game with the dice of a deal, and its seed opened: every kind of line that version 3 has but hidden throws."""
    table = DealTable(EXAMPLE).play(4)
    while table.match.events[-1].seat != 0:
        table.step()
    table.undo()
    table.lines.append(table.dealer.away(0))
    table.lines.append(table.dealer.back(0))
    return table.play(6).end()


def deal_hidden() -> DealTable:
    """A whole game of a deal with hidden draws."""
    return DealTable("toy", {"bag": "small"}, seed=1).play().end()


MAKERS: Mapping[str, Callable[[], Table | DealTable]] = {
    "heckmeck": heckmeck,
    "toy": toy,
    "zatre": zatre,
    "zocken": zocken,
    "long": long,
    "heckmeck-2": heckmeck_2,
    "toy-2": toy_2,
    "zatre-2": zatre_2,
    "deal": deal,
    "deal-hidden": deal_hidden,
}


def vectors() -> dict[str, Any]:
    """Every function of the protocol with one worked value."""
    signer = Signer(a_secret("chain"), "t-1", 2, 1)
    chain, tree = Chain(a_secret("chain"), "t-1", 2, 1), Tree(a_secret("master"), "t-1", a_secret("setting"), 1)
    number, header, element = LEAVES + 7, digest("any"), chain.element(1)
    opened = secret(a_secret("master"), "t-1", number)
    key = throw_key(opened, header, number, 1, None, 2, element)
    hidden = throw_key(opened, header, number, 0, 0, None, None)
    of = [6] * 8 + [121, 120, 2, 1, 2**31 + 1, 2**31 + 1, 2**31 + 1, 2**31 + 1, 2**32]
    throws = [ThrowDraws(key), ThrowDraws(hidden)]
    for draws in throws:
        for each in of:
            draws.draw(each)
    return {
        "digest": {"label": "any", "parts": ["Wurm 🐛", 12, None], "is": digest("any", "Wurm 🐛", 12, None).hex()},
        "mac": {"key": "00" * 32, "label": "any", "parts": ["", 0], "is": mac(bytes(32), "any", "", 0).hex()},
        "chain": {
            "secret": a_secret("chain").hex(),
            "table": "t-1",
            "seat": 2,
            "number": 1,
            "head": chain.head.hex(),
            "first": element.hex(),
            "last": chain.element(ELEMENTS).hex(),
        },
        "tree": {
            "setting": a_secret("setting").hex(),
            "throw": number,
            "secret": opened.hex(),
            "leaf": leaf(a_secret("setting"), number, opened).hex(),
            "node": node(opened, element).hex(),
            "path": [each.hex() for each in tree.path(number)],
            "root": tree.root.hex(),
        },
        "key": {
            "secret": opened.hex(),
            "header": header.hex(),
            "throw": number,
            "by": 1,
            "to": None,
            "from": 2,
            "element": element.hex(),
            "is": key.hex(),
            "hidden": hidden.hex(),
        },
        "tag": {"key": element.hex(), "header": header.hex(), "seen": opened.hex(), "text": "pass"}
        | {"is": tag(element, header, opened, "pass").hex(), "unseen": tag(element, header, None, "pass").hex()},
        "seal": {"secret": a_secret("chain").hex(), "log": header.hex(), "key": signer.key.hex()}
        | {"signature": signer.sign(header).hex()},
        "code": {log.hex(): short_code(log) for log in (header, bytes(32), b"\xff" * 32)},
        "draws": {"of": of, "lots": throws[0].lots, "hidden": throws[1].lots},
        "deal": [
            {"seed": str(seed), "turn": turn, "k": k, "n": n, "is": draw(seed, turn, k, n)}
            for seed in (0, 7, 2**63 - 1)
            for turn, k in ((1, 0), (2, 3), (17, 40))
            for n in (2, 6, 121, 40_000, 65_536)
        ],
        "lots of a byte": {str(n): [lot(word, n, 256) for word in range(256)] for n in (6, 100, 256)},
    }


def tampering(transcripts: Mapping[str, bytes], seed: int = 0) -> Iterator[Row]:
    """Rows with their findings: all of a small transcript, a sample of a large one."""
    for name, transcript in transcripts.items():
        every = list(rows(name, transcript, seed))
        for row in every if transcript.count(b"\n") <= SMALL else Random(seed).sample(every, ROWS):
            yield {**row, "fault": finding(applied(row, transcript))}


def verdicts(transcripts: Mapping[str, bytes]) -> Iterator[Row]:
    """Every transcript, and every game of a dishonest server with its lines; each with its verdict."""
    for name, transcript in transcripts.items():
        yield {"name": name, **told(judged(transcript))}
    for name, make in dishonest.MAKERS.items():
        lines = make()
        yield {"name": name, "lines": lines, **told(judged("".join(f"{line}\n" for line in lines).encode()))}


def told(verdict: Verdict) -> Row:
    fault = verdict.fault
    return {
        "value": str(verdict.value),
        "fault": [str(fault.code), fault.line, fault.throw] if fault else None,
        "remarks": [[str(each.code), each.seat, each.count] for each in verdict.remarks],
        "code": verdict.code,
    }


def written() -> dict[Path, bytes]:
    transcripts = {name: make().transcript for name, make in MAKERS.items()}
    tampered = "".join(json.dumps(row) + "\n" for row in tampering(transcripts))
    return {
        **{FOLDER / f"{name}.jsonl": transcript for name, transcript in transcripts.items()},
        FOLDER / "vectors.json": (json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n").encode(),
        FOLDER / "tampered.jsonl": tampered.encode(),
        FOLDER / "verdicts.jsonl": "".join(json.dumps(row) + "\n" for row in verdicts(transcripts)).encode(),
    }


def transcript(name: str) -> bytes:
    return (FOLDER / f"{name}.jsonl").read_bytes()
