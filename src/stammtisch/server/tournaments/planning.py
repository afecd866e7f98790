"""Forecasts for an organiser: the planned tournament is simulated many times, in another process."""

from __future__ import annotations

from typing import Any

from stammtisch.core.errors import StammtischError
from stammtisch.core.translation import say
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.tournaments import ForecastShown, ForecastWanted
from stammtisch.tournament import Scheme
from stammtisch.tournament.forecast import forecast
from stammtisch.tournament.strengths import spread

EVENINGS = 400  # and of very many players in very many rounds
AT_LEAST = 20
GAMES = 150_000  # of single players, that are simulated for one answer


def schemes(wanted: ForecastWanted) -> list[dict[str, Any]]:
    """The scheme with each number of rounds, each once; refused if it cannot be, or not with so many."""
    try:
        found = [Scheme.read({**wanted.scheme, "rounds": rounds}) for rounds in dict.fromkeys(wanted.rounds)]
    except StammtischError as error:
        raise Refusal("bad_options", str(error)) from None
    first = found[0]
    if first.is_duplicate:
        raise Refusal("bad_options", say("A tournament in which all tables share their dice cannot be forecast."))
    if not first.fewest <= wanted.players <= first.most:
        raise Refusal(
            "bad_options",
            say(
                "This format is for {fewest} to {most} players, not {players}.",
                fewest=first.fewest,
                most=first.most,
                players=wanted.players,
            ),
        )
    for each in found:
        try:
            each.check_start(wanted.players)
        except StammtischError as error:
            raise Refusal("bad_options", str(error)) from None
    return [each.to_json() for each in found]


def forecasts(wanted: ForecastWanted, schemes: list[dict[str, Any]]) -> list[ForecastShown]:
    """An answer for each scheme; whatever is asked, it takes seconds."""
    strengths = spread(wanted.players, wanted.edge)
    each_evening = wanted.players * sum(each["rounds"] for each in schemes)
    times = max(AT_LEAST, min(EVENINGS, GAMES // each_evening))
    answers = []
    for each in schemes:
        found = forecast(Scheme.read(each), strengths, times=times, minutes=wanted.minutes, pause=wanted.pause)
        answers.append(
            ForecastShown(
                rounds=found.rounds,
                best_wins=found.best_wins,
                low=found.interval[0],
                high=found.interval[1],
                best_in_final=found.best_in_final,
                winner=found.winner,
                games=found.games,
                minutes=found.minutes,
            )
        )
    return answers
