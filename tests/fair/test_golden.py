"""The committed transcripts: right as they are, and wrong in whatever way they are tampered with."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from stammtisch.fair import Code, Fault, judged, verify
from stammtisch.fair.lines import SHAPES
from stammtisch.transcripts import replayed
from tests.fair import dishonest, files
from tests.fair.tampering import Row, applied, finding
from tests.helpers import load

TAMPERED: list[Row] = [json.loads(line) for line in (files.FOLDER / "tampered.jsonl").read_text("utf-8").splitlines()]
SEALED = [row for row in TAMPERED if row["sealed"] and row["fault"] is None]
"""What passes a verifier that knows no rules, when a forger seals it anew."""
VERDICTS: list[Row] = [json.loads(line) for line in (files.FOLDER / "verdicts.jsonl").read_text("utf-8").splitlines()]
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
    assert report.throws + report.waived + (name.startswith("heckmeck")) == kinds["open"]  # there one is left open
    assert (report.roots - 1, report.heads, report.moves) == (kinds["next"], kinds["head"], kinds["seat"])
    assert report.alone == (report.throws if name == "zocken" else 0)
    assert not rules_refuse(TRANSCRIPTS[name])


def test_all_kinds_of_lines_are_among_them() -> None:
    shapes = {tuple(line) for transcript in TRANSCRIPTS.values() for line in verify(transcript)[1]}
    shapes |= {tuple(json.loads(line)) for row in VERDICTS for line in row.get("lines", ())}
    assert shapes == set(SHAPES)


def test_tampering_is_found_where_and_as_it_was() -> None:
    wrong = [row for row in TAMPERED if finding(applied(row, TRANSCRIPTS[row["file"]])) != row["fault"]]
    assert not wrong


def test_no_changed_value_and_no_moved_line_is_accepted() -> None:
    """Only seals can be left out, which is remarked, and stand in any order: they are signatures of their own. The seed
    of a deal can be left out as well: then nothing is proven."""
    taken = [row for row in TAMPERED if not row["sealed"] and not row["fault"]]
    assert {row["edit"] for row in taken} == {"drop", "swap"}
    for row in taken:
        lines = TRANSCRIPTS[row["file"]].splitlines()
        dealt = row["file"].startswith("deal")
        assert lines[row["line"] - 1].startswith(b'{"seed"' if dealt else b'{"seal"')
        if row["edit"] == "drop":
            codes = {each.code for each in judged(applied(row, TRANSCRIPTS[row["file"]])).remarks}
            assert ("sealed" if dealt else "unsealed") in codes
    small = {row["file"] for row in TAMPERED} - {"zatre", "zatre-2", "long"}
    for name in small:  # every value of every line is among them
        rows = [row for row in TAMPERED if row["file"] == name and not row["sealed"]]
        assert {row["line"] for row in rows} == set(range(1, TRANSCRIPTS[name].count(b"\n") + 1))
        fields = {key for line in verify(TRANSCRIPTS[name])[1] for key, value in line.items() if value != []}
        assert {row["path"][0] for row in rows if "path" in row} == fields


def test_a_forger_can_change_no_dice_of_a_deal() -> None:
    """He can say that others played, or that they moved otherwise: nobody vouches for that, and the verdict says so."""
    passed = [row for row in SEALED if row["file"].startswith("deal")]
    accepted = [row for row in passed if not rules_refuse(applied(row, TRANSCRIPTS[row["file"]]))]
    changed = {str(row["path"][0]) for row in accepted if "path" in row}
    assert {"table", "seats"} <= changed
    assert not changed & {"deal", "hash", "turn", "index", "of", "lots", "are", "seed", "nonce", "scores", "places"}


def test_not_even_a_forger_can_change_the_header() -> None:
    """What is played, by whom, with which options lies under the root, together with the secrets."""
    header = [row for row in TAMPERED if row["line"] == 1 and "path" in row and not row["file"].startswith("deal")]
    assert {row["path"][0] for row in header} == set(verify(TRANSCRIPTS["toy-2"])[1][0])
    assert all(row["fault"] for row in header)
    faults = {row["fault"][0] for row in header if row["path"][0] in ("game", "options", "seats")}
    assert faults == {"contributor", "proof", "tag"}


def test_what_a_forger_can_seal_the_rules_refuse() -> None:
    """Sealed anew, changed names, moves and scores pass a verifier that knows no rules, but not one that does.

    What is left are lines whose order does not matter, and lines of an unfinished game without consequences.
    """
    passed = [row for row in SEALED if not row["file"].startswith("deal")]
    accepted = [row for row in passed if not rules_refuse(applied(row, TRANSCRIPTS[row["file"]]))]
    assert len(passed) > 100
    assert len(accepted) < 20
    assert {row.get("edit") for row in accepted} == {"drop", "swap"}


@pytest.mark.parametrize("row", VERDICTS, ids=lambda row: row["name"])
def test_the_verdicts_are_as_they_were(row: Row) -> None:
    lines = row.get("lines")
    data = "".join(f"{line}\n" for line in lines).encode() if lines else TRANSCRIPTS[row["name"]]
    assert {"name": row["name"], **({"lines": lines} if lines else {}), **files.told(judged(data))} == row


def test_the_games_of_dishonest_servers_are_what_is_made_today() -> None:
    made = {name: make() for name, make in dishonest.MAKERS.items()}
    assert {row["name"]: row["lines"] for row in VERDICTS if "lines" in row} == made


CONVICTED = {
    "null head": "contributor",
    "waived and thrown again": "waived",
    "chain replaced and proven": "element",
    "move changed": "tag",
    "end changed": "seal",
    "rewritten with new chains": "seal",
    "bot with a head": "contributor",
    "contribution without a tag": "tag",
    "signed elsewhere": "seal",
    "two games": "tag",
}
REMARKED = {
    "waived and marked away": {"waived", "away"},
    "chain replaced": {"replaced", "unsealed"},
    "chain replaced with a tag": {"replaced", "unsealed"},
    "away with a helper": {"away"},
    "rewritten": {"unsealed"},
    "rewritten and not signed": {"unsealed"},
    "throw taken back": {"taken back"},
    "move of another taken back": {"taken back"},
    "closed early": {"waived"},
    "without tags": {"untagged", "unsealed"},
    "bots": {"alone"},
}


def test_no_game_of_a_dishonest_server_is_simply_right() -> None:
    """Either a verifier refuses it, or the verdict says what the server could have done."""
    assert {row["name"]: row["fault"][0] for row in VERDICTS if row["fault"]} == CONVICTED
    for row in VERDICTS:
        if row["name"] in REMARKED:
            assert REMARKED[row["name"]] <= {code for code, _, _ in row["remarks"]}
    assert CONVICTED.keys() | REMARKED.keys() == dishonest.MAKERS.keys()


def test_honest_games_are_right_and_version_1_says_what_it_cannot_show() -> None:
    found = {row["name"]: {code for code, _, _ in row["remarks"]} for row in VERDICTS if "lines" not in row}
    assert found == {
        "heckmeck": {"version", "waived", "replaced", "away", "unfinished"},
        "toy": {"version"},
        "zatre": {"version"},
        "zocken": {"version", "alone", "unfinished"},
        "long": {"version", "waived", "replaced", "unfinished"},
        "heckmeck-2": {"waived", "away", "unfinished"},
        "toy-2": set(),
        "zatre-2": set(),
        "deal": {"deal", "unfinished"},
        "deal-hidden": {"deal"},
    }


def test_the_codes_are_all_met() -> None:
    met = {row["fault"][0] for row in TAMPERED if row["fault"]}
    assert met == {str(code) for code in Code} - {
        "opened",
        "rules",
        "shown",
    }  # what only a client, or a replay, can know
