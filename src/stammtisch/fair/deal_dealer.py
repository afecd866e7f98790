"""DealDealer: throws the dice of a deal at one table. It has the interface of the dealer of contributed dice."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.fair.deal import (
    DealDraws,
    hash_of_deal,
    lots_of_deal,
    nonce_of_deal,
    seed_of_deal,
    seed_text,
)
from stammtisch.fair.dealer import Dealer, Setting, Thrown
from stammtisch.fair.lines import written
from stammtisch.fair.throw import ThrowDraws

FORMAT = 3


class DealDealer(Dealer):
    """Its master secret is the key of the deal (`key_of_deal`), the same at all tables of the deal."""

    @classmethod
    def start(cls, master: bytes, setting: Setting) -> tuple[DealDealer, str]:
        """A dealer for a new table, and its header line."""
        header: dict[str, object] = {
            "fair": FORMAT,
            "table": setting.table,
            "game": setting.game,
            "version": setting.version,
            "options": dict(setting.options),
            "seats": list(setting.seats),
            "dice": "deal",
            "deal": setting.deal,
            "hash": hash_of_deal(setting.deal, seed_of_deal(master), nonce_of_deal(master)).hex(),
        }
        dealer = cls(master, ())
        return dealer, dealer._write(header)

    def open(self, by: int, to: int | None = None) -> list[str]:
        """A throw of seat `by` is due. Nobody contributes to it."""
        return [self._write({"open": self.seen.throws + 1, "by": by, "to": to, "from": None})]

    def draws_at(self, turn: int, index: int) -> DealDraws:
        """The draws of the open throw: of this turn, from the first that was not used yet."""
        return DealDraws(self.seed, turn, index)

    def throw(self, draws: ThrowDraws, names: Sequence[str], tag: str | None = None) -> Thrown:
        """Write what the draws gave, with the outcomes' names."""
        assert isinstance(draws, DealDraws)
        waiting = self._waiting
        line = {"throw": waiting.number, "turn": draws.turn, "index": draws.index, "of": draws.of}
        opened = {"lots": draws.lots, "are": list(names)}
        if waiting.to is None:
            return Thrown(self._write({**line, **opened}))
        return Thrown(self._write(line), written({"show": waiting.number, **opened}))

    def show(self, number: int, names: Sequence[str]) -> str:
        """The `private` line of a hidden throw once more."""
        opened = self.seen.unshown[number]
        drawn = lots_of_deal(self.seed, opened.turn, opened.index, opened.of)
        return written({"show": number, "lots": drawn, "are": list(names)})

    @property
    def seed(self) -> int:
        return seed_of_deal(self._master)


def opening_line(key: bytes) -> str:
    """The line that opens the seed of a deal, after the transcript of a finished game."""
    return written({"seed": seed_text(seed_of_deal(key)), "nonce": nonce_of_deal(key).hex()})
