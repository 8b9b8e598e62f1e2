"""Returns many numbers from a page at once, because a list costs 20 us for each number."""

from __future__ import annotations

from base64 import b64decode
from typing import Any

import numpy as np

# `packed(array)` of a page gives the text that `unpacked` reads. Both must use the same array
# type.
_PACKED = """const packed = ({buffer, byteOffset, byteLength}) => {
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    let text = "";
    for (let at = 0; at < byteLength; at += 4096)
        text += String.fromCharCode(...bytes.subarray(at, at + 4096));
    return btoa(text);
};"""


def packing(function: str) -> str:
    """Returns the source of a page's function with ``packed`` in it."""
    return function.replace("{\n", f"{{\n{_PACKED}\n", 1)


def unpacked(text: str, kind: type[Any]) -> np.ndarray[Any, Any]:
    """Returns the numbers of a text that a page has packed, of the array's type."""
    return np.frombuffer(b64decode(text), kind)
