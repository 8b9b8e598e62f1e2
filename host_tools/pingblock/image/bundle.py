"""Merges the firmware's modules: one file for each stage of the boot, package and game.

MicroPython looks up each name of a loaded module in a list of all names, and each imported module
in the file system. For our many modules this takes up to a third of a second. A bundle contains
each name once. Constants are folded, and unused globals are removed. Names stay as they are,
except that the second global of a name gets its module's name before it. The sources do not
change, because the desk runs them. Code that would behave differently in a bundle is refused.
CONTRIBUTING.md has the list.

``python -m pingblock.image.bundle`` prints the bundles, so that you can find a traceback's lines.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import PurePosixPath

from pingblock.common.firmware import firmware_dir
from pingblock.errors import BadInput
from pingblock.image import names
from pingblock.image.module import Module, origin
from pingblock.image.mpy import shipped
from pingblock.image.programs import for_device
from pingblock.image.rename import FAR, Rename
from pingblock.image.walking import walk
from pingware.shared import bundles

# Bundle: its starting modules, in the order in which they can use each other. It also contains all
# modules that they import at their top. Imports within functions do not count, because a package
# is loaded at its first use. There are few files, because each one makes every search 0.3 ms
# longer.
Entries = Mapping[str, tuple[str, ...]]
_FIRST: Entries = {
    "app": (
        "pingware.app.boot.boot",
        "pingware.app.boot.first_stage",
        "pingware.drivers.mixer_thumb",
    ),
}
_ROOMS: Entries = {
    bundles.TASKS: ("pingware.app.boot.tasks",),
    "app_other_pico": ("pingware.boards.radio_rp2", "pingware.boards.sense_rp2350"),
    "app_lever": ("pingware.app.lever.lever_tasks",),
    bundles.ON_DEMAND: (
        "pingware.shared.schema_words",
        "pingware.shared.service_requests",
        "pingware.shared.fault_texts",
        "pingware.games.catalog",
        "pingware.app.requests.on_demand",
        "pingware.app.play.chooser",
        "pingware.app.play.switch_game",
        "pingware.app.care.crash",
        "pingware.boards.resets_rp2",
        "pingware.app.requests.play_requests",
        "pingware.storage.volume_fallback",
    ),
    bundles.CELLS: (
        "pingware.app.power.cell_test",
        "pingware.boards.naps_rp2",
    ),
    bundles.OWNER: (
        "pingware.app.requests.owner_requests",
        "pingware.app.requests.selftest_requests",
        "pingware.app.boot.boot_hold",
        "pingware.app.lever.servo_requests",
    ),
    bundles.SOUNDS: ("pingware.app.play.own_sounds", "pingware.app.requests.sound_requests"),
    bundles.CALL: ("pingware.app.requests.call_requests",),
    bundles.FILES: (
        "pingware.app.files.file_requests",
        "pingware.app.files.update_requests",
    ),
    bundles.SLOT: ("pingware.storage.partial_slot",),
}
# Code that timed games share. It is loaded with the first of them that is chosen.
_TIMED_GAME = "pingware.games.timed_game"
_TIMED: Entries = {bundles.TIMED: (_TIMED_GAME, "pingware.app.play.timed_stage")}
_TIMED_MORE: Entries = {
    f"{bundles.TIMED}_more": ("pingware.games.roll_off",),
    f"{bundles.TIMED}_sequence": ("pingware.games.sound_sequence",),
}
# A game's requests are in their own bundle, because only a host uses them.
_REQUESTS = ".requests"
_GAMES = "pingware.games."
_PLAY = ".play"
_PACKAGE = "pingware"
_START = "run"  # Name in the first bundle that main.py calls. Other functions keep this name, too.
# Before a built-in module is found, the whole flash is searched. This line comes before that.
_SYS = "import sys\n"
# MicroPython looks up a name that is not near in all globals of a bundle, and then in a list of
# all built-in names, which takes 10 to 40 us. So the ones that a bundle uses often become its
# globals, which saves 0.6 % of the processor while coins sound.
_NEAR = ("len", "max", "min", "str", "type")
_OFTEN = 4  # Times in its text. Each takes 8 bytes of memory, or makes the list of globals grow.
_ASSEMBLER = "asm_thumb"
_HEAD = "path_before = sys.path[:]\nsys.path[:] = ('.frozen',)\ntry:\n"
_TAIL = "finally:\n    sys.path[:] = path_before\n    del path_before\n"


def entries_of(sources: Mapping[str, bytes]) -> Entries:
    """Returns the bundles of a firmware: its packages, and one for each game.

    If modules of a game are imported only within functions, they are another bundle, and its
    ``requests`` are one, too. Modules that a game and other code use go into the first bundle,
    because neither loads the other. Code that only timed games share has another bundle.

    Args:
        sources: module (dotted) to its source.
    """
    ours = frozenset(sources)
    games = {
        f"{bundles.GAME}{name.removeprefix(_GAMES).removesuffix(_PLAY)}": name
        for name in sorted(sources)
        if name.startswith(_GAMES) and name.endswith(_PLAY)
    }
    modules = {name: _module(name, source, ours) for name, source in sources.items()}
    starts = {title: (play.removesuffix(_PLAY), play) for title, play in games.items()}
    rooms = {**starts, **_ROOMS}
    placed = {title: _placed(names, modules) for title, names in rooms.items()}
    clocked = {title for title in games if _TIMED_GAME in placed[title]}
    needed = {name for title in games for name in placed[title]}
    users = {name: {title for title in placed if name in placed[title]} for name in needed}
    shared = sorted(name for name in needed if len(users[name]) > 1)
    first = tuple(name for name in shared if not users[name] <= clocked)
    timed = tuple(name for name in shared if users[name] <= clocked)
    before = {title: (*names, *first) for title, names in _FIRST.items()}
    if clocked:
        before |= {title: (*names, *timed) for title, names in _TIMED.items()}
    needed |= {name for names in before.values() for name in _placed(names, modules)}
    folders = {title: play.removesuffix(_PLAY) + "." for title, play in games.items()}
    more = _seldom(folders, sorted(set(sources) - needed))
    return {**before, **rooms, **more, **(_TIMED_MORE if clocked else {})}


def _seldom(folders: Mapping[str, str], modules: list[str]) -> dict[str, tuple[str, ...]]:
    """Returns the bundles of a game's rarely used code.

    Args:
        folders: bundle of the game to its folder, dotted.
        modules: modules that games do not load at once.
    """
    found = {
        f"{title}{kind}": tuple(
            name
            for name in modules
            if name.startswith(folder)
            and name.endswith(_REQUESTS) is (kind == bundles.GAME_REQUESTS)
        )
        for title, folder in folders.items()
        for kind in ("_more", bundles.GAME_REQUESTS)
    }
    return {title: names for title, names in found.items() if names}


def bundle(sources: Mapping[str, bytes], entries: Entries) -> dict[str, str]:
    """Returns the source of each bundle.

    Args:
        sources: module (dotted) to its source.
        entries: from ``entries_of``. A bundle can use the ones before it.

    Raises:
        BadInput: a module contains code that cannot be merged.
    """
    ours = frozenset(sources)
    modules = {name: _module(name, source, ours) for name, source in sources.items()}
    rooms = _rooms(modules, entries)
    inside = [modules[name] for room in rooms.values() for name in room]
    _check_libraries(inside)
    rename = Rename(modules, rooms, _names(modules, rooms, entries))
    bodies = {room: rename.body_of(room) for room in rooms}
    _drop_unused(bodies, {rename.name_of(names[0], _START) for names in entries.values()})
    return {room: _text(room, bodies, inside) for room in bodies}


@cache
def _module(name: str, source: bytes, ours: frozenset[str]) -> Module:
    """Parses a module once for all bundles, because the tree is never changed."""
    return Module(name, source, ours)


def _rooms(modules: Mapping[str, Module], entries: Entries) -> dict[str, list[str]]:
    """Returns the modules of each bundle. Modules come after those that they need."""
    placed: list[str] = []
    rooms = {}
    for room, starts in entries.items():
        before = len(placed)
        for name in starts:
            _place(name, modules, placed)
        rooms[room] = placed[before:]
    return rooms


def _placed(starts: Iterable[str], modules: Mapping[str, Module]) -> list[str]:
    """Returns modules and all that they need. Modules come after those that they need."""
    found: list[str] = []
    for name in starts:
        _place(name, modules, found)
    return found


def _place(
    name: str, modules: Mapping[str, Module], placed: list[str], under: tuple[str, ...] = ()
) -> None:
    if name in placed:
        return
    under = (*under, name)
    if name in under[:-1]:
        raise BadInput(
            f"{' imports '.join(under)}: import one of them in a function, to break the circle."
        )
    for needed in modules[name].needs:
        _place(needed, modules, placed, under)
    placed.append(name)


def _check_libraries(inside: Iterable[Module]) -> None:
    """Refuses a name that means different things of MicroPython in two modules."""
    lines: dict[str, tuple[str, str]] = {}
    for module in inside:
        for name, line in module.library.items():
            other, there = lines.setdefault(name, (module.name, line))
            if line != there:
                raise BadInput(f"{module.name}: '{line}', but {other} has '{there}'.")


def _names(
    modules: Mapping[str, Module],
    rooms: Mapping[str, list[str]],
    entries: Entries,
) -> dict[names.Symbol, str]:
    inside = [modules[name] for room in rooms.values() for name in room]
    taken = {name for module in inside for name in module.library}
    taken |= {name for module in inside for name in module.unbound} | set(entries)
    taken.discard(_START)
    return names.new_names(
        (
            ((each, name) for each in room for name in modules[each].defined_anew)
            for room in rooms.values()
        ),
        {symbol for title in rooms for symbol in _foreign(title, modules, rooms)},
        taken,
    )


def _foreign(
    title: str, modules: Mapping[str, Module], rooms: Mapping[str, list[str]]
) -> Iterator[names.Symbol]:
    """Yields the globals that one bundle takes from those before it, and its start function.

    Globals of a later bundle are attributes of that bundle, so their names cannot conflict.
    """
    members = list(rooms)
    before = {name for room in members[: members.index(title)] for name in rooms[room]}
    for name in rooms[title]:
        yield name, _START
        found = (origin(modules, name, node) for node in modules[name].uses)
        yield from (symbol for symbol in found if symbol and symbol[0] in before)


def _drop_unused(bodies: dict[str, list[ast.stmt]], kept: set[str]) -> None:
    """Removes unused globals until there are none."""
    loads = {node: _loads(node) | _far(node) for body in bodies.values() for node in body}
    defines = {node: set(names.targets(node)) for node in loads}
    while True:
        unused = {node for room in bodies for node in _unused(room, bodies, loads, defines, kept)}
        if not unused:
            return
        for body in bodies.values():
            body[:] = [node for node in body if node not in unused]


def _unused(
    room: str,
    bodies: Mapping[str, list[ast.stmt]],
    loads: Mapping[ast.stmt, set[str]],
    defines: Mapping[ast.stmt, set[str]],
    kept: set[str],
) -> Iterator[ast.stmt]:
    """Yields the definitions of a bundle that only they themselves use."""
    uses = Counter(kept)
    for other, body in bodies.items():
        # In another bundle, such a name is that bundle's own definition.
        hidden = set() if other == room else set().union(*(defines[node] for node in body))
        uses.update(name for node in body for name in loads[node] - hidden)
    far = f"{room}."
    for name in [name for name in uses if name.startswith(far)]:
        uses[name.removeprefix(far)] += uses[name]
    for node in bodies[room]:
        defined = defines[node]
        if defined and all(uses[name] <= (name in loads[node]) for name in defined):
            yield node


def _defined(body: list[ast.stmt]) -> set[str]:
    return {name for node in body for name in names.targets(node)}


def _loads(tree: ast.AST) -> set[str]:
    """Returns all names that are read in ``tree``."""
    read = (node for node in walk(tree) if isinstance(node, ast.Name))
    return {node.id for node in read if isinstance(node.ctx, ast.Load)}


def _far(tree: ast.AST) -> set[str]:
    """Returns the globals of later bundles that are read in ``tree``: ``bundle.name`` each."""
    read = (node for node in walk(tree) if isinstance(node, ast.Attribute))
    far = (node for node in read if getattr(node.value, FAR, False))
    return {f"{ast.unparse(node.value)}.{node.attr}" for node in far}


def _text(room: str, bodies: Mapping[str, list[ast.stmt]], inside: list[Module]) -> str:
    body = bodies[room]
    used = set().union(*map(_loads, body))
    library = {name: line for module in inside for name, line in module.library.items()}
    lines = sorted({line for name, line in library.items() if name in used and name != "sys"})
    foreign = used - _defined(body)
    # Imports of other bundles come first, because these may have to be loaded yet.
    others_first = []
    for other, others in bodies.items():
        if other == room:
            break
        there = sorted(foreign & _defined(others))
        if there:
            others_first.append(f"from {other} import {', '.join(there)}\n")
    whole = ast.unparse(ast.Module(body, []))
    uses = _uses(body)
    near = [f"{name} = {name}" for name in _NEAR if uses[name] >= _OFTEN]
    inside_try = [*near, *lines, *map(_without_tuple, whole.splitlines())]
    text = "".join(f"    {line}\n" for line in inside_try)
    text = "".join(others_first) + _HEAD + text + _TAIL
    return _SYS + text


def _uses(body: list[ast.stmt]) -> Counter[str]:
    """Counts how often names are read. It skips assembler, whose instructions have such names."""
    found: Counter[str] = Counter()
    for statement in body:
        nodes = list(walk(statement))
        if not any(isinstance(node, ast.Attribute) and node.attr == _ASSEMBLER for node in nodes):
            found.update(node.id for node in nodes if isinstance(node, ast.Name))
    return found


def _without_tuple(line: str) -> str:
    """Removes the parentheses of ``a, b = (c, d)``, which allocate, as interrupts must not."""
    before, equals, after = line.partition(" = (")
    if not equals or "," not in before or not after.endswith(")"):
        return line
    bare = f"{before} = {after[:-1]}"
    same = ast.dump(ast.parse(bare.strip())) == ast.dump(ast.parse(line.strip()))
    return bare if same else line


def firmware_sources(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Returns the modules among a firmware folder's files: dotted name to source."""
    found = {}
    for path in map(PurePosixPath, files):
        parts = path.with_suffix("").parts
        if path.suffix == ".py" and parts[0] == _PACKAGE:
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = files[str(path)]
    return found


if __name__ == "__main__":
    modules = for_device(firmware_sources(shipped(firmware_dir())))
    for title, source in bundle(modules, entries_of(modules)).items():
        for number, line in enumerate(source.splitlines(), 1):
            print(f"{title}:{number}: {line}")
