"""Standings, results and entries of a tournament as CSV (RFC 4180), and names read from what people have.

A cell of text that a spreadsheet would take for a formula gets an apostrophe in front: names come from anybody. Where a
spreadsheet separates cells by semicolons, what follows a semicolon is a cell, too, whatever quotation marks say.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from stammtisch import games
from stammtisch.core.translation import LANGUAGES, say, speaking
from stammtisch.core.unit import POINTS
from stammtisch.tournament.sentences import author

View = Mapping[str, Any]
"""What Tournament.view() gives."""

FORMULA = re.compile(r"""(^|;[\s"']*)(?=[=+\-@\t\r])""")  # where a cell begins that a spreadsheet would compute
ESCAPED = re.compile(r"""(^|;[\s"']*)'(?=[=+\-@\t\r])""")


def standings_csv(view: View) -> str:
    """A line for everybody; once the tournament is closed in the order of the final ranking."""
    names = _names(view)
    order = {player: place for place, player in enumerate(view["ranking"], 1)}
    rows = sorted(view["standings"], key=lambda row: order.get(row["player"], row["place"]))
    header = [say("Place"), say("Name"), say("Score"), _scored(view), say("Games won"), say("Games"), say("Number")]
    body = [
        [order.get(row["player"], row["place"]), names[row["player"]], row["score"], row["worms"], row["wins"],
         row["games"], row["player"]]
        for row in rows
    ]  # fmt: skip
    if view["mark"]:
        header.append(say("Sum of marks ({mark})", mark=say(view["mark"])))
        body = [[*cells, row["tiles"]] for cells, row in zip(body, rows, strict=True)]
    return _written(header, body)


def results_csv(view: View) -> str:
    """A line for every player of every game that has a result."""
    names = _names(view)
    mark = [say("Mark ({mark})", mark=say(view["mark"]))] if view["mark"] else []
    header = [
        say("Round"), say("Final"), say("Table"), say("Seat"), say("Name"), _scored(view), *mark, say("Place"),
        say("Points"), say("Left the game"), say("Entered by"), say("Confirmed by"), say("Number"),
    ]  # fmt: skip
    body = [
        [
            each["round"], _yes(each["final"]), table["table"], seat, names[line["player"]], line["score"],
            *([line["mark"]] if view["mark"] else []), line["place"], line["points"], _yes(line["out"]),
            author(table["entered"]), author(table["confirmed"]), line["player"],
        ]
        for each in view["rounds"]
        for table in each["tables"]
        for seat, line in enumerate(table["lines"], 1)
    ]  # fmt: skip
    return _written(header, body)


def entries_csv(view: View) -> str:
    """A line for everybody who entered; the name comes first, so that names_from reads it back."""
    header = [say("Name"), say("Number"), say("Bot"), say("Rounds missed"), say("Withdrawn")]
    body = [[each["name"], each["player"], each["bot"], each["missed"], _yes(each["gone"])] for each in view["players"]]
    return _written(header, body)


def names_from(text: str) -> list[str]:
    """Names from a list, one on each line, or from the first column of a CSV file; a header line is no name."""
    lines = [line for line in text.removeprefix("\ufeff").splitlines() if line.strip()]
    separator = next((each for each in ("\t", ";", ",") if lines and each in lines[0]), ",")
    try:
        rows = list(csv.reader(lines, delimiter=separator, strict=True))
    except csv.Error:  # quotation marks in a plain list
        rows = [[line] for line in lines]
    found = [_plain(" ".join(row[0].split())) for row in rows if row and row[0].strip()]
    return found[1:] if found and found[0].casefold() in _headers() else found


def _headers() -> set[str]:
    """What the first column may be called."""
    found = {"name", "player"}
    for language in LANGUAGES:
        with speaking(language):
            found |= {say("Name").casefold(), say("Player").casefold()}
    return found


def _names(view: View) -> dict[int, str]:
    return {each["player"]: each["name"] for each in view["players"]}


def _scored(view: View) -> str:
    """What is counted in the games."""
    unit = games.load(view["scheme"]["game"]).text.SCORE
    return say("Game points") if unit == POINTS else unit.title  # a tournament has points of its own


def _yes(said: bool) -> str:
    return say("yes") if said else ""


def _written(header: Sequence[str], body: Iterable[Sequence[str | int | float]]) -> str:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    for cells in ([*header], *body):
        writer.writerow([_safe(cell) if isinstance(cell, str) else cell for cell in cells])
    return stream.getvalue()


def _safe(cell: str) -> str:
    return FORMULA.sub(r"\1'", cell)


def _plain(cell: str) -> str:
    """The cell that _safe has changed."""
    return ESCAPED.sub(r"\1", cell)
