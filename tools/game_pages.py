"""The page of every game: what it is, how it is played, its rules, options, odds and good play, made from the code.

How it is played comes from the game's book.md and drawings.py, rules from its rules.md, options from its Options, odds
and their chart from its solve.py, good play from its strategy.py. If a game lacks one of them, its page has no such
chapter. Nothing that can be computed is written by hand.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import stammtisch
from stammtisch import charts, games
from stammtisch.core.book import Image
from stammtisch.core.contract.drawings import Drawings
from stammtisch.core.contract.fields import Fields
from stammtisch.core.contract.lesson import LessonFile
from stammtisch.core.contract.solver import Solver
from stammtisch.core.contract.strategy import Strategy
from stammtisch.core.contract.text import option_in_words
from stammtisch.core.game import Game
from stammtisch.core.options import is_span, show
from stammtisch.core.rulebook import Rulebook
from stammtisch.core.translation import say
from stammtisch.games.tables import chart, table
from tools.markdown import loosened

ROOT = Path(__file__).parent.parent
SCREENSHOTS = ROOT / "docs" / "screenshots"


def write(folder: Path) -> None:
    """Every game's page and its pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in games.names():
        (folder / f"{name}.md").write_text(loosened(page(stammtisch.load(name), folder)), "utf-8")


def page(game: Game, folder: Path) -> str:
    players = game.options.choices()["players"]
    return f"""\
# {game.title}

{say(game.text.SUMMARY)} {players[0]} to {players[-1]} players.

{picture(game, folder)}
On the page choose it under *Play now*; in a terminal: `stammtisch play {game.name}`.{_lesson(game)}

{book(game)}## Rules

{rules(game.rulebook)}

## Options

The defaults are the game as the rules above tell it. In a terminal an option is a flag: `--{_some_option(game)}`.

{options(game)}

{presets(game)}{odds(game, folder)}{strategy(game, folder)}## Bots

{bots(game)}

How strong they are is [measured](../ladder.md).

{observation(game)}"""


def picture(game: Game, folder: Path) -> str:
    """How it looks on the page, if it has a picture of that."""
    screenshot = SCREENSHOTS / f"{game.name}-desktop-light.png"
    if not screenshot.exists():
        return ""
    shutil.copyfile(screenshot, folder / f"{game.name}.png")
    return f"![{game.title} on the page]({game.name}.png)\n"


def _lesson(game: Game) -> str:
    return " A lesson of two minutes\ncomes with it." if game.part(LessonFile) else ""


def book(game: Game) -> str:
    """What a person reads to learn it, with its drawings."""
    if game.book is None:
        return ""
    sections = [
        f"### {section.title}\n\n" + "\n\n".join(_drawn(game, piece) for piece in section.pieces())
        for section in game.book.sections
    ]
    return "\n\n".join(["## How to play", *sections, ""])


def _drawn(game: Game, piece: str | Image) -> str:
    """A drawing as SVG in a block of its own, which Markdown leaves as it is."""
    if isinstance(piece, str):
        return piece
    return f"<figure>{game.part(Drawings).DRAWINGS[piece.name]().svg(piece.label)}</figure>"


def rules(book: Rulebook) -> str:
    """The rules with a name for every paragraph, one heading lower and without the title."""
    text = re.sub(r"\A# .*\n+", "", book.page)
    text = re.sub(r"^## ", "### ", text, flags=re.MULTILINE)
    text = re.sub(r"^    (?=\S)", "", text, flags=re.MULTILINE)  # the paragraph goes on
    return re.sub(r"^(\d+\.\d+) ", lambda found: f"\n{_numbered(book, found[1])} ", text, flags=re.MULTILINE).strip()


def _numbered(book: Rulebook, number: str) -> str:
    name = f"{book.letter}{number}"
    return f"[{name}](#{_anchor(name)}){{ #{_anchor(name)} .house-number }}"


def _anchor(name: str) -> str:
    return name.lower().replace(".", "-")


def _linked(text: str) -> str:
    """[H3.4] as a link to the paragraph."""
    return re.sub(r"\[([A-Z]\d+\.\d+)\]", lambda found: f"[{found[1]}](#{_anchor(found[1])})", text)


def options(game: Game) -> str:
    rows = []
    for name, values in game.options.choices().items():
        choices = f"{values[0]} … {values[-1]}" if is_span(values) else ", ".join(f"`{show(each)}`" for each in values)
        default = show(getattr(game.options, name))
        rows.append([f"`{name}`", _linked(option_in_words(game.text, name)), choices, f"`{default}`"])
    return table(["option", "what it says", "values", "default"], rows).replace("---:", "---")


def presets(game: Game) -> str:
    found = type(game.options).PRESETS
    lines = [
        f"- `{name}` sets {', '.join(f'`{option}` {show(value)}' for option, value in preset.items())}."
        for name, preset in found.items()
    ]
    return "\n".join(["Presets set several at once:", "", *lines, "", ""]) if lines else ""


def _some_option(game: Game) -> str:
    """An option with a value that is not the default, for an example; the first is the number of players."""
    name, values = list(game.options.choices().items())[:2][-1]
    other = next(value for value in values if value != getattr(game.options, name))
    return f"{name.replace('_', '-')} {show(other)}"


def observation(game: Game) -> str:
    """What a seat observes, field by field, if the game says what its fields are."""
    if not game.part(Fields):
        return ""
    seen = game.observation
    rows = []
    for each in seen.fields:
        first, last = each.start, each.start + each.length - 1
        rows.append(
            [
                f"{first}" if first == last else f"{first} … {last}",
                f"`{each.name}`",
                f"{each.low} … {each.high}",
                each.field.about,
            ]
        )
    text = f"""\
## What a seat observes

For programs that learn ([learning libraries](../learning.md)): {len(seen)} numbers with two players, or a tensor
of {len(seen.tensor_names)} numbers from 0 to 1. Whoever looks is seat 0. `game.observation.names` names each number.

"""
    return text + table(["numbers", "field", "values", "what it is"], rows).replace("---:", "---") + "\n"


def odds(game: Game, folder: Path) -> str:
    """The chart of the odds, written into the folder."""
    solver = game.part(Solver)
    if not solver or not solver.odds_plot:
        return ""
    figure = charts.figure(11, 5)
    solver.odds_plot(solver.odds(game.start()), figure)
    charts.save(figure, folder / f"{game.name}-odds.svg")
    return f"""\
## Odds

`stammtisch odds {game.name}` shows the same figures in a terminal, of any position with `--position`.

{chart("odds", f"{game.name}-odds.svg")}

"""


def strategy(game: Game, folder: Path) -> str:
    text = game.part(Strategy).strategy(folder)
    return f"## Strategy\n\n{text}\n" if text else ""


def bots(game: Game) -> str:
    return table(["bot", "how it plays"], [[f"`{bot.name}`", bot.about] for bot in game.bots.values()]).replace(
        "---:", "---"
    )
