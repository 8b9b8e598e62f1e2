"""MicroPython versions that the firmware is tested on."""

from __future__ import annotations

OLDEST, NEWEST = "1.24.1", "1.28.0"
SUPPORTED = f"MicroPython {OLDEST} to {NEWEST}"


def is_supported(release: str) -> bool:
    """Returns whether the firmware is tested on a version.

    Args:
        release: as ``os.uname().release`` gives it, for example ``1.28.0``. A preview of the next
            version, such as ``1.29.0-preview``, is not supported.
    """
    number, _, preview = release.partition("-")
    return not preview and numbers(OLDEST) <= numbers(number) <= numbers(NEWEST)


def numbers(version: str) -> tuple[int, ...]:
    """Returns a version such as ``1.28.0`` as numbers, to compare; () if it has no such form."""
    parts = version.split(".")
    return tuple(map(int, parts)) if all(part.isdecimal() for part in parts) else ()
