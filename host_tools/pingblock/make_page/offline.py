"""Lets a browser store the files of a static page, so that the page opens without a network."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

WORKER = "offline-worker.js"
# Files that a press needs. The browser stores them first, when the page is idle.
_FIRST = re.compile(
    r"index\.html|start\.js|main\.js|style/page\.css|data/games\.json|engines/here/(worker\.js|here\.bin)"
)
_NEVER = re.compile(r"offline-worker\.js|data/firmware/.*|.*\.map")


def put_into(folder: Path) -> None:
    """Writes the list of a page's files and a version of their content into its service worker."""
    files = {
        path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()
    }
    kept = sorted(name for name in files if not _NEVER.fullmatch(name))
    content = sha256(b"".join(name.encode() + files[name].read_bytes() for name in kept))
    version = content.hexdigest()[:16]
    first = [name for name in kept if _FIRST.fullmatch(name)]
    later = [name for name in kept if name not in first]
    worker = folder / WORKER
    text = worker.read_text(encoding="utf-8")
    for constant, value in (("VERSION", version), ("FIRST", first), ("LATER", later)):
        place = re.search(rf"^const {constant} = .*;$", text, re.MULTILINE)
        assert place, f"{WORKER} has no place for {constant}"
        line = f"const {constant} = {json.dumps(value)};"
        text = text[: place.start()] + line + text[place.end() :]
    worker.write_text(text, encoding="utf-8")
    index = folder / "index.html"
    page = index.read_text(encoding="utf-8")
    page = page.replace('<meta name="keeps" content="">', '<meta name="keeps" content="all">')
    index.write_text(page, encoding="utf-8")
