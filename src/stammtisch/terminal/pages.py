"""Pages to read: the rules of a game, one paragraph of them, and the catalogue of games."""

from __future__ import annotations

import re

import stammtisch
from stammtisch.core.contract.text import option_in_words
from stammtisch.core.errors import ParseError
from stammtisch.core.game import Game
from stammtisch.core.options import show
from stammtisch.core.rulebook import Rulebook
from stammtisch.core.translation import say


def paragraphs(book: Rulebook, name: str) -> list[str]:
    """The numbers meant by what people type: 3.4, H3.4, or a section as in 3."""
    number = book.cited(name)
    found = [number] if number else [each for each in book if each.partition(".")[0] == name.strip()]
    if not found:
        raise ParseError(f"there is no paragraph '{name}' in the rules; there are {_ranges(book)}")
    return found


def _ranges(book: Rulebook) -> str:
    lasts: dict[str, tuple[str, str]] = {}
    for number in book:
        section = number.partition(".")[0]
        lasts[section] = (lasts.get(section, (number, ""))[0], number)
    return ", ".join(f"{first}–{last} ({book.sections[section]})" for section, (first, last) in lasts.items())


def quote(book: Rulebook, numbers: list[str]) -> str:
    """Paragraphs as plain text, without the marks of Markdown."""
    return "\n".join(f"{number} {re.sub('[*`]', '', book[number])}" for number in numbers)


def show_rules(game: Game, name: str | None, *, plain: bool) -> None:
    book = game.rulebook
    if name:
        print(quote(book, paragraphs(book, name)))
    elif plain:
        print(whole_rules(game))
    else:
        from stammtisch.terminal import rules_page

        rules_page.show(whole_rules(game))


def whole_rules(game: Game) -> str:
    """The game's book, if it has one, and then its numbered paragraphs, in Markdown."""
    if game.book is None:
        return game.rulebook.page
    numbered = say("The rules in numbered paragraphs")
    return f"# {game.title}\n\n{game.book.plain}\n\n" + re.sub(r"\A# .*", f"# {numbered}", game.rulebook.page)


def catalogue() -> str:
    """Every game with its players, options, presets and bots."""
    return "\n\n".join(_entry(game) for game in stammtisch.catalogue())


def _entry(game: Game) -> str:
    options = type(game.options)
    choices = options.choices()
    players = choices.pop("players")
    lines = [
        f"{game.name} — {game.title}, {players[0]} to {players[-1]} players",
        f"  {say(game.text.SUMMARY)}",
    ]
    for name, values in choices.items():
        default = show(getattr(game.options, name))
        marked = " ".join(f"{show(value)}*" if show(value) == default else show(value) for value in values)
        lines.append(f"  {name}: {marked} — {option_in_words(game.text, name)}")
    for name, preset in options.PRESETS.items():
        lines.append(f"  preset {name}: {' '.join(f'{option}={show(value)}' for option, value in preset.items())}")
    lines += [f"  bot {bot.name}: {bot.about}" for bot in game.bots.values()]
    return "\n".join([*lines, "  (* is the default)"])
