"""A bot at a server's table: `stammtisch sit` takes a seat as a guest that is a program, and plays to the end.

The bot is one of ours or a program in any language (docs/bots.md). It plays over the same protocol as people do, gives
its part to the dice and checks them, and goes on after every cut and every restart of the server.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace

from stammtisch import games, position
from stammtisch.bots.external import ExternalBot
from stammtisch.bots.named import bot_named, is_external
from stammtisch.client.http import Server, ServerError
from stammtisch.client.link import Link
from stammtisch.client.seat_connection import SeatConnection
from stammtisch.client.table_connection import Refused
from stammtisch.core.errors import BotFailure, OptionError, StammtischError
from stammtisch.core.extras import need
from stammtisch.core.game import Bot, Game
from stammtisch.core.position import Position
from stammtisch.fair import Fault

AGAIN = ("stale", "not_your_turn", "away")
"""Something happened while the bot thought: look again."""


@dataclass(frozen=True)
class SitRequest:
    """Which table, which seat, and who plays there."""

    url: str
    bot: str
    seat: int | None = None
    invite: str | None = None
    name: str | None = None


def sit(request: SitRequest) -> int:
    """Play a game to its end and tell how it went; 1 if the bot failed and had to resign."""
    need("websockets", "a seat at a table")
    link = Link.read(request.url)
    if request.seat is not None:
        link = replace(link, seat=request.seat)
    if request.invite is not None:
        link = replace(link, key=request.invite)
    name = request.name or ("program" if is_external(request.bot) else request.bot.replace("bot ", ""))
    try:
        return asyncio.run(_sit(link, name, request.bot))
    except (ServerError, Refused) as error:
        if error.code == "not_invited" and link.key is None:
            raise StammtischError(
                "this link is for watching; to sit down one needs the host's invitation, with #join-… or #sit-… in it"
            ) from None
        raise StammtischError(f"the server says: {error}" if error.code != "unreachable" else str(error)) from None
    except ConnectionError as error:
        raise StammtischError(str(error)) from None
    except Fault as fault:
        raise StammtischError(f"the dice of this table are wrong: {fault.message}") from None


async def _sit(link: Link, name: str, bot: str) -> int:
    server = Server(link.address)
    await server.ask("GET", f"/api/tables/{link.table}")  # says at once if there is no such server or table
    async with server.watch(link.table) as watch:  # a wrong bot is refused before it has a seat
        opened = watch.events[0]
    game = games.load(opened["opening"]["game"], opened["opening"]["options"], opened["version"])
    player = bot_named(game, bot)
    if player is None:
        raise OptionError(f"{game.title} has no bot '{bot}'; it has {', '.join(game.bots)}, or a program: ext:COMMAND")
    me = await server.guest(name, program=True)
    with closing(player) if isinstance(player, ExternalBot) else nullcontext():
        async with await me.join(link) as place:
            print(f"{name} sits at seat {place.seat} of {link.table} and plays {game.title}.", file=sys.stderr)
            try:
                await play(place, game, player)
            except BotFailure as failure:
                print(f"{player.name} {failure}; it resigns.", file=sys.stderr)
                await place.send("resign")
                return 1
            await place.verify()
            result = place.view["result"]
            print(f"The game is over ({result['reason']}): scores {result['scores']}, places {result['places']}.")
    return 0


async def play(place: SeatConnection, game: Game, bot: Bot) -> None:
    """Decide whenever it is this seat's turn, until the game is over."""
    while await place.my_turn():
        assert place.seat is not None
        if place.view["seats"][place.seat]["resigned"]:  # its time was up
            await place.until(lambda: place.is_over)
            return
        try:
            if place.view["seats"][place.seat]["away"]:
                await place.send("back")
            seq, seen = place.seq, seen_by(place, game)
            move = await asyncio.to_thread(bot.choose, seen, secrets.randbits(53))
            await place.send("move", seq=seq, move=str(move))
        except Refused as refused:
            if refused.code not in (*AGAIN, "not_away", "over"):
                raise


def seen_by(place: SeatConnection, game: Game) -> Position:
    """The position as a seat sees it."""
    known = {"game": game.name, "version": game.version, "options": game.options.to_json(), "viewer": place.seat}
    return position({**known, "state": place.view["state"]})
