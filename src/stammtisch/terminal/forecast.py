"""Forecasts for an organiser in the terminal: how often the best player wins and how long it takes, by rounds."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from stammtisch import charts
from stammtisch.computing.cluster import where
from stammtisch.core.errors import OptionError
from stammtisch.core.translation import printed, say, say_n
from stammtisch.tournament import Scheme
from stammtisch.tournament.forecast import Forecast, forecast
from stammtisch.tournament.strengths import of_levels, spread


@dataclass(frozen=True)
class ForecastRequest:
    """What an organiser wants to know."""

    players: int
    scheme: Mapping[str, Any]
    rounds: str  # "1-5"
    edge: float
    levels: str | None
    minutes: float
    pause: float
    times: int
    seed: int
    workers: int = 1
    cluster: str | None = None
    as_json: bool = False
    plot: Path | None = None


def show_forecast(question: ForecastRequest) -> None:
    if question.plot:
        charts.check_chart(question.plot)
    rounds = _rounds(question.rounds)
    schemes = [Scheme.read({**question.scheme, "rounds": each}) for each in rounds]
    first = schemes[0]
    if not first.fewest <= question.players <= first.most:
        raise OptionError(f"This format is for {first.fewest} to {first.most} players, not {question.players}")
    strengths = _strengths(question, first.game)
    with where(question.cluster, question.workers) as (executor, workers):
        found = [
            forecast(
                scheme,
                strengths,
                times=question.times,
                seed=question.seed,
                minutes=question.minutes,
                pause=question.pause,
                workers=workers,
                executor=executor,
            )
            for scheme in schemes
        ]
    if question.as_json:
        print(json.dumps([asdict(each) for each in found], indent=2))
    else:
        print("\n".join(_lines(found, question)))
    if question.plot:
        draw(found, question.plot)


def _rounds(text: str) -> range:
    low, _, high = text.partition("-")
    if not (low.isdecimal() and (high or low).isdecimal() and 1 <= int(low) <= int(high or low) <= 50):
        raise OptionError(f"rounds are given as 3 or as 1-5, not '{text}'")
    return range(int(low), int(high or low) + 1)


def _strengths(question: ForecastRequest, game: str) -> list[float]:
    """Of levels as in master=1,expert=7,regular=16; or a field with the best player's edge."""
    if not question.levels:
        return spread(question.players, question.edge)
    levels: list[str] = []
    for part in question.levels.split(","):
        level, _, count = part.partition("=")
        levels += [level.strip()] * (int(count) if count.isdecimal() else 1)
    if len(levels) != question.players:
        raise OptionError(f"{len(levels)} players have a level, but {question.players} play")
    return of_levels(game, levels)


def _lines(found: Sequence[Forecast], question: ForecastRequest) -> list[str]:
    lines = []
    for each in found:
        low, high = (printed(f"{100 * end:.0f}") for end in each.interval)
        lines.append(
            say_n(
                each.rounds,
                "{n} round: the best player wins {share} % of evenings ({low} to {high}); {hours} h {minutes} min.",
                "{n} rounds: the best player wins {share} % of evenings ({low} to {high}); {hours} h {minutes} min.",
                share=printed(f"{100 * each.best_wins:.0f}"),
                low=low,
                high=high,
                hours=int(each.minutes) // 60,
                minutes=int(each.minutes) % 60,
            )
        )
    lines.append(say("By chance alone it would be {share} %.", share=printed(f"{100 / question.players:.0f}")))
    return lines


def draw(found: Sequence[Forecast], path: Path) -> None:
    """The share of evenings that the best player wins, and their length."""
    figure = charts.figure(7, 3.6)
    left, right = figure.subplots(1, 2)
    rounds = [each.rounds for each in found]
    charts.bare(left)
    for each in found:
        left.plot([each.rounds] * 2, [100 * end for end in each.interval], color=charts.COLOURS[0], linewidth=2.5)
    left.plot(rounds, [100 * each.best_wins for each in found], "o-", color=charts.COLOURS[0])
    left.set_ylim(bottom=0)
    left.set_ylabel(say("evenings won by the best player, %"), fontsize=9)
    charts.bare(right)
    right.bar(rounds, [each.minutes / 60 for each in found], color=charts.COLOURS[1], width=0.6)
    right.set_ylabel(say("hours"), fontsize=9)
    for axes in (left, right):
        axes.set_xticks(rounds)
        axes.set_xlabel(say("preliminary rounds"), fontsize=9)
    charts.save(figure, path)
