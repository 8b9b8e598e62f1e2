"""Build hooks for hatchling: add built files to the wheel, and the project's address to its
metadata.

Every wheel contains the engine `wasm`. If PINGBLOCK_WITH_IMAGES names a folder, the wheel contains
the images in it, too. `make release` builds them with this firmware. If PINGBLOCK_WITH_LOOP is
set, the wheel contains the chip engine's compiled loop as well, and fits only this Python and this
kind of computer.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_MODULE = "pingblock/virtual/wasm/micropython.wasm"
_IMAGES = "pingblock/_images"
_LOOP = "pingblock/virtual/chip/turbo"


class AddressHook(MetadataHookInterface):
    """Adds the project's address to the metadata, if there is one."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Reads the address from its one source."""
        place = Path(self.root) / "host_tools" / "pingblock" / "common" / "project.py"
        found: dict[str, Any] = {}
        exec(compile(place.read_text(encoding="utf-8"), str(place), "exec"), found)
        if found["HOME"]:
            metadata["urls"] = {"Homepage": found["HOME"]}


class WheelHook(BuildHookInterface[Any]):
    """Adds built files to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the files unless the installation is editable. Warns if the engine is missing."""
        if version == "editable":
            return
        root = Path(self.root)
        sys.path[:0] = [str(root / "host_tools"), str(root / "firmware")]
        try:
            from pingblock.common.cache import whole
            from pingblock.virtual.wasm.module import cached

            module = cached(root / "engine" / "port")
            is_built = whole(module) is not None
            if os.environ.get("PINGBLOCK_WITH_LOOP"):
                self._add_loop(build_data)
        finally:
            del sys.path[:2]
        if images := os.environ.get("PINGBLOCK_WITH_IMAGES"):
            for path in sorted(Path(images).glob("*.uf2")):
                build_data["force_include"][str(path)] = f"{_IMAGES}/{path.name}"
        if is_built:
            build_data["force_include"][str(module)] = _MODULE
        else:
            self.app.display_warning("This wheel has no engine 'wasm': 'make engine' builds it.")

    def _add_loop(self, build_data: dict[str, Any]) -> None:
        from pingblock.virtual.chip.turbo.build import build, shipped_path

        build_data["force_include"][str(build())] = f"{_LOOP}/{shipped_path().name}"
        build_data.update(pure_python=False, infer_tag=True)
