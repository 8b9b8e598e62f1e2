"""Modules of host and device must not import each other in a circle, not even inside functions.

A package counts as its ``__init__``: a module that imports a name from a package depends on it.
Python also loads the packages around a module, which does not count.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.unit.architecture.reading import ROOT, statements, tree_of

HOST = ROOT / "host_tools"
FIRMWARE = ROOT / "firmware"

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
            assert node.level == 0, "a relative import hides what it imports"
            yield from ((node.module or "", alias.name) for alias in node.names)


@cache
def import_graph(root: Path) -> Graph:
    """Returns the modules below ``root`` -> the modules that they import."""
    paths = {module_name(path, root): path for path in root.rglob("*.py")}
    graph: Graph = {}
    for name, path in paths.items():
        wanted = set()
        for module, taken in imported_names(tree_of(path)):
            submodule = f"{module}.{taken}"
            wanted.add(submodule if submodule in paths else module)
        graph[name] = wanted & paths.keys()
    return graph


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
