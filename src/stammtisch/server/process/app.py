"""The HTTP application: all routers, and the page behind them."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.routing import APIRoute

from stammtisch import __version__
from stammtisch.server.deals.routes import router as deals
from stammtisch.server.http.errors import answer_refusals
from stammtisch.server.notices.routes import router as notices
from stammtisch.server.process.page_files import PageFiles
from stammtisch.server.process.previews import Previews
from stammtisch.server.process.server import Server
from stammtisch.server.puzzles.routes import router as puzzles
from stammtisch.server.routes.accounts import router as accounts
from stammtisch.server.routes.nodes import router as nodes
from stammtisch.server.routes.people import router as people
from stammtisch.server.routes.positions import router as positions
from stammtisch.server.routes.status import router as status
from stammtisch.server.routes.study import router as study
from stammtisch.server.routes.tables import router as tables
from stammtisch.server.statistics.routes import router as statistics
from stammtisch.server.tournaments.routes import router as tournaments

ROUTERS = (
    status, study, positions, puzzles, accounts, people, notices, statistics, tournaments, deals, tables,
)  # fmt: skip
"""In the order in which they are asked: tables are last, for their downloads match any last part of an address."""


def create_app(server: Server) -> FastAPI:
    app = FastAPI(title="Stammtisch", version=__version__, openapi_url=None)
    app.state.server = server
    answer_refusals(app)
    for router in ROUTERS:
        app.include_router(router)
    if server.member:
        app.include_router(nodes)  # no part of the protocol for clients
    app.router.default = PageFiles(app.router.default, previews=Previews(server))
    return app


def routes() -> list[APIRoute]:
    """Every route of every router."""
    return [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
