"""Functions of the page's scripts are short enough to be read at once."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from tools import npm, page_types

from pingblock.make_page.page import page_dir

MOST = 60  # lines of a function, without those of functions inside it
# This classic script for old browsers is one function, because old browsers have no modules.
EXEMPT = {("start.js", "")}


def test_functions_of_the_page_fit_on_a_screen():
    if not (npm.is_here() and shutil.which("node")):
        pytest.skip("functions are measured with TypeScript: install Debian's nodejs and npm")
    compiler = page_types.compiler().with_name("typescript.js")
    words = ("node", str(Path(__file__).with_name("functions.mjs")), str(compiler), page_dir())
    found = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    assert len(found) > 1000
    long = {(path, name) for path, name, lines in found if lines > MOST}
    assert long == EXEMPT
