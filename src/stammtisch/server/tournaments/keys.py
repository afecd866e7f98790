"""Keys of links and names of tables: all follow from one secret of the tournament, and none is stored."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from stammtisch.tournament import Scheme
from stammtisch.tournament.commitment import element

Place: TypeAlias = tuple[int, int]
"""A round and a table of it, both from 1."""


class Keys:
    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._tables: dict[Place, str] = {}  # those that there are, made once; and whose they are
        self._places: dict[str, Place] = {}
        self._counts: list[int] = []
        self._players: dict[int, str] = {}
        self._numbers: dict[str, int] = {}

    @property
    def organiser(self) -> str:
        return self._key("organiser")

    def table(self, round: int, table: int) -> str:
        """For who sits at a table in a room: enters and confirms its result."""
        return self._key(f"table/{round}/{table}")

    def player(self, player: int) -> str:
        """Online: for a player whom the organiser has entered."""
        return self._key(f"player/{player}")

    def tables(self, counts: Sequence[int]) -> Mapping[Place, str]:
        """The keys of all tables; each round has so many, or had more before it was drawn again."""
        for round, count in enumerate(counts, 1):
            if round > len(self._counts):
                self._counts.append(0)
            for table in range(self._counts[round - 1] + 1, count + 1):
                key = self._tables[round, table] = self.table(round, table)
                self._places[key] = round, table
                self._counts[round - 1] = table
        return self._tables

    def players(self, count: int) -> Mapping[int, str]:
        """The keys of all players; there are so many."""
        for player in range(len(self._players) + 1, count + 1):
            key = self._players[player] = self.player(player)
            self._numbers[key] = player
        return self._players

    def table_of(self, key: str | None, counts: Sequence[int]) -> Place | None:
        """Whose key it is: round and table, of rounds with so many tables."""
        self.tables(counts if key else ())
        found = self._places.get(key or "")
        return found if found and found[0] <= len(counts) and found[1] <= counts[found[0] - 1] else None

    def player_of(self, key: str | None, count: int) -> int | None:
        """Whose key it is, of so many players."""
        self.players(count if key else 0)
        found = self._numbers.get(key or "")
        return found if found and found <= count else None

    def seat(self, name: str, player: int) -> str:
        """Online: to a player's seat at a table of the server."""
        return self._key(f"seat/{name}/{player}")

    def name(self, draw: int, round: int, table: int, seats: Sequence[int]) -> str:
        """Online: of the table of the server. To open it twice is not possible, whenever the server was killed.

        Another draw, or other players, are another table.
        """
        return self._made(f"game/{draw}/{round}/{table}/{' '.join(map(str, seats))}").hex()[:32]

    def revealed(self, scheme: Scheme, draw: int) -> str:
        """Online: what is added to the seed of this draw; draw 0: what is published when the tournament is opened."""
        return element(self._made("draws").hex(), scheme.rounds + scheme.final_games, draw)

    def is_organiser(self, key: str | None) -> bool:
        return key is not None and hmac.compare_digest(key, self.organiser)

    def is_table(self, key: str | None, round: int, table: int) -> bool:
        return key is not None and hmac.compare_digest(key, self.table(round, table))

    def _key(self, what: str) -> str:
        return urlsafe_b64encode(self._made(what)).decode().rstrip("=")

    def _made(self, what: str) -> bytes:
        return hmac.digest(self._secret, what.encode(), "sha256")
