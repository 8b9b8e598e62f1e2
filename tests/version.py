"""The version of the firmware that is here, as hatchling finds it: it stands in one file."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_WHERE = tomllib.loads((_ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["version"]
VERSION: str = re.search(_WHERE["pattern"], (_ROOT / _WHERE["path"]).read_text())["version"]  # type: ignore[index]
