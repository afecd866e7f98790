"""Odds of Zatre: how often three tiles allow an opening, exactly; in a position, what is unseen and what is best."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any

from stammtisch.core.contract.odds_table import OddsRow, OddsTable, chances_table, exact_percent
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.core.translation import say
from stammtisch.games.zatre.advice import result
from stammtisch.games.zatre.board import KINDS
from stammtisch.games.zatre.duties import MOST
from stammtisch.games.zatre.facts import square, state
from stammtisch.games.zatre.rules import LAYING, TILES, State
from stammtisch.games.zatre.thinker import TurnWorth, best_turns, expected_lead

BEST = 10  # turns shown of a position
_WIDTH = 40  # of the longest bar, in columns
_OPENS, _AGAIN, _INK = "#2f7d6b", "#d9b44a", "#22302c"


def odds(position: Position) -> dict[str, Any]:
    """How three tiles from the full bag fall, and whether they allow an opening under the options of this game.

    opening       the chance that they do
    dealt_again   the chance that they do not [Z3.4]
    deals         on average so many deals are needed until somebody can open
    sum           by the sum of the pips: the chance of that sum
    opening_sum   by the sum: the chance of that sum and an opening
    """
    hands = opening_hands(position.game)
    ways = comb(TILES, MOST)
    sums = range(MOST, MOST * KINDS + 1)
    every = {n: sum(count for hand, (count, _) in hands.items() if sum(hand) == n) for n in sums}
    opens = {n: sum(count for hand, (count, can) in hands.items() if sum(hand) == n and can) for n in sums}
    chance = sum(opens.values()) / ways
    return {
        "opening": chance,
        "dealt_again": (ways - sum(opens.values())) / ways,
        "deals": 1 / chance,
        "sum": {str(n): every[n] / ways for n in sums},
        "opening_sum": {str(n): opens[n] / ways for n in sums},
    }


@cache
def opening_hands(game: Game) -> dict[tuple[int, ...], tuple[int, bool]]:
    """Every hand of three, with the number of ways to draw it from the full bag, and whether it allows an opening.

    [Z3.3] The rules are asked for each. [Z8.2] A free opening is always possible; its starter keeps his lot, but three
    tiles are three tiles.
    """
    rules, o, bag = game.rules, game.options, State().bag
    found = {}
    for hand in combinations_with_replacement(range(1, KINDS + 1), MOST):
        s = State()
        s.phase = LAYING
        ways = 1
        for pips in set(hand):
            s.hand[pips - 1] = hand.count(pips)
            ways *= comb(bag[pips - 1], hand.count(pips))
        s.held[0] = MOST
        rules.find_duties(s, o)
        found[hand] = (ways, s.most > 0)
    return found


def odds_here(position: Position) -> dict[str, Any]:
    """What the player whose turn it is does not see, by pips; his expected lead; and his best turns.

    A turn's value is the expected lead, in points, over the rivals' average at the end of the game, by sampling.
    """
    if position.is_over:
        return {"scores": position.scores}
    seat = state(position).player
    view = position if position.viewer is not None else position.view(seat)
    s = state(view)
    here = {
        "seat": seat,
        "in_bag": s.left,
        "unseen": {str(k + 1): s.bag[k] for k in range(KINDS)},
    }
    if view.turn != view.viewer or s.most == 0:
        return {**here, "lead": expected_lead(view), "turns": []}
    turns = best_turns(view)
    return {**here, "lead": turns[0].value, "turns": [_told(view, turn) for turn in turns[:BEST]]}


def _told(view: Position, turn: TurnWorth) -> dict[str, Any]:
    rules = view.game.rules
    tiles = sorted((square(rules.cell_of(m)), rules.pips_of(m)) for m in turn.moves)
    won = result(view, turn.code)
    return {
        "turn": " ".join(f"{pips}@({row},{column})" for (row, column), pips in tiles),
        "writes": str(won),
        "points": won.points,
        "value": turn.value,
    }


def odds_text(odds: dict[str, Any]) -> str:
    lines = [
        "Three tiles from the full bag",
        "",
        f"  allow an opening   {100 * odds['opening']:8.4f} %",
        f"  are dealt again    {100 * odds['dealt_again']:8.4f} %",
        f"  on average it takes {odds['deals']:.4f} deals",
        "",
        "sum   chance    of these an opening: █   none: ░",
    ]
    longest = max(odds["sum"].values())
    for total, chance in odds["sum"].items():
        opens = odds["opening_sum"][total]
        full, bar = (round(_WIDTH * x / longest) for x in (opens, chance))
        lines.append(f"{total:>3}   {100 * chance:5.2f} %   {'█' * full}{'░' * (bar - full)}".rstrip())
    return "\n".join([*lines, *(["", *_here(odds["here"])] if "here" in odds else [])])


def odds_tables(odds: dict[str, Any]) -> list[OddsTable]:
    unseen = odds.get("here", {}).get("unseen")
    found = []
    if unseen:
        tiles = max(1, sum(unseen.values()))
        next_tile = [OddsRow(pips, (str(n), exact_percent(n / tiles)), n / tiles) for pips, n in unseen.items()]
        columns = (say("Pips"), say("Tiles"), say("Chance that the next one drawn is this"))
        found.append(OddsTable(say("Tiles that the player to move does not see"), columns, next_tile))
    opens = {say("can open"): odds["opening"], say("are dealt again"): odds["dealt_again"]}
    return [
        *found,
        chances_table(say("Three tiles from the full bag"), (say("The three tiles"), say("Chance")), opens),
        chances_table(say("Their sum"), (say("Sum"), say("Chance")), odds["sum"]),
    ]


def _here(here: dict[str, Any]) -> list[str]:
    if "scores" in here:
        return [f"This game is over; the scores are {', '.join(map(str, here['scores']))}."]
    unseen = ", ".join(f"{count} × {pips}" for pips, count in here["unseen"].items())
    lines = [
        f"In this position seat {here['seat']} may expect a lead of {here['lead']:+.1f} points over the rivals.",
        f"Unseen by it are {unseen}; {here['in_bag']} of them are in the bag.",
    ]
    if here["turns"]:
        width = max(len(turn["turn"]) for turn in here["turns"])
        lines += ["", f"{'best turns'.ljust(width)}    lead   points now"]
        for turn in here["turns"]:
            lines.append(
                f"{turn['turn'].ljust(width)}  {turn['value']:+6.1f}   {turn['points']:3}  {turn['writes']}".rstrip()
            )
    return lines


def odds_plot(odds: dict[str, Any], figure: Any) -> None:
    axes = figure.subplots()
    sums = list(odds["sum"])
    every = [100 * chance for chance in odds["sum"].values()]
    opens = [100 * chance for chance in odds["opening_sum"].values()]
    bars = axes.bar(sums, every, color=_AGAIN, label=f"no opening: dealt again ({100 * odds['dealt_again']:.1f} %)")
    axes.bar(sums, opens, color=_OPENS, label=f"an opening is possible ({100 * odds['opening']:.1f} %)")
    axes.bar_label(bars, fmt="%.1f", padding=2, fontsize=8, color=_INK)
    axes.set_title("three tiles from the full bag: their sum, and whether they allow an opening")
    axes.set_xlabel("sum of the three tiles")
    axes.set_ylabel("%")
    axes.grid(axis="y", color=_INK, alpha=0.15)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(y=0.1)
    axes.legend(frameon=False)
