"""python -m tools.audit: known vulnerabilities in what we depend on, asked of the services that list them.

Python's packages (constraints.txt) are asked of PyPI, or of an OSV service by --osv URL; those of the page
(web/package-lock.json) of npm's registry, or of another by --registry URL. Exit status: 0 all were looked up and none
is vulnerable, 1 something is, 2 something could not be looked up. If a service does not answer, that never counts as an
answer.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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
    status = VULNERABLE if VULNERABLE in statuses else max(statuses)
    print({CLEAN: "Nothing is known against any of them.", VULNERABLE: "VULNERABLE.", UNKNOWN: "NOT AUDITED."}[status])
    return status


if __name__ == "__main__":
    sys.exit(main())
