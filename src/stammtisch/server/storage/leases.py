"""Leases: which node has which table, in SQL for PostgreSQL.

A node is one process; its `epoch` is the number of its row. Everything it has hangs on that row: whoever finds the
row's time run out deletes it, and its leases go with it in the same transaction. Every transaction of the node's writer
first locks the row (FENCE), so none can be committed by a node that has been given up. One row a node is locked and
renewed, however many tables it has.
"""

from __future__ import annotations

from typing import Final

from stammtisch.server.storage.log import Statement

NOW: Final = "extract(epoch FROM clock_timestamp())::double precision"
"""Leases run by the clock of the database: those of the machines may differ."""
FENCE: Final = "SELECT 1 FROM node WHERE epoch = ? FOR KEY SHARE"
"""Renewing the row does not wait for this lock; deleting it does."""
RENEW: Final = f"UPDATE node SET until = {NOW} + %s, draining = %s WHERE epoch = %s"
END_SILENT: Final = f"""DELETE FROM node WHERE epoch IN
    (SELECT epoch FROM node WHERE until < {NOW} AND epoch <> %s FOR UPDATE SKIP LOCKED) RETURNING name"""
"""Whose row is locked has a transaction under way; he is ended at the next try, or has renewed it."""
REGISTER: Final = f"""INSERT INTO node (name, address, version, draining, until)
    VALUES (%s, %s, %s, false, {NOW} + %s) RETURNING epoch"""
MEMBERS: Final = f"SELECT epoch, name, address, version, draining, until - {NOW} FROM node ORDER BY name"
LEAVE: Final = "DELETE FROM node WHERE epoch = %s"
PUSH_KEY: Final = 2
"""Its number among what all nodes have in common; the secret by which they know each other is the first."""
DEALS: Final = 3
"""The number of the secret that all deals follow from. A server alone has it too."""
KEEP_SECRET: Final = "INSERT INTO cluster (number, secret) VALUES (1, %s) ON CONFLICT DO NOTHING"
SECRET: Final = "SELECT secret FROM cluster WHERE number = 1"
OWNER: Final = """SELECT lease.name, node.epoch, node.name, node.address
    FROM lease JOIN node ON node.epoch = lease.owner WHERE lease.name = ANY(:names)"""
UNOWNED: Final = """SELECT table_id FROM gathering
    WHERE ended IS NULL AND care AND NOT EXISTS (SELECT 1 FROM lease WHERE lease.name = table_id)"""
UNOWNED_TOURNAMENTS: Final = """SELECT tournament_id FROM tournament
    WHERE care AND NOT EXISTS (SELECT 1 FROM lease WHERE lease.name = tournament_id)"""


def claim(name: str, epoch: int) -> Statement:
    """Take what nobody has. Whoever wants to know whether it worked asks for the owner."""
    return "INSERT INTO lease (name, owner) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", (name, epoch)


def release(name: str, epoch: int) -> Statement:
    return "DELETE FROM lease WHERE name = ? AND owner = ?", (name, epoch)


def keep_secret(number: int, secret: str) -> Statement:
    """Unless another node was first."""
    return "INSERT INTO cluster (number, secret) VALUES (?, ?) ON CONFLICT DO NOTHING", (number, secret)


def tell(channel: str, text: str) -> Statement:
    """Others hear it when the transaction is committed. It takes a lock of the whole database then: never for moves."""
    return "SELECT pg_notify(?, ?)", (channel, text)
