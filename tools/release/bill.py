"""The bill of materials of a release in CycloneDX: contents, and the wheel's requirements."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement
from tools.release.packed import epoch_s, sum_of

from pingblock.make_page.page_tables import PYODIDE

ROOT = Path(__file__).resolve().parents[2]
_LICENCES = LicenseFactory()
# Libraries in the images, in addition to MicroPython.
_LIBRARIES = {
    "raspberrypi/pico-sdk": "BSD-3-Clause",
    "hathach/tinyusb": "MIT",
    "Mbed-TLS/mbedtls": "Apache-2.0 OR GPL-2.0-or-later",
    "micropython/micropython-lib": "MIT",
}


def bill(version: str, files: Iterable[Path]) -> str:
    """Returns the bill of materials as JSON. It is the same for the same files.

    Args:
        version: version of the release.
        files: files of the release. The bill has the SHA-256 of each.
    """
    root = _component("pingblock", version, "MIT", ComponentType.APPLICATION)
    released = [_file(path) for path in sorted(files)]
    tools = tomllib.loads((ROOT / "engine" / "port" / "tools.toml").read_text(encoding="utf-8"))
    micropython = _component("micropython", tools["micropython"], "MIT")
    inside = [micropython, *_libraries(), _of_page()]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [_package(each) for each in sorted(_needed(project["dependencies"]), key=_name)]
    made = "".join(str(item) for each in released for item in each.hashes)
    bom = Bom(
        serial_number=uuid5(NAMESPACE_URL, f"pingblock {version} {made}"),
        components=[*released, *inside, *needed],
    )
    bom.metadata.timestamp = datetime.fromtimestamp(epoch_s(), UTC)
    bom.metadata.component = root
    bom.register_dependency(root, [*inside, *needed])
    return JsonV1Dot6(bom).output_as_string(indent=2) + "\n"


def _libraries() -> Iterator[Component]:
    """Yields the libraries in the images, each with its commit."""
    commits = tomllib.loads((ROOT / "frozen" / "libraries.toml").read_text())["commits"]
    for place, commit in commits.items():
        owner, name = place.split("/")
        found = _component(name, commit, _LIBRARIES[place])
        found.purl = PackageURL("github", owner.lower(), name.lower(), commit)
        yield found


def _of_page() -> Component:
    """Returns Pyodide, which runs the tables on a page without a server."""
    found = _component("pyodide", PYODIDE, "MPL-2.0")
    found.purl = PackageURL("npm", name="pyodide", version=PYODIDE)
    return found


def _component(
    name: str, version: str, licence: str, kind: ComponentType = ComponentType.LIBRARY
) -> Component:
    return Component(
        name=name,
        version=version,
        type=kind,
        bom_ref=f"{name}@{version}",
        licenses=[_LICENCES.make_from_string(licence)] if licence else [],
    )


def _file(path: Path) -> Component:
    return Component(
        name=path.name,
        type=ComponentType.FILE,
        bom_ref=path.name,
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=sum_of(path))],
    )


def _package(package: Distribution) -> Component:
    about: Any = package.metadata
    licence = about.get("License-Expression") or about.get("License") or ""
    short = licence if "\n" not in licence else ""
    found = _component(package.name, package.version, short)
    found.purl = PackageURL("pypi", name=_name(package), version=package.version)
    return found


def _name(package: Distribution) -> str:
    return package.name.lower().replace("_", "-")


def _needed(lines: Iterable[str], seen: set[str] | None = None) -> Iterator[Distribution]:
    """Yields each package that ``pip install`` would install for these requirements."""
    seen = set() if seen is None else seen
    for requirement in map(Requirement, lines):
        marker = requirement.marker
        if marker is None or marker.evaluate({"extra": ""}):
            found = distribution(requirement.name)
            if _name(found) not in seen:
                seen.add(_name(found))
                yield found
                yield from _needed(found.requires or [], seen)
