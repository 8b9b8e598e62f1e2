"""The first line of a docstring names a thing or an act: it begins with no question word."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PLACES = ("firmware", "hardware", "host_tools", "tests", "tools")
_QUESTION = re.compile(r"(What|Who|Whoever|Which|Whether|Where|How|Told|Is told)\b")


def questions(text: str) -> list[str]:
    """Returns the first lines of docstrings that begin with a question word."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, documented)]
    lines = [(ast.get_docstring(node) or "").partition("\n")[0] for node in nodes]
    return [line for line in lines if _QUESTION.match(line)]


@pytest.mark.parametrize("place", PLACES)
def test_docstrings_name_the_thing_or_the_act(place: str) -> None:
    paths = sorted((ROOT / place).rglob("*.py"))
    found = {str(path): questions(path.read_text(encoding="utf-8")) for path in paths}
    assert {name: lines for name, lines in found.items() if lines} == {}
    assert len(paths) > 10


@pytest.mark.parametrize(
    "text",
    [
        '"""What a device tells."""\n',
        'class A:\n    """Which one."""\n',
        'class A:\n    def f(self):\n        """Whether it runs.\n\n        More."""\n',
        'async def f():\n    """Told each byte."""\n',
    ],
)
def test_a_question_word_is_found(text: str) -> None:
    assert len(questions(text)) == 1
