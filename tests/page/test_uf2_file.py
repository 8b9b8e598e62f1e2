"""The page checks UF2 files as the command line does: the same chip, or the same sentence."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path

import pytest
from tests import uf2_corpus

from pingblock.care.flash.uf2_check import check
from pingblock.errors import BadInput
from pingblock.make_page.page import page_dir

CHECK = Path(__file__).parent / "install" / "check.mjs"
NODE = shutil.which("node")


def _ours(data: bytes) -> dict[str, str]:
    try:
        return {"chip": check(data)}
    except BadInput as wrong:
        return {"refused": str(wrong)}


def test_page_checks_uf2_files_as_the_command_line_does() -> None:
    if NODE is None:
        pytest.skip("the page's check needs node here: install Debian's package nodejs")
    cases = uf2_corpus.cases()
    command = (NODE, str(CHECK), str(page_dir() / "install" / "uf2_file.js"))
    packed = b"\n".join(b64encode(case.data) for case in cases)
    ran = subprocess.run(command, input=packed, capture_output=True, check=True)
    theirs = [json.loads(line) for line in ran.stdout.splitlines()]
    found = dict(zip((case.name for case in cases), theirs, strict=True))
    assert found == {case.name: _ours(case.data) for case in cases}
