"""Runs of programs and tests with other sources in front of ours, such as an added game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from pingblock.common.firmware import firmware_dir

ROOT = firmware_dir().parent
_TESTS = """
import sys
import pytest

code = pytest.main(sys.argv[2:])
print(code == 0 and bool(eval(sys.argv[1])))
"""


def changed_firmware(folder: Path, place: str = "", old: str = "", new: str = "") -> Path:
    """Returns a copy of the firmware in ``folder``, with a text in one of its files replaced."""
    copy = folder / "firmware"
    shutil.copytree(firmware_dir(), copy, ignore=shutil.ignore_patterns("__pycache__"))
    if place:
        text = (copy / "pingware" / place).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (copy / "pingware" / place).write_text(text.replace(old, new), encoding="utf-8")
    return copy


def run(sources: Sequence[Path], *words: str, typed: str = "") -> str:
    """Runs Python with folders of sources in front. Returns its output."""
    place = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sources)), "COLUMNS": "200"}
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=place,
        capture_output=True,
        text=True,
        input=typed,
        check=False,
    )
    return done.stdout + done.stderr


def passes(sources: Sequence[Path], there: str, *tests: str) -> None:
    """Fails unless our tests pass with these sources.

    Args:
        sources: folders that contain ``pingware`` and ``pingblock``.
        there: expression that is true if the tests have seen the added files.
        tests: files, folders and options of pytest.
    """
    path = f"pythonpath={' '.join(map(str, sources))} ."
    told = run(sources, "-c", _TESTS, there, "-q", "-p", "no:cacheprovider", "-o", path, *tests)
    *_, counts, passed = told.splitlines()
    assert passed == "True", told[-4000:]
    assert "skipped" not in counts
