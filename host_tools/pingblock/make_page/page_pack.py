"""Files of the page's parts, compressed here, because many static hosts cannot do it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from hashlib import sha256

from pingblock.common.cache import cache_dir, kept


def packed(parts: Mapping[str, bytes], **about: object) -> bytes:
    """Returns the file. ``page/unpack.js`` reads it.

    Uncompressed it is a length (4 bytes, little-endian), a JSON object, then the parts.

    Args:
        parts: name to content. Names and sizes are in the object, as ``parts``.
        about: further fields of the object.
    """
    head = json.dumps({**about, "parts": {name: len(data) for name, data in parts.items()}})
    whole = len(head).to_bytes(4, "little") + head.encode() + b"".join(parts.values())
    place = cache_dir("page") / f"{sha256(whole).hexdigest()[:16]}.bin"
    return kept(place, lambda: gzip.compress(whole, 9, mtime=0))
