"""python -m tools.audit: known vulnerabilities in what we depend on, asked of the services that list them.

Python's packages (constraints.txt) are asked of PyPI, or of an OSV service by --osv URL; those of the page
(web/package-lock.json) of npm's registry, or of another by --registry URL. Exit status: 0 all were looked up and none
is vulnerable, 1 something is, 2 something could not be looked up. If a service does not answer, that never counts as an
answer.

Advisories are shipped as well (tools/known_flaws, made by tools/advisories.py and by hand), with the day on which they
were collected. The pins are always compared with them. Where no service answers they decide, and what was published
since is not known: that is said.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from packaging.version import Version

from tools import sbom
from tools.advisories import FOLDER

ROOT = Path(__file__).parent.parent
CLEAN, VULNERABLE, UNKNOWN = 0, 1, 2
PATIENCE = 300  # seconds


@dataclass
class Report:
    """What was found out: packages looked up, those not, and what is known against them."""

    what: str
    looked_up: int = 0
    unknown: int = 0
    reason: str = ""
    """Why some could not be looked up."""
    known: list[str] = field(default_factory=list)

    @property
    def status(self) -> int:
        return VULNERABLE if self.known else UNKNOWN if self.unknown or not self.looked_up else CLEAN

    def __str__(self) -> str:
        lines = [f"{self.what}: {self.looked_up} packages looked up, {len(self.known)} known vulnerabilities"]
        lines += [f"  {each}" for each in self.known]
        if self.status == UNKNOWN or self.unknown:
            lines.append(f"  NOT AUDITED: {self.unknown or 'all'} packages. {self.reason}")
        return "\n".join(lines)


def python(root: Path, osv: str | None) -> Report:
    """What pip-audit finds. It calls packages skipped that the service does not answer for, and is content."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", "constraints.txt", "--no-deps", "--disable-pip"]
    command += ["--format", "json", "--progress-spinner", "off", "--timeout", "10"]
    said, complaint = _run([*command, *(["-s", "osv", "--osv-url", osv] if osv else [])], root)
    report = Report("Python (constraints.txt)")
    if not isinstance(said.get("dependencies"), list):
        report.reason = _last(complaint) or "the service gave no answer"
        return report
    for package in said["dependencies"]:
        if "skip_reason" in package:
            report.unknown += 1
            report.reason = package["skip_reason"]
            continue
        report.looked_up += 1
        for flaw in package["vulns"]:
            fixed = ", ".join(flaw["fix_versions"]) or "no version yet"
            report.known.append(f"{package['name']} {package['version']}: {flaw['id']}, fixed in {fixed}")
    return report


def page(root: Path, registry: str | None) -> Report:
    """What npm finds in the lock file; nothing needs to be installed."""
    command = ["npm", "audit", "--json", "--package-lock-only", "--fetch-retries", "1"]
    command += ["--registry", registry] if registry else []
    said, complaint = _run(command, root / "web")
    report = Report("the page (web/package-lock.json)")
    if "auditReportVersion" not in said:
        report.reason = said.get("message") or _last(complaint) or "the service gave no answer"
        return report
    report.looked_up = said["metadata"]["dependencies"]["total"]
    for name, flaw in said["vulnerabilities"].items():
        titles = [each["title"] for each in flaw["via"] if isinstance(each, dict)]
        report.known.append(
            f"{name} {flaw['range']}: {flaw['severity']}, {'; '.join(titles) or 'by ' + flaw['via'][0]}"
        )
    return report


def shipped(root: Path) -> Report | None:
    """The pins against the advisories in tools/known_flaws; None: none are shipped."""
    files = [json.loads(path.read_text("utf-8")) for path in sorted((root / FOLDER).glob("*.json"))]
    if not files:
        return None
    told = (f"{each['source']}, of {each['date']} ({_days(each['date'])} days old)" for each in files)
    report = Report(f"Advisories shipped with us: {'; '.join(told)}")
    pins = {("PyPI", name): {version} for name, version in sbom.pins(root).items()} | _locked(root)
    report.looked_up = sum(map(len, pins.values()))
    for flaw in [flaw for each in files for flaw in each["flaws"]]:
        for version in sorted(pins.get((flaw["ecosystem"], flaw["package"]), ())):
            if any(_between(version, *each) for each in flaw["affected"]):
                report.known.append(f"{flaw['package']} {version}: {flaw['id']}")
    return report


def _days(date: str) -> int:
    return (datetime.now(UTC).date() - datetime.fromisoformat(date).date()).days


def _locked(root: Path) -> dict[tuple[str, str], set[str]]:
    """What the lock file pins; packages that others bring can be there in several versions."""
    packages = json.loads((root / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    found: dict[tuple[str, str], set[str]] = {}
    for path, each in packages.items():
        if path:
            found.setdefault(("npm", path.rpartition("node_modules/")[2]), set()).add(each["version"])
    return found


def _between(version: str, since: str, fixed: str | None) -> bool:
    return Version(version) >= Version(since) and (fixed is None or Version(version) < Version(fixed))


def _run(command: list[str], folder: Path) -> tuple[dict[str, Any], str]:
    """The JSON that a program prints, if it does, and what it complains of."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
        said = json.loads(done.stdout)
    except (OSError, subprocess.TimeoutExpired) as error:
        return {}, str(error)
    except json.JSONDecodeError:
        return {}, done.stderr
    return (said if isinstance(said, dict) else {}), done.stderr


def _last(complaint: str) -> str:
    lines = complaint.strip().splitlines()
    return lines[-1].strip() if lines else ""


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    reader.add_argument("--osv", metavar="URL", help="ask this OSV service, not PyPI")
    reader.add_argument("--registry", metavar="URL", help="ask this registry for the page's packages")
    given = reader.parse_args(arguments)
    reports = [python(root, given.osv), page(root, given.registry)]
    for report in reports:
        print(report)
    statuses = [report.status for report in reports]
    own = shipped(root)
    if own:
        print(own)
        statuses.append(own.status)
    status = VULNERABLE if VULNERABLE in statuses else max(statuses)
    if status == UNKNOWN and own:
        print(
            "No service answered for all of them; the shipped advisories have nothing against them. What was", end=" "
        )
        print("published after the days named above is not known here.")
        return CLEAN
    print({CLEAN: "Nothing is known against any of them.", VULNERABLE: "VULNERABLE.", UNKNOWN: "NOT AUDITED."}[status])
    return status


if __name__ == "__main__":
    sys.exit(main())
