"""The ladder: how strong the levels of each game are. Writes docs/ladder.md, its chart and results/ladder.json.

    python -m bench.ladder                      all games (half an hour on 16 cores, some hours on two)
    python -m bench.ladder heckmeck --games 500    one game, and a number of your own
    python -m bench.ladder --cluster ray://host:10001   on a Ray cluster (docs/computing.md)

Every level plays the one below it in games of two with shared dice and swapped seats (the arena), and some games by
itself, in which each decision is held against the analysis: what it gives away, as a share of what a blind choice
would give away there, and how often it made a move that the game calls dominated. The beginner also plays the game's
naive bot. At larger tables, up to seven players, one of each level sits alone among those below it. And where the best
answer to a level can be looked for, it is.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from rich.progress import Progress, TaskID, track

import stammtisch
from stammtisch import charts
from stammtisch.arena import Contest, Report, play_rounds
from stammtisch.bots import LEVELS, LevelBot, analyse, decision_seed
from stammtisch.computing import Place, in_order, where
from stammtisch.core.contract.exploit import Exploit, Search
from stammtisch.core.game import Bot, Game, Move
from stammtisch.core.position import Position

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "bench" / "results" / "ladder.json"
PAGE, CHART = ROOT / "docs" / "ladder.md", ROOT / "docs" / "ladder.svg"
SEED = 20260
GAMES = {"heckmeck": 3000, "barbecue": 3000, "zocken": 1000, "zatre": 600}
"""Games a rung: intervals of about ± 2 to 3 %."""
LARGER = {"heckmeck": 2800, "barbecue": 2000, "zocken": 105, "zatre": 108}
"""Games at a larger table, for each level: where a master takes seconds a game, fewer."""
LEARNED = {"master": (20_480, 16_000)}
"""Games from which the best answer to a level is learned, where that can be done; and that measure it."""
OTHERS_LEARNED = (61_440, 20_000)
"""The same for the other levels, which play faster."""
MOST_PLAYERS = 7
ALONE = {"zatre": 4}
FEW = 40  # games that a level plays by itself
REFERENCES = ("one-turn", "exact", "card")
NAIVE = ("first", "tidy", "card")

INTRODUCTION = """# The ladder

