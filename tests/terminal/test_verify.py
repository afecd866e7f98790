"""`stammtisch verify`: what it says of a transcript, and its status."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.core.errors import StammtischError
from stammtisch.fair import Dealer, Setting
from stammtisch.terminal.verify import check
from tests.fair import files
from tests.fair.tampering import applied
from tests.terminal.conftest import Run

Say = pytest.CaptureFixture[str]


def written(folder: Path, content: bytes) -> Path:
    path = folder / "table.jsonl"
    path.write_bytes(content)
    return path


def said_of(folder: Path, content: bytes, status: int, capsys: Say) -> str:
    """What is printed about a transcript."""
    path = written(folder, content)
    assert check(str(path)) == status
    return capsys.readouterr().out.replace(str(path), "FILE")


@pytest.mark.parametrize(("was", "now", "status"), [("", "", 0), ('"lots":[4', '"lots":[3', 1), ("{", "(", 2)])
def test_the_command_and_its_status(run: Run, tmp_path: Path, was: str, now: str, status: int) -> None:
    written(tmp_path, files.transcript("heckmeck").replace(was.encode(), now.encode(), 1))
    done = run("verify", "table.jsonl")
    assert done.returncode == status
    assert bool(done.stdout) == (status < 2)
    assert done.stderr == ("" if status < 2 else "table.jsonl is no transcript of fair dice: this is no JSON\n")


def forged(name: str, was: str, now: str) -> bytes:
    """A transcript with a piece of text changed and its log computed anew, as a forger would."""
    changed = files.transcript(name).replace(was.encode(), now.encode(), 1)
    assert changed != files.transcript(name)
    return applied({"line": 1, "path": ["fair"], "value": 1, "sealed": True}, changed)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("zatre", [" hidden throws stayed closed", "the result is right: scores [", "came from whom the protocol"]),
        ("heckmeck", ["1 throw that waited for seat 0", "1 new chain begun", "took over for seat 1 (Person 1) once"]),
        ("zocken", ["Nobody but the server contributed to 3 throws"]),
        ("long", ["191 throws that waited for seat 1", "under 2 roots", "ended before it was over"]),
        ("heckmeck-2", ["The end was signed by seat 0, seat 1", "took over for seat 1 once", "6QP6-CD4B-XEKY"]),
        ("zatre-2", ["The end was signed by seat 0, seat 1"]),
    ],
)
def test_a_right_transcript_is_confirmed(tmp_path: Path, capsys: Say, name: str, said: list[str]) -> None:
    page = said_of(tmp_path, files.transcript(name), 0, capsys)
    assert page.startswith("FILE: everything is right.\n" if name == "zatre-2" else "FILE: everything is right, but:\n")
    assert ("transcript of version 1" in page) == (not name.endswith("-2"))
    for words in (*said, "were computed again and are as they were shown", "The rules were replayed"):
        assert words in page


def test_the_wrong_throw_is_named(tmp_path: Path, capsys: Say) -> None:
    page = said_of(tmp_path, forged("heckmeck", '"lots":[4', '"lots":[3'), 1, capsys)
    assert page.startswith("FILE is WRONG at line 3, throw 1: the lots are [3, ")


@pytest.mark.parametrize(
    ("name", "was", "now", "said"),
    [
        ("heckmeck", '"move":"keep', '"move":"eat', "line 4: 'eat"),
        ("heckmeck", '{"seat":0', '{"seat":1', "line 4: it is seat 0's turn"),
        ("heckmeck", '"are":["5', '"are":["4', "line 3, throw 1: the outcomes are named ['4'"),
        ("zatre", '"end":"over","scores":[', '"end":"over","scores":[1', "the scores are ["),
        ("zatre", '"places":[2,1]', '"places":[1,2]', "the places are [2, 1], not [1, 2]"),
        ("heckmeck", '"move":"keep 2"', '"move":"\\u001b[31m"', "line 4: '[31m' is no move"),
    ],
)
def test_a_game_against_the_rules(tmp_path: Path, capsys: Say, name: str, was: str, now: str, said: str) -> None:
    page = said_of(tmp_path, forged(name, was, now), 1, capsys)
    assert page.startswith("FILE: the dice are as they must be, but the game is WRONG at line ")
    assert said in page


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff", "FILE is no transcript of fair dice: this is not text in UTF-8"),
        (b"hello\n", "FILE is no transcript of fair dice: this is no JSON"),
        (b'{"away":0}\n', "FILE is no transcript of fair dice: the header stands in the first line"),
        (b'{"fair":9}\n', "the transcript has format 9; this verifier reads 1"),
        (None, "cannot read FILE: No such file or directory"),
    ],
)
def test_what_cannot_be_read(tmp_path: Path, content: bytes | None, said: str) -> None:
    path = tmp_path / "table.jsonl"
    if content is not None:
        written(tmp_path, content)
    with pytest.raises(StammtischError) as caught:
        check(str(path))
    assert said in str(caught.value).replace(str(path), "FILE")


def dealt(game: str, options: dict[str, int], seats: int, *throws: tuple[int, int | None, list[int]]) -> bytes:
    """A transcript with right dice for throws that the rules may not know: who throws, who sees, and the ranges."""
    dealer, header = Dealer.start(bytes(32), Setting("t", game, 1, options, ["bot"] * seats, [None] * seats))
    lines, shows = [header], []
    for by, to, of in throws:
        lines += dealer.open(by, to)
        draws = dealer.draws_for(None)
        faces = ["worm" if (face := draws.draw(each)) == 5 else str(face + 1) for each in of]
        thrown = dealer.throw(draws, faces)
        lines.append(thrown.line)
        shows += [thrown.private] if thrown.private else []
    return "".join(f"{line}\n" for line in (*lines, *dealer.end(shows))).encode()


EIGHT = [6] * 8


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (dealt("chess", {}, 2), "line 1: there is no game 'chess'"),
        (dealt("heckmeck", {"players": 3}, 2), "line 1: 3 play, but 2 seats are named"),
        (dealt("heckmeck", {"players": 9}, 9), "line 1: players cannot be 9"),
        (dealt("heckmeck", {"players": 2}, 2, (1, None, EIGHT)), "line 2, throw 1: seat 0 throws, not seat 1"),
        (
            dealt("heckmeck", {"players": 2}, 2, (0, 0, EIGHT)),
            "throw 1: the throw is not shown to those who may see it",
        ),
        (
            dealt("heckmeck", {"players": 2}, 2, (0, None, [5] * 8)),
            "throw 1: a draw is from 5 lots, but the rules say 6",
        ),
        (dealt("heckmeck", {"players": 2}, 2, (0, None, EIGHT[1:])), "throw 1: fewer are drawn than the rules say"),
        (dealt("heckmeck", {"players": 2}, 2, (0, None, [*EIGHT, 6])), "throw 1: more are drawn than the rules say"),
        (dealt("heckmeck", {"players": 2}, 2, (0, None, EIGHT), (0, None, EIGHT)), "line 4, throw 2: no throw is due"),
    ],
)
def test_right_dice_that_the_rules_do_not_ask_for(tmp_path: Path, capsys: Say, content: bytes, said: str) -> None:
    assert said in said_of(tmp_path, content, 1, capsys)


def test_a_throw_left_out(tmp_path: Path, capsys: Say) -> None:
    dealer, header = Dealer.start(bytes(32), Setting("t", "heckmeck", 1, {}, ["bot"] * 2, [None] * 2))
    lines = [header, dealer.move(0, "keep 1"), *dealer.end([])]
    page = said_of(tmp_path, "".join(f"{line}\n" for line in lines).encode(), 1, capsys)
    assert "line 2: 'keep 1' is played, but a throw must come first" in page


def test_a_game_that_is_not_over(tmp_path: Path, capsys: Say) -> None:
    dealer, header = Dealer.start(bytes(32), Setting("t", "heckmeck", 1, {}, ["bot"] * 2, [None] * 2))
    lines = [header, *dealer.end([], [0, 0], [1, 1])]
    page = said_of(tmp_path, "".join(f"{line}\n" for line in lines).encode(), 1, capsys)
    assert "line 2: the game is said to be over, which it is not" in page
