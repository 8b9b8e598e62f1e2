"""The wiring table of a board revision, made from the same data that the firmware uses.

``python -m pingblock.build.wiring`` prints it; ``hardware/README.md`` holds it.
"""

from __future__ import annotations

import re

from pingblock.firmware import firmware_dir

# Pico datasheet 2.1: GPIO -> pin number on the edge; GPIO 23, 24, 25, 29 stay on the board.
_LEFT = {0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15}
_RIGHT = {12: 16, 13: 17, 14: 19, 15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27}
EDGE_PIN = {**_LEFT, **_RIGHT, 22: 29, 26: 31, 27: 32, 28: 34}


_PIN = re.compile(
    r"^# (?P<wired>[^;\n]+); (?P<facts>.+)\n_(?P<name>\w+) = const\((?P<gpio>\d+)\)$",
    re.MULTILINE,
)


def pins() -> dict[str, tuple[int, str, str]]:
    """Returns signal -> (GPIO, what it is wired to, electrical facts), from the board's file."""
    text = (firmware_dir() / "pingware" / "boards" / "rev_a.py").read_text(encoding="utf-8")
    return {
        pin["name"].lower(): (int(pin["gpio"]), pin["wired"], pin["facts"])
        for pin in _PIN.finditer(text)
    }


def wiring_table() -> str:
    """Returns the Markdown table, one line a pin, ordered by GPIO number."""
    lines = ["| signal | GPIO | Pico pin | wired to | electrical |", "|---|---|---|---|---|"]
    for name, (gpio, wired_to, facts) in sorted(pins().items(), key=lambda item: item[1][0]):
        edge = EDGE_PIN.get(gpio, "on the Pico")
        lines.append(f"| {name} | GP{gpio} | {edge} | {wired_to} | {facts} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(wiring_table(), end="")
