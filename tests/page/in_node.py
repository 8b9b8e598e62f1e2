"""Runs modules of a made page in node, with the JavaScript engine that Playwright brings."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import playwright

# The node of Debian can be too old for the module's exceptions, so this is Playwright's.
_NODE = Path(playwright.__file__).parent / "driver" / ("node.exe" if os.name == "nt" else "node")
# Node lacks a page's `fetch` of files, so it is defined here.
_RUN = """import { readFile } from "node:fs/promises";
let source = "";
for await (const chunk of process.stdin) source += chunk;
globalThis.fetch = async (name) => new Response(await readFile(name));
console.log(JSON.stringify(await eval(source)));
"""


def evaluated(made: Path, expression: str, scratch: Path, *flags: str) -> Any:
    """Returns the value of an expression, which can import modules of a page by ``./``.

    Args:
        made: folder of the page.
        expression: JavaScript whose value, or whose promise's value, JSON can hold.
        scratch: folder for a copy of the page.
        flags: command-line options of node.
    """
    page = scratch / "page"
    shutil.copytree(made, page)
    (page / "package.json").write_text('{"type": "module"}')
    (page / "in_node.js").write_text(_RUN)
    command = (str(_NODE), *flags, "in_node.js")
    done = subprocess.run(command, cwd=page, input=expression, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
