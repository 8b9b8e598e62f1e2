"""Rooms of the host tools: a folder of ``pingblock`` each, and no two import each other.

The files beside the folders are the public face: ``pingblock.device``, ``pingblock.errors`` and
what starts the program.
"""

from tests.unit.architecture.test_cycles import HOST, Graph, import_graph

PACKAGE = "pingblock"
# What a browser's Python lacks, or what takes it long to load.
_TERMINAL = {"typer", "rich", "textual", "serial", "shellingham", "click"}


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
