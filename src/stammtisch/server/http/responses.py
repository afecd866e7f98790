"""How an answer that a worker has made goes out: as it is."""

from __future__ import annotations

from fastapi import Response

from stammtisch.server.http.answers import Pieces


def json_of(pieces: Pieces) -> Response:
    return Response(b"".join(pieces), media_type="application/json")
