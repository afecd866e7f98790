"""A review in the terminal: mistakes by size, luck apart from skill; as a page, as JSON or as a chart."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from stammtisch import charts
from stammtisch.bots.review import Decision, Review, looks, review
from stammtisch.core.errors import StammtischError
from stammtisch.terminal import match_text
from stammtisch.terminal.files import read_record
from stammtisch.terminal.seats import shown

LARGEST = 10  # mistakes that are told


def show_review(path: Path, *, moves: bool, as_json: bool, plot: Path | None) -> None:
    replayed = read_record(path)
    match, names = replayed.match, [shown(name) for name in replayed.seats]
    if plot:
        charts.check_chart(plot)
    if not any(event.seat >= 0 for event in match.events):
        raise StammtischError(f"{path}: nothing was decided in this match, so there is nothing to review")
    bar = track(looks(match), "looking", console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True)
    found = review(match, iter(bar))
    if as_json:
        print(json.dumps(found.to_json(names, _numbers(found, names)), indent=2, ensure_ascii=False))
    else:
        print("\n".join(_page(found, names, moves=moves)))
    if plot:
        figure = charts.figure(10, 4.5)
        _draw(found, names, figure)
        charts.save(figure, plot)


def _page(found: Review, names: Sequence[str], *, moves: bool) -> list[str]:
    match = found.match
    numbers = _numbers(found, names)
    lines = [f"{match.game.title}: {', '.join(names)}. All figures in {found.unit}.", "", *_table(found, names)]
    if moves:
        lines += ["", "Move by move:"]
        lines += [f"{numbers[each.event]:>5}  {names[each.seat]}: {_verdict(each)}" for each in found.decisions]
    mistakes = found.mistakes()
    if not mistakes:
        return [*lines, "", "No mistakes: every move was the best, or as good."]
    lines += ["", "The largest mistakes:" if len(mistakes) > LARGEST else "All mistakes:"]
    for each in mistakes[:LARGEST]:
        best = each.analysis.best
        lines.append(f"{each.loss:7.2f}  event {numbers[each.event]}, {names[each.seat]}: {each.move}")
        lines.append(f"         better: {best.move}, {best.leads}")
    return [*lines, "", "See the moment before an event with: stammtisch replay FILE --to N, where N is one less."]


def _verdict(each: Decision) -> str:
    """A decision in words; the best move is named where another was made."""
    words = each.analysis.sentence(each.move)
    return words if each.loss == 0 else f"{words}; best was {each.analysis.best.move}"


def _table(found: Review, names: Sequence[str]) -> list[str]:
    position = found.match.position
    many = str(found.match.game.text.SCORE)
    width = max(6, *map(len, names))
    lines = [f"{'player'.ljust(width)}  {many:>8}  place  decisions  mistakes  given away     luck"]
    for seat, name in enumerate(names):
        made = [decision for decision in found.decisions if decision.seat == seat]
        wrong = [decision for decision in found.mistakes() if decision.seat == seat]
        place = str(position.places[seat]) if position.is_over else "–"
        luck = f"{found.luck(seat):+9.2f}" if found.throws else f"{'–':>9}"
        lines.append(
            f"{name.ljust(width)}  {position.scores[seat]:8}  {place:>5}  {len(made):9}  {len(wrong):8}"
            f"  {found.given_away(seat):10.2f}{luck}"
        )
    return lines


def _numbers(found: Review, names: Sequence[str]) -> dict[int, int]:
    """The events as `replay` counts them: a run of dice is one event."""
    numbers, start = {}, 0
    for number, step in enumerate(match_text.tell(found.match, names), 1):
        numbers.update(dict.fromkeys(range(start, step.end), number))
        start = step.end
    return numbers


def _draw(found: Review, names: Sequence[str], figure: Any) -> None:
    """How luck and what was given away added up in the course of the match."""
    numbers = _numbers(found, names)
    figure.suptitle(found.match.game.title)
    left, right = figure.subplots(1, 2)
    for seat, name in enumerate(names):
        luck = [(numbers[each.event], each.luck) for each in found.throws if each.seat == seat]
        lost = [(numbers[each.event], each.loss) for each in found.decisions if each.seat == seat]
        colour = charts.COLOURS[seat % len(charts.COLOURS)]
        for axes, steps, total in ((left, luck, found.luck(seat)), (right, lost, found.given_away(seat))):
            x, y = [0], [0.0]
            for event, amount in steps:
                x.append(event)
                y.append(y[-1] + amount)
            x.append(max(numbers.values()))
            y.append(y[-1])
            axes.step(
                x,
                y,
                where="post",
                color=colour,
                label=f"{name}  {total:+.1f}" if axes is left else f"{name}  {total:.1f}",
            )
    for axes, title in ((left, "luck of the throws, added up"), (right, "given away by decisions, added up")):
        charts.bare(axes)
        axes.set_title(title, fontsize=10)
        axes.set_xlabel("event")
        axes.set_ylabel(found.unit)
        axes.axhline(0, color="#2b1a10", linewidth=0.6)
        axes.legend(frameon=False, fontsize=9)
