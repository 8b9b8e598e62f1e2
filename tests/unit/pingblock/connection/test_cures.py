"""Hints about actions by hand must work for a device with cells."""

import re
from pathlib import Path

from pingblock.connection.cures import HOLD_BOOTSEL

PACKAGE = Path(__file__).parents[4] / "host_tools" / "pingblock"
TEXT = re.compile(r'"(?:[^"\\\n]|\\.)+"(?:\s+f?"(?:[^"\\\n]|\\.)+")*')
HOLDS = re.compile(r"[Hh]old(?:ing)?(?: the| its)?(?: button)? BOOTSEL")


def test_hints_to_hold_bootsel_mention_the_cells():
    """A chip that is powered by its cells does not check BOOTSEL."""
    files = [*PACKAGE.rglob("*.py"), *(PACKAGE / "page").rglob("*.js")]
    texts = {text for file in files for text in TEXT.findall(file.read_text())}
    hints = {text for text in texts if HOLDS.search(text) and "without holding" not in text}
    hints.discard('"2. Hold BOOTSEL, and plug it in"')  # the title of the next sentence
    assert f'"{HOLD_BOOTSEL}"' in hints
    assert len(hints) > 5
    assert {text for text in hints if "cells" not in text and "batteries" not in text} == set()
