"""The version of the current firmware, from the same file that hatchling reads."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_WHERE = tomllib.loads((_ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["version"]
VERSION: str = re.search(_WHERE["pattern"], (_ROOT / _WHERE["path"]).read_text())["version"]  # type: ignore[index]
