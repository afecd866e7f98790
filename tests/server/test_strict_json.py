"""Messages over a socket: a field that is there twice is refused, whatever stands in it, and however it is written."""

from __future__ import annotations

import json

import pytest

from stammtisch.server.protocol import strict_json

SAY = {"type": "say", "cid": "c" * 16, "text": 'she said "cid": 1, \\ and {"text":2}'}
PLAY = {"type": "move", "cid": "c" * 16, "seq": 3, "move": "keep 1"}
CONSENT = {"type": "consent", "cid": "c" * 16, "seq": 3, "agree": True}


@pytest.mark.parametrize("message", [SAY, PLAY, CONSENT])
def test_a_message_is_read_as_text_and_as_bytes(message: dict[str, object]) -> None:
    for text in (json.dumps(message), json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()):
        assert strict_json.command(text).model_dump(exclude_none=True) == message


@pytest.mark.parametrize("message", [SAY, PLAY, CONSENT])
def test_a_field_that_is_there_twice_is_refused(message: dict[str, object]) -> None:
    for name, value in message.items():
        inner = json.dumps(message)[1:-1]
        again = json.dumps(value)
        escaped = name.replace("e", "\\u0065").replace("i", "\\u0069")
        for text in (
            f'{{{inner}, "{name}": {again}}}',
            f'{{"{name}": {again}, {inner}}}',
            f'{{"{name}": null, {inner}}}',
            f'{{"{name}": 1, {inner}}}',
            f'{{"{escaped}": {again}, {inner}}}',
        ):
            with pytest.raises(ValueError) as refused:  # noqa: PT011
                strict_json.command(text)
            assert "twice" in strict_json.reason(refused.value)
            with pytest.raises(ValueError):  # noqa: PT011
                strict_json.command(text.encode())
