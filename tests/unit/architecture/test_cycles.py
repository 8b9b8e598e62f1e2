"""Modules must not import each other in a circle, neither in Python's functions nor on the page.

A package counts as its ``__init__``: a module that imports a name from a package depends on it.
Python also loads the packages around a module, which does not count.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.unit.architecture.reading import ROOT, statements, text_of, tree_of

HOST = ROOT / "host_tools"
FIRMWARE = ROOT / "firmware"
PROGRAMS = ("tools", "hardware", "benchmarks", "reliability")
PAGE = HOST / "pingblock" / "page"
# A statement at the beginning of a line. A type in a comment and a late import do not count.
IMPORT = re.compile(r"""^(?:import|export)\b(?:[^;"']*?\bfrom)?\s*["'](\.[^"']+)["']""", re.M)

Graph = dict[str, set[str]]


def module_name(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_names(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yields (module, name imported from it or "") of every import, at any place in the file."""
    for node in statements(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import hides the imported module"
            yield from ((node.module or "", alias.name) for alias in node.names)


@cache
def import_graph(root: Path, *folders: str) -> Graph:
    """Returns the modules below ``root``, or in folders of it, each with those that it imports."""
    places = [root / folder for folder in folders] or [root]
    paths = {module_name(path, root): path for place in places for path in place.rglob("*.py")}
    graph: Graph = {}
    for name, path in paths.items():
        wanted = set()
        for module, taken in imported_names(tree_of(path)):
            submodule = f"{module}.{taken}"
            wanted.add(submodule if submodule in paths else module)
        graph[name] = wanted & paths.keys()
    return graph


def page_graph(root: Path) -> Graph:
    """Returns the modules of a page, each with those that it imports at its top."""
    paths = {path.resolve(): path.relative_to(root).as_posix() for path in root.rglob("*.js")}
    return {
        name: {paths[(path.parent / taken).resolve()] for taken in IMPORT.findall(text_of(path))}
        for path, name in paths.items()
    }


def cycles(graph: Graph) -> list[str]:
    """Returns the modules that remain after modules without imports were removed repeatedly."""
    left = {name: set(wanted) for name, wanted in graph.items()}
    while leaves := {name for name, wanted in left.items() if not wanted}:
        left = {name: wanted - leaves for name, wanted in left.items() if name not in leaves}
    users = {name for wanted in left.values() for name in wanted}
    while outside := left.keys() - users:  # it leads to a cycle but is not a part of one
        left = {name: wanted for name, wanted in left.items() if name not in outside}
        users = {name for wanted in left.values() for name in wanted}
    return sorted(f"{name} -> {', '.join(sorted(wanted))}" for name, wanted in left.items())


def test_no_host_module_is_in_an_import_cycle():
    graph = import_graph(HOST)
    assert cycles(graph) == []
    assert len(graph) > 150
    assert sum(map(len, graph.values())) > 400  # the imports are found


def test_no_module_of_the_device_is_in_an_import_cycle():
    graph = import_graph(FIRMWARE)
    assert cycles(graph) == []
    assert "pingware.games.catalog" in graph["pingware.app.boot.boot"]  # also imports in functions


def test_no_program_of_a_developer_is_in_an_import_cycle():
    graph = import_graph(ROOT, *PROGRAMS)
    assert cycles(graph) == []
    assert {name.partition(".")[0] for name in graph} == set(PROGRAMS)
    assert "tools.hardware.svg" in graph["tools.hardware.pictures"]


def test_no_module_of_the_page_is_in_an_import_cycle():
    graph = page_graph(PAGE)
    assert cycles(graph) == []
    assert "running.js" in graph["main.js"]
    assert sum(map(len, graph.values())) > 400


def test_import_cycle_of_page_modules_is_found(tmp_path):
    (tmp_path / "a.js").write_text('import {\n  b,\n} from "./in/b.js";\n')
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "b.js").write_text('export { a } from "../a.js";\nimport "./c.js";\n')
    (tmp_path / "in" / "c.js").write_text('/** @type {import("../a.js").A} */\n')
    assert cycles(page_graph(tmp_path)) == ["a.js -> in/b.js", "in/b.js -> a.js"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("from house import second", "import house.first"),
        ("from house.second import name", "def late():\n    from house.first import name"),
        ("import house.second", "if TYPE_CHECKING:\n    from house.first import Name"),
        ("from house import third", "from house import first"),
        ("import house.first", ""),
        ("from house import CONSTANT", ""),
    ],
)
def test_import_cycle_is_found(tmp_path, first, second):
    house = tmp_path / "house"
    house.mkdir()
    sources = {
        "__init__": "CONSTANT = 1\nfrom house import first",
        "first": first,
        "second": second,
        "third": "import house.second",
        "leaf": "",
        "user": "from house import first, leaf",
    }
    for name, text in sources.items():
        (house / f"{name}.py").write_text(text)
    found = [line.split(" -> ")[0] for line in cycles(import_graph(tmp_path))]
    assert "house.first" in found
    assert not {"house.leaf", "house.user"} & set(found)


def test_tree_without_a_cycle_passes():
    tree = {"top": {"left", "right"}, "left": {"leaf"}, "right": {"leaf"}, "leaf": set()}
    assert cycles(tree) == []
