"""The committed transcripts: right as they are, and wrong in whatever way they are tampered with."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from stammtisch.fair import Code, Fault, verify
from stammtisch.fair.lines import SHAPES
from stammtisch.transcripts import replayed
from tests.fair import files
from tests.fair.tampering import Row, applied, finding
from tests.helpers import load

TAMPERED: list[Row] = [json.loads(line) for line in (files.FOLDER / "tampered.jsonl").read_text("utf-8").splitlines()]
TRANSCRIPTS = {name: files.transcript(name) for name in files.MAKERS}


def rules_refuse(transcript: bytes) -> bool:
    _, lines = verify(transcript)
    try:
        replayed(lines, load)
    except Fault as fault:
        return fault.code == Code.RULES
    return False


@pytest.mark.parametrize("name", files.MAKERS)
def test_the_files_are_what_is_written_today(name: str) -> None:
    """If this fails on purpose, run `make golden` and read the diff."""
    assert files.MAKERS[name]().transcript == TRANSCRIPTS[name]


def test_the_vectors_are_what_is_computed_today() -> None:
    written: dict[str, Any] = json.loads((files.FOLDER / "vectors.json").read_text("utf-8"))
    assert written == json.loads(json.dumps(files.vectors()))


@pytest.mark.parametrize("name", files.MAKERS)
def test_what_is_right_is_accepted(name: str) -> None:
    report, lines = verify(TRANSCRIPTS[name])
    kinds = Counter(next(iter(line)) for line in lines)
    assert report.throws == kinds["throw"]
    assert report.hidden == kinds["show"]
    assert report.waived == kinds["waive"]
    assert report.throws + report.waived + (name == "heckmeck") == kinds["open"]  # there one is left open
    assert (report.roots - 1, report.heads, report.moves) == (kinds["next"], kinds["head"], kinds["seat"])
    assert report.alone == (report.throws if name == "zocken" else 0)
    assert not rules_refuse(TRANSCRIPTS[name])


def test_all_kinds_of_lines_are_among_them() -> None:
    shapes = {tuple(line) for transcript in TRANSCRIPTS.values() for line in verify(transcript)[1]}
    assert shapes == SHAPES


def test_tampering_is_found_where_and_as_it_was() -> None:
    wrong = [row for row in TAMPERED if finding(applied(row, TRANSCRIPTS[row["file"]])) != row["fault"]]
    assert not wrong


def test_no_changed_value_and_no_moved_line_is_accepted() -> None:
    assert all(row["fault"] for row in TAMPERED if not row["sealed"])
    small = {row["file"] for row in TAMPERED} - {"zatre", "long"}
    for name in small:  # every value of every line is among them
        rows = [row for row in TAMPERED if row["file"] == name and not row["sealed"]]
        assert {row["line"] for row in rows} == set(range(1, TRANSCRIPTS[name].count(b"\n") + 1))
        fields = {key for line in verify(TRANSCRIPTS[name])[1] for key, value in line.items() if value != []}
        assert {row["path"][0] for row in rows if "path" in row} == fields


def test_not_even_a_forger_can_change_the_header() -> None:
    """What is played, by whom, with which options lies under the root, together with the secrets."""
    header = [row for row in TAMPERED if row["line"] == 1 and "path" in row]
    assert {row["path"][0] for row in header} == set(verify(TRANSCRIPTS["toy"])[1][0])
    assert all(row["fault"] for row in header)
    assert {row["fault"][0] for row in header if row["path"][0] in ("game", "options", "seats")} == {"proof"}


def test_what_a_forger_can_seal_the_rules_refuse() -> None:
    """Sealed anew, changed names, moves and scores pass a verifier that knows no rules, but not one that does.

    What is left are lines whose order does not matter, and lines of an unfinished game without consequences.
    """
    passed = [row for row in TAMPERED if row["sealed"] and row["fault"] is None]
    accepted = [row for row in passed if not rules_refuse(applied(row, TRANSCRIPTS[row["file"]]))]
    assert len(passed) > 100
    assert len(accepted) < 20
    assert {row.get("edit") for row in accepted} == {"drop", "swap"}


def test_the_codes_are_all_met() -> None:
    met = {row["fault"][0] for row in TAMPERED if row["fault"]}
    assert met == {str(code) for code in Code} - {"rules"}
