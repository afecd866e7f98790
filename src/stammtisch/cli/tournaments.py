"""Commands for tournaments and leagues of bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from stammtisch.cli.root import app

tournament = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
app.add_typer(tournament, name="tournament", help="Tournaments and leagues: let bots play one, check one, request one.")


@tournament.command("run")
def tournament_run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="who plays by which scheme, as TOML or JSON")],
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="keep the tournament, for verify")] = None,
    json: Annotated[Path | None, typer.Option(metavar="FILE", help="write the standings in numbers")] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="K", help="processes at work  [default: one for each core]")
    ] = None,
    time_limit: Annotated[
        float, typer.Option(min=0.01, metavar="SECONDS", help="what an external bot has for a move")
    ] = 5.0,
) -> None:
    """Let bots play a tournament, or a league of many tournaments, and show standings with intervals.

    docs/tournament.md tells what stands in the file, and has the rules of tournaments.
    """
    from stammtisch.terminal.league import LeagueRequest, run_league

    run_league(LeagueRequest(file, save, json, workers, time_limit))


@tournament.command("verify")
def tournament_verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a saved tournament")],
) -> None:
    """Draw and count a saved tournament again; whatever does not follow from the rules is told with its line."""
    from stammtisch.terminal.league import verify as verify_tournament

    verify_tournament(file)


@tournament.command("advise")
def tournament_advise(
    players: Annotated[int, typer.Option(min=2, max=1000, metavar="N", help="how many take part")],
    scheme: Annotated[str, typer.Option(metavar="SCHEME", help="a scheme that a game brings, or free")] = "free",
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="the game of a free scheme  [default: the first in the catalogue]"),
    ] = None,
    rounds: Annotated[str, typer.Option(metavar="N|A-B", help="preliminary rounds")] = "1-5",
    final_games: Annotated[int, typer.Option(min=1, metavar="N", help="the final is best of so many")] = 1,
    edge: Annotated[
        float, typer.Option(metavar="SHARE", help="games of two that the best wins against an average player")
    ] = 0.65,
    levels: Annotated[
        str | None, typer.Option(metavar="LEVEL=N,…", help="strengths of bots instead: master=1,expert=7,regular=16")
    ] = None,
    minutes: Annotated[float, typer.Option(min=1, help="that a game takes")] = 30,
    pause: Annotated[float, typer.Option(min=0, metavar="MINUTES", help="between two rounds")] = 10,
    evenings: Annotated[int, typer.Option(min=10, metavar="N", help="how many are simulated")] = 400,
    seed: Annotated[int, typer.Option(metavar="N", help="another gives other evenings")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="everything in numbers")] = False,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="draw a chart too: .svg, .png or .pdf")] = None,
) -> None:
    """How many rounds? Simulate the evening: how often the best player wins, and how long it takes."""
    from stammtisch.terminal.forecast import ForecastRequest, show_forecast

    given: dict[str, Any] = {"preset": scheme, "final_games": final_games}
    if game:
        given["game"] = game
    show_forecast(
        ForecastRequest(
            players, given, rounds, edge, levels, minutes, pause, evenings, seed, as_json=as_json, plot=plot
        )
    )