Four levels a game, from a beginner to a master. A beginner makes the mistakes that beginners make, each named below; a
regular makes fewer and smaller ones; an expert knows what every move is worth and is only tempted by what is nearly as
good. *Gives away* is the share of value that a level gives away, as the [analysis](analysis.md) of the game counts it:
0 % plays by it, 100 % is as bad as choosing blindly. *Gives up* is the share of its decisions that were dominated, such
as stopping with nothing while there are dice to throw, where there was such a move. *Share* is the share of two-player
games that it wins against the one below it, with its 95 % interval; games are paired: the same dice, seats swapped. The
beginner also plays the game's naive bot, which follows one simple rule. *At larger tables* one of each level sits alone
among those below it, in every seat with the same dice: its part of the games, with half of the 95 % interval. *The best
answer* is what one wins in games of two who knows the level and has found how to play against it
([how](solving.md#how-far-a-bot-can-be-beaten)): by learning it is what was found, not what there is; in the largest of
some small games it is exact, and in all of Zocken. Made by `python -m bench.ladder`; anybody can repeat it.

The masters of Heckmeck, Barbecue and Zocken play for the win. Where that is not the same as the value of this turn,
they give some of that value away on purpose, and now and then a whole turn; the others only by mistake.

![the ladder](ladder.svg)"""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.ladder", description=__doc__.splitlines()[0] if __doc__ else ""
    )
    parser.add_argument("game", nargs="*", default=[game.name for game in stammtisch.catalogue()])
    parser.add_argument("--games", type=int, help="games a rung")
    parser.add_argument("--workers", type=int, help="processes at work; by default one for each core")
    parser.add_argument("--cluster", help="compute on a Ray cluster: ray://HOST:10001, auto or local")
    parser.add_argument("--part", action="append", choices=list(PARTS), help="only this; may be given again")
    wanted = parser.parse_args()
    results: dict[str, Any] = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    with where(wanted.cluster, wanted.workers) as place:
        for name in wanted.game:
            for part in wanted.part or PARTS:
                results.setdefault(name, {}).update(PARTS[part](name, wanted.games, place))
                RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    PAGE.write_text(page(results))
    draw(results)
    print(page(results))


def climb(name: str, games: int | None, place: Place) -> dict[str, Any]:
    """One game's ladder from the bottom up."""
    game = stammtisch.load(name, players=2)
    games = games or GAMES.get(name, 100)
    steps = ["random", *LEVELS]
    rungs = []
    for below, level in zip(steps, LEVELS, strict=False):
        rungs.append(
            {
                "level": level,
                "below": below,
                "about": game.bots[level].about,
                **alone_at_the_table(game, level, ALONE.get(name, FEW), place),
                "grade": grade(game.bots[level]),
                **duel(game, level, below, games, place),
            }
        )
    known = [bot for bot in REFERENCES if bot in game.bots]
    naive = next((bot for bot in NAIVE if bot in game.bots), None)
    return {
        "rungs": rungs,
        "naive": {"rival": naive, **duel(game, LEVELS[0], naive, games, place)} if naive else None,
        "references": [{"rival": bot, **duel(game, "master", bot, games, place)} for bot in known],
    }


def at_larger_tables(name: str, games: int | None, place: Place) -> dict[str, Any]:
    sizes = [n for n in stammtisch.load(name).options.choices()["players"] if 2 < n <= MOST_PLAYERS]
    games = games or LARGER.get(name, 100)
    return {"larger": [row for players in sizes for row in at_a_table(name, players, games, place)]}


def at_a_table(name: str, players: int, games: int, place: Place) -> Iterator[dict[str, Any]]:
    """Each level alone among those below it; and the master among the best that the public has."""
    game = stammtisch.load(name, players=players)
    rivals = [
        *zip(LEVELS[1:], LEVELS, strict=False),
        *(("master", bot) for bot in REFERENCES if bot in game.bots),
    ]
    for level, rival in rivals:
        yield {"players": players, "level": level, "rival": rival, **duel(game, level, rival, games, place)}


def answers(name: str, games: int | None, place: Place) -> dict[str, Any]:
    game = stammtisch.load(name, players=2)
    return {"answers": [answer(game, level, games, place) for level in LEVELS if level in game.part(Exploit).BOTS]}


def answer(game: Game, level: str, games: int | None, place: Place) -> dict[str, Any]:
    """What one wins who knows a level: exactly in a small game, if that can be told, and in the whole one."""
    learned, measured = (games, games) if games else LEARNED.get(level, OTHERS_LEARNED)
    search = Search(learned, measured, SEED, place.workers, place.executor)
    with Progress() as progress:
        tick = partial(_tick, progress, progress.add_task(""), f"{game.name}, {level}")
        *exact, whole = game.part(Exploit).answers(game, level, search, tick)
    return {
        "level": level,
        "games": {"learned": search.games, "measured": search.measured},
        "share": whole.share,
        "margin": whole.margin,
        "exactly": {"in": exact[-1].where, "share": exact[-1].share} if exact else None,
    }


def _tick(progress: Progress, bar: TaskID, of: str, what: str, done: int, total: int | None) -> None:
    progress.update(bar, description=f"{of}: {what}", completed=done, total=total)


def duel(game: Game, bot: str, rival: str, games: int, place: Place) -> dict[str, Any]:
    """One bot alone among its rivals."""
    contest = Contest(game, [bot, *[rival] * (game.players - 1)], SEED)
    end = contest.rounds(games)
    played = play_rounds(contest, 0, end, place.workers, place.executor)
    rounds = list(track(played, f"{game.name}, {game.players} players: {bot} against {rival}", end))
    report = Report.of(contest, rounds)
    faults = sum(line.faults.total() for line in report.lines)
    assert not faults, f"{bot} against {rival}: {faults} games were lost by a fault"
    return {"games": report.games, "share": report.lines[0].sums.share, "interval": report.lines[0].sums.interval()}


def grade(bot: Bot) -> str:
    """What makes a level, in figures."""
    if not isinstance(bot, LevelBot) or not bot.grade.heat:
        return ""
    weights = [f"{mistake.name} {weight:g}" for mistake, weight in bot.grade.mistakes.items()]
    return ", ".join([f"heat {bot.grade.heat:g}", *weights])


def alone_at_the_table(game: Game, level: str, games: int, place: Place) -> dict[str, float]:
    """What a bot gives away, as a share: 0 plays by the analysis, 1 is as bad as choosing blindly. And how often it
    made a dominated move where there was one."""
    counted = in_order(place, alone, ((game, level, seed) for seed in range(games)))
    counts = list(track(counted, f"{game.name}: {level} by itself", games))
    lost, blind, could, did = (sum(each) for each in zip(*counts, strict=True))
    return {"gives_away": lost / blind, "gives_up": did / could if could else 0.0}


def alone(game: Game, level: str, seed: int) -> tuple[float, float, int, int]:
    """One game: the value that was lost, that would have been lost blindly, and how often it could and did give up."""
    lost = blind = 0.0
    could = did = 0
    bot = game.bots[level]
    for view, move in decisions(game, bot, seed):
        values = {choice.move: choice.value for choice in analyse(view).choices}
        best = max(values.values())
        lost += best - values[move]
        blind += best - sum(values.values()) / len(values)
        dominated = dominated_in(game, view)
        could += bool(dominated)
        did += move in dominated
    return lost, blind, could, did


def decisions(game: Game, bot: Bot, seed: int) -> Iterator[tuple[Position, Move]]:
    """What the bot saw and did in a game by itself, wherever there was a choice."""
    match = game.match(seed)
    while not match.is_over:
        view = match.position.view(match.turn)
        move = bot.choose(view, decision_seed(match))
        if len(view.legal_moves) > 1:
            yield view, move
        match.play(move)


def dominated_in(game: Game, view: Position) -> Collection[Move]:
    beginner = game.bots[LEVELS[0]]
    return beginner.dominated(view) if isinstance(beginner, LevelBot) else ()


def page(results: dict[str, Any]) -> str:
    lines = [INTRODUCTION]
    for name, found in results.items():
        lines += [
            "",
            f"## {stammtisch.load(name).title}",
            "",
            "| level | gives away | gives up | wins against | share | games |",
            "|---|---:|---:|---|---:|---:|",
        ]
        for rung in found["rungs"]:
            away, up = (f"{100 * rung[each]:.1f} %" for each in ("gives_away", "gives_up"))
            lines.append(f"| {rung['level']} | {away} | {up} | {rung['below']} | {_share(rung)} | {rung['games']:,} |")
        if naive := found["naive"]:
            lines.append(f"| beginner |  |  | `{naive['rival']}` | {_share(naive)} | {naive['games']:,} |")
        for rung in found["references"]:
            lines.append(f"| master |  |  | `{rung['rival']}` | {_share(rung)} | {rung['games']:,} |")
        lines += [*_at_larger_tables(found.get("larger", [])), *_answers(found.get("answers", [])), ""]
        for rung in found["rungs"]:
            figures = f" ({rung['grade']})" if rung["grade"] else ""
            lines.append(f"- **{rung['level']}**: {rung['about']}{figures}.")
    return "\n".join(lines) + "\n"


def _at_larger_tables(rows: Sequence[dict[str, Any]]) -> list[str]:
    if not rows:
        return []
    sizes = sorted({row["players"] for row in rows})
    lines = [
        "",
        f"| alone among | {' | '.join(f'{n} players' for n in sizes)} |",
        f"|---|{'---:|' * len(sizes)}",
        f"| *an equal part* | {' | '.join(f'{100 / n:.1f} %' for n in sizes)} |",
    ]
    for pair in dict.fromkeys((row["level"], row["rival"]) for row in rows):
        cells = [row for n in sizes for row in rows if (row["players"], row["level"], row["rival"]) == (n, *pair)]
        told = (f"{100 * row['share']:.1f} ± {50 * (row['interval'][1] - row['interval'][0]):.1f} %" for row in cells)
        lines.append(f"| {pair[0]} among `{pair[1]}` | {' | '.join(told)} |")
    return lines


def _answers(rows: Sequence[dict[str, Any]]) -> list[str]:
    if not rows:
        return []
    lines = ["", "| the best answer to | wins | found | in a small game, exactly |", "|---|---:|---|---|"]
    for row in rows:
        share, how = f"{100 * row['share']:.2f} %", "exactly"
        if row["margin"] is not None:
            share = f"{100 * row['share']:.1f} ± {100 * row['margin']:.1f} %"
            how = f"by learning, {row['games']['learned']:,} games"
        small = row["exactly"]
        told = f"{100 * small['share']:.2f} %, {small['in']}" if small else ""
        lines.append(f"| {row['level']} | {share} | {how} | {told} |")
    return lines


def _share(rung: dict[str, Any]) -> str:
    low, high = rung["interval"]
    return f"{100 * rung['share']:.1f} % ({100 * low:.1f} – {100 * high:.1f})"


def draw(results: dict[str, Any]) -> None:
    figure = charts.figure(10, 4.2)
    wins, away = figure.subplots(1, 2)
    for row, (name, found) in enumerate(results.items()):
        _curve(wins, row, name, found["rungs"])
        y = [100 * rung["gives_away"] for rung in found["rungs"]]
        away.plot(LEVELS, y, "o-", color=charts.COLOURS[row], label=stammtisch.load(name).title)
    wins.axhline(60, color="#9a8f80", linestyle=":")
    wins.set_xticks(range(len(LEVELS)), LEVELS)
    wins.set_title("games won against the level below, with 95 % interval", fontsize=10)
    away.set_title("value given away: 0 % by the analysis, 100 % blindly", fontsize=10)
    for axes in (wins, away):
        charts.bare(axes)
        axes.set_ylabel("%")
        axes.set_ylim(0 if axes is away else 45, None)
    away.legend(frameon=False, fontsize=9)
    charts.save(figure, CHART)


def _curve(axes: Any, row: int, name: str, rungs: Sequence[dict[str, Any]]) -> None:
    for step, rung in enumerate(rungs):
        low, high = rung["interval"]
        x = step + (row - 1.5) * 0.12
        axes.plot([x, x], [100 * low, 100 * high], color=charts.COLOURS[row], linewidth=2.5)
        axes.plot(x, 100 * rung["share"], "o", color=charts.COLOURS[row])


PARTS = {"rungs": climb, "larger": at_larger_tables, "answers": answers}
"""Of each game's ladder."""


if __name__ == "__main__":
    main()
