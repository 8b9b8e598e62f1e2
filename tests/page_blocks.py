"""Code blocks and commands in the project's pages, in fences and within sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
_ROOMS = ("docs", "engine", "firmware", "frozen", "hardware")
_FENCED = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)
_SPAN = re.compile(r"`([^`]+)`")
_PROGRAMS = (
    *("apt", "apt-get", "auditwheel", "curl", "git", "make", "mpremote", "node", "npm", "pip"),
    *("pip3", "pipx", "py", "pytest", "python", "python3", "sh", "sha256sum", "sudo", "udevadm"),
    *("usbipd", "uv", "wasm-opt"),
)
_OURS = re.compile(r"(\.venv[/\\](bin|Scripts)[/\\])?(\S+)( |$)")


class Block(NamedTuple):
    """A fenced block: its place, its language and its content."""

    page: str
    language: str
    text: str


def pages() -> dict[str, str]:
    """Returns the pages of today, each by its name in the project."""
    found = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    found += sorted(page for room in _ROOMS for page in (ROOT / room).rglob("*.md"))
    return {page.relative_to(ROOT).as_posix(): page.read_text("utf-8") for page in found}


def blocks(language: str | None = None) -> list[Block]:
    """Returns the blocks of all pages, or only those in one language."""
    found = [
        Block(page, name, dedent(text))
        for page, whole in pages().items()
        for _, name, text in _FENCED.findall(whole)
    ]
    return [block for block in found if language in (None, block.language)]


def ping() -> Block:
    """Returns the example of a custom ping, the first tune of the page on sounds."""
    return next(each for each in blocks("tune") if each.page.endswith("sounds/README.md"))


def outside() -> Iterator[tuple[str, str]]:
    """Yields the name of each page, and its text outside of blocks."""
    for page, whole in pages().items():
        yield page, _FENCED.sub("", whole)


def commands(text: str) -> Iterator[str]:
    """Yields the commands in a shell block, without comments."""
    for line in text.splitlines():
        said = re.sub(r"(^| )#.*", "", line).strip()
        yield from filter(None, re.split(r" (?:&&|\|) ", said))


def spans() -> dict[str, str]:
    """Returns each command in a sentence that is of another program than ours, and its page."""
    found = {}
    for page, text in outside():
        for span in _SPAN.findall(text):
            said = " ".join(span.split())
            program = _OURS.match(said)
            if program and program[3] in _PROGRAMS and program[4]:
                found[said] = page
    return found
