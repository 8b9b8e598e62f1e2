"""Errors of the library must not name options, because only the command line adds those."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.unit.architecture.reading import ROOT, text_of, tree_of

HOST = ROOT / "host_tools" / "pingblock"
# Parts of the command line in other folders, which read its options.
FACES = ("cli/", "study/", "tables/fortune/report.py", "tables/lines.py", "tables/open_face.py")
_OPTION = re.compile(r"(?<![\w-])--[a-z]")
_COMMAND = re.compile(r"'(?:pingblock|mpremote|make|dask|curl) [^']*'")  # a command in quotes


def named(path: Path) -> Iterator[str]:
    """Yields the sentences of errors in a file that name an option."""
    for node in ast.walk(tree_of(path)):
        raised = node.exc if isinstance(node, ast.Raise) else None
        if not isinstance(raised, ast.Call) or not raised.args:
            continue
        texts = [each for each in ast.walk(raised.args[0]) if isinstance(each, ast.Constant)]
        said = "".join(str(each.value) for each in texts)
        if _OPTION.search(_COMMAND.sub("", said)):
            yield said


def test_no_library_error_names_a_command_line_option() -> None:
    found = {}
    for path in sorted(HOST.rglob("*.py")):
        name = path.relative_to(HOST).as_posix()
        if not name.startswith(FACES) and "--" in text_of(path):
            found[name] = list(named(path))
    assert len(found) > 10
    assert {name: said for name, said in found.items() if said} == {}


def test_library_error_that_names_an_option_is_found(tmp_path: Path) -> None:
    place = tmp_path / "it.py"
    lines = (
        "raise E('Name one with --port.')",
        "raise E(f'Type \\'pingblock update\\', or {x} --port.')",
        "raise E('Name one.', '--port names it.')",
        "raise E('See \\'pingblock install --port X\\'.')",
    )
    place.write_text("\n".join(f"def f{n}(x):\n    {line}" for n, line in enumerate(lines)))
    assert len(list(named(place))) == 2
