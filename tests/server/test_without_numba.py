"""A server without the extra `fast`: simpler bots play, and hints and reviews say what is missing."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from stammtisch.client import Server, ServerError
from tests.helpers import ROOT
from tests.server.server_process import ServerProcess

SENTENCE = "this needs numba, which is not installed; install it with: pip install 'stammtisch[fast]'"


@pytest.mark.parametrize("warm", ["--warm", "--no-warm"])
def test_a_game_of_masters_ends_and_its_review_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, warm: str
) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules.update(numba=None, numpy=None)")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{ROOT / 'src'}")
    with ServerProcess(tmp_path, warm) as server:

        async def watch() -> None:
            host = await Server(server.address).guest("Host")
            table, _ = await host.open("barbecue", ["master", "expert"])
            async with host.server.watch(table) as watching:
                await watching.until(lambda: watching.is_over)
            with pytest.raises(ServerError) as refused:
                await host.server.ask("GET", f"/api/tables/{table}/review")
            assert (refused.value.code, str(refused.value)) == ("no_answer", SENTENCE)

        asyncio.run(asyncio.wait_for(watch(), 120))
        assert "Traceback" not in server.log
        if warm == "--warm":
            assert "so bots play a simpler game: pip install 'stammtisch[fast]'" in server.log
