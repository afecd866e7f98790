"""A line has one spelling, and a transcript is whole or refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.fair import Code, Fault, lines, verify
from stammtisch.fair.lines import MOST, read, written
from tests.fair import files
from tests.fair.tampering import finding

SMALL = files.transcript("zocken")
HASH = "0" * 64
HEADER = SMALL.split(b"\n")[0].decode()


@pytest.mark.parametrize(
    "text",
    [
        '{"seat":0,"seat":0,"move":"pass"}',
        '{"seat":0, "move":"pass"}',
        '{"seat":0.0,"move":"pass"}',
        '{"seat":-0,"move":"pass"}',
        '{"seat":1e0,"move":"pass"}',
        '{"seat":true,"move":"pass"}',
        '{"seat":-1,"move":"pass"}',
        '{"seat":9007199254740993,"move":"pass"}',
        '{"seat":0,"move":7}',
        '{"seat":0,"move":"\\u0070ass"}',
        '{"seat":0,"move":"\\ud800"}',
        '{"seat":0,"move":"pass","more":1}',
        '{"move":"pass","seat":0}',
        '{"away":NaN}',
        '{"away":1' + "0" * 5000 + "}",
        '{"open":0,"by":0,"to":null,"from":null}',
        '{"open":1,"by":null,"to":null,"from":null}',
        f'{{"head":0,"value":"{HASH[1:]}"}}',
        f'{{"head":0,"value":"{HASH[1:]}G"}}',
        f'{{"head":0,"value":"{HASH[1:]}A"}}',
        f'{{"throw":1,"element":"{HASH}","of":[0]}}',
        f'{{"throw":1,"element":"{HASH}","of":[4294967297]}}',
        f'{{"throw":1,"element":"{HASH}","of":6}}',
        '{"end":"lost"}',
        '{"end":"over","scores":[1],"places":[0]}',
        "[" * 100_000,
        "[]",
        "{}",
        "null",
        "7",
        "",
        "{",
    ],
)
def test_what_is_no_line(text: str) -> None:
    with pytest.raises(Fault) as caught:
        read(text)
    assert caught.value.code == Code.FORM


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('"table":"zocken-3"', '"table":""'),
        ('"table":"zocken-3"', '"table":"zocken 3"'),
        ('"table":"zocken-3"', f'"table":"{65 * "x"}"'),
        ('"dice":"server"', '"dice":"none"'),
        ('"options":{', '"options":{"1":1,'),
        ('"options":{', '"options":{"x":null,'),
        ('"options":{', '"options":{"x":1.5,'),
        ('"options":{', '"options":{"X":1,'),
        ('"version":2', '"version":"2"'),
        ('"heads":[', '"heads":[7,'),
        ('"heads":[', '"heads":[null,'),
        ('"root":"', '"root":"0'),
    ],
)
def test_headers_that_are_none(right: str, wrong: str) -> None:
    assert right in HEADER
    assert finding(SMALL.replace(right.encode(), wrong.encode(), 1)) == ["form", 1, 0]


@pytest.mark.parametrize("version", ["0", "4", "10"])
def test_another_format_is_called_so(version: str) -> None:
    with pytest.raises(Fault, match=f"format {version}; this verifier reads 1 to 3") as caught:
        read(f'{{"fair":{version},"anything":"else"}}')
    assert caught.value.code == Code.VERSION


TEXTS = ["", "Ünï 🐛", 'say "so"', "back\\slash", "\x7f\x1b\n\t", "\u2028", "</script>"]


@pytest.mark.parametrize("name", TEXTS)
def test_any_text_may_be_a_name(name: str) -> None:
    line = {"seat": 0, "move": name}
    assert read(written(line)) == line


@pytest.mark.parametrize("name", [*TEXTS, "".join(map(chr, range(0x300))), "\ufeff\uffff\U0010ffff"])
def test_there_is_one_spelling_with_orjson_and_without(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    line = {"seat": MOST, "move": name, "to": None, "scores": [-MOST, 0], "options": {"a": True, "b": name}}
    spelt = written(line)
    monkeypatch.setattr(lines, "orjson", None)
    assert written(line) == spelt


def test_the_greatest_numbers() -> None:
    line = {"end": "over", "scores": [-MOST, MOST], "places": [1, MOST]}
    assert read(written(line)) == line


def test_transcripts_that_are_not_whole() -> None:
    lines = SMALL.count(b"\n")
    assert finding(b"") == ["form", 1, 0]
    assert finding(SMALL[:-1]) == ["form", lines, 0]
    assert finding(b"\xff\n") == ["form", 0, 0]
    assert finding("\ufeff".encode() + SMALL) == ["form", 1, 0]
    assert finding(SMALL + b"\n") == ["form", lines + 1, 0]
    assert finding(SMALL.replace(b"\n", b"\r\n")) == ["form", 1, 0]
    for kept in range(1, lines):
        part = b"".join(SMALL.splitlines(keepends=True)[:kept])
        assert finding(part) == ["order", kept + 1, 0]


def test_a_fault_names_its_place() -> None:
    with pytest.raises(Fault) as caught:
        verify(files.transcript("heckmeck").replace(b'"lots":[4', b'"lots":[3'))
    assert str(caught.value).startswith("line 3, throw 1: the lots are [3, ")
    assert str(caught.value).endswith("[lots]")


@given(st.integers(0, 8 * len(files.transcript("toy")) - 1))
def test_every_single_bit_counts(bit: int) -> None:
    changed = bytearray(files.transcript("toy"))
    changed[bit // 8] ^= 1 << bit % 8
    with pytest.raises(Fault):
        verify(bytes(changed))
