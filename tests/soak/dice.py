"""Fair dice in large numbers: tampered transcripts through both verifiers, crashes, and ten million dice.

    python -m tests.soak.dice          all of it; written to docs/soak-dice.md
    python -m tests.soak.dice 2000     2,000 tampered transcripts, and the rest reduced in proportion; only shown

Exits with 1 if a tampered transcript is accepted, the verifiers disagree, a crash changes a die, or dice are uneven.
The page's verifier runs in Node, so `make web` must have been run once.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from rich.console import Console

from stammtisch.fair import Dealer, Fault, verify
from stammtisch.fair.throw import lots
from stammtisch.transcripts import replayed
from tests.fair.table import Table, a_secret
from tests.fair.tampering import Row, applied, finding, rows
from tests.helpers import GAMES, ROOT, load

REPORT = ROOT / "docs" / "soak-dice.md"
TAMPERED, CRASHES, THROWS = 100_000, 1_000, 1_250_000
ROWS, TABLES = 500, 48  # of each transcript at most; at least so many transcripts
HARMLESS = ("head", "value", "key", "tag", "root", "away", "back")
VERSIONS = (1, 2)  # of the transcript


def opened(people: list[int], seed: int) -> Table:
    """All games, in each version of the transcript."""
    number, version = divmod(seed, len(VERSIONS))
    return Table(GAMES[number % len(GAMES)], people, seed=seed, version=VERSIONS[version])


def played(seed: int) -> Table:
    """Some steps of any game, in either version of the transcript, with people who come and go, and sign or do not."""
    rng = Random(seed)
    people = [p for p in range(2) if rng.random() < 0.8]
    table = opened(people, seed)
    for _ in range(rng.randrange(4, 24)):
        absent = [p for p in people if p in away(table)]
        if not table.match.is_over:
            table.step()
        if people and rng.random() < 0.1:
            table.new_chain(rng.choice(people))
        if len(people) - len(absent) == 2 and rng.random() < 0.1:
            table.away(rng.choice(people))
        elif absent and rng.random() < 0.3:
            table.back(absent[0])
        elif people and table.match.position.is_chance and rng.random() < 0.1:
            gives_up(table)
    table.end()
    return table.seal(*(p for p in people if rng.random() < 0.8)) if table.dealer.seen.format > 1 else table


def gives_up(table: Table) -> None:
    """A throw is waived. In version 2 its contributor goes then, or begins a new chain if nobody else is there."""
    contributor = table.dealer.seen.contributors.contributor(table.match.position.thrower)
    table.waive()
    if contributor is None or table.dealer.seen.format < 2:
        return
    if set(table.chains) - away(table) - {contributor}:
        table.away(contributor)
    else:
        table.new_chain(contributor)


def away(table: Table) -> set[int]:
    marks = [json.loads(line) for line in table.lines if line.startswith(('{"away"', '{"back"'))]
    latest = {mark.get("away", mark.get("back")): "away" in mark for mark in marks}
    return {seat for seat, gone in latest.items() if gone}


def tampered(most: int, folder: Path) -> Iterator[tuple[Row, bytes]]:
    """So many ways to tamper with a transcript, each with that transcript, which is written to the folder."""
    made = seed = 0
    rows_of_each = min(ROWS, max(1, most // TABLES))
    while made < most:
        transcript = played(seed).transcript
        name = f"t{seed}"
        (folder / f"{name}.jsonl").write_bytes(transcript)
        every = list(rows(name, transcript, seed))
        for row in Random(seed).sample(every, min(len(every), rows_of_each, most - made)):
            yield row, transcript
            made += 1
        seed += 1


def refused_by_the_rules(transcript: bytes) -> bool:
    try:
        replayed(verify(transcript)[1], load)
    except Fault:
        return True
    return False


def is_harmless(row: Row, transcript: bytes) -> bool:
    """Sealed anew, a line may move or go, and a chain, tree or mark change, if nothing that follows rests on it. What
    somebody has signed may only lose that signature, which is remarked, or have it in another place."""
    if transcript.splitlines()[row["line"] - 1].startswith(b'{"seal":'):
        return row.get("edit") in ("drop", "swap")
    return bool(row["sealed"]) and b'\n{"seal":' not in transcript and ("edit" in row or row["path"][0] in HARMLESS)


def tampering(most: int) -> tuple[list[str], bool]:
    found: Counter[str] = Counter()
    versions: dict[int, set[str]] = {version: set() for version in VERSIONS}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (folder / "tampered.jsonl").open("w") as file:
            for row, before in tampered(most, folder):
                transcript = applied(row, before)
                versions[json.loads(before.splitlines()[0])["fair"]].add(row["file"])
                fault = finding(transcript)
                file.write(json.dumps({**row, "fault": fault}) + "\n")
                how = "changed and sealed anew" if row["sealed"] else "changed"
                found[f"{how}: all"] += 1
                if fault:
                    found[f"{how}: dice"] += 1
                elif refused_by_the_rules(transcript):
                    found[f"{how}: rules"] += 1
                else:
                    found[f"{how}: {'harmless' if is_harmless(row, before) else 'accepted'}"] += 1
        page = subprocess.run(
            ["npm", "test", "--", "tests/fair/verifier.test.ts", "-t", "same place for the same reason"],
            cwd=ROOT / "web",
            env={**os.environ, "TRANSCRIPTS": name},
            capture_output=True,
            text=True,
            check=False,
        )
    played = " and ".join(f"{len(files):,} of version {version}" for version, files in versions.items())
    lines = [
        f"Games were tampered with whose transcripts are {played}.",
        "",
        "| tampering | transcripts | refused without rules | refused by the rules | without consequence | accepted |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for how in ("changed", "changed and sealed anew"):
        numbers = [found[f"{how}: {what}"] for what in ("all", "dice", "rules", "harmless", "accepted")]
        lines.append(f"| {how} | {' | '.join(f'{number:,}' for number in numbers)} |")
    agree = page.returncode == 0
    lines += [
        "",
        f"The page's verifier {'agrees on' if agree else 'DISAGREES about'} code, line and throw of all of them.",
    ]
    if not agree:
        lines.append(page.stdout[-3000:])
    wrong = [found[what] for what in ("changed: rules", "changed: accepted", "changed and sealed anew: accepted")]
    right = not any(wrong) and agree and all(versions.values())
    return lines, right


def crashes(count: int) -> tuple[list[str], bool]:
    """The server dies between a request and its answer; the request comes again."""
    different = 0
    for seed in range(count):
        table = opened([0, 1], seed).play(seed % 7)
        while not table.match.position.is_chance:
            table.step()
        table.open()
        element = table.element()
        thrown = []
        for _ in range(2):
            draws = Dealer(table.master, table.lines).draws_for(element)
            thrown.append([draws.draw(6) for _ in range(20)])
        different += thrown[0] != thrown[1]
    return [
        f"Of {count:,} tables that crashed between element and answer, {different} threw other dice."
    ], different == 0


def evenness(throws: int) -> tuple[list[str], bool]:
    """Chi-square of faces, of pairs within a throw, and of first dice of successive throws."""
    faces: Counter[int] = Counter()
    pairs: Counter[tuple[int, int]] = Counter()
    after: Counter[tuple[int, int]] = Counter()
    last = 0
    for number in range(throws):
        drawn = lots(a_secret(number), [6] * 8)
        faces.update(drawn)
        pairs.update(zip(drawn[::2], drawn[1::2], strict=True))
        after[last, drawn[0]] += 1
        last = drawn[0]
    lines = ["| dice | draws | chi-square | degrees of freedom | p |", "|---|---:|---:|---:|---:|"]
    right = True
    for name, counts, kinds in (
        ("faces", list(faces.values()), 6),
        ("pairs within a throw", list(pairs.values()), 36),
        ("first dice of successive throws", list(after.values()), 36),
    ):
        total = sum(counts)
        square = sum((count - total / kinds) ** 2 for count in counts) * kinds / total
        p = chance_of_more(square, kinds - 1)
        right = right and 0.001 <= p <= 0.999
        lines.append(f"| {name} | {total:,} | {square:.2f} | {kinds - 1} | {p:.3f} |")
    return lines, right


def chance_of_more(square: float, freedom: int) -> float:
    """The chance of a larger chi-square (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * freedom)
    deviation = ((square / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(deviation / math.sqrt(2)) / 2


def main(arguments: list[str]) -> int:
    share = int(arguments[0]) / TAMPERED if arguments else 1.0
    lines = [
        "# Fair dice in large numbers",
        "",
        f"Made by `{' '.join(['python -m tests.soak.dice', *arguments])}`.",
        "",
    ]
    right = True
    for part, usual in ((evenness, THROWS), (crashes, CRASHES), (tampering, TAMPERED)):
        told, fine = part(max(10, int(usual * share)))
        lines += [*told, ""]
        right = right and fine
    text = "\n".join(lines).rstrip() + "\n"
    Console().print(text, markup=False)
    if not arguments:
        REPORT.write_text(text, "utf-8")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
