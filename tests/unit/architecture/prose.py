"""Counts of habits that make sentences hard to read, per 1000 words of a folder's prose.

``python -m tests.unit.architecture.prose`` prints them and tightens ``tests/data/prose.toml``. Its
limits are per 1000 words. They move only towards the goals.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import polib
from tests.unit.architecture.reading import ROOT, text_of

LIMITS = ROOT / "tests/data/prose.toml"

_HEADLESS = (
    r"\b(?:what|whoever) (?:is|has|was|it|a|the|no|each|one|nobody)\b"
    r"|\b(?:what|whoever) (?:runs|plays|comes|needs|they|you)\b"
    r"|\bwho(?:ever)? (?:may|has|is|does)\b"
)


class Habit(NamedTuple):
    """A pattern with its goal per 1000 words. Text should have less, or more if wanted."""

    pattern: str
    goal: float
    wanted: bool = False

    def count(self, text: str) -> int:
        return len(re.findall(self.pattern, text, re.IGNORECASE))

    def fits(self, rate: float, limit: float) -> bool:
        return rate >= limit if self.wanted else rate <= limit

    def limit_at(self, rate: float) -> float:
        """Returns the goal if a rate meets it, otherwise the rate with some slack."""
        if self.fits(rate, self.goal):
            return self.goal
        slack = 0.1 + 0.02 * rate
        return round(max(rate - slack, 0) if self.wanted else rate + slack, 1)

    def stale(self, rate: float, limit: float) -> bool:
        """Returns whether a limit is looser than the text needs, by 15 % and 0.5."""
        needed = self.limit_at(rate)
        return self.fits(needed, limit) and abs(limit - needed) > 0.5 + 0.15 * limit


HABITS = {
    "semicolons": Habit(r";", 2),
    "headless clauses": Habit(_HEADLESS, 0.5),
    "stands, lies": Habit(r"\b(?:stands?|lies)\b", 0),
    # Python's None and the firmware's NOTHING do not count, because docstrings name them.
    "none, nobody, nothing": Habit(r"\b(?:(?-i:none|[Nn]obody|[Nn]othing)|none of)\b", 1),
    "told, tells": Habit(r"\b(?:is|are|was) told\b|\btells?\b", 0),
    "alone, all but": Habit(r"\balone\b|\b(?:all|every|each)(?: \w+)? but\b", 0.2),
    "of its own": Habit(r"\bof (?:its|their|your|our) own\b", 0),
    "can, should, must": Habit(r"\b(?:can|should|must)\b", 8, wanted=True),
    "because, for example, if you": Habit(r"\b(?:because|for example|if you)\b", 2, wanted=True),
}
CODE = {
    "firmware": ("firmware", "frozen"),
    "host_tools": ("host_tools",),
    "tests": ("benchmarks", "reliability", "tests"),
    "tools": ("tools", "engine", "hardware"),
}
DOCS = (
    "*.md",
    "docs/**/*.md",
    "engine/*.md",
    "firmware/**/*.md",
    "frozen/*.md",
    "hardware/**/*.md",
)
_COMMENT = re.compile(r"(?:^\s*|\s{2})# (?!type:|noqa|pragma)(.*)$", re.MULTILINE)
_SCRIPT_COMMENT = re.compile(r"(?:^\s*(?:/?\*+)|(?:^\s*|\s)//) (.*)$", re.MULTILINE)
# Code inside comments: types and names in JSDoc, and names of arguments in docstrings.
_JSDOC = re.compile(
    r"@(?:param|property|typedef) \{.*?\}+ \[?[\w.]+\]?|@\w+(?: \{.*?\}+(?=\s|$))?|\*/.*"
)
_ARGUMENT = re.compile(r"^ {4,}\w+: ", re.MULTILINE)


def docstrings(text: str) -> Iterator[str]:
    """Yields the texts in triple quotes that begin a line of Python."""
    parts = text.split('"""')
    for before, inside in zip(parts[::2], parts[1::2], strict=False):
        if before.rpartition("\n")[2].strip() == "":
            yield _ARGUMENT.sub("", inside)


def script_comments(text: str) -> list[str]:
    """Returns the comments of a script, without the types and names of JSDoc."""
    return [_JSDOC.sub("", each) for each in _SCRIPT_COMMENT.findall(text)]


def of_page(text: str) -> str:
    """Returns the sentences of Markdown: without code, tables, headings and links' targets."""
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    lines = (line.strip() for line in text.splitlines())
    text = "\n".join(line for line in lines if not line.startswith(("|", "#", "![", "<")))
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)


def _texts(folders: tuple[str, ...], ending: str) -> list[str]:
    return [text_of(path) for each in folders for path in sorted((ROOT / each).rglob(ending))]


def _pages() -> list[str]:
    paths = {path for pattern in DOCS for path in ROOT.glob(pattern)}
    return [of_page(text_of(path)) for path in sorted(paths)]


def _messages() -> list[str]:
    """Returns the English of a catalogue, except names of things on game boards."""
    catalogue = polib.pofile(str(ROOT / "host_tools/pingblock/languages/de.po"))
    return [f"{each.msgid} {each.msgid_plural}" for each in catalogue if each.msgctxt != "name"]


@cache
def prose() -> dict[str, str]:
    """Returns the prose of each kind and folder, without code."""
    found = {"docs": _pages(), "messages": _messages()}
    for name, folders in CODE.items():
        sources = _texts(folders, "*.py")
        found[f"docstrings of {name}"] = [each for text in sources for each in docstrings(text)]
        found[f"comments of {name}"] = _COMMENT.findall("\n".join(sources))
    scripts = _texts(("host_tools/pingblock/page",), "*.js")
    found["comments of page"] = script_comments("\n".join(scripts))
    return {name: _plain(" ".join(texts)) for name, texts in found.items()}


def _plain(text: str) -> str:
    return " ".join(re.sub(r"`+[^`]*`+", "CODE", text).split())


def rates(text: str) -> dict[str, float]:
    """Returns how often each habit occurs per 1000 words."""
    words = len(re.findall(r"[A-Za-z']+", text)) or 1
    return {name: 1000 * habit.count(text) / words for name, habit in HABITS.items()}


def limits() -> dict[str, dict[str, float]]:
    """Returns the limits of each kind and folder."""
    return tomllib.loads(LIMITS.read_text(encoding="utf-8"))


def tightened(measured: dict[str, float], known: dict[str, float]) -> dict[str, float]:
    """Returns the known limit, or the one that follows from a rate if that is stricter."""
    strict: dict[str, float] = {}
    for habit_name, rate in measured.items():
        habit = HABITS[habit_name]
        needed = habit.limit_at(rate)
        before = known.get(habit_name, needed)
        strict[habit_name] = max(needed, before) if habit.wanted else min(needed, before)
    return strict


def _main(path: Path = LIMITS) -> None:
    known = limits() if path.exists() else {}
    lines = ["# Limits per 1000 words: python -m tests.unit.architecture.prose tightens them."]
    for name, text in prose().items():
        measured = rates(text)
        strict = tightened(measured, known.get(name, {}))
        print(name, *(f"{habit} {rate:.2f};" for habit, rate in measured.items()))
        lines += ["", f'["{name}"]', *(f'"{habit}" = {limit}' for habit, limit in strict.items())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    _main()
