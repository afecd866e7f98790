"""Whatever happens at a table, its transcript verifies, and a dealer made anew from its lines goes on the same."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from stammtisch.fair import Chain, Dealer, Fault, Setting, verify
from tests.fair.table import a_secret

SEATS = 4
ACTIONS = st.tuples(
    st.sampled_from([*3 * ["open", "throw"], "hidden", "waive", "away", "back", "head", "move", "crash"]),
    st.integers(0, SEATS - 1),
    st.integers(1, 200),
)


class DealerDriver:
    """A dealer without a game, and a plain second account of who is away and which chains are in use."""

    def __init__(self, people: set[int]) -> None:
        self.people = people
        self.away: set[int] = set()
        self.numbers = dict.fromkeys(people, 0)
        self.master = a_secret("dealer")
        heads = [self.chain(p).head if p in people else None for p in range(SEATS)]
        self.dealer, header = Dealer.start(self.master, Setting("e", "any", 1, {}, ["x"] * SEATS, heads))
        self.lines = [header]
        self.shows: list[str] = []
        self.refused = 0

    def chain(self, seat: int) -> Chain:
        return Chain(a_secret(seat), "e", seat, self.numbers.get(seat, 0))

    def do(self, action: str, seat: int, of: int) -> None:
        log = self.dealer.seen.log
        try:
            self.lines += self._act(action, seat, of)
        except (Fault, ValueError):
            self.refused += 1
            assert self.dealer.seen.log == log  # what is refused leaves no trace

    def _act(self, action: str, seat: int, of: int) -> list[str]:
        waits = self.dealer.seen.open
        match action:
            case "open" | "hidden":
                lines = self.dealer.open(seat, seat if action == "hidden" else None)
                present = [p for p in (*range(seat, SEATS), *range(seat)) if p in self.people - self.away]
                assert self.dealer.seen.open
                assert self.dealer.seen.open.contributor == (present[0] if present else None)
                return lines
            case "throw":
                contributor = waits.contributor if waits else None
                element = (
                    None
                    if contributor is None
                    else self.chain(contributor).element(self.dealer.seen.contributors.owed(contributor))
                )
                draws = self.dealer.draws_for(element)
                thrown = self.dealer.throw(draws, [str(draws.draw(of))])
                self.shows += [thrown.private] if thrown.private else []
                return [thrown.line]
            case "waive":
                return [self.dealer.waive()]
            case "away":
                line = self.dealer.away(seat)
                self.away.add(seat)
                return [line]
            case "back":
                line = self.dealer.back(seat)
                self.away.remove(seat)
                return [line]
            case "head":
                new = Chain(a_secret(seat), "e", seat, self.numbers.get(seat, 0) + 1)
                line = self.dealer.head(seat, new.head)
                self.numbers[seat] += 1
                return [line]
            case "move":
                return [self.dealer.move(seat, "roll")]
            case _:
                self.dealer = Dealer(self.master, self.lines)
                return []


@settings(max_examples=60)
@given(st.sets(st.integers(0, SEATS - 1)), st.lists(ACTIONS, max_size=40))
def test_whatever_happens_verifies(people: set[int], actions: list[tuple[str, int, int]]) -> None:
    driver = DealerDriver(people)
    for action in actions:
        driver.do(*action)
    driver.lines += driver.dealer.end(driver.shows)
    report, lines = verify("".join(f"{line}\n" for line in driver.lines).encode())
    assert len(lines) == len(driver.lines)
    assert report == driver.dealer.seen.report
    assert report.alone == (0 if people else report.throws)
