"""The events of a table in words, each viewer's as far as he may know them.

A sentence is made from a position as the viewer may see it, and from what everybody may know of the event. So what is
hidden from him cannot be in it. What people say to each other is not told again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from stammtisch.bots.names import nameplate
from stammtisch.core.constants import SPECTATOR
from stammtisch.core.contract.page import Drawn
from stammtisch.core.places import winners
from stammtisch.core.position import Position
from stammtisch.core.translation import listed, say
from stammtisch.server.storage.log import Row
from stammtisch.server.table.own_page import drawn
from stammtisch.server.table.play import fallen


class Step(NamedTuple):
    """An event, and how the table stood before it: positions are immutable, so this copies nothing."""

    row: Row
    names: Sequence[str]
    position: Position | None
    """None: the game had not begun."""
    settled: Position | None
    """The position that others saw: without a turn that was being drafted."""


GONE = "Somebody"
"""What the log calls those who asked to be forgotten."""
Sentence = tuple[int | None, str]
"""Whose event it was (None: nobody's), and the sentence."""


def called(names: Sequence[str]) -> list[str]:
    """The players' names as readers of this language know them: "bot beginner Resi" and, of old, "bot beginner 2" are
    only what the log calls a bot, and Somebody whom it has forgotten."""
    found = []
    for name in names:
        bot = nameplate(name)
        gone = re.fullmatch(rf"{GONE}(?: (\d+))?", name)
        if gone:
            found.append(say("Somebody {n}", n=gone[1]) if gone[1] else say("Somebody"))
        elif bot is None or bot.name:
            found.append(bot.name if bot else name)
        elif bot.number:
            found.append(say("{level} bot {n}", level=say(bot.level), n=bot.number))
        else:
            found.append(say("{level} bot", level=say(bot.level)))
    return found


def told(steps: Sequence[Step], viewer: int | None, *, over: bool) -> list[dict[str, Any]]:
    """What these events were, in words. Those that this viewer may know nothing of, or need no words, are left out."""
    found = []
    for step, following in pairwise([*steps, None]):
        assert step
        step = step._replace(names=called(step.names))
        sentence = _sentence(step, following, viewer, over=over)
        if sentence:
            turns = step.position.turns if step.position else None
            line = {"seq": step.row.seq, "seat": sentence[0], "text": sentence[1], "turns": turns}
            found.append({**line, "drawn": _drawn(step, following, viewer, over=over)})
    return found


def _drawn(step: Step, following: Step | None, viewer: int | None, *, over: bool) -> Drawn | None:
    """How the event may be drawn, as far as this viewer may know it."""
    row, position = step.row, step.position
    if position is None or row.kind not in ("throw", "show", "seat"):
        return None
    seen, line = _seen(position, viewer, over=over), json.loads(row.payload)
    if row.kind == "seat":
        is_last_of_several = following is not None and following.row.kind == "laid" and line["seat"] != viewer
        return None if is_last_of_several else drawn(seen, position.game.move(line["move"]))
    if "are" not in line or (row.kind == "show" and row.seat != viewer and not over):
        return None
    return drawn(seen, fallen(position.game, position.state.copy(), line["are"]))


def _sentence(step: Step, following: Step | None, viewer: int | None, *, over: bool) -> Sentence | None:
    row, names = step.row, step.names
    payload: dict[str, Any] = json.loads(row.payload)
    match row.kind:
        case "sat":
            return payload["seat"], say("{name} sat down.", name=payload["name"])
        case "left":
            return payload["seat"], say("{name} left the table.", name=names[payload["seat"]])
        case "fair":
            return None, say("The game begins.")
        case "throw" | "show" if "are" in payload:
            return _chance(step, payload["are"], viewer, over=over)
        case "seat":
            return _turn(step, following, payload, viewer, over=over)
        case "draft" if row.seat == viewer:
            return _own_draft(step, payload)
        case "undo":
            return payload["undo"], say("{name} undid a move.", name=names[payload["undo"]])
        case "away":
            return payload["away"], say("A bot is playing for {name}.", name=names[payload["away"]])
        case "back":
            return payload["back"], say("{name} is back.", name=names[payload["back"]])
        case "stood_in":
            return payload["seat"], say(
                "{name} cannot think just now. A simpler bot stands in.", name=names[payload["seat"]]
            )
        case "stuck":
            return payload["seat"], say(
                "{name} cannot move just now. The server tries again soon.", name=names[payload["seat"]]
            )
        case "hinted":
            return payload["seat"], say("{name} looks at hints.", name=names[payload["seat"]])
        case "asked":
            return payload["seat"], say("{name} asks to undo a move.", name=names[payload["seat"]])
        case "answered":
            name = names[payload["seat"]]
            words = say("{name} agrees.", name=name) if payload["agree"] else say("{name} does not agree.", name=name)
            return payload["seat"], words
        case "resigned":
            name = names[payload["seat"]]
            time = payload["reason"] == "time"
            return payload["seat"], say("{name} ran out of time.", name=name) if time else say(
                "{name} resigned.", name=name
            )
        case "result" if payload["reason"] == "closed":
            return None, say("The operator of this server closed the table.")
        case "result":
            first = listed([names[seat] for seat in winners(payload["places"])])
            return None, say("The game is over. First place: {names}.", names=first)
        case "rematch":
            return None, say("The players have moved on to a rematch.")
    return None


def _seen(position: Position, viewer: int | None, *, over: bool) -> Position:
    return position if over else position.view(SPECTATOR if viewer is None else viewer)


def _chance(step: Step, outcomes: Sequence[str], viewer: int | None, *, over: bool) -> Sentence:
    """A throw or a draw; of one that is hidden, the others know only how much was drawn."""
    position, names = step.position, step.names
    assert position
    seen, text, who = _seen(position, viewer, over=over), position.game.text, position.thrower
    if step.row.kind == "show" and step.row.seat != viewer and not over:
        return who, text.tell_hidden(seen, len(outcomes), names)
    return who, text.tell_chance(seen, fallen(position.game, position.state.copy(), outcomes), names)


def _turn(step: Step, following: Step | None, line: dict[str, Any], viewer: int | None, *, over: bool) -> Sentence:
    """A move; with the last one of a drafted turn, others are told of those before it."""
    seat: int = line["seat"]
    position, moves = step.position, [line["move"]]
    if following and following.row.kind == "laid" and seat != viewer:
        position, moves = step.settled, [*json.loads(following.row.payload)["moves"], *moves]
    assert position
    return seat, " ".join(_moves(position, moves, viewer, step.names, over=over))


def _moves(
    position: Position, moves: Sequence[str], viewer: int | None, names: Sequence[str], *, over: bool
) -> Iterator[str]:
    for number, name in enumerate(moves):
        if number:
            position = position.after(position.game.move(moves[number - 1]))
        yield position.game.text.tell(_seen(position, viewer, over=over), position.game.move(name), names)


def _own_draft(step: Step, line: dict[str, Any]) -> Sentence:
    seat = step.row.seat
    assert step.position
    assert seat is not None
    if "undo" in line:
        return seat, say("{name} undid a move.", name=step.names[seat])
    return seat, " ".join(_moves(step.position, [line["move"]], seat, step.names, over=False))
