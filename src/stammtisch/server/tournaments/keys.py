"""Keys of links and names of tables: all follow from one secret of the tournament, and none is stored."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Sequence

from stammtisch.tournament import Scheme
from stammtisch.tournament.commitment import element


class Keys:
    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @property
    def organiser(self) -> str:
        return self._key("organiser")

    def table(self, round: int, table: int) -> str:
        """For who sits at a table in a room: enters and confirms its result."""
        return self._key(f"table/{round}/{table}")

    def player(self, player: int) -> str:
        """Online: for a player whom the organiser has entered."""
        return self._key(f"player/{player}")

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

    def is_player(self, key: str | None, player: int) -> bool:
        return key is not None and hmac.compare_digest(key, self.player(player))

    def _key(self, what: str) -> str:
        return urlsafe_b64encode(self._made(what)).decode().rstrip("=")

    def _made(self, what: str) -> bytes:
        return hmac.digest(self._secret, what.encode(), "sha256")
