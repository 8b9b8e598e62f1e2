"""Keys for the buttons and the lever of a virtual device."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pingblock.virtual.virtual_device import Bench

TAP_MS, HOLD_MS, PULL_MS = 60.0, 1000.0, 300.0


def _pull(bench: Bench) -> None:
    bench.pull_lever()
    bench.release_lever(bench.now_ms + PULL_MS)


HANDS: Mapping[str, Callable[[Bench], None]] = {
    "press": lambda bench: bench.press(for_ms=TAP_MS),
    "hold": lambda bench: bench.press(for_ms=HOLD_MS),
    "check": lambda bench: bench.check(for_ms=TAP_MS),
    "hold_check": lambda bench: bench.check(for_ms=HOLD_MS),
    "lever": _pull,
}
HAND_KEYS = dict(zip(("f5", "f6", "f7", "f8", "f9"), HANDS, strict=True))
