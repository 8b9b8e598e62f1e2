"""A copy of the project in which mutants are tried, one at a time."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from pingblock.common.cache import cache_dir

ROOT = Path(__file__).resolve().parents[2]
# These folders, and names with a leading dot, do not belong to the project.
MADE = ("build", "dist")
PYTEST = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
PASSED, FAILED, HUNG = 0, 1, -1  # pytest's exit codes, and our own


class Copy:
    """A copy of the project.

    Args:
        root: folder of the project.
        place: empty folder for the copy.
    """

    def __init__(self, root: Path, place: Path) -> None:
        self.place = place
        self._written = 0
        sources = os.pathsep.join(str(place / name) for name in ("host_tools", "firmware"))
        self._env = {**os.environ, "PYTHONPATH": sources}
        without_cache = shutil.ignore_patterns("__pycache__")
        for path in root.iterdir():
            if path.name.startswith(".") or path.name in MADE:
                continue
            if path.is_dir():
                shutil.copytree(path, place / path.name, ignore=without_cache)
            else:
                shutil.copy(path, place / path.name)

    def judged(
        self,
        path: Path,
        text: str,
        tests: Sequence[Path | str],
        limit_s: float | None,
        first: Sequence[str] = (),
    ) -> int:
        """Runs tests while a file has another text, then restores the file.

        Args:
            path: path of the file.
            text: the other text.
            tests: test files, and names of tests.
            limit_s: time limit of the tests in seconds.
            first: Python's arguments for a program that builds what the tests use.

        Returns:
            pytest's exit code, or ``HUNG`` if it took longer than ``limit_s``.
        """
        original = (self.place / path).read_text("utf-8")
        self._write(path, text)
        try:
            if first:
                words = [sys.executable, *first]
                subprocess.run(words, cwd=self.place, env=self._env, check=True)
            return self.run(tests, limit_s)
        finally:
            self._write(path, original)

    def run(self, tests: Sequence[Path | str], limit_s: float | None = None) -> int:
        """Runs tests until the first one fails. Returns the same as ``judged``."""
        with subprocess.Popen(
            [sys.executable, *PYTEST, *map(str, tests)],
            cwd=self.place,
            env=self._env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            try:
                return process.wait(limit_s)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return HUNG

    def use_own_cache(self, folder: Path) -> None:
        """Stores built images in an empty cache, so that people cannot boot a mutant.

        Files that the user's cache already has are linked.
        """
        self._env["XDG_CACHE_HOME"] = str(folder)
        cache = cache_dir()
        for each in (*cache.glob("*/*"), *filter(Path.is_file, cache.iterdir())):
            linked = folder / "pingblock" / each.relative_to(cache)
            linked.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            linked.symlink_to(each)

    def _write(self, path: Path, text: str) -> None:
        """Writes a file with a new time, because compiled files are known by time and size."""
        (self.place / path).write_text(text, "utf-8")
        self._written += 1
        os.utime(self.place / path, (self._written, self._written))
