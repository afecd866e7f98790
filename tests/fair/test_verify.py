"""`stammtisch.verify`: transcripts and records, for programs."""

from __future__ import annotations

from pathlib import Path

import pytest

import stammtisch
from stammtisch.core.errors import RecordError, StammtischError
from stammtisch.fair import Code
from stammtisch.transcripts import TranscriptError
from tests.fair import files


def test_a_transcript_is_verified() -> None:
    data = files.transcript("zatre")
    found = stammtisch.verify(data)
    assert found.report is not None
    assert found.report.throws > 0
    assert found.match.is_over
    assert len(found.seats) == found.match.game.players
    assert stammtisch.verify(data.decode()).match.history == found.match.history


@pytest.mark.parametrize(
    ("was", "now", "code", "line"),
    [('"lots":[4', '"lots":[3', Code.LOTS, 3), ("{", "(", Code.FORM, 1), ('"keep 2"', '"keep 3"', Code.LOG, 0)],
)
def test_a_transcript_in_which_something_is_wrong(was: str, now: str, code: Code, line: int) -> None:
    with pytest.raises(TranscriptError) as caught:
        stammtisch.verify(files.transcript("heckmeck").replace(was.encode(), now.encode(), 1))
    assert caught.value.fault.code == code
    assert caught.value.line == line or not line
    assert isinstance(caught.value, StammtischError)


@pytest.mark.parametrize("given", ["x", "games/heckmeck-7.jsonl", Path("heckmeck-7.jsonl"), None])
def test_what_is_no_game_at_all(given: object) -> None:
    with pytest.raises(RecordError, match=r"neither a transcript nor a record .* not the file's name"):
        stammtisch.verify(given)  # type: ignore[arg-type]


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("form", ["to_text", "to_jsonl"])
def test_a_record_is_verified(form: str, complete: bool) -> None:
    match = stammtisch.load("zocken", rounds=1).match(seed=4)
    while not match.is_over:
        match.play(match.legal_moves[0])
    text = getattr(match.record(complete=complete, seats=["Ann", "Ben"]), form)()
    found = stammtisch.verify(text)
    assert found.match.history == match.history
    assert found.seats == ["Ann", "Ben"]
    assert found.report is None
    assert stammtisch.verify(text.encode()).match.position == match.position
    with pytest.raises(RecordError, match=r"line \d+: "):
        stammtisch.verify(text.replace("throw red", "bet", 1))


@pytest.mark.parametrize("nothing", ["", "\n", "[]", "[" * 100_000, "{}", "nonsense", b"\xff\xfe"])
def test_what_is_neither_is_refused(nothing: str | bytes) -> None:
    with pytest.raises(StammtischError):
        stammtisch.verify(nothing)
