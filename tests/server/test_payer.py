"""Over HTTP: whoever leaves is not computed for, and whoever asks for too much is told when to come again."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from pathlib import Path

from tests.server import api, operator_api
from tests.server.server_process import PATIENCE, ServerProcess

BLOCKED = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
from pathlib import Path
from functools import partial
from stammtisch.server.tournaments import planning
from tests.server import worker_jobs
planning.forecasts = partial(worker_jobs.answer_when, Path("gate").absolute())
from stammtisch.cli import main
main()
"""
"""A server whose forecasts wait for a file."""
WANTED = {"players": 4, "rounds": [1], "scheme": {"game": "heckmeck"}}


def asking(server: ServerProcess, token: str) -> socket.socket:
    """A connection that has asked for a forecast and not read the answer."""
    line = socket.create_connection(("127.0.0.1", server.port), 60)
    body = json.dumps(WANTED).encode()
    head = (
        f"POST /api/tournaments/advice HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\nauthorization: Bearer {token}\r\n"
        f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    line.sendall(head.encode() + body)
    return line


def test_over_http(tmp_path: Path) -> None:
    def figure(name: str) -> float:
        return operator_api.metrics(server)[f'stammtisch_jobs_{name}{{pool="rest"}}']

    def until(holds: Callable[[], object]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < deadline, server.log[-2000:]
            time.sleep(0.02)

    with ServerProcess(tmp_path, "--admin-port", "0", code=BLOCKED) as server:
        ann, ben = api.guest(server), api.guest(server, "Ben")
        first = asking(server, ann)
        until(lambda: figure("running") == 1)
        waiting = [asking(server, ben)]
        until(lambda: figure("waiting") == 1)
        waiting.pop().close()
        until(lambda: figure("waiting") == 0)
        assert figure("running") == 1, "the other one goes on"

        for number in range(1, 9):  # at most so many of his may wait
            waiting.append(asking(server, ben))
            until(lambda number=number: figure("waiting") == number)  # type: ignore[misc]  # mypy knows no default of a lambda
        answer = api.ask(server, "POST", "/api/tournaments/advice", WANTED, token=ben)
        assert (answer.status, answer.json["code"]) == (429, "busy")
        assert f"try again in {answer.headers['retry-after']} seconds" in answer.json["reason"]
        assert figure("refused_total") == 1
        for line in waiting:
            line.close()
        until(lambda: figure("waiting") == 0)

        first.close()  # he has left while it was computed: his process ends
        until(lambda: figure("running") == 0)
        assert figure("lost_total") == 1
        (server.folder / "gate").touch()
        answer = api.ask(server, "POST", "/api/tournaments/advice", WANTED, token=ben)
        assert (answer.status, answer.json) == (200, [])
        assert '"level": "error"' not in server.log
