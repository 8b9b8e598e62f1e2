"""Nothing calls home: who opens an address of the network is listed here, with its reason."""

import ast
from pathlib import Path

HOST = Path(__file__).resolve().parents[3] / "host_tools" / "pingblock"
_NETWORK = {"urllib.request", "http.client", "ftplib", "smtplib", "requests", "httpx", "aiohttp"}
ALLOWED = {
    "build/uf2.py": "MicroPython's image for the emulated chip, once, from micropython.org",
    "update/check.py": "a URL that the user names",
}


def openers(folder: Path) -> set[str]:
    """Returns the files that import what opens addresses."""
    found = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{each.name}" for each in node.names] + [str(node.module)]
            if _NETWORK & set(names):
                found.add(path.relative_to(folder).as_posix())
    return found


def test_only_these_open_an_address() -> None:
    assert openers(HOST) == set(ALLOWED)


def test_one_more_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "spy.py").write_text("def f():\n    from urllib import request\n")
    assert openers(tmp_path) == {"spy.py"}
