"""Packs files of the page into one compressed file, because many static hosts do not compress."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from hashlib import sha256

from pingblock.common.cache import cache_dir, kept


def compact(value: object) -> bytes:
    """Returns a value as JSON without white space."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def packed(parts: Mapping[str, bytes], **about: object) -> bytes:
    """Returns the file. ``page/unpack.js`` reads it.

    The inflated file is a length (4 bytes, little-endian), a JSON object of that length, then the
    parts.

    Args:
        parts: name to content. ``parts`` in the JSON object has the names and sizes.
        about: further fields of the JSON object.
    """
    head = json.dumps({**about, "parts": {name: len(data) for name, data in parts.items()}})
    whole = len(head).to_bytes(4, "little") + head.encode() + b"".join(parts.values())
    place = cache_dir("page") / f"{sha256(whole).hexdigest()[:16]}.bin"
    return kept(place, lambda: gzip.compress(whole, 9, mtime=0))
