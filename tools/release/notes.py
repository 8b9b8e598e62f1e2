"""Release notes, from CHANGELOG.md."""

from __future__ import annotations

import re

from pingblock.common import project
from pingblock.common.installation import WHEEL
from pingblock.errors import BadInput

_INSTALL = """
## To install it
{where}

```sh
python3 -m venv .venv && .venv/bin/pip install {wheel}
.venv/bin/pingblock play
```
"""


def notes(changelog: str, version: str, home: str | None = None, *, files: str = "") -> str:
    """Returns the release notes: the version's section, its files, and how to install it.

    Args:
        changelog: the text of CHANGELOG.md.
        version: a version such as ``1.0.0``.
        home: address of the project. None takes ``pingblock.common.project.HOME``.
        files: a section about the files of the release.

    Raises:
        BadInput: CHANGELOG.md has no section about the version.
    """
    found = re.search(rf"^## {re.escape(version)}\b.*?(?=^## |\Z)", changelog, re.M | re.S)
    if found is None:
        raise BadInput(f"CHANGELOG.md has no section {version}: add '## {version}' to it.")
    how = _INSTALL.format(where=project.where(home), wheel=WHEEL.format(version))
    heading, _, news = found[0].strip()[3:].partition("\n")
    return f"# Pingblock {heading}\n{files}{news}\n{how}"
