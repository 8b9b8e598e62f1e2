"""Settings in a file: ``{"product": "pingblock", "schema": 1, "settings": {...}}``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from pingblock.common import values
from pingblock.common.input_file import parse_json, read_text
from pingblock.errors import BadInput
from pingware.shared import settings as declared

PRODUCT = "pingblock"
SCHEMA_VERSION: int = declared.VERSION
_MAX_BYTES = 65_536


def text_of(settings: Mapping[str, object]) -> str:
    """Returns the content of a settings file, in an order that suits version control."""
    held = {"product": PRODUCT, "schema": SCHEMA_VERSION, "settings": dict(settings)}
    return json.dumps(held, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def read(path: Path) -> dict[str, object]:
    """Returns the checked settings in a file, which can leave out any of the settings.

    Raises:
        BadInput: the file cannot be read, is not a settings file of this version, or contains an
            error.
    """
    text = read_text(path, _MAX_BYTES)
    try:
        return _settings(parse_json(text))
    except BadInput as wrong:
        raise BadInput(f"{path}: {wrong}") from None


def _settings(held: object) -> dict[str, object]:
    if not isinstance(held, dict) or held.get("product") != PRODUCT:
        raise BadInput('It is not a settings file: "product" must be "pingblock".')
    version, settings = held.get("schema"), held.get("settings")
    if version != SCHEMA_VERSION:
        newer = isinstance(version, int) and version > SCHEMA_VERSION
        helps = "update this program" if newer else "write it again with 'settings export'"
        raise BadInput(f"It has schema {version}, not {SCHEMA_VERSION}: {helps}.")
    if not isinstance(settings, dict):
        raise BadInput('"settings" must be an object.')
    values.check(settings)
    return settings
