"""New environments with the wheel installed, like a user's installation without the sources.

They need no network. The wheel is built with the packages of this environment. Its dependencies
are links to the packages here, so that those left out are really not installed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Collection, Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PIP = (sys.executable, "-m", "pip")
OFFLINE = ("--no-index", "--no-deps", "--quiet")


def clean(**more: str) -> dict[str, str]:
    """Returns a user's environment, and ``more``."""
    # the state folder of the tests, not of the user
    names = ("PATH", "HOME", "LANG", "TMPDIR", "SYSTEMROOT", "XDG_STATE_HOME")
    usual = {name: os.environ[name] for name in names if name in os.environ}
    return usual | {"PIP_DISABLE_PIP_VERSION_CHECK": "1", **more}


def called(*command: object, where: Path, **more: str) -> str:
    """Runs a program like a user, outside of the sources. Returns its output."""
    return ran(*command, where=where, **more).stdout


def ran(*command: object, where: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Runs a program like a user, with ``more`` in its environment. Its exit code must be 0."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=where, env=clean(**more), capture_output=True, text=True)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done


def wheel(folder: Path, **more: str) -> Path:
    """Builds the wheel of this source tree into ``folder``, with ``more`` in the environment."""
    dist = ("--no-build-isolation", "--wheel-dir", folder)
    called(*PIP, "wheel", *OFFLINE, *dist, ROOT, where=folder.parent, **more)
    return next(folder.glob("pingblock-*.whl"))


def needed(by: Iterable[str], extras: Iterable[str] = ("",)) -> Iterator[Distribution]:
    """Yields the packages that lines of requirements name, and their requirements."""
    for requirement in map(Requirement, by):
        marker = requirement.marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in extras):
            found = distribution(requirement.name)
            yield found
            yield from needed(found.requires or [], {"", *requirement.extras})


def link(package: Distribution, folder: Path) -> None:
    """Puts a package of this environment into another environment's folder."""
    for top in {file.parts[0] for file in package.files or []} - {"..", "__pycache__"}:
        if not (folder / top).exists():
            (folder / top).symlink_to(package.locate_file(top))


def installed(
    place: Path,
    built: Path,
    without: Collection[str] = (),
    also: Collection[str] = (),
    extras: Collection[str] = (),
) -> Path:
    """Makes an environment at ``place`` with a wheel and all its dependencies except ``without``.

    Args:
        place: the new folder.
        built: the wheel that was built.
        without: names of packages that are left out.
        also: names of additional packages.
        extras: our extras, such as ``sounds``. Without extras, it is like ``pip install``.

    Returns:
        The folder of its programs.
    """
    venv.create(place, with_pip=False)
    programs = place / ("Scripts" if sys.platform == "win32" else "bin")
    called(*PIP, "--python", programs / "python", "install", *OFFLINE, built, where=place)
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(place)}))
    [ours] = Distribution.discover(name="pingblock", path=[str(packages)])
    for package in needed([*(ours.requires or []), *also], {"", *extras}):
        if package.name not in without:
            link(package, packages)
    return programs
