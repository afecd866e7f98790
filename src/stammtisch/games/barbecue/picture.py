"""Barbecue as a picture for a colour terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.position import Position
from stammtisch.core.translation import say, say_n
from stammtisch.core.turn import LastTurns
from stammtisch.core.unit import POINTS
from stammtisch.games.barbecue.rules import HIGHEST, LOWEST, NO_PLACE, PLACES, SNAIL, STOP, State
from stammtisch.games.keeping.picture import GROUND, INK, OFFERED, ROASTED, counted, dice_lines, seat_name
from stammtisch.games.keeping.text import WORMS

_FACES = "12346~"
_CLOSED = "#5b4636"
_SNAIL = "#6b4a8c"
_SUPPLY = "#9a72c7"

# The players' plates [B1.4]: green, yellow, blue, black, orange — and a shape each, for colour alone is not enough.
_SHAPES = "●▲■◆★"
_PLATES = (
    f"bold {INK} on #86c25f",
    f"bold {INK} on #f4d73e",
    "bold #ffffff on #3f74c4",
    "bold #ffffff on #3a3a3a",
    f"bold {INK} on #f28c28",
)


def picture(position: Position, names: Sequence[str], turns: LastTurns | None = None) -> str:
    """The board for a colour terminal of 80 columns, as rich markup."""
    aim = _aim(position)
    places = [_place(position, g, g == aim) for g in range(PLACES)]
    lines = ["  " + " ".join(row) for row in zip(*places, strict=True)]
    width = max(len(name) for name in names)
    lines += [_seat(position, p, names[p].ljust(width)) for p in range(position.game.players)]
    snails = "@" * state(position).supply
    lines.append(f"   {say('snails'):<12}[bold {_SUPPLY}]{snails}[/]{snails and '   '}[dim]{next_snail(position)}[/]")
    return "\n".join(lines if position.is_over else [*lines, *dice_lines(position, _FACES)])


def _aim(position: Position) -> int:
    """The place that stopping now would win something from, or NO_PLACE."""
    s, rules = state(position), position.game.rules
    if STOP not in position.legal_moves or not rules.is_valid(s, position.game.options):
        return NO_PLACE
    points = rules.total(s)
    if points <= HIGHEST:
        return int(points) - LOWEST
    return NO_PLACE if s.supply else int(rules.highest_with(s, SNAIL))


def _place(position: Position, g: int, is_aim: bool) -> tuple[str, str, str, str]:
    """Four lines, four columns wide: the number, the worms, and a snail or plates; a closed place is dark."""
    s = state(position)
    closed = s.plates[g] == 2
    ground = OFFERED if is_aim else _CLOSED if closed else GROUND
    number = f"›{LOWEST + g}‹" if is_aim else f" {LOWEST + g} "
    worms = ("~" * position.game.rules.worms_at(position.game.options, g)).center(4)
    lies = f"[on {ground}]    [/]"
    if s.holds[g] == SNAIL:
        lies = f"[bold {_SNAIL} on {ground}] @y [/]"
    elif s.holds[g] >= 0:
        lies = f"[{_PLATES[s.holds[g]]}]{(_SHAPES[s.holds[g]] * s.plates[g]).center(4)}[/]"
    return (
        f"[{'#b9a48c' if closed else f'bold {INK}'} on {ground}]{number}[/]",
        f"[{'#b9a48c' if closed else f'bold {ROASTED}'} on {ground}]{worms}[/]",
        lies,
        f"[{ground}]▀▀▀▀[/]",
    )


def _seat(position: Position, p: int, name: str) -> str:
    s = state(position)
    arrow, who = seat_name(position, p, name)
    points = counted(POINTS, position.scores[p], 3)
    things = f"{WORMS.count(s.worms[p]):>8}   {snail_count(s.snails[p]):>9}"
    return f" {arrow} [{_PLATES[p]}] {_SHAPES[p]} [/] {who}   [bold]{points}[/]   [dim]{things}[/]"


def next_snail(position: Position) -> str:
    """How many snails are in the supply, and where the next failed turn puts one."""
    s = state(position)
    if position.is_over:
        return say("{snails} in the supply", snails=s.supply) if s.supply else say("none in the supply")
    if not s.supply:
        return say("none in the supply, the next failed turn ends the game")
    g = position.game.rules.place_for_snail(s)
    if g == NO_PLACE:
        return say("{snails} in the supply, the next failed turn ends the game", snails=s.supply)
    return say("{snails} in the supply, the next one goes on {place}", snails=s.supply, place=LOWEST + g)


def snail_count(n: int) -> str:
    return say_n(n, "{n} snail", "{n} snails")


def state(position: Position) -> State:
    assert isinstance(position.state, State)
    return position.state
