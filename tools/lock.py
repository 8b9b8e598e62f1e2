"""Writes the lock files of the tools that build and publish a release: ``python -m tools.lock``.

Each line has a package with its version and the SHA-256 of its file for the computer that makes a
release: Linux on x86-64, with the Python that runs this program. ``ziglang.txt`` has the files for
all systems. pip reports the packages that it would install, but does not install them. The lock
files contain no addresses.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
HERE = Path(__file__).parent
BUILD = HERE / "release" / "build.txt"
TYPINGS = HERE / "release" / "typings.txt"
PUBLISH = HERE / "release" / "publish.txt"
ZIG = HERE / "ziglang.txt"
EXTRAS = ("dev", "docs", "cards", "chip", "desk", "sounds", "turbo", "study")
UPLOADS = ("twine==6.2.0", "pypi-attestations==0.0.29")
_SYSTEMS = (
    *("manylinux_2_12_x86_64", "manylinux_2_17_aarch64", "win_amd64", "win_arm64"),
    *("macosx_15_0_x86_64", "macosx_15_0_arm64"),
)
_HEAD = "# Written by 'python -m tools.lock', for 'pip install --require-hashes'.\n"


def report(*words: str) -> list[dict[str, Any]]:
    """Returns pip's report about an installation into an empty environment."""
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch, "report.json")
        pip = (sys.executable, "-m", "pip", "install", "--quiet", "--dry-run")
        options = ("--ignore-installed", "--report", str(place))
        subprocess.run([*pip, *options, *words], check=True, cwd=ROOT)
        found: list[dict[str, Any]] = json.loads(place.read_text())["install"]
    return found


def lines(installed: Iterable[dict[str, Any]]) -> list[str]:
    """Returns the lines of a lock file. All files of a version are on one line."""
    hashes: dict[str, set[str]] = {}
    for each in installed:
        if (each["download_info"].get("archive_info") or {}).get("hashes"):
            about = each["metadata"]
            name = f"{about['name'].lower().replace('_', '-')}=={about['version']}"
            sha256 = each["download_info"]["archive_info"]["hashes"]["sha256"]
            hashes.setdefault(name, set()).add(sha256)
    return [
        " ".join([name, *(f"--hash=sha256:{each}" for each in sorted(known))])
        for name, known in sorted(hashes.items())
    ]


def write(place: Path, installed: Iterable[dict[str, Any]]) -> None:
    """Writes a lock file."""
    place.write_text(_HEAD + "".join(f"{line}\n" for line in lines(installed)))


def main() -> None:
    """Writes all lock files."""
    tools = tomllib.loads((ROOT / "engine" / "port" / "tools.toml").read_text())
    zig = f"ziglang=={tools['ziglang']}"
    found: list[dict[str, Any]] = []
    for system in _SYSTEMS:
        only = ("--only-binary", ":all:", "--no-deps", "--platform", system, "--target", "build")
        found += report(*only, zig)
    write(ZIG, found)
    write(BUILD, report(f".[{','.join(EXTRAS)}]"))
    write(TYPINGS, report(*re.findall(r"^STUBS := (\S+)", (ROOT / "Makefile").read_text(), re.M)))
    write(PUBLISH, report(*UPLOADS))


if __name__ == "__main__":
    main()
