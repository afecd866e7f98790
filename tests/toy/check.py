"""What every position of Marbles must satisfy in form."""

from __future__ import annotations

from collections.abc import Iterator

from tests.toy.rules import ENDED, KINDS, SEATS, Options, State


def check(s: State, o: Options) -> Iterator[str]:
    if not 0 <= s.phase <= ENDED:
        yield f"phase is {s.phase}, but phases are 0 to {ENDED}"
    for kind in range(KINDS):
        places = [s.bag[kind], *s.hand[kind::KINDS], *s.table[kind::KINDS]]
        if min(places) < 0 or sum(places) != 4 - kind - o.bag:
            yield f"bag, hand and table have {sum(places)} marbles of colour {kind}, but there are {4 - kind - o.bag}"
    for p in range(SEATS):
        held = sum(s.hand[p * KINDS : (p + 1) * KINDS])
        if s.held[p] != held:
            yield f"held gives seat {p} {s.held[p]} marbles, but hand gives it {held}"
        if p >= o.players and held:
            yield f"hand gives seat {p} a marble, but the seats are 0 to {o.players - 1}"
    if not -1 <= s.last < KINDS:
        yield f"last is {s.last}, but colours are 0 to {KINDS - 1}"
