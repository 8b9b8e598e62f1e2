"""Rooms of the host tools: a folder of ``pingblock`` each, and no two import each other.

The files beside the folders are the public face: ``pingblock.device``, ``pingblock.errors`` and
what starts the program.
"""

import ast
from collections.abc import Iterable
from pathlib import Path

from tests.unit.architecture.test_cycles import HOST, Graph, import_graph, imported_names

PACKAGE = "pingblock"
# What a browser's Python lacks.
NOT_IN_A_BROWSER = {"typer", "rich", "textual", "serial", "click", "numpy", "littlefs", "wasmtime"}
# Of the tables: those of a terminal, of a device at a port, and of files on a disk.
ELSEWHERE = ("device_link", "loan", "open_face", "kept", "endings")


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


def outside(path: Path) -> set[str]:
    """Returns the packages that no browser has and a file imports, also in functions."""
    names = imported_names(ast.parse(path.read_text(encoding="utf-8")))
    return {name.split(".")[0] for name, _ in names} & NOT_IN_A_BROWSER


def reached(graph: Graph, roots: Iterable[str]) -> set[str]:
    """Returns the modules that are loaded with these, now or later."""
    found: set[str] = set()
    left = set(roots)
    while left:
        found |= left
        left = {taken for name in left for taken in graph[name]} - found
    return found


def roots(graph: Graph) -> list[str]:
    """Returns the modules of the tables that run in a browser."""
    here = f"{PACKAGE}.tables."
    names = [name.removeprefix(here) for name in graph if name.startswith(here)]
    return [
        here + name
        for name in names
        if name in ("screen.prompts", "screen.typed")
        or name.split(".")[0] not in ("screen", *ELSEWHERE)
    ]


def path_of(module: str) -> Path:
    path = HOST / Path(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def test_the_tables_run_where_only_python_is() -> None:
    graph = import_graph(HOST)
    loaded = reached(graph, roots(graph))
    found = {name: taken for name in loaded if (taken := outside(path_of(name)))}
    assert found == {}
    assert len(loaded) > 80


def test_a_table_that_needs_a_terminal_is_found() -> None:
    assert outside(path_of("pingblock.tables.screen.wrapping")) == {"rich"}
    graph = {"a": {"b"}, "b": {"c"}, "c": set(), "d": {"a"}}
    assert reached(graph, ["b"]) == {"b", "c"}
