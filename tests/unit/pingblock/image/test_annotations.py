"""Removal of annotations: the result is the same program, and viper keeps its types."""

import ast

import pytest

from pingblock.image.annotations import strip


def stripped(text: str) -> str:
    return ast.unparse(strip(ast.parse(text)))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("def f(a: int, *b: str, c: 'X'=1, **d: int) -> bool:\n    pass",
         "def f(a, *b, c=1, **d):\n    pass"),
        ("async def f(a: int) -> None:\n    pass", "async def f(a):\n    pass"),
        ("x: dict[str, int] = {}", "x = {}"),
        ("class A:\n    x: int\n\n    def f(self) -> 'A':\n        self.y: int = 1",
         "class A:\n\n    def f(self):\n        self.y = 1"),
        ("def f():\n\n    def g(a: int):\n        b: int = a",
         "def f():\n\n    def g(a):\n        b = a"),
        ("TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from typing import Any\nx = 1", "x = 1"),
        ("if TYPE_CHECKING:\n    x = 1\nelse:\n    x = 2", "x = 2"),
    ],
)  # fmt: skip
def test_annotations_and_what_is_for_a_checker_go(text, left):
    assert stripped(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "@micropython.viper\ndef f(a: ptr32, b: int) -> int:\n    return b",
        "@micropython.asm_thumb\ndef f(r0: ptr16):\n    pass",
        "if READY:\n    x = 1\nelse:\n    x = 2",
    ],
)
def test_types_of_machine_code_and_other_branches_stay(text):
    assert stripped(text) == text
