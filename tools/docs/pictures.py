"""Draws pictures of how things work, with boxes and arrows: ``python -m tools.docs.pictures``."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

_WIDE, _HIGH, _GAP = 172, 92, 34
_EDGE, _LINE = 40, 19
_IN_A_ROW = 3  # most boxes in a row. More would be too small on a phone.
_STYLE = (
    "text{font:17px system-ui,sans-serif;fill:#2b2118}.b{font-weight:700}.s{font-size:14px}"
    "rect{fill:#fff;stroke:#8a6d1f;stroke-width:1.5}path{stroke:#8a6d1f;fill:none;stroke-width:2}"
)
Box = tuple[str, ...]  # a heading, then lines of about 24 characters
# Name of a page, or of a chapter of CONTRIBUTING.md -> rows of boxes. An arrow leads from each box
# to the one on its right.
PICTURES: dict[str, Sequence[Sequence[Box]]] = {
    "press_to_sound": (
        (
            ("Button", "falls: interrupt", "0 ms"),
            ("Mixer", "first block is ready,", "DMA is started"),
            ("Pin", "first sample,", "0.35 ms"),
            ("Amplifier", "on when the bias", "has risen, 5.8 ms"),
            ("Ear", "the ping, 6.5 ms"),
        ),
    ),
    "two_slots": (
        (
            ("Slot a", "plays"),
            ("Update", "writes slot b,", "reads it back"),
            ("One step", "the switch;", "power may go"),
            ("Trial", "30 s to say", "that it is well"),
            ("Slot b", "plays: confirmed"),
        ),
        (
            ("It fails", "crash, hang, silence", "in the trial"),
            ("Rollback", "slot a plays again,", "settings kept"),
        ),
    ),
    "emulated_chip": (
        (
            ("MicroPython", "the real image,", "byte by byte"),
            ("RP2040", "processor, DMA, PWM,", "flash, USB"),
            ("Corrections", "one file each,", "with its source"),
            ("Parts", "bounce, batteries,", "servo, loudspeaker"),
            ("Test", "presses, and hears"),
        ),
    ),
    "one_engine": (
        (
            ("Firmware", "the same files"),
            ("MicroPython", "one WebAssembly", "module, 0.7 MB"),
            ("Phone", "in a worker", "of the browser"),
        ),
        (
            ("Firmware", "the same files"),
            ("MicroPython", "the same module"),
            ("Computer", "Linux, Mac, Windows,", "in the wheel"),
        ),
    ),
    "three_places": (
        (
            ("firmware/", "main.py, start.py", "and pingware"),
            ("desk", "MicroPython for a PC,", "simulated machine"),
            ("virtual/parts/", "buttons, servo, cells:", "Bench moves them"),
        ),
        (
            ("firmware/", "the same sources,", "joined and compiled"),
            ("chip", "real MicroPython on", "an emulated RP2040"),
            ("virtual/parts/", "the same models", "and the same Bench"),
        ),
        (
            ("firmware/", "the same sources,", "joined and compiled"),
            ("board", "a Raspberry Pi Pico", "with real parts"),
            ("Device", "commands, scripts:", "JSON over USB serial"),
        ),
    ),
    "ear": (
        (
            ("Pin", "every level,", "with its time"),
            ("Loudspeaker", "capacitor, amplifier,", "nothing below 150 Hz"),
            ("5 ms levels", "a rise of 6 dB", "is an onset"),
            ("Pitch", "strongest partial", "of 60 ms"),
            ("Verdict", "4 pings, 988 Hz"),
        ),
    ),
    "joiner": (
        (
            ("Sources", "many small modules"),
            ("Checks", "two globals", "of one name"),
            ("Joiner", "one file a stage,", "the same lines"),
            ("mpy-cross", "compiled, counted"),
            ("Device", "starts in a fifth", "of a second"),
        ),
    ),
}


def picture(rows: Sequence[Sequence[Box]]) -> str:
    """Returns rows of boxes as an SVG file, which looks the same in both themes."""
    starts = [(boxes, at) for boxes in rows for at in range(0, len(boxes), _IN_A_ROW)]
    wide = max(len(boxes[at : at + _IN_A_ROW]) for boxes, at in starts) * (_WIDE + _GAP) - _GAP
    wide += 2 * _EDGE
    high = len(starts) * (_HIGH + _GAP) - _GAP + 2 * _EDGE
    drawn = "".join(
        _box(_EDGE + column * (_WIDE + _GAP), _EDGE + row * (_HIGH + _GAP), box, at + column > 0)
        for row, (boxes, at) in enumerate(starts)
        for column, box in enumerate(boxes[at : at + _IN_A_ROW])
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">'
        f"<style>{_STYLE}</style>"
        f'<rect width="{wide}" height="{high}" rx="12" style="fill:#fdf3d7;stroke:none"/>'
        f"{drawn}</svg>\n"
    )


def _box(x: int, y: int, box: Box, from_left: bool) -> str:
    middle = y + _HIGH // 2
    arrow = f'<path d="M{x - _GAP + 3} {middle}H{x - 6}m-7 -6l7 6l-7 6"/>' if from_left else ""
    lines = "".join(
        f'<text x="{x + 12}" y="{y + 28 + number * _LINE + (6 if number else 0)}"'
        f' class="{"s" if number else "b"}">{escape(line)}</text>'
        for number, line in enumerate(box)
    )
    return f'{arrow}<rect x="{x}" y="{y}" width="{_WIDE}" height="{_HIGH}" rx="8"/>{lines}'


def write(folder: Path) -> None:
    """Writes all pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in PICTURES.items():
        (folder / f"{name}.svg").write_text(picture(rows), encoding="utf-8")


if __name__ == "__main__":
    write(Path(__file__).resolve().parents[2] / "docs" / "how")
