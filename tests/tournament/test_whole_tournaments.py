"""Whole tournaments, simulated with everything that goes wrong in one [C2.3]; their standings are computed again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stammtisch.tournament import Corrected, Dropped, Entered, NoShow, SeededNumbers, Tournament
from tests.tournament.tournament_driver import TournamentDriver

pytestmark = pytest.mark.no_cover

POINTS = {2: [6, 3], 3: [6, 3, 1], 4: [6, 4, 2, 1], 5: [6, 4, 3, 2, 1], 6: [6, 5, 4, 3, 2, 1]}


def again(text: str) -> list[tuple[int, ...]]:
    """Score, worms and highest tiles of every player from the lines of a file alone, the best first; lots left out."""
    results: dict[tuple[int, int], list[dict[str, Any]]] = {}
    names, rounds = 0, 0
    for line in text.split("\n")[1:-1]:
        event = json.loads(line)
        names += event["kind"] == "entered"
        rounds = event["scheme"]["rounds"] if event["kind"] == "opened" else rounds
        if event["kind"] in ("result", "corrected"):
            results[event["round"], event["table"]] = event["lines"]
    sums = {player: [0, 0, 0] for player in range(1, names + 1)}
    for (number, _), lines in results.items():
        if number > rounds:
            continue  # the final
        for each in lines:
            place = sum((other["score"], other["mark"]) > (each["score"], each["mark"]) for other in lines)
            won = (each["score"] + POINTS[len(lines)][place], each["score"], each["mark"])
            sums[each["player"]] = [before + now for before, now in zip(sums[each["player"]], won, strict=True)]
    return sorted(map(tuple, sums.values()), reverse=True)


@pytest.mark.parametrize("players", [12, 17, 21, 25, 36])
@pytest.mark.parametrize("rounds", [1, 3])
def test_a_whole_tournament_with_trouble(players: int, rounds: int) -> None:
    driver = TournamentDriver({"preset": "heckmeck_classic", "rounds": rounds}, players, seed=f"evening {players}")
    tournament, luck = driver.tournament, SeededNumbers("trouble", str(players), rounds)
    driver.draw()
    missing = 1 + luck.below(players)
    driver.do(NoShow(1, missing))
    driver.play()
    wrong = tournament.progress.rounds[0].tables[1]
    driver.do(Corrected(1, 2, driver.lines(wrong.seats)))
    dropped = next(p for p in range(1, players + 1) if p != missing)
    driver.do(Dropped(dropped))
    if rounds > 1:
        driver.do(Entered("Late"))
    while len(tournament.progress.rounds) < rounds:
        tables = driver.draw()
        seated = sorted(player for seats in tables for player in seats)
        assert seated == sorted(tournament.progress.present)
        assert max(map(len, tables)) - min(map(len, tables)) <= 1
        driver.play()
    driver.finish()
    rows = tournament.progress.rows()
    assert [(int(row.score), row.worms, row.tiles) for row in rows] == again(tournament.to_jsonl())
    assert dropped not in tournament.progress.finalists
    assert sorted(tournament.progress.ranking) == sorted(tournament.progress.players)
    read = Tournament.read(tournament.to_jsonl())
    assert read.view() == tournament.view()
    kinds = [event.what.kind for event in read.events]
    assert all(kinds.count(kind) == 1 for kind in ("no_show", "dropped", "corrected", "closed"))
