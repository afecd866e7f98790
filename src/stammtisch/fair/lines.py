"""The lines of a transcript, each a JSON object with fixed fields in a fixed order; its first field says what it is.

A line has exactly one spelling: compact JSON, as `written` gives it. So a field too many, a field twice, a number
written 1.0 and a letter written \\u0041 are all refused by one comparison, and in any language alike.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from stammtisch.fair.faults import Code, Fault
from stammtisch.fair.hashing import digest
from stammtisch.fair.merkle import DEPTH
from stammtisch.fair.seal import PIECES, SIZE
from stammtisch.fair.throw import WORDS

orjson: Any = import_module("orjson") if find_spec("orjson") else None
"""It comes with a server, and spells every line as `json` does, in a tenth of the time."""

FORMATS = (1, 2, 3)
"""The versions that can be read, oldest first."""
MOST = 2**53 - 1  # what every language reads exactly

Line = Mapping[str, Any]
Check = Callable[[Any], bool]


def _number(least: int = 0, most: int = MOST) -> Check:
    return lambda value: type(value) is int and least <= value <= most


def _list(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _or_null(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _like(pattern: str) -> Check:
    matched = re.compile(pattern, re.ASCII).fullmatch
    return lambda value: isinstance(value, str) and matched(value) is not None


def _text(value: Any) -> bool:
    """Any text; halves of characters cannot be written in UTF-8."""
    return isinstance(value, str) and (value.isascii() or _HALF.search(value) is None)


def _options(value: Any) -> bool:
    return isinstance(value, dict) and all(
        _option_name(key) and (isinstance(each, bool) or _number(-MOST)(each) or _text(each))
        for key, each in value.items()
    )


def _proof(value: Any) -> bool:
    return _list(_hash)(value) and len(value) == DEPTH


_plain = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
_FORMAT = re.compile(r'\{"fair":(0|[1-9][0-9]*)[,}]')
_HALF = re.compile("[\ud800-\udfff]")
_hash = _like("[0-9a-f]{64}")
_option_name = _like("[a-z][a-z0-9_]*")

FIELDS: Mapping[str, Check] = {
    "fair": _number(),
    "table": _like("[A-Za-z0-9_-]{1,64}"),
    "game": _text,
    "version": _number(),
    "options": _options,
    "seats": _list(_text),
    "heads": _list(_or_null(_hash)),
    "keys": _list(_or_null(_hash)),
    "dice": lambda value: value in ("shared", "server", "deal"),
    "deal": _like("[A-Za-z0-9_-]{1,64}"),
    "hash": _hash,
    "root": _hash,
    "open": _number(1),
    "by": _number(),
    "to": _or_null(_number()),
    "from": _or_null(_number()),
    "throw": _number(1),
    "element": _or_null(_hash),
    "of": _list(_number(1, WORDS)),
    "lots": _list(_number()),
    "are": _list(_text),
    "secret": _hash,
    "proof": _proof,
    "show": _number(1),
    "waive": _number(1),
    "next": _number(1),
    "head": _number(),
    "value": _hash,
    "key": _hash,
    "tag": _hash,
    "prove": _number(),
    "away": _number(),
    "back": _number(),
    "seat": _number(),
    "move": _text,
    "undo": _number(),
    "count": _number(1),
    "end": lambda value: value in ("over", "unfinished"),
    "scores": _list(_number(-MOST)),
    "places": _list(_number(1)),
    "log": _hash,
    "seal": _number(),
    "turn": _number(1, 2**31 - 1),
    "index": _number(0, 2**31 - 1),
    "seed": _like("[0-7][0-9a-f]{15}"),
    "nonce": _hash,
    "signature": _like(f"[0-9a-f]{{{2 * SIZE * PIECES}}}"),
}
"""What a field may hold. A name means the same in every line."""

OPENED = ("lots", "are", "secret", "proof")

SHAPES: Mapping[tuple[str, ...], tuple[int, ...]] = {
    ("fair", "table", "game", "version", "options", "seats", "heads", "dice", "root"): (1,),
    ("fair", "table", "game", "version", "options", "seats", "heads", "keys", "dice", "root"): (2,),
    ("fair", "table", "game", "version", "options", "seats", "dice", "deal", "hash"): (3,),
    ("open", "by", "to", "from"): (1, 2, 3),
    ("throw", "element", "of", *OPENED): (1, 2),  # open to all
    ("throw", "element", "of", *OPENED, "tag"): (2,),
    ("throw", "element", "of"): (1, 2),  # hidden until its `show`
    ("throw", "element", "of", "tag"): (2,),
    ("throw", "turn", "index", "of", "lots", "are"): (3,),
    ("throw", "turn", "index", "of"): (3,),
    ("show", *OPENED): (1, 2),
    ("show", "lots", "are"): (3,),
    ("waive",): (1, 2),
    ("next", "root"): (1, 2),
    ("head", "value"): (1,),
    ("head", "value", "key"): (2,),
    ("head", "value", "tag"): (2,),  # the key stays
    ("prove", "element"): (2,),
    ("away",): (1, 2, 3),
    ("back",): (1, 2, 3),
    ("seat", "move"): (1, 2, 3),
    ("seat", "move", "tag"): (2,),
    ("undo", "count"): (
        1,
        2,
        3,
    ),  # a seat takes the last moves back, and the throws among them; their numbers stay used
    ("undo", "count", "tag"): (2,),
    ("end", "scores", "places"): (1, 2, 3),
    ("end",): (1, 2, 3),
    ("log",): (1, 2, 3),
    ("seal", "signature"): (2,),
    ("seed", "nonce"): (3,),  # once the deal has closed
}
"""The fields of every kind of line, and the versions that have it."""


def written(line: Line) -> str:
    """The one spelling of a line."""
    return _plain(line) if orjson is None else orjson.dumps(line).decode()


def setting(header: Line) -> bytes:
    """The hash of everything a header says, save the root, which comes after it."""
    return digest("setting", written({name: value for name, value in header.items() if name != "root"}))


def kind(line: Line) -> str:
    return next(iter(line))


def read(text: str) -> dict[str, Any]:
    """A line from its text, which must be its one spelling."""
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        raise Fault(Code.FORM, "this is no JSON") from None
    if not isinstance(line, dict) or not line:
        raise Fault(Code.FORM, "a line must be a JSON object")
    if (format := _FORMAT.match(text)) and format[1] not in map(str, FORMATS):
        raise Fault(Code.VERSION, f"the transcript has format {format[1]}; this verifier reads 1 to 3")
    check(line)
    if written(line) != text:
        raise Fault(Code.FORM, "the line is not in its one spelling: compact JSON, no field twice, nothing escaped")
    return line


def check(line: Line) -> None:
    """Has a line the fields of its kind, in their order, and in each what may be there? `written` then spells it."""
    if tuple(line) not in SHAPES:
        raise Fault(Code.FORM, f"no line of a transcript has the fields {json.dumps(list(line))[:200]}")
    for name, value in line.items():
        if not FIELDS[name](value):
            raise Fault(Code.FORM, f"'{name}' may not be {json.dumps(value)[:80]}")
