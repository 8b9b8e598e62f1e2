"""ZIP archives in memory."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile


def zipped(files: Mapping[str, str] | Mapping[str, bytes]) -> bytes:
    """Returns the bytes of a ZIP archive. ``files`` maps names to contents."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()
