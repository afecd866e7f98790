"""Strict: JSON as we take it, over HTTP and over sockets. What could be read in two ways is not read at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from pydantic import ValidationError

from stammtisch.server import wire


class Twice(ValueError):
    """A message names a field twice; which one counts is anybody's guess."""


def command(text: str | bytes) -> wire.Command:
    """A command, or a ValueError (a pydantic ValidationError is one)."""
    found = wire.command.validate_json(text)
    json.loads(text, object_pairs_hook=_once)  # by now it is known to be small and flat
    return found


def hello(text: str | bytes) -> wire.Hello:
    found = wire.hello.validate_json(text)
    json.loads(text, object_pairs_hook=_once)
    return found


def reason(error: ValueError) -> str:
    """What is wrong with a message; nothing of the message itself is repeated."""
    if not isinstance(error, ValidationError):
        return "the message: a field is there twice"
    if error.errors(include_url=False, include_context=False, include_input=False)[0]["type"] == "union_tag_invalid":
        return "type: there is no such message"
    return wire.first_fault(error)


class StrictRequest(Request):
    async def json(self) -> Any:
        try:
            found = json.loads(await self.body(), object_pairs_hook=_once, parse_constant=_no_number)
            json.dumps(found, ensure_ascii=False).encode()  # half characters cannot be stored
        except (ValueError, RecursionError):
            raise json.JSONDecodeError("this is not strict JSON", "", 0) from None
        return found


class StrictRoute(APIRoute):
    """A route whose body is strict JSON, and whose address asks for nothing that is not there, and nothing twice."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        known = _questions(self.dependant)

        async def strictly(request: Request) -> Response:
            asked = [name for name, _ in request.query_params.multi_items()]
            if len(set(asked)) != len(asked) or not known.issuperset(asked):
                raise HTTPException(422, "the address asks for something that is not there, or twice")
            return await handle(StrictRequest(request.scope, request.receive))

        return strictly


def _questions(dependant: Dependant) -> set[str]:
    """What may stand behind the question mark of an address."""
    own = {field.alias for field in dependant.query_params}
    return own.union(*(_questions(each) for each in dependant.dependencies))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Twice
    return found


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number")
