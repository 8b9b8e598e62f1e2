"""News of a release, from CHANGELOG.md."""

from __future__ import annotations

import re

from pingblock.errors import BadInput


def notes(changelog: str, version: str) -> str:
    """Returns the section of a version, with its heading.

    Args:
        changelog: the text of CHANGELOG.md.
        version: such as ``0.1.0``.

    Raises:
        BadInput: it has no such section.
    """
    found = re.search(rf"^## {re.escape(version)}\b.*?(?=^## |\Z)", changelog, re.M | re.S)
    if found is None:
        raise BadInput(f"CHANGELOG.md says nothing of {version}: add '## {version}' to it.")
    return f"# Pingblock {found[0].strip()[3:]}\n"
