"""Pure modules of the page, tested by node's own runner: no browser is started."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from pingblock.make_page.page import page_dir

TESTS = Path(__file__).parent / "pure" / "pure.test.mjs"


def test_pure_modules_do_what_their_tests_say(tmp_path: Path) -> None:
    if not (node := shutil.which("node")):
        pytest.skip("the page's pure modules are tested by node: install Debian's nodejs")
    page = tmp_path / "page"
    shutil.copytree(page_dir(), page)
    (page / "package.json").write_text('{"type": "module"}')
    environment = {**os.environ, "PAGE": str(page)}
    command = (node, "--test", "--test-reporter=tap", str(TESTS))
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "# pass 9" in done.stdout
