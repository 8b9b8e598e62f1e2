"""The first line of a docstring names a thing or an act: it begins with no question word."""

import ast
import re

import pytest
from tests.unit.architecture.reading import ROOT, statements, text_of

PLACES = ("firmware", "hardware", "host_tools", "tests", "tools")
_WORDS = r"(What|Who|Whoever|Which|Whether|Where|How|Told|Is told)\b"
_QUESTION, _QUOTED = re.compile(_WORDS), re.compile(rf"""["']\s*{_WORDS}""")


def questions(text: str) -> list[str]:
    """Returns the first lines of docstrings that begin with a question word."""
    if not _QUOTED.search(text):
        return []  # which is soon known
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [node for node in statements(ast.parse(text)) if isinstance(node, documented)]
    lines = [(ast.get_docstring(node) or "").partition("\n")[0] for node in nodes]
    return [line for line in lines if _QUESTION.match(line)]


@pytest.mark.parametrize("place", PLACES)
def test_docstrings_name_the_thing_or_the_act(place: str) -> None:
    paths = sorted((ROOT / place).rglob("*.py"))
    found = {str(path): questions(text_of(path)) for path in paths}
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
