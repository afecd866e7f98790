"""Whatever is refused: one sentence on standard error, status 2, no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

import stammtisch
from tests.terminal.conftest import SEED, Run

OVER = "the match in over.jsonl is over; watch it with: stammtisch replay over.jsonl"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    game = stammtisch.load("heckmeck")
    match = game.match(SEED)
    (tmp_path / "begun.jsonl").write_text(match.record().to_jsonl())
    (tmp_path / "broken.jsonl").write_text(match.record().to_jsonl().replace("worm", "snail"))
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    while not match.is_over:
        match.play(game.bots["first"].choose(match.position, 0))
    (tmp_path / "over.jsonl").write_text(match.record().to_jsonl())
    (tmp_path / "fed.jsonl").write_text(game.match(fed=True).record().to_jsonl())
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("play hekmeck", "(did you mean heckmeck?)"),
        ("play heckmeck --players 8", "players cannot be '8'; it must be a number from 2 to 7"),
        ("play heckmeck --seats a,b,c,d,e,f,g,h", "players cannot be 8; it must be a number from 2 to 7"),
        ("play heckmeck --seats a,b --players 3", "2 seats are named, but 3 are to play"),
        ("play heckmeck --seats a,bot:deep", "Heckmeck am Bratwurmeck has no bot 'deep'; it has random, first"),
        ("play heckmeck --seats a,[b]", "'[b]' is no name for a player"),
        ("play heckmeck --steal maybe", "steal cannot be 'maybe'; it must be optional or forced"),
        ("play heckmeck --stael forced", "No such option '--stael'"),
        ("play heckmeck --seed=-1", "a seed must be a whole number from 0 to 2**63 - 1, not -1"),
        ("play heckmeck --resume missing", "cannot read missing: No such file or directory"),
        ("play heckmeck --resume broken.jsonl", "broken.jsonl: line 2: chance gives 'snail', but the seed gives"),
        ("play heckmeck --resume binary", "binary is no game record: it is not text in UTF-8"),
        ("play heckmeck --resume over.jsonl", OVER),
        ("play heckmeck --resume fed.jsonl", "the match in fed.jsonl has no seed, so its next dice are unknown"),
        ("play heckmeck --resume begun.jsonl --seats a", "1 seats are named, but 2 play in begun.jsonl"),
        ("play heckmeck --resume begun.jsonl --seed 3", "a resumed match has its options and its seed from its record"),
        ("replay missing", "cannot read missing: No such file or directory"),
        ("replay over.jsonl --to 9999", "so --to must be a number from 0 to "),
        ("rules hekmeck", "there is no game 'hekmeck'; there are "),
        (
            "rules heckmeck 3.9",
            "there is no paragraph '3.9' in the rules; there are 1.1–1.3 (Components), 2.1–2.6 (A turn)",
        ),
        ("convert broken.jsonl", "broken.jsonl: line 2: "),
        ("pley", "No such command 'pley'"),
    ],
)
def test_an_error_is_one_sentence(run: Run, command: str, sentence: str) -> None:
    done = run(*command.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
