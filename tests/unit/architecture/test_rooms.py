"""Rooms of the host tools: a folder of ``pingblock`` each, and no two import each other.

Those of the device's ``app`` stand on each other: none imports one above it.

The files beside the folders are the public face: ``pingblock.device``, ``pingblock.errors`` and
what starts the program.
"""

import ast

import pytest
from tests.unit.architecture.test_cycles import (
    FIRMWARE,
    HOST,
    Graph,
    import_graph,
    imported_names,
)

from pingblock.build.page_tables import modules

PACKAGE = "pingblock"
APP = "pingware.app."
# Each may import those on its left.
APP_ROOMS = ("care", "power", "play", "lever", "files", "requests", "boot")
# What a browser's Python lacks.
NOT_IN_A_BROWSER = {"typer", "rich", "textual", "serial", "click", "numpy", "littlefs", "wasmtime"}


def room_of(module: str) -> str:
    """Returns the folder of a module below ``pingblock``; "" of a file beside the folders."""
    parts = module.split(".")
    is_room = parts[0] == PACKAGE and len(parts) > 1 and (HOST / PACKAGE / parts[1]).is_dir()
    return parts[1] if is_room else ""


def pairs(graph: Graph) -> list[str]:
    """Returns the pairs of rooms that import each other, each once."""
    ways = {
        (room_of(module), room_of(taken)) for module, wanted in graph.items() for taken in wanted
    }
    both = {tuple(sorted(way)) for way in ways if way[::-1] in ways and way[0] != way[1]}
    return sorted(" and ".join(pair) for pair in both if "" not in pair)


def test_no_two_rooms_import_each_other() -> None:
    graph = import_graph(HOST)
    assert pairs(graph) == []
    assert len({room_of(module) for module in graph}) > 15


def test_two_rooms_that_import_each_other_are_found() -> None:
    graph = {
        "pingblock.build.image": {"pingblock.sounds.sound", "pingblock.errors"},
        "pingblock.sounds.sound": {"pingblock.sounds.score"},
        "pingblock.sounds.score": {"pingblock.build.uf2"},
        "pingblock.errors": {"pingblock.build.uf2"},
    }
    assert pairs(graph) == ["build and sounds"]


def arrows_up(graph: Graph) -> list[str]:
    """Returns the imports of a room of ``app`` by one on its left."""
    found = []
    for module, wanted in graph.items():
        for taken in wanted:
            if module.startswith(APP) and taken.startswith(APP):
                low, high = (APP_ROOMS.index(name.split(".")[2]) for name in (module, taken))
                found += [f"{module} imports {taken}"] if low < high else []
    return sorted(found)


def test_no_room_of_the_device_imports_one_above_it() -> None:
    graph = import_graph(FIRMWARE)
    assert arrows_up(graph) == []
    modules = [name for name in graph if name.startswith(APP)]
    assert {name.split(".")[2] for name in modules} == set(APP_ROOMS)


def test_an_arrow_up_is_found() -> None:
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


def test_the_tables_import_only_what_a_browser_has() -> None:
    loaded = modules()
    found = {
        name: taken
        for name, path in loaded.items()
        if (taken := not_in_a_browser(path.read_text(encoding="utf-8")))
    }
    assert found == {}
    assert {"pingblock.tables.lines", "pingblock.tables.storm.panel"} <= set(loaded)


@pytest.mark.parametrize("line", ["import rich", "def f():\n    from textual.app import App"])
def test_an_import_that_no_browser_has_is_found(line: str) -> None:
    assert len(not_in_a_browser(line)) == 1
    assert not_in_a_browser("if TYPE_CHECKING:\n    import serial") == set()
