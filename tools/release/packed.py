"""Makes files and archives that have the same bytes each time."""

from __future__ import annotations

import hashlib
import os
import time
import zipfile
from collections.abc import Iterable
from pathlib import Path

_OLDEST_S = 315_619_200  # 1980-01-02, because a ZIP file cannot have an earlier time
_MODE = 0o644 << 16


def epoch_s() -> int:
    """Returns the time of the release in seconds since 1970: SOURCE_DATE_EPOCH, or 1980."""
    return max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), _OLDEST_S)


def zipped(target: Path, folder: Path, paths: Iterable[Path] | None = None) -> Path:
    """Writes files into a ZIP archive, inside a folder with its name. Returns ``target``.

    Args:
        target: path of the ZIP archive.
        folder: folder that contains the files.
        paths: files to pack. None packs all files of the folder.
    """
    chosen = folder.rglob("*") if paths is None else paths
    date = time.gmtime(epoch_s())[:6]
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(path for path in chosen if path.is_file()):
            info = zipfile.ZipInfo(f"{target.stem}/{path.relative_to(folder).as_posix()}", date)
            info.external_attr, info.compress_type = _MODE, zipfile.ZIP_DEFLATED
            archive.writestr(info, path.read_bytes())
    return target


def sum_of(path: Path) -> str:
    """Returns the SHA-256 of a file, in hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def sums(paths: Iterable[Path]) -> str:
    """Returns a line for each file, in the format of ``sha256sum --check``."""
    return "".join(
        f"{sum_of(path)}  {path.name}\n" for path in sorted(paths, key=lambda path: path.name)
    )
