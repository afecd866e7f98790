"""Bad input that decoders are known to accept by mistake, made from a valid message of every kind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from stammtisch.server.protocol import wire
from stammtisch.server.protocol.message import Message

CID = "client-id-of-16-letters"
GOOD: dict[type[Message], dict[str, Any]] = {
    wire.Play: {"type": "move", "cid": CID, "seq": 5, "move": "roll"},
    wire.Undo: {"type": "undo", "cid": CID, "seq": 5},
    wire.TakeBack: {"type": "take_back", "cid": CID, "seq": 5},
    wire.Consent: {"type": "consent", "cid": CID, "seq": 5, "agree": True},
    wire.Contribute: {"type": "contribute", "cid": CID, "throw": 1, "element": "ab" * 32},
    wire.NewChain: {"type": "new_chain", "cid": CID, "head": "ab" * 32},
    wire.Seal: {"type": "seal", "cid": CID, "signature": "ab" * 32 * 67},
    wire.Say: {"type": "say", "cid": CID, "text": "hello"},
    wire.Start: {"type": "start", "cid": CID},
    wire.Resign: {"type": "resign", "cid": CID},
    wire.Back: {"type": "back", "cid": CID},
    wire.Rematch: {"type": "rematch", "cid": CID},
}
"""A good message of every kind; a kind without one fails the tests."""
OPTIONAL: dict[type[Message], tuple[str, ...]] = {
    wire.Play: ("tag",),
    wire.Undo: ("tag",),
    wire.Contribute: ("tag", "old"),
    wire.NewChain: ("key", "tag"),
}
"""Hashes that older clients do not send."""

VALUES = (
    *(
        "null",
        "true",
        "false",
        "NaN",
        "Infinity",
        "-Infinity",
        "1e400",
        "-1",
        "-0.0",
        "1.0",
        "1.5",
        "5.0",
        "01",
        "0x10",
    ),
    *("9007199254740992", "9223372036854775808", "18446744073709551616", "1180591620717411303424", "1" + "0" * 5000),
    *(r'"\ud800"', r'"\udfffx"', r'"\ud800\ud800"', r'"\u0000"', r'"a\u0000b"', r'"\u202e\u200b"', '"\x01"', "'a'"),
    *('""', '"' + "x" * 10_000 + '"', "[]", "{}", "[1]", '{"a": 1}', '["x"]', '"1"', '"true"', '"5"', "undefined"),
    *(
        '"' + "a" * 15 + '"',
        '"' + "a" * 65 + '"',
        '"' + "ä" * 20 + '"',
        '"' + "AB" * 33 + '"',
        '"' + "ab" * 32 + r'\n"',
    ),
)
"""Values, as JSON or nearly so."""

ANY_TEXT = frozenset(("text", "move"))
"""Fields that take any text up to a length; what it says is judged by the table."""


def values(good: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """The message with each bad value in each field: the field's name, and the message."""
    for name in good:
        for value in VALUES:
            fields = [f'"{key}": {value if key == name else json.dumps(known)}' for key, known in good.items()]
            yield name, ("{" + ", ".join(fields) + "}").encode("utf-8", "surrogatepass")


def shapes(good: dict[str, Any]) -> Iterator[bytes]:
    """The message in shapes that it must not have."""
    text = json.dumps(good)
    inner = text[1:-1]
    for name in good:
        yield json.dumps({key: value for key, value in good.items() if key != name}).encode()
        yield f'{{{inner}, "{name}": {json.dumps(good[name])}}}'.encode()  # twice, and the same
        yield f'{{"{name}": null, {inner}}}'.encode()  # twice, the second is right
        yield text.replace(f'"{name}"', f'"{name.upper()}"').encode()
        yield text.replace(f'"{name}"', f'"{name} "').encode()
    yield f'{{{inner}, "unknown": 1}}'.encode()
    yield f'{{{inner}, "seat": 0}}'.encode()
    yield f'{{{inner}, "__proto__": {{}}}}'.encode()
    yield f'{{{inner}, "\\ud800": 1}}'.encode()
    yield f"[{text}]".encode()
    yield ("{" + inner + "".join(f', "k{i}": {i}' for i in range(1000)) + "}").encode()
    yield f"{text}{text}".encode()
    yield f"{text},".encode()
    yield f"{{{inner},}}".encode()
    yield f"// {text}".encode()
    yield f"{text} // x".encode()
    yield f"\ufeff{text}".encode()
    yield text.encode("utf-16")
    yield text.encode("utf-32")
    yield text.encode() + b"\x00"
    yield text.encode() + b"\xff"
    yield text.replace('"', '"\xff', 1).encode("latin-1")
    yield text.replace('"', "'").encode()
    yield text[:-1].encode()
    yield text[: len(text) // 2].encode()
    yield json.dumps(text).encode()
    yield b'{"a":' * 3000 + text.encode() + b"}" * 3000
    yield b"[" * 16_000
    yield b"{" * 16_000
    yield b'{"a":' * 3_000


PLAIN = (
    b"",
    b" ",
    b"null",
    b"true",
    b"0",
    b"-",
    b'""',
    b"[]",
    b"{}",
    b"\x00",
    b"\xff\xfe\xfd",
    b"\xed\xa0\x80",
    b"NaN",
)
"""What is no message at all."""


def frames() -> Iterator[bytes]:
    """All of it, for every kind of message."""
    yield from PLAIN
    for good in GOOD.values():
        yield from (text for _, text in values(good))
        yield from shapes(good)
