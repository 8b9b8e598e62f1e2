"""Limits of size of files, of functions of the product, and of whole folders."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.architecture.reading import ROOT, statements, text_of

FILE_LINES = 400
FUNCTION_LINES = 40
FOLDER_LINES = {"firmware": 14_346, "host_tools/pingblock/image": 1_500}  # lines of Python

# Longer functions, with the reason. When a function is short enough, it must be removed from this
# list.
LONG_FUNCTIONS = {
    **dict.fromkeys(
        (
            "firmware/pingware/drivers/mixer_thumb.py voices",
            "firmware/pingware/drivers/mixer_thumb_finish.py finish",
        ),
        "machine code: its registers are shared, and a call would save and load them all",
    ),
    "firmware/pingware/drivers/mixer_score_reader.py envelope": (
        "runs in the audio interrupt for each tick of each voice: with the decay in a viper "
        "function of its own, four voices take 11.3 % of the core instead of 6.9 %"
    ),
}
_CYTHON_FUNCTION = re.compile(r"( *)(?:cdef|cpdef|def)\s[^=(]*?(\w+)\(")


def sources(folders: tuple[str, ...], *suffixes: str) -> list[Path]:
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    return sorted(path for path in paths if path.suffix in suffixes)


def python_functions(text: str) -> Iterator[tuple[str, int]]:
    """Yields the name and the lines of each function, its decorators not counted."""
    for node in statements(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield node.name, node.end_lineno - node.lineno + 1


def cython_functions(text: str) -> Iterator[tuple[str, int]]:
    """Yields the same of a Cython file, by its indentation."""
    lines = text.splitlines()
    for start, line in enumerate(lines):
        if not (found := _CYTHON_FUNCTION.match(line)):
            continue
        end = start
        while end + 1 < len(lines) and not lines[end].rstrip().endswith((":", ")", ";")):
            end += 1  # the signature continues
        inside = " " * (len(found[1]) + 1)
        for at in range(end + 1, len(lines)):
            if lines[at].startswith(inside):
                end = at
            elif lines[at].strip():
                break
        yield found[2], end - start + 1


def too_long(path: Path) -> list[str]:
    """Returns ``path name`` of each function above the limit."""
    functions = cython_functions if path.suffix == ".pyx" else python_functions
    place = path.relative_to(ROOT).as_posix()
    found = functions(text_of(path))
    return [f"{place} {name}" for name, lines in found if lines > FUNCTION_LINES]


def test_no_file_is_longer_than_the_limit() -> None:
    kinds = (".py", ".pyx", ".h", ".js", ".css")
    paths = sources(("benchmarks", "firmware", "host_tools", "reliability", "tests"), *kinds)
    lines = {path: len(text_of(path).splitlines()) for path in paths}
    assert {str(path): count for path, count in lines.items() if count > FILE_LINES} == {}
    assert len(paths) > 500
    assert set(kinds) == {path.suffix for path in paths}


@pytest.mark.parametrize(("folder", "limit"), FOLDER_LINES.items())
def test_folder_has_no_more_lines_than_its_limit(folder: str, limit: int) -> None:
    lines = sum(len(text_of(path).splitlines()) for path in sources((folder,), ".py"))
    assert limit * 0.9 < lines <= limit


def test_only_listed_functions_are_longer_than_the_limit() -> None:
    paths = sources(("firmware", "host_tools"), ".py", ".pyx")
    found = [name for path in paths for name in too_long(path)]
    assert sorted(found) == sorted(LONG_FUNCTIONS)
    assert len(paths) > 250


@pytest.mark.parametrize(
    "head", ["def f():", "async def f(\n    a,\n):", "class A:\n    def f(self):"]
)
def test_length_of_a_python_function_is_counted(head: str) -> None:
    own = head.count("\n") + (0 if head.startswith("class") else 1)
    indent = "    " * (2 if head.startswith("class") else 1)
    body = f"{indent}x = 1\n" * 39
    assert dict(python_functions(f"@cached\n{head}\n{body}\n\ny = 2\n"))["f"] == 39 + own


def test_length_of_a_cython_function_is_counted() -> None:
    text = (
        "cdef extern from 'a.h':\n    int g(int x)\n\n\n"
        "cdef class Loop:\n"
        "    cdef int f(self, int x,\n               int y) except -1:\n"
        '        """Text."""\n\n        return x\n\n'
        "    def last(self):\n        pass\n\n\n"
        "cdef int most = 5\n"
    )
    assert dict(cython_functions(text)) == {"f": 5, "last": 2}


def test_only_long_strings_make_page_code_wider_than_120_columns() -> None:
    """The page's formatter breaks code there. It does not break comments, so people do."""
    long = [
        line
        for path in sources(("host_tools/pingblock/page",), ".js")
        for line in text_of(path).splitlines()
        if len(line) > 120
    ]
    assert [
        line for line in long if not re.search(r'"(?:[^"\\]|\\.){60,}"|`[^`]{60,}`', line)
    ] == []
    assert long  # the rule applies to at least one function
