"""Strict routes: a request that could be read in two ways is refused."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from stammtisch.server.protocol import strict_json


class StrictRequest(Request):
    async def json(self) -> Any:
        return strict_json.body(await self.body())


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
