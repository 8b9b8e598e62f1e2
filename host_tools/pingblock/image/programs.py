"""Prepares sources for the device: compiles tunes, and removes texts for people.

In a module's source ``compiled(TUNES, INSTRUMENTS)`` becomes the finished programs, deflated, and
``computed(...)`` its value.
"""

from __future__ import annotations

import ast
import builtins
import zlib
from array import array
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from pingblock.image.splice import Edit, spliced

WINDOW_BITS = 9  # ``app.play.sound_output`` expects this.
_COMPILED, _COMPUTED = "compiled", "computed"
_WHOLE = "whole"
# Keyword arguments of declarations (a setting, a game, a sound table) that only the host uses.
_HOST_ONLY = ("help", "tunes", "instruments")
_DECLARATIONS = ("setting", "game", "SoundTable")


def for_device(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Returns the modules in the form for a device: dotted name to source."""
    loader = _SourceLoader(sources)
    return {name: _rewritten(name, source, loader) for name, source in sources.items()}


def _rewritten(name: str, source: bytes, loader: _SourceLoader) -> bytes:
    if not any(word.encode() in source for word in (_COMPILED, _COMPUTED, *_HOST_ONLY)):
        return source
    tree = ast.parse(source, name)
    edits: list[Edit] = []
    unused: set[str] = set()  # globals that only a removed argument needs
    for node in ast.walk(tree):
        called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and called in (_COMPILED, _COMPUTED):
            value = eval(ast.unparse(node), vars(loader.module(name)))
            edits.append((node, repr(_programs(node, value) if called == _COMPILED else value)))
        elif isinstance(node, ast.Call) and called in _DECLARATIONS:
            gone = [each for each in node.keywords if each.arg in _HOST_ONLY]
            edits += [(each, "") for each in gone]
            unused |= {each.value.id for each in gone if isinstance(each.value, ast.Name)}
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in unused:
            edits.append((node, ""))
    return spliced(source, edits)


def _programs(node: ast.Call, programs: Mapping[str, array[int]]) -> object:
    """Returns what replaces a call of ``compiled``: see there."""
    if not any(each.arg == _WHOLE for each in node.keywords):
        return {tune: packed(program.tobytes()) for tune, program in programs.items()}
    pieces = [program.tobytes() for program in programs.values()]
    whole = b"".join(len(piece).to_bytes(4, "little") + piece for piece in pieces)
    return f" {' '.join(programs)} ", packed(whole)


def packed(data: bytes) -> bytes:
    """Returns deflated bytes, without a head, for a window of 512 bytes."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -WINDOW_BITS)
    return packer.compress(data) + packer.flush()


class _SourceLoader:
    """Runs modules only from their sources, not from installed packages.

    Args:
        sources: dotted name to source. Each can import only these and Python's own modules.
    """

    def __init__(self, sources: Mapping[str, bytes]) -> None:
        self._sources = sources
        self._modules: dict[str, ModuleType] = {}

    def module(self, name: str) -> ModuleType:
        """Returns a module. It is run once."""
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
