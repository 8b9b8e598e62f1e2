"""Lists the files that can open network addresses, with the reasons. Other files must not."""

import ast
import re
from pathlib import Path

from tests.unit.architecture.reading import ROOT, statements, text_of, tree_of

HOST = ROOT / "host_tools" / "pingblock"
_NETWORK = {"urllib.request", "http.client", "ftplib", "smtplib", "requests", "httpx", "aiohttp"}
ALLOWED = {
    "virtual/published.py": "MicroPython for the emulated chip, once, from micropython.org",
    "care/update/check.py": "a URL that the user names",
}


def openers(folder: Path) -> set[str]:
    """Returns the files that import modules for opening addresses."""
    found = set()
    opening = re.compile("|".join(name.partition(".")[0] for name in _NETWORK))
    for path in folder.rglob("*.py"):
        if not opening.search(text_of(path)):
            continue
        for node in statements(tree_of(path)):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{each.name}" for each in node.names] + [str(node.module)]
            if _NETWORK & set(names):
                found.add(path.relative_to(folder).as_posix())
    return found


def test_only_listed_files_open_network_addresses() -> None:
    assert openers(HOST) == set(ALLOWED)


def test_unlisted_file_that_opens_an_address_is_found(tmp_path: Path) -> None:
    (tmp_path / "spy.py").write_text("def f():\n    from urllib import request\n")
    assert openers(tmp_path) == {"spy.py"}
