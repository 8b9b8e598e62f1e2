"""Makes the site's links work from a folder, too, where no server opens ``index.html``."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

_LINK = re.compile(r'(<(?:a|link)\b[^>]*?\shref=")([^"#?:]+)([^":]*)(")')


def to_files(site: Path) -> None:
    """Changes the site's links to folders, so that they lead to the ``index.html`` in each folder.

    Args:
        site: folder of the site, whose pages are changed.
    """
    for page in sorted(site.rglob("*.html")):
        text = page.read_text(encoding="utf-8")
        page.write_text(_LINK.sub(partial(_fitted, page), text), encoding="utf-8")


def folders_linked(page: Path) -> list[str]:
    """Returns the relative links of a page that lead to a folder."""
    found = _LINK.findall(page.read_text(encoding="utf-8"))
    relative = [to for _before, to, _rest, _after in found if not to.startswith("/")]
    return [to for to in relative if (page.parent / to).is_dir()]


def _fitted(page: Path, link: re.Match[str]) -> str:
    before, to, rest, after = link.groups()
    if to.startswith("/") or not (page.parent / to / "index.html").is_file():
        return link[0]
    return f"{before}{to.rstrip('/')}/index.html{rest}{after}"
