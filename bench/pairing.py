"""How good the pairing of tournaments is: players who meet again, and who starts, against the best possible and lots.

python -m bench.pairing [--quick]      writes bench/results/pairing.json
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from statistics import fmean

from bench.exact_pairing import fewest_in_all_rounds, fewest_in_round
from stammtisch.tournament import History, Round, Scheme, SeededNumbers, Table
from stammtisch.tournament.draw import draw_round

OUT = Path(__file__).parent / "results" / "pairing.json"

# Players, usual size of a table, rounds; the fewest meetings again are searched for exactly.
SMALL = [(6, 3, 3), (7, 4, 3), (8, 4, 3), (9, 3, 4), (10, 5, 3), (12, 3, 4), (12, 4, 2)]
LARGE = [(16, 4, 5), (24, 4, 5), (36, 6, 4), (60, 4, 6), (200, 4, 6)]
HUGE = [(1000, 4, 6), (1000, 4, 40)]


@dataclass(frozen=True)
class Quality:
    """Of one tournament, or the mean of several."""

    again: float  # meetings that were not the first of two players; a third counts 2
    starts: float  # most games as start player less fewest
    spread: float  # places in the standings between the best and the last of a table, from round 2 on
    seconds: float  # of CPU time for all draws
    longest: float  # for one of them


@dataclass(frozen=True)
class SimulatedRounds:
    rounds: list[Round]
    quality: Quality


def simulated(scheme: Scheme, players: int, seed: str) -> SimulatedRounds:
    """A tournament of pure luck: places by lot, each worth the points of the scheme and a few worms."""
    numbers, scores = list(range(1, players + 1)), [Fraction(0)] * players
    rounds: list[Round] = []
    lots, spreads, took = SeededNumbers(seed, "luck", 0), [], []
    for number in range(1, scheme.rounds + 1):
        begin = time.process_time()
        tables = draw_round(scheme, seed, number, numbers, scores, rounds)
        took.append(time.process_time() - begin)
        order = sorted(scores, reverse=True)
        if rounds:
            standing = [order.index(score) + (order.count(score) - 1) / 2 for score in scores]
            here = [[standing[player - 1] for player in table] for table in tables]
            spreads += [max(places) - min(places) for places in here]
        rounds.append(Round(number, [Table(list(table)) for table in tables]))
        for table in tables:
            for player, points in zip(lots.shuffled(table), scheme.points[len(table)], strict=True):
                scores[player - 1] += points + lots.below(8)
    history = History(rounds)
    starts = [history.starts(player) for player in numbers]
    quality = Quality(history.rematches, max(starts) - min(starts), fmean(spreads or [0]), sum(took), max(took))
    return SimulatedRounds(rounds, quality)


def scheme_for(pairing: str, size: int, rounds: int) -> Scheme:
    return Scheme.read(
        {
            "rounds": rounds,
            "smallest": min(3, size),
            "largest": max(6, size),
            "usual": size,
            "pairing": pairing,
            "seats": "lot" if pairing == "random" else "balanced",
        }
    )


def mean(found: Sequence[Quality]) -> Quality:
    return Quality(
        *(round(fmean(values), 3) for values in zip(*(asdict(each).values() for each in found), strict=True))
    )


def best_in_each_round(played: SimulatedRounds, players: int) -> int:
    """The fewest meetings again that each round could have had after those before it, added up."""
    numbers = range(1, players + 1)
    return sum(
        fewest_in_round(numbers, [len(table.seats) for table in each.tables], History(played.rounds[:at]).met)
        for at, each in enumerate(played.rounds)
        if at
    )


def measure(players: int, size: int, rounds: int, times: int, *, exact: bool) -> dict[str, object]:
    found: dict[str, object] = {"players": players, "table": size, "rounds": rounds, "evenings": times}
    starts = scheme_for("random", size, rounds).tables_for(players).count(players) * rounds
    found["best_starts"] = 0 if starts % players == 0 else 1
    for pairing in ("fresh", "swiss", "random"):
        scheme = scheme_for(pairing, size, rounds)
        played = [simulated(scheme, players, str(seed)) for seed in range(times)]
        found[pairing] = asdict(mean([each.quality for each in played]))
        if exact and pairing != "random":
            found[f"{pairing}_best_rounds"] = fmean(best_in_each_round(each, players) for each in played)
    if exact:
        sizes = scheme_for("fresh", size, rounds).tables_for(players).sizes(players)
        found["best_evening"] = fewest_in_all_rounds(players, sizes, rounds)
    return found


def row(found: dict[str, object]) -> str:
    fresh, swiss, lots = (Quality(**found[name]) for name in ("fresh", "swiss", "random"))  # type: ignore[arg-type]  # from our own JSON
    best = found.get("best_evening", "")
    cells = [
        f"{found['players']} at {found['table']}",
        found["rounds"],
        best,
        *(f"{each.again:.1f}" for each in (fresh, swiss, lots)),
        found["best_starts"],
        *(f"{each.starts:.1f}" for each in (fresh, swiss, lots)),
        *(f"{each.spread:.1f}" for each in (swiss, lots)),
        f"{swiss.seconds:.1f} s",
        f"{max(fresh.longest, swiss.longest):.2f} s",
    ]
    return "| " + " | ".join(map(str, cells)) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.pairing", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="one tournament of each, and nothing written")
    quick = parser.parse_args().quick
    results = []
    for cases, times, exact in ((SMALL, 20, True), (LARGE, 5, False), (HUGE, 1, False)):
        for players, size, rounds in cases:
            results.append(measure(players, size, rounds, 1 if quick else times, exact=exact))
            print(row(results[-1]), flush=True)
    if not quick:
        OUT.write_text(json.dumps({"command": "python -m bench.pairing", "results": results}, indent=1) + "\n")


if __name__ == "__main__":
    main()
