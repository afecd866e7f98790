"""How a refusal is answered over HTTP: a status, a code and a sentence. A bug of ours reveals nothing of itself."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from stammtisch.server.http.guard import FAILED
from stammtisch.server.protocol.refusal import NOWHERE, STATUS, Refusal, in_words


def answer_refusals(app: FastAPI, unknown: Mapping[str, str] | None = None) -> None:
    """Whatever is refused is a code and a sentence; who is not known gets these headers, too."""
    app.state.unknown = unknown
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _unknown)
    app.add_exception_handler(Exception, _failed)


def _answer(
    request: Request, status: int, code: str, reason: str, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    request.app.state.server.counters.refusals[code] += 1
    return JSONResponse({"code": code, "reason": reason}, status, headers)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refusal)
    status = STATUS.get(error.code, 409)
    headers = request.app.state.unknown if status == 401 else None
    if error.wait is not None:
        headers = {**(headers or {}), "retry-after": str(error.wait)}
    return _answer(request, status, error.code, error.reason, headers)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    """Says what is wrong, and repeats nothing of what was sent."""
    assert isinstance(error, RequestValidationError)
    fault = error.errors()[0]
    if fault["loc"][0] == "path":  # no table, tournament or person can have such a name
        return _answer(request, 404, "not_found", NOWHERE.get(str(fault["loc"][1]), "there is nothing at this address"))
    if fault["type"] == "json_invalid":
        return _answer(request, 422, "bad_request", f"the body: {fault['ctx']['error']}")
    where = ".".join(str(part) for part in fault["loc"][1:] if not isinstance(part, str) or part.isidentifier())
    return _answer(request, 422, "bad_request", f"{where or 'the request'}: {in_words(fault['type'], fault['msg'])}")


async def _unknown(request: Request, error: Exception) -> JSONResponse:
    """An address or a method that nobody has, or a body that is no JSON: refused in the form of all refusals."""
    assert isinstance(error, HTTPException)
    code = "not_found" if error.status_code in (404, 405) else "bad_request"
    return _answer(request, error.status_code, code, error.detail, error.headers)


async def _failed(request: Request, error: Exception) -> JSONResponse:
    """A mistake of ours; the guard, to whom it goes on, writes it into the log."""
    code, reason = FAILED
    return _answer(request, 500, code, reason)
