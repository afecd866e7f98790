"""The supply chain: everything is pinned, what it is made of is listed, and what is known against it is asked for."""

from __future__ import annotations

import json
import re
import shutil
import socket
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tools import audit, sbom
from tools.advisories import FOLDER

from tests.helpers import ROOT
from tests.server.checklist import row

LOCK = ROOT / "web" / "package-lock.json"


@row(23)
def test_everything_that_runs_is_pinned() -> None:
    """Each dependency of the package and of its extras stands in constraints.txt with one version that will do."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [
        Requirement(each) for each in (*project["dependencies"], *(each for one in extras.values() for each in one))
    ]
    pins = sbom.pins()
    assert len(wanted) > 30
    for each in wanted:
        name = str(canonicalize_name(each.name))
        if name not in ("stammtisch", "numba-cuda"):  # the latter is for machines with a GPU
            assert each.specifier.contains(pins[name]), f"{each} is pinned to {pins[name]}"
    assert sbom.needed() <= set(pins)


@row(23)
def test_everything_the_page_is_built_from_is_pinned_by_its_hash() -> None:
    packages = json.loads(LOCK.read_text("utf-8"))["packages"]
    assert len(packages) > 50
    assert [
        path for path, each in packages.items() if path and not each.get("integrity", "").startswith("sha512-")
    ] == []


@row(23)
def test_the_bills_of_materials_list_everything(tmp_path: Path) -> None:
    sbom.write(tmp_path)
    bills = {name: json.loads((tmp_path / f"{name}.cdx.json").read_text("utf-8")) for name in ("python", "page")}
    for bill in bills.values():
        assert (bill["bomFormat"], bill["metadata"]["component"]["name"]) == ("CycloneDX", "stammtisch")
    python = {each["name"]: each for each in bills["python"]["components"]}
    assert {name: each["version"] for name, each in python.items()} == sbom.pins()
    assert {name for name, each in python.items() if each["scope"] == "required"} == sbom.needed()
    assert python["uvicorn"]["purl"].startswith("pkg:pypi/uvicorn@")
    assert {"fastapi", "starlette", "numpy"} < sbom.needed()
    assert "pytest" not in sbom.needed()
    packages = json.loads(LOCK.read_text("utf-8"))["packages"]
    assert len(bills["page"]["components"]) == len(packages) - 1
    assert all(each["hashes"] for each in bills["page"]["components"])


@contextmanager
def services(against: dict[str, str]) -> Iterator[str]:
    """What pip-audit and npm ask, on this machine; what it has against which package."""

    class Service(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            """npm asks which versions there are of what is vulnerable."""
            name = self.path.removeprefix("/")
            version = json.loads(LOCK.read_text("utf-8"))["packages"][f"node_modules/{name}"]["version"]
            versions = {version: {"name": name, "version": version}}
            self._answer({"name": name, "dist-tags": {"latest": version}, "versions": versions})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.path == "/query":
                name = json.loads(body)["package"]["name"]
                answer: dict[str, Any] = {"vulns": [_flaw(name, against[name])]} if name in against else {}
            else:
                answer = {name: [_advice(name, title)] for name, title in against.items() if name == "uqr"}
            self._answer(answer)

        def _answer(self, answer: dict[str, Any]) -> None:
            text = json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *told: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Service) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def _flaw(name: str, title: str) -> dict[str, Any]:
    ranges = [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "999.0"}]}]
    affected = [{"package": {"name": name, "ecosystem": "PyPI"}, "ranges": ranges}]
    return {"id": "PYSEC-2026-1", "summary": title, "details": title, "aliases": [], "affected": affected}


def _advice(name: str, title: str) -> dict[str, Any]:
    return {
        "id": 1,
        "name": name,
        "title": title,
        "url": "http://127.0.0.1/",
        "severity": "high",
        "vulnerable_versions": "<999.0.0",
        "cwe": [],
        "cvss": {"score": 0, "vectorString": None},
    }


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """A project with a few of our packages: a service is asked for each."""
    (tmp_path / "web").mkdir()
    for name in ("package.json", "package-lock.json"):
        (tmp_path / "web" / name).write_bytes((ROOT / "web" / name).read_bytes())
    pins = sbom.pins()
    (tmp_path / "constraints.txt").write_text(
        "".join(f"{name}=={pins[name]}\n" for name in ("click", "fastapi", "h11"))
    )
    return tmp_path


@row(23)
def test_the_audit_finds_what_is_known_and_says_so(few: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with services({}) as url:
        assert audit.main(["--osv", f"{url}/query", "--registry", url], few) == audit.CLEAN
    said = capsys.readouterr().out
    assert "Python (constraints.txt): 3 packages looked up, 0 known" in said
    assert re.search(r"the page \(web/package-lock.json\): \d{2,} packages looked up, 0 known", said)
    with services({"h11": "a flaw", "uqr": "another"}) as url:
        assert audit.main(["--osv", f"{url}/query", "--registry", url], few) == audit.VULNERABLE
    said = capsys.readouterr().out
    assert "PYSEC-2026-1, fixed in 999.0" in said
    assert "uqr *: high, another" in said


@row(23)
def test_a_service_that_does_not_answer_is_no_good_news(few: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as nobody:  # a port of ours on which nobody listens
        nobody.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        assert audit.main(["--osv", f"{url}/query", "--registry", url], few) == audit.UNKNOWN
    said = capsys.readouterr().out
    assert said.count("NOT AUDITED: all packages") == 2
    assert "Nothing is known" not in said


@row(23)
def test_without_a_service_the_shipped_advisories_decide(few: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(ROOT / FOLDER, few / FOLDER)
    nowhere = ["--osv", "http://127.0.0.1:9/query", "--registry", "http://127.0.0.1:9"]
    assert audit.main(nowhere, few) == audit.CLEAN
    said = capsys.readouterr().out
    assert re.search(r"PyPA advisory database, of 20\d\d-\d\d-\d\d \(\d+ days old\)", said)
    assert "What was published after the days named above is not known here." in said
    (few / "constraints.txt").write_text("h11==0.14.0\n")
    assert audit.main(nowhere, few) == audit.VULNERABLE
    assert "h11 0.14.0: GHSA-vqfr-h8mv-ghfj" in capsys.readouterr().out


@row(23)
def test_every_version_of_a_package_that_the_page_has_twice_is_compared(few: Path) -> None:
    (few / FOLDER).mkdir(parents=True)
    flaw = {"id": "GHSA-x", "ecosystem": "npm", "package": "twice", "affected": [["0", "2.0.0"]]}
    (few / FOLDER / "one.json").write_text(json.dumps({"source": "x", "date": "2026-01-01", "flaws": [flaw]}))
    packages = {
        "": {},
        "node_modules/a/node_modules/twice": {"version": "1.0.0"},
        "node_modules/twice": {"version": "2.0.0"},
    }
    (few / "web" / "package-lock.json").write_text(json.dumps({"packages": packages}))
    found = audit.shipped(few)
    assert found
    assert found.known == ["twice 1.0.0: GHSA-x"]


@row(23)
def test_nothing_is_known_against_our_own_pins() -> None:
    found = audit.shipped(ROOT)
    assert found
    assert (found.known, found.looked_up > 200) == ([], True)
    for path in (ROOT / FOLDER).glob("*.json"):  # facts only
        assert "://" not in path.read_text("utf-8")
