"""The house: three servers on one PostgreSQL, with a wire to everything that they need of each other and of it."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy as sa

from tests.server import postgres
from tests.server.server_process import COMMAND, ServerProcess
from tests.soak.cluster.front import Front
from tests.soak.cluster.wire import Streams, Wire

NAMES = ("one", "two", "three")
WITNESS = """
CREATE TABLE witness (table_id text, seq bigint, node text);
CREATE FUNCTION witness() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM lease JOIN node ON node.epoch = lease.owner
                   WHERE lease.name = NEW.table_id AND node.name = current_setting('application_name')) THEN
        INSERT INTO witness VALUES (NEW.table_id, NEW.seq, current_setting('application_name'));
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER witness AFTER INSERT ON event DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION witness();
"""
"""Looks at each commit whether who writes has the lease of what is written, and notes every row of which that is not
so. Each node gives its name to PostgreSQL as that of its application."""
KEYLESS = """
ALTER TABLE event DROP CONSTRAINT event_pkey, DROP CONSTRAINT event_once;
CREATE INDEX event_by_table ON event (table_id, seq);
"""
UNFENCED = f"""
from stammtisch.server.storage import commit, writer
commit.check_fence = writer.check_fence = lambda connection, epoch: None
{COMMAND}"""
"""A server that writes whether or not the others have given it up."""


@dataclass
class Node:
    """A server, with the wire by which it reaches the database and the one by which the others reach it."""

    name: str
    server: ServerProcess
    database: Wire
    peers: Wire


class House:
    def __init__(self, cluster: postgres.Cluster, url: str, nodes: Sequence[Node], front: Front, lease: float) -> None:
        self.cluster = cluster
        self.url = url
        self.nodes = {node.name: node for node in nodes}
        self.front = front
        self.lease = lease

    def ask(self, sql: str, values: Mapping[str, Any] | None = None) -> list[Any]:
        """The rows of a query, by a connection of its own to the database itself."""
        with psycopg.connect(**_psycopg(self.url), autocommit=True) as connection:
            found = connection.execute(sql.encode(), values)
            return found.fetchall() if found.description else []

    def owners(self) -> dict[str, str]:
        """The node of each table and tournament that a node has."""
        return dict(self.ask("SELECT lease.name, node.name FROM lease JOIN node ON node.epoch = lease.owner"))

    @property
    def errors(self) -> list[str]:
        """What the servers' logs call errors: which part of a server, what, and the last line of what it tells."""
        found = []
        for node in self.nodes.values():
            for line in node.server.log.splitlines():
                if line.startswith("Traceback"):
                    found.append(f"{node.name}: {line}")
                elif '"level": "error"' in line:
                    told = json.loads(line)
                    last = told.get("error", "").rstrip().rpartition("\n")[2]
                    found.append(f"{node.name}: {told['from']}: {told['what']}: {last}")
        return found


@asynccontextmanager
async def standing(lease: float, *, code: str = COMMAND, keys: bool = True) -> AsyncIterator[House]:
    """Three servers that have started. `code`: another program than ours; `keys`: the log has its unique ones."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cluster = stack.enter_context(postgres.running())
        url = cluster.new_database()
        nodes = [await _node(stack, name, folder / name, cluster, url, lease, code) for name in NAMES]
        await asyncio.to_thread(nodes[0].server.start)  # it makes the tables
        with psycopg.connect(**_psycopg(url), autocommit=True) as connection:
            connection.execute(WITNESS)
            if not keys:
                connection.execute(KEYLESS)
        await asyncio.gather(*(asyncio.to_thread(node.server.start) for node in nodes[1:]))
        front = await stack.enter_async_context(Front([node.server for node in nodes]))
        yield House(cluster, url, nodes, front, lease)


async def _node(
    stack: AsyncExitStack, name: str, folder: Path, cluster: postgres.Cluster, url: str, lease: float, code: str
) -> Node:
    async def to_database() -> Streams:
        return await asyncio.open_unix_connection(str(cluster.socket))

    async def to_server() -> Streams:
        return await asyncio.open_connection("127.0.0.1", server.port)

    database = await stack.enter_async_context(Wire(to_database))
    peers = await stack.enter_async_context(Wire(to_server))
    folder.mkdir()
    mine = sa.make_url(url).difference_update_query(["host"]).set(host="127.0.0.1", port=database.port)
    server = ServerProcess(
        folder,
        *("--database", mine.update_query_dict({"application_name": name}).render_as_string()),
        *("--node", name, "--node-address", f"http://127.0.0.1:{peers.port}"),
        *("--lease", str(lease), "--no-warm"),
        code=code,
    )
    stack.callback(server.__exit__)
    return Node(name, server, database, peers)


def _psycopg(url: str) -> dict[str, Any]:
    """The address of a PostgreSQL in psycopg's words."""
    query = dict(sa.make_url(url).query)
    return {"host": query["host"], "user": "postgres", "dbname": "postgres", "options": query["options"]}
