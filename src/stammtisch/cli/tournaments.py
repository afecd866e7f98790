"""Commands for tournaments and leagues of bots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from stammtisch.cli.root import FILE, app, cluster, plot, time_limit, workers


@app.group()
def tournament() -> None:
    """Tournaments and leagues: let bots play one, check one, plan one."""


@tournament.command("run")
@click.argument("file", metavar="FILE", type=FILE, help="who plays by which scheme, as TOML or JSON")
@click.option("--save", metavar="FILE", type=FILE, help="keep the tournament, for verify")
@click.option("--json", metavar="FILE", type=FILE, help="write the standings in numbers")
@workers
@cluster
@time_limit
def tournament_run(
    file: Path, save: Path | None, json: Path | None, workers: int | None, cluster: str | None, time_limit: float
) -> None:
    """Let bots play a tournament, or a league of many tournaments, and show standings with intervals.

    docs/tournament.md tells what stands in the file, and has the rules of tournaments.
    """
    from stammtisch.terminal.league import LeagueRequest, run_league

    run_league(LeagueRequest(file, save, json, workers, cluster, time_limit))


@tournament.command("verify")
@click.argument("file", metavar="FILE", type=FILE, help="a saved tournament")
def tournament_verify(file: Path) -> None:
    """Draw and count a saved tournament again; whatever does not follow from the rules is told with its line."""
    from stammtisch.terminal.league import verify as verify_tournament

    verify_tournament(file)


@tournament.command("advise")
@click.option("--players", metavar="N", type=click.IntRange(2, 1000), required=True, help="how many take part")
@click.option("--scheme", metavar="SCHEME", default="free", help="a scheme that a game brings, or free")
@click.option("--game", metavar="GAME", help="the game of a free scheme  [default: the first in the catalogue]")
@click.option("--rounds", metavar="N|A-B", default="1-5", help="preliminary rounds")
@click.option("--final-games", metavar="N", type=click.IntRange(1), default=1, help="the final is best of so many")
@click.option(
    "--edge",
    metavar="SHARE",
    type=float,
    default=0.65,
    help="games of two that the best wins against an average player",
)
@click.option("--levels", metavar="LEVEL=N,…", help="strengths of bots instead: master=1,expert=7,regular=16")
@click.option("--minutes", metavar="N", type=click.FloatRange(1), default=30, help="that a game takes")
@click.option("--pause", metavar="MINUTES", type=click.FloatRange(0), default=10, help="between two rounds")
@click.option("--evenings", metavar="N", type=click.IntRange(10), default=400, help="how many are simulated")
@click.option("--seed", metavar="N", type=int, default=0, help="another gives other evenings")
@click.option("--workers", metavar="K", type=click.IntRange(1), default=1, help="processes at work")
@cluster
@click.option("--json", "as_json", is_flag=True, help="everything in numbers")
@plot
def tournament_advise(
    players: int,
    scheme: str,
    game: str | None,
    rounds: str,
    final_games: int,
    edge: float,
    levels: str | None,
    minutes: float,
    pause: float,
    evenings: int,
    seed: int,
    workers: int,
    cluster: str | None,
    as_json: bool,
    plot: Path | None,
) -> None:
    """How many rounds? Simulate the evening: how often the best player wins, and how long it takes."""
    from stammtisch.terminal.forecast import ForecastRequest, show_forecast

    given: dict[str, Any] = {"preset": scheme, "final_games": final_games}
    if game:
        given["game"] = game
    show_forecast(
        ForecastRequest(
            players,
            given,
            rounds,
            edge,
            levels,
            minutes,
            pause,
            evenings,
            seed,
            workers,
            cluster,
            as_json=as_json,
            plot=plot,
        )
    )
