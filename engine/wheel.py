"""Hatchling's hook: the wheel carries the engine `wasm`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_PLACE = "pingblock/virtual/wasm/micropython.wasm"


class WheelHook(BuildHookInterface[Any]):
    """Adds the module that ``make engine`` has built to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds it, or says that this wheel lacks it. An editable installation looks for itself."""
        if version == "editable":
            return
        root = Path(self.root)
        sys.path[:0] = [str(root / "host_tools"), str(root / "firmware")]
        try:
            from pingblock.virtual.wasm.module import cached

            module = cached(root / "engine" / "port")
        finally:
            del sys.path[:2]
        if module.is_file():
            build_data["force_include"][str(module)] = _PLACE
        else:
            self.app.display_warning("This wheel has no engine 'wasm': 'make engine' builds it.")
