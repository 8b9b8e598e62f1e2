"""Packages of npm for the builds: downloaded once, checked by our hash, and unpacked.

Scripts of a package do not run, and its dependencies are not installed.
"""

from __future__ import annotations

import base64
import hashlib
import platform
import shutil
import sys
import tarfile
import tempfile
import tomllib
from io import BytesIO
from pathlib import Path

from tools.micropython_source import run

from pingblock.errors import BadInput

_HASHES = Path(__file__).with_suffix(".toml")
_IN_ARCHIVE = "package"  # the top folder in all archives of npm


def package(name: str, version: str, folder: Path) -> Path:
    """Returns the folder of a package. Unpacks it below another folder if needed.

    Raises:
        BadInput: its archive has a wrong hash, or its hash is not listed.
        Unavailable: npm is missing, or cannot download it.
    """
    place = folder / f"{name}-{version}"
    if not place.is_dir():
        content = archive(name, version)
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            with tarfile.open(fileobj=BytesIO(content)) as files:
                files.extractall(scratch, filter="data")
            try:  # A rename is a single step, so an existing folder is complete.
                Path(scratch, _IN_ARCHIVE).rename(place)
            except OSError:  # Another process was faster.
                if not place.is_dir():
                    raise
    return place


def archive(name: str, version: str) -> bytes:
    """Returns a package's archive from npm after its hash check. Raises ``package``'s errors."""
    wanted = tomllib.loads(_HASHES.read_text()).get(f"{name}@{version}")
    if wanted is None:
        raise BadInput(f"{_HASHES.name} has no hash of {name}@{version}: add it.")
    with tempfile.TemporaryDirectory() as scratch:
        npm = ("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", scratch)
        run(*npm, f"{name}@{version}", what=f"Getting {name} by npm", where=Path(scratch))
        content = next(Path(scratch).glob("*.tgz")).read_bytes()
    found = f"sha512-{base64.b64encode(hashlib.sha512(content).digest()).decode()}"
    if found != wanted:
        raise BadInput(
            f"npm downloaded a changed {name}@{version}: its hash is {found}, and {wanted} was "
            "expected. The file was not used."
        )
    return content


def native(name: str, version: str, program: str, folder: Path) -> Path:
    """Returns a program from the npm package for this kind of computer.

    Args:
        name: name of the package, with ``{}`` in place of the kind of computer.
        version: version of the package.
        program: path of the program in the package. On Windows it ends in ``.exe`` and is at the
            top.
        folder: folder in which the package is unpacked. Raises the errors of ``package``.
    """
    machine = platform.machine().lower()
    machine = {"amd64": "x64", "x86_64": "x64", "aarch64": "arm64"}.get(machine, machine)
    place = package(name.format(f"{sys.platform}-{machine}"), version, folder)
    return place / (f"{Path(program).name}.exe" if sys.platform == "win32" else program)


def is_here() -> bool:
    """Returns whether npm is installed."""
    return shutil.which("npm") is not None
