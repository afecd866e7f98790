"""A client of a Stammtisch server, for programs: bots, scripts and tests.

    server = Server("http://127.0.0.1:8080")
    me = await server.guest("Ann")
    table, invites = await me.open("pig", seats=["person", "beginner"])
    async with await me.sit(table, 0) as seat:  # or me.join(link), by an invitation as the page gives it out
        while await seat.my_turn():
            await seat.play(seat.legal[0])

It resumes after every cut and every restart of the server, gives its part to the dice, and checks each throw.
"""

from stammtisch.client.http import Guest, Server, ServerError
from stammtisch.client.link import Link
from stammtisch.client.seat_connection import Alarm, SeatConnection
from stammtisch.client.table_connection import Closed, Refused, TableConnection

__all__ = ["Alarm", "Closed", "Guest", "Link", "Refused", "SeatConnection", "Server", "ServerError", "TableConnection"]
