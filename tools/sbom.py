"""python -m tools.sbom [FOLDER]: what Stammtisch is made of, as two bills of materials in CycloneDX (JSON).

python.cdx.json   every package of constraints.txt; `required` are those of a server, as the container installs it
page.cdx.json     every package of web/package-lock.json, with its hash, from which the page is built

Made from our own files and from what is installed, without asking any service.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import tomllib
from importlib import metadata
from itertools import chain
from pathlib import Path

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import DisjunctiveLicense
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import stammtisch

ROOT = Path(__file__).parent.parent
NAME = "stammtisch"
SERVER = ("fast", "server")  # the extras that deploy/Containerfile installs
_HASHES = {"sha512": HashAlgorithm.SHA_512, "sha256": HashAlgorithm.SHA_256, "sha1": HashAlgorithm.SHA_1}


def pins(root: Path = ROOT) -> dict[str, str]:
    """The version of every package, by its canonical name."""
    lines = (root / "constraints.txt").read_text("utf-8").splitlines()
    found = dict(line.partition(" ")[0].split("==") for line in lines if line and not line.startswith("#"))
    return {str(canonicalize_name(name)): version for name, version in found.items()}


def needed(root: Path = ROOT) -> set[str]:
    """Everything that a server's installation brings here, by canonical name."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [project["dependencies"], *(project["optional-dependencies"][extra] for extra in SERVER)]
    waiting, seen = [Requirement(each) for each in chain(*wanted)], set()
    while waiting:
        each = waiting.pop()
        applies = each.marker is None or each.marker.evaluate({"extra": ""})
        package = (str(canonicalize_name(each.name)), frozenset(each.extras))
        if applies and package not in seen:
            seen.add(package)
            waiting += _brings(each)
    return {name for name, _ in seen} - {NAME}  # an extra may bring another of our own


def _brings(wanted: Requirement) -> list[Requirement]:
    """What an installed package asks for, with the extras that are wanted of it."""
    found = []
    for each in map(Requirement, metadata.requires(wanted.name) or []):
        if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in wanted.extras or {""}):
            each.marker = None
            found.append(each)
    return found


def python_bill() -> Bom:
    bill, required = _bill(), needed()
    for name, version in pins().items():
        bill.components.add(
            Component(
                name=name,
                version=version,
                type=ComponentType.LIBRARY,
                purl=PackageURL("pypi", None, name, version),
                bom_ref=f"pypi:{name}",
                scope=ComponentScope.REQUIRED if name in required else ComponentScope.OPTIONAL,
                licenses=[DisjunctiveLicense(name=licence) for licence in _licence(name)],
            )
        )
    return bill


def _licence(name: str) -> list[str]:
    """As the installed package gives it, in a line."""
    try:
        about = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return []
    classed = [
        each.rpartition(" :: ")[2] for each in about.get_all("Classifier") or [] if each.startswith("License ::")
    ]
    written = [about[key].strip() for key in ("License-Expression", "License") if about[key]]
    return [each.splitlines()[0] for each in (*written[:1], *classed) if each][:1]


def page_bill(root: Path = ROOT) -> Bom:
    bill = _bill()
    packages = json.loads((root / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    for path, package in packages.items():
        name = path.rpartition("node_modules/")[2]
        if not name:
            continue  # the page itself
        space, _, short = name.rpartition("/")
        bill.components.add(
            Component(
                name=short,
                group=space or None,
                version=package["version"],
                type=ComponentType.LIBRARY,
                purl=PackageURL("npm", space or None, short, package["version"]),
                bom_ref=f"npm:{path}",
                hashes=_hashes(package.get("integrity", "")),
                licenses=[DisjunctiveLicense(name=package["license"])] if "license" in package else [],
            )
        )
    return bill


def _hashes(integrity: str) -> list[HashType]:
    """As npm writes them, in base 64."""
    found = re.findall(r"(sha\d+)-(\S+)", integrity)
    return [HashType(alg=_HASHES[kind], content=base64.b64decode(value).hex()) for kind, value in found]


def _bill() -> Bom:
    bill = Bom()
    bill.metadata.component = Component(
        name=NAME, version=stammtisch.__version__, type=ComponentType.APPLICATION, bom_ref=NAME
    )
    return bill


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, bill in (("python", python_bill()), ("page", page_bill())):
        bill.register_dependency(bill.metadata.component, bill.components)  # type: ignore[arg-type]
        text = make_outputter(bill, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(indent=2)
        (folder / f"{name}.cdx.json").write_text(text + "\n", "utf-8")
        print(f"{folder / name}.cdx.json: {len(bill.components)} components")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "sbom")
