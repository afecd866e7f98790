"""The odds of a turn for people who like to look: as a page, and as a chart."""

from __future__ import annotations

from typing import Any

from stammtisch.core.contract.odds_table import OddsRow, OddsTable, chances_table, exact_percent
from stammtisch.core.translation import printed, say
from stammtisch.games.bars import bar, percent
from stammtisch.games.zocken.picture import signed
from stammtisch.games.zocken.rules import STAKE

_ABOVE, _UP_TO, _INK = "#1f5fc4", "#f58a1f", "#2b1a10"
_WIDTH = 40  # columns for the likeliest score


def odds_text(odds: dict[str, Any]) -> str:
    """What the thrower can hope for, how the turn will end, and what is said of one position."""
    here = [_tell_moves(odds["here"])] if odds.get("here") else []
    return "\n\n".join([_tell_hopes(odds), _tell_scores(odds["distribution"]), *here])


def odds_tables(odds: dict[str, Any]) -> list[OddsTable]:
    """The same as tables."""
    above = odds["best_p_above_50"]
    hopes = [
        OddsRow(say("average score"), (printed(f"{odds['expected_score']:.1f}"),)),
        OddsRow(say("more than {stake} points", stake=STAKE), (exact_percent(above),), above),
        OddsRow(say("a series"), (exact_percent(odds["best_p_series"]),), odds["best_p_series"]),
    ]
    scores = {signed(int(score)): chance for score, chance in odds["distribution"].items()}
    return [
        OddsTable(
            say("What the turn can bring, each for a player who wants just that"), (say("Aim"), say("At best")), hopes
        ),
        chances_table(say("How the turn ends, played for the highest average"), (say("Score"), say("Chance")), scores),
    ]


def _tell_hopes(odds: dict[str, Any]) -> str:
    return "\n".join(
        [
            f"{'The rest of this turn' if 'here' in odds else 'A turn from its start'}, each line for a thrower who"
            " wants just that:",
            "",
            f"  expected score           {signed_mean(odds['expected_score']):>8}",
            f"  chance of more than {STAKE}   {percent(odds['best_p_above_50']):>8}",
            f"  chance of a series       {percent(odds['best_p_series']):>8}",
        ]
    )


def _tell_scores(chances: dict[Any, float]) -> str:
    """One line a score; where a bet begins to win there is a line between them."""
    above = sum(chance for score, chance in chances.items() if int(score) > STAKE)
    lines = ["How it ends if it is played for the expected score:", "", " score"]
    most = max(chances.values())
    crossed = False
    for score, chance in chances.items():
        if int(score) > STAKE and not crossed:
            crossed = True
            lines.append(f"  ──── more than {STAKE}: {percent(above).strip()} ────")
        lines.append(f"{signed(int(score)):>6}   {percent(chance)} {bar(chance / most, _WIDTH)}".rstrip())
    return "\n".join(lines)


def _tell_moves(here: dict[str, dict[str, float]]) -> str:
    """The legal moves, for each goal the best of what can follow."""
    wide = max(map(len, here))
    names = {"score": "expected score", "gain": "gains on average", "above_50": f"more than {STAKE}", "win": "game won"}
    columns = list(next(iter(here.values())))
    widths = [max(len(names.get(name, name)), 8) for name in columns]
    heads = [names.get(name, name).rjust(width) for name, width in zip(columns, widths, strict=True)]
    lines = ["   ".join(["move".ljust(wide), *heads])]
    best = max(figures[columns[0]] for figures in here.values())
    for move, figures in here.items():
        cells = [signed_mean(figures[columns[0]]), *(percent(figures[name]) for name in columns[1:])]
        mark = "  best" if figures[columns[0]] == best else ""
        row = [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]
        lines.append("   ".join([move.ljust(wide), *row]) + mark)
    return "\n".join(lines)


def signed_mean(number: float, digits: int = 2) -> str:
    """An average with the minus sign of print; no minus before a nought."""
    return f"{number:z.{digits}f}".replace("-", "−")


def odds_plot(odds: dict[str, Any], figure: Any) -> None:
    """The chance of every score; where a bet wins, and the mean."""
    axes = figure.subplots()
    chances = {int(score): 100 * chance for score, chance in odds["distribution"].items()}
    above = sum(chance for score, chance in chances.items() if score > STAKE)
    sides = (
        (f"up to {STAKE}: {100 - above:.1f} %", _UP_TO, False),
        (f"more than {STAKE}: {above:.1f} %", _ABOVE, True),
    )
    for label, colour, wins in sides:
        part = {score: chance for score, chance in chances.items() if (score > STAKE) == wins}
        bars = axes.bar(list(part), list(part.values()), 8, color=colour, label=label)
        axes.bar_label(bars, [_short(chance) for chance in part.values()], padding=2, fontsize=7)
    axes.axvline(STAKE + 5, color=_INK, linewidth=1, linestyle=":", zorder=0)
    mean = odds["expected_score"]
    label = f"mean: {signed_mean(mean)} points"
    axes.axvline(mean, color=_INK, linewidth=1.2, linestyle="--", label=label, zorder=0)
    rest = "the rest of this turn" if "here" in odds else "a turn"
    axes.set_title(
        f"how {rest} ends, played for the expected score\n"
        f"at best {percent(odds['best_p_above_50']).strip()} for more than {STAKE}, "
        f"{percent(odds['best_p_series']).strip()} for a series",
        fontsize=10,
    )
    axes.set_xlabel("score of the turn")
    axes.set_ylabel("%")
    axes.locator_params(axis="x", nbins=12, steps=(1, 2, 5, 10))
    axes.grid(axis="y", color=_INK, alpha=0.15)
    axes.set_axisbelow(True)
    axes.margins(y=0.12)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)


def _short(chance: float) -> str:
    """Figures above bars must be narrow."""
    return f"{chance:.1f}" if chance >= 0.1 else ""
