"""Packages of the host tools: the folders of ``pingblock`` must not import each other in a circle.

The packages of the device's ``app`` are layers: a layer must not import a layer above it.

A file next to the folders, such as ``pingblock.errors``, is a package by itself.
"""

import ast

import pytest
from tests.unit.architecture.test_cycles import (
    FIRMWARE,
    HOST,
    Graph,
    cycles,
    import_graph,
    imported_names,
)

from pingblock.make_page.page_tables import modules

APP = "pingware.app."
# Each package can import only those on its left.
APP_ROOMS = ("care", "power", "play", "lever", "files", "requests", "boot")
# modules that a browser's Python lacks
NOT_IN_A_BROWSER = {"typer", "rich", "textual", "serial", "click", "numpy", "littlefs", "wasmtime"}


def folders(graph: Graph, depth: int) -> Graph:
    """Returns the imports between folders, including those in functions and those for types.

    Args:
        graph: modules with their imports.
        depth: 2 counts the files of a package together, 3 those of a folder inside a package.
    """
    found: Graph = {}
    for module, wanted in graph.items():
        own = found.setdefault(folder_of(module, depth), set())
        own |= {folder_of(taken, depth) for taken in wanted} - {folder_of(module, depth)}
    return found


def folder_of(module: str, depth: int) -> str:
    return ".".join(module.split(".")[:depth])


@pytest.mark.parametrize(("depth", "least"), [(2, 20), (3, 250)])
def test_no_folder_imports_itself_through_others(depth: int, least: int) -> None:
    found = folders(import_graph(HOST), depth)
    assert cycles(found) == []
    assert len(found) > least


def test_circular_imports_between_folders_are_found() -> None:
    graph = {
        "pingblock.image.file_system": {"pingblock.sounds.sound"},
        "pingblock.image.uf2": set(),
        "pingblock.sounds.sound": {"pingblock.device"},
        "pingblock.device": {"pingblock.image.uf2"},
        "pingblock.tables.storm.words": {"pingblock.tables.worms.words"},
        "pingblock.tables.worms.words": {"pingblock.tables.storm.state"},
        "pingblock.tables.storm.state": {"pingblock.tables.table"},
        "pingblock.tables.table": set(),
    }
    assert cycles(graph) == []
    found = [line.split(" -> ")[0] for line in cycles(folders(graph, 2))]
    assert found == ["pingblock.device", "pingblock.image", "pingblock.sounds"]
    found = [line.split(" -> ")[0] for line in cycles(folders(graph, 3))]
    assert found == ["pingblock.tables.storm", "pingblock.tables.worms"]


def arrows_up(graph: Graph) -> list[str]:
    """Returns the imports of a package of ``app`` by one on its left."""
    found = []
    for module, wanted in graph.items():
        for taken in wanted:
            if module.startswith(APP) and taken.startswith(APP):
                low, high = (APP_ROOMS.index(name.split(".")[2]) for name in (module, taken))
                found += [f"{module} imports {taken}"] if low < high else []
    return sorted(found)


def test_no_device_package_imports_a_package_above_it() -> None:
    graph = import_graph(FIRMWARE)
    assert arrows_up(graph) == []
    modules = [name for name in graph if name.startswith(APP)]
    assert {name.split(".")[2] for name in modules} == set(APP_ROOMS)


def test_import_of_a_package_above_is_found() -> None:
    graph = {
        "pingware.app.care.watch": {"pingware.app.boot.tasks", "pingware.shared.events"},
        "pingware.app.boot.tasks": {"pingware.app.care.watch", "pingware.app.boot.boot"},
    }
    assert arrows_up(graph) == ["pingware.app.care.watch imports pingware.app.boot.tasks"]


def not_in_a_browser(text: str) -> set[str]:
    """Returns the packages that no browser has and a source imports, also in functions."""
    tree = ast.parse(text)
    guards = (node for node in ast.walk(tree) if isinstance(node, ast.If))
    for guard in guards:
        if ast.unparse(guard.test) == "TYPE_CHECKING":
            guard.body = [ast.Pass()]
    return {name.split(".")[0] for name, _ in imported_names(tree)} & NOT_IN_A_BROWSER


def test_table_modules_import_only_modules_available_in_browsers() -> None:
    loaded = modules()
    found = {
        name: taken
        for name, path in loaded.items()
        if (taken := not_in_a_browser(path.read_text(encoding="utf-8")))
    }
    assert found == {}
    assert {"pingblock.tables.lines", "pingblock.tables.storm.panel"} <= set(loaded)


@pytest.mark.parametrize("line", ["import rich", "def f():\n    from textual.app import App"])
def test_import_missing_in_browsers_is_found(line: str) -> None:
    assert len(not_in_a_browser(line)) == 1
    assert not_in_a_browser("if TYPE_CHECKING:\n    import serial") == set()
