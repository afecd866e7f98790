"""Strict JSON, over HTTP and over sockets: what could be read in two ways is refused."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError

from stammtisch.core.strict_json import DuplicateField, loads, once
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.message import Message


def command(text: str | bytes) -> wire.Command:
    """A command, or a ValueError (a pydantic ValidationError is one)."""
    found = wire.command.validate_json(text)
    _check_once(text, found)
    return found


def hello(text: str | bytes) -> wire.Hello:
    found = wire.hello.validate_json(text)
    _check_once(text, found)
    return found


def _check_once(text: str | bytes, found: Message) -> None:
    """Is each field of a message there once? By now it is known to be small and flat: names, texts, numbers.

    Where nothing is escaped, quotes stand around every name and every text and nowhere else. So a field that is there
    twice is seen by their number, and the message need not be read once more.
    """
    given = found.model_fields_set
    values = found.__dict__
    if len(given) == len(values):
        texts = [*map(type, values.values())].count(str)
    else:  # a field that was left out may stand for a text
        texts = [type(values[name]) for name in given].count(str)
    if isinstance(text, str):
        quotes, escaped = text.count('"'), "\\" in text
    else:
        quotes, escaped = text.count(b'"'), b"\\" in text
    if escaped or quotes != 2 * (len(given) + texts):
        json.loads(text, object_pairs_hook=once)


def reason(error: ValueError) -> str:
    """What is wrong with a message; nothing of the message itself is repeated."""
    if not isinstance(error, ValidationError):
        return "the message: a field is there twice"
    if error.errors(include_url=False, include_context=False, include_input=False)[0]["type"] == "union_tag_invalid":
        return "type: there is no such message"
    return wire.first_fault(error)


def body(text: bytes) -> Any:
    """What a request says, or a JSONDecodeError (which FastAPI expects) that says what is wrong with it."""
    try:
        found = loads(text)
        json.dumps(found, ensure_ascii=False).encode()  # half characters cannot be stored
    except (ValueError, RecursionError) as error:
        raise json.JSONDecodeError(_broken(error), "", 0) from None
    return found


def _broken(error: ValueError | RecursionError) -> str:
    match error:
        case json.JSONDecodeError():
            return f"no JSON; it goes wrong at character {error.pos + 1}"
        case DuplicateField():
            return str(error)
        case UnicodeError():
            return "a character that is none: JSON is UTF-8, without halves of characters"
        case RecursionError():
            return "lists or objects within each other, too many"
    return "a number that is none, or too large"
