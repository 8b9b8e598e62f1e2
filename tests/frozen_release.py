"""The image of Pingblock 0.1 with frozen firmware: ``python -m tests.frozen_release`` builds it.

Later sources cannot build it, so a commit of the repository's history does, which takes 2 minutes
of CPU. The image is kept in the user's cache.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path

from pingblock.common.cache import cache_dir, kept
from pingblock.errors import PingblockError, Unavailable

ROOT = Path(__file__).parents[1]
# The last one before slots. A device with its image has the files of ``0.1.0-frozen``.
COMMIT = "8dafd4627630f4a97f8393bccf0a8a2afd364dbd"
_FOLDERS = ("engine/port", "firmware", "frozen", "host_tools", "tools")
_NAME = "pingblock-pico"


def place() -> Path:
    """Returns the image's path in the user's cache. It exists after a build."""
    return cache_dir("frozen") / f"pingblock-0.1-{COMMIT[:16]}.uf2"


def cure() -> str:
    """Returns what to do if the image is missing."""
    if _git("cat-file", "-e", COMMIT).returncode:
        return (
            f"This checkout has no commit {COMMIT[:10]}, which builds it: 'git fetch --unshallow'"
            " gets the history."
        )
    return "'make old-image' builds it from the history, or names what is missing."


def _git(*words: str) -> subprocess.CompletedProcess[bytes]:
    command = ("git", "-C", str(ROOT), *words)
    try:
        return subprocess.run(command, capture_output=True, check=False)
    except FileNotFoundError:  # git is not installed
        return subprocess.CompletedProcess(command, 127, b"", b"")


def build() -> None:
    """Builds the image unless it is in the user's cache.

    Raises:
        Unavailable: the history, a tool or a source is missing.
    """
    kept(place(), _built)


def _built() -> bytes:
    done = _git("archive", COMMIT, *_FOLDERS)
    if done.returncode:
        raise Unavailable(cure())
    work = ROOT / "build"
    work.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="release-", dir=work) as scratch:
        tree = Path(scratch, "tree")
        with tarfile.open(fileobj=BytesIO(done.stdout)) as files:
            files.extractall(tree, filter="data")
        _run(tree, _cache(Path(scratch)))
        return (tree / "build" / "frozen" / f"{_NAME}.uf2").read_bytes()


def _cache(scratch: Path) -> Path:
    """Makes a cache folder with only MicroPython's sources, because old code has other keys."""
    folder = scratch / "pingblock"
    folder.mkdir()
    for source in cache_dir().glob("micropython-1.28.0*.tar.*"):
        (folder / source.name).symlink_to(source)
    return scratch


def _run(tree: Path, cache: Path) -> None:
    path = os.pathsep.join(str(tree / name) for name in ("host_tools", "firmware"))
    environment = os.environ | {"PYTHONPATH": path, "XDG_CACHE_HOME": str(cache)}
    words = (sys.executable, "-m", "tools.frozen", _NAME)
    done = subprocess.run(
        words, cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Unavailable(done.stderr.strip()[-2000:])


def main() -> int:
    """Builds the image and prints its path, or why it cannot be built."""
    try:
        build()
    except PingblockError as fault:
        print(f"The image of 0.1 was not built. {fault}", file=sys.stderr)
        return 1
    print(place())
    return 0


if __name__ == "__main__":
    sys.exit(main())
