"""Prepares sources for the device: compiles tunes, and removes types and texts for people.

The folder name in a ``SoundTable`` becomes the compiled and deflated programs of its ``.tune``
files, and ``computed(...)`` becomes its value.
"""

from __future__ import annotations

import ast
import builtins
import re
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from types import ModuleType
from typing import Any

from pingblock.image import splice
from pingblock.image.splice import Edit, spliced
from pingblock.tunes import instruments, sequencer, tune_files

WINDOW_BITS = 9  # ``app.play.sound_output`` expects this.
_COMPUTED, _TABLE = "computed", "SoundTable"
# keyword arguments of declarations that a device does not need
_HOST_ONLY = {
    "setting": ("help",),
    "game": ("help",),
    _TABLE: ("more", "whole"),
}


def version() -> bytes:
    """Returns a key that changes when this code changes, for the cache."""
    modules = (instruments, sequencer, splice, tune_files)
    paths = (__file__, *(str(each.__file__) for each in modules))
    return b"".join(Path(path).read_bytes() for path in paths)


def for_device(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Returns the modules of ``stages.firmware_sources`` in the form for a device."""
    tunes = {name: text for name, text in sources.items() if name.endswith(tune_files.ENDING)}
    modules = {name: source for name, source in sources.items() if name not in tunes}
    loader = _SourceLoader(modules)
    return {name: _rewritten(name, source, loader, tunes) for name, source in modules.items()}


def _rewritten(
    name: str, source: bytes, loader: _SourceLoader, tunes: Mapping[str, bytes]
) -> bytes:
    tree = ast.parse(source, name)
    edits = list(_imports_of_types(tree))
    for node in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        called = ast.unparse(node.func)
        if called == _COMPUTED:
            edits.append((node, repr(eval(ast.unparse(node), vars(loader.module(name))))))
        gone = [each for each in node.keywords if each.arg in _HOST_ONLY.get(called, ())]
        edits += [(each, "") for each in gone]
        if called == _TABLE:
            table = eval(ast.unparse(node), vars(loader.module(name)))
            every_ms = loader.module("pingware.shared.light_show").EVERY_MS
            whole = any(each.arg == "whole" and ast.unparse(each.value) == "True" for each in gone)
            edits.append((node.args[0], repr(_programs(table, whole, tunes, every_ms))))
    return spliced(source, edits)


def _imports_of_types(tree: ast.Module) -> Iterator[Edit]:
    """Yields the imports of names that only annotations use. A device ignores annotations."""
    nodes = list(ast.walk(tree))
    types = [each for node in nodes for each in _annotations(node)]
    inside = {part for each in types for part in ast.walk(each)}
    used = {node.id for node in nodes if isinstance(node, ast.Name) and node not in inside}
    only = set(re.findall(r"\w+", " ".join(map(ast.unparse, types)))) - used
    for node in (node for node in tree.body if isinstance(node, ast.ImportFrom)):
        kept = [alias for alias in node.names if (alias.asname or alias.name) not in only]
        if len(kept) < len(node.names):
            yield node, ast.unparse(ast.ImportFrom(node.module, kept, 0)) if kept else ""


def _annotations(node: ast.AST) -> list[ast.expr]:
    fields = (getattr(node, name, None) for name in ("annotation", "returns"))
    return [each for each in fields if isinstance(each, ast.expr)]


def _programs(table: Any, whole: bool, tunes: Mapping[str, bytes], every_ms: int) -> object:
    """Returns the value that replaces the tunes of a table on a device, see ``SoundTable``."""
    programs = {}
    for path, text in sorted(tunes.items()):
        place = PurePosixPath(path)
        if str(place.parent) in (f"pingware/{table.more}", f"pingware/{table.tunes}"):
            program = sequencer.compile_tune(*tune_files.read(text.decode(), every_ms), {})
            programs[place.stem] = program.tobytes()
    if not whole:
        return {tune: packed(program) for tune, program in programs.items()}
    pieces = b"".join(len(each).to_bytes(4, "little") + each for each in programs.values())
    return f" {' '.join(programs)} ", packed(pieces)


def packed(data: bytes) -> bytes:
    """Returns raw deflated bytes for a window of 512 bytes."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -WINDOW_BITS)
    return packer.compress(data) + packer.flush()


class _SourceLoader:
    """Runs modules only from their sources, not from installed packages.

    Args:
        sources: dotted name to source. They can import only each other and Python's modules.
    """

    def __init__(self, sources: Mapping[str, bytes]) -> None:
        self._sources = sources
        self._modules: dict[str, ModuleType] = {}

    def module(self, name: str) -> ModuleType:
        """Returns a module. Its code runs only once."""
        if name not in self._modules:
            found = self._modules[name] = ModuleType(name)
            vars(found)["__builtins__"] = {**vars(builtins), "__import__": self._import}
            exec(compile(self._sources[name], name, "exec"), vars(found))
        return self._modules[name]

    def _import(
        self,
        name: str,
        into: Any = None,
        local: Any = None,
        wanted: tuple[str, ...] | None = (),
        level: int = 0,
    ) -> ModuleType:
        if name not in self._sources:
            return builtins.__import__(name, into, local, wanted or (), level)
        package = self.module(name)
        for each in wanted or ():
            if f"{name}.{each}" in self._sources:
                setattr(package, each, self.module(f"{name}.{each}"))
        return package
