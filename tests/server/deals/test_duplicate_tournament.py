"""A duplicate tournament at a real server: all tables of a round meet the same dice, also if the server is killed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Mapping
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from stammtisch import verify
from stammtisch.tournament import Tournament
from tests.examples import EXAMPLE
from tests.server import api
from tests.server.server_process import ServerProcess
from tests.server.tournament_client import TournamentClient

PATIENCE = 240
ONLINE = {"wait": 10, "pause": 0, "automatic": False}
SCHEME = {"game": EXAMPLE, "rounds": 2, "final_size": 0, "smallest": 3, "largest": 3, "usual": 3, "dice": "duplicate"}
LEVELS = ("beginner", "regular", "expert")


def until(holds: Callable[[], Any], what: str) -> Any:
    deadline = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < deadline, f"waited for {what}"
        time.sleep(0.1)
    return found


def test_twelve_players_at_four_tables_with_the_same_dice(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        cup = TournamentClient(server, scheme=SCHEME, online=ONLINE)
        cup.do(*({"kind": "entered", "name": f"Bot {n}", "bot": LEVELS[n * n % 3]} for n in range(12)))
        cup.draw()
        first = until(lambda: [table["played"] for table in cup.view["rounds"][0]["tables"]], "the tables")
        for name in first:  # nobody sees the dice while another table may be played
            answer = until(partial(looked_at, server, name), "the table")
            if answer.status == 403:
                assert answer.json["code"] == "sealed"
            else:
                tables = [looked_at(server, each) for each in first]
                assert [each and each.json["view"]["status"] for each in tables] == ["over"] * 4
        server.kill()
        server.start()
        until(lambda: cup.view["phase"] == "between", "the first round")
        cup.do({"kind": "drawn"})
        until(lambda: cup.view["phase"] == "done", "the second round")
        rounds = cup.view["rounds"]
        games = [[transcript(server, table["played"]) for table in each["tables"]] for each in rounds]
        for each in games:
            assert len(each) == 4
            dice = [draws(lines) for lines in each]
            for one, other in combinations(dice, 2):
                assert all(one[at] == other[at] for at in one.keys() & other.keys())
            assert len({line["hash"] for lines in each for line in lines[:1]}) == 1
        assert games[0][0][0]["hash"] != games[1][0][0]["hash"]
        for each in rounds:
            points = [[line["points"] for line in table["lines"]] for table in each["tables"]]
            assert all(adds_up(of_seat, 200) for of_seat in zip(*points, strict=True))
        assert adds_up([row["score"] for row in cup.view["standings"]], 1200)
        file = api.ask(server, "GET", f"/api/tournaments/{cup.id}/tournament.jsonl").text
        assert Tournament.read(file).progress.scheme.is_duplicate


def adds_up(points: Collection[float], whole: float) -> bool:
    """Each of them is rounded to two places."""
    return abs(sum(points) - whole) <= 0.0051 * len(points)


def looked_at(server: ServerProcess, name: str) -> api.Answer | None:
    answer = api.ask(server, "GET", f"/api/tables/{name}")
    return None if answer.status == 404 else answer


def transcript(server: ServerProcess, table: str) -> list[Mapping[str, Any]]:
    """Of a game whose round is complete: it is verified, with the seed of its deal."""
    answer = until(
        lambda: (found := api.ask(server, "GET", f"/api/tables/{table}/transcript.jsonl")).status == 200 and found,
        "the transcript",
    )
    verified = verify(answer.text)
    assert verified.verdict
    assert {str(each.code) for each in verified.verdict.remarks} == {"deal"}
    return [json.loads(line) for line in answer.text.splitlines()]


def draws(lines: list[Mapping[str, Any]]) -> dict[tuple[int, int], tuple[int, int]]:
    """Every draw by turn and index: its range and its lot."""
    return {
        (line["turn"], line["index"] + at): (of, lot)
        for line in lines
        if "throw" in line
        for at, (of, lot) in enumerate(zip(line["of"], line["lots"], strict=True))
    }
